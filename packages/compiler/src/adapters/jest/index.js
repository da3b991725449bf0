/** @import { TestOptions } from '../test-runners/lower-for-tests.js' */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { LOADER_VARIABLE, threadLoader } from '../test-runners/thread-loader.js';
import {
	checkTestOptions,
	isToLower,
	lowerForTests,
	lowerKey,
} from '../test-runners/lower-for-tests.js';

/**
 * @typedef {TestOptions & { transformer?: string | [string, object] | false }} JestOptions `transformer`: what transforms each file
 *   after this one, with its options: default `babel-jest`, which Jest uses by itself; false for none
 */

/** @typedef {{ code: string, map?: any }} Transformed */

/**
 * The parts of Jest's transformers that this one uses.
 *
 * @typedef {object} Transformer
 * @property {(source: string, filename: string, options: any) => Transformed | string} [process]
 * @property {(source: string, filename: string, options: any) => Promise<Transformed | string>} [processAsync]
 * @property {(source: string, filename: string, options: any) => string} [getCacheKey]
 */

const KNOWN = ['threads', 'strict', 'transformer'];

/**
 * The compiler as a transformer of Jest: units run at once, on copies of their arguments, or on threads where that is asked for.
 *
 * @param {JestOptions} [config] of the entry of `transform`
 * @returns {Transformer & { canInstrument: false }}
 *
 * @example
 * // jest.config.js
 * export default { transform: { '\\.[jt]sx?$': ['@lapidary/compiler/jest', { transformer: 'ts-jest' }] } };
 */
export function createTransformer(config = {}) {
	checkTestOptions('jest', config, KNOWN);
	const { transformer, ...options } = config;
	// In the process of the tests, also where Jest has all results in its cache.
	if (options.threads) process.env[LOADER_VARIABLE] = threadLoader();
	const next = createNext(transformer);
	/** @param {string} source @param {string} filename @param {any} jest */
	const lower = (source, filename, jest) => {
		const map = null;
		if (!isToLower(source, filename)) return { code: source, map };
		const sourceType = jest.supportsStaticESM
			? {}
			: { sourceType: /** @type {const} */ ('commonjs') };
		const lowered = lowerForTests(source, filename, { ...options, ...sourceType });
		// reason: transformers have no channel of their own for warnings
		// eslint-disable-next-line no-console
		if (lowered?.warnings) console.warn(lowered.warnings);
		return lowered ?? { code: source, map };
	};
	return {
		// Jest instruments the result, so that coverage is counted in the lines of the source.
		canInstrument: false,
		process(source, filename, jest) {
			const lowered = lower(source, filename, jest);
			const following = next(jest);
			if (!following) return lowered;
			if (!following.process) throw asynchronousOnly(transformer);
			return following.process(withMap(lowered), filename, uninstrumented(jest));
		},
		async processAsync(source, filename, jest) {
			const lowered = lower(source, filename, jest);
			const following = next(jest);
			if (!following) return lowered;
			const options = uninstrumented(jest);
			return following.processAsync
				? following.processAsync(withMap(lowered), filename, options)
				: /** @type {any} */ (following.process)(withMap(lowered), filename, options);
		},
		getCacheKey(source, filename, jest) {
			const { configString, instrument, supportsStaticESM, supportsDynamicImport } = jest;
			const theirs = next(jest)?.getCacheKey?.(source, filename, uninstrumented(jest)) ?? '';
			const flags = { instrument, supportsStaticESM, supportsDynamicImport };
			const own = lowerKey(filename, { ...config, ...flags });
			const hash = createHash('sha256');
			for (const part of [own, theirs, configString, source]) hash.update(`${part.length} ${part}`);
			return hash.digest('hex').slice(0, 32);
		},
	};
}

export default { createTransformer };

/** @param {any} jest options of a call @returns {any} for a transformer behind this one */
const uninstrumented = (jest) => ({ ...jest, instrument: false, transformerConfig: {} });

/** @param {Transformed} lowered @returns {string} */
function withMap({ code, map }) {
	if (!map) return code;
	const data = Buffer.from(JSON.stringify(map)).toString('base64');
	return `${code}\n//# sourceMappingURL=data:application/json;charset=utf-8;base64,${data}\n`;
}

/** @param {JestOptions['transformer']} transformer @returns {Error} */
const asynchronousOnly = (transformer) =>
	new TypeError(
		`@lapidary/compiler/jest: ${JSON.stringify(transformer)} transforms asynchronously only, and a CommonJS module is needed at once`,
	);

/**
 * @param {JestOptions['transformer']} given
 * @returns {(jest: any) => Transformer | undefined} loads the transformer once a file comes: it is found from the project
 */
function createNext(given) {
	if (given === false) return () => undefined;
	const [name, config] = Array.isArray(given) ? given : [given ?? 'babel-jest', {}];
	/** @type {Transformer | undefined} */
	let next;
	return ({ config: { rootDir } }) => (next ??= load(resolve(name, rootDir), config));
}

/**
 * @param {string} name
 * @param {string} rootDir
 * @returns {string} a file
 */
function resolve(name, rootDir) {
	const require = createRequire(path.join(rootDir, 'package.json'));
	// babel-jest comes with Jest, and is found from there where packages see only what they depend on
	return require.resolve(name.replace('<rootDir>', rootDir), {
		paths: [rootDir, path.dirname(process.argv[1] ?? rootDir)],
	});
}

/**
 * @param {string} file
 * @param {object} config
 * @returns {Transformer}
 */
function load(file, config) {
	const exported = createRequire(file)(file);
	const transformer = exported.default ?? exported;
	return transformer.createTransformer?.(config) ?? transformer;
}
