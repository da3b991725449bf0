/** @import { CompileResult, SourceMap } from '../../types.js' */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { HOST_MODULE, INLINE_MODULE, THREADS_MODULE } from '@lapidary/runtime/abi';
import { mayContainDirective } from '../../index.js';
import { compileAlone } from '../packages/compile-alone.js';
import { formatDiagnostics } from '../../diagnostics/index.js';
import { readInputMap } from '../register/input-map.js';
import { createPackageScopes, identify } from '../register/package-scope.js';

/**
 * @typedef {object} TestOptions
 * @property {boolean} [threads] units run on threads; default: at once, on copies of their arguments
 * @property {boolean} [strict] warnings fail the tests of a file
 */

/** @typedef {{ code: string, map: SourceMap, warnings: string }} LoweredForTests `warnings`: text, empty without any */

const { version } = JSON.parse(
	readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

/**
 * @param {string} entry of this package
 * @param {Record<string, unknown>} options as they were given
 * @param {readonly string[]} known
 * @throws {TypeError} naming an option that is not known
 */
export function checkTestOptions(entry, options, known) {
	const key = Object.keys(options).find((one) => !known.includes(one));
	if (key !== undefined)
		throw new TypeError(
			`@lapidary/compiler/${entry}: unknown option '${key}'; the options are ${known.join(', ')}`,
		);
}

/**
 * @param {string} source
 * @param {string} filename absolute
 * @returns {boolean} whether there may be something to lower; installed packages are run as they are
 */
export const isToLower = (source, filename) =>
	/\.[mc]?[jt]sx?$/.test(filename) &&
	!/[\\/]node_modules[\\/]/.test(filename) &&
	mayContainDirective(source);

/**
 * Lower a module for a test runner, which has no place for worker modules: stubs keep the bodies of their units, and either
 * run those, or name a module that threads make of the source.
 *
 * @param {string} source
 * @param {string} filename absolute
 * @param {TestOptions & { sourceType?: 'commonjs' }} options `sourceType`: `commonjs` for what is run as CommonJS, whatever its syntax
 * @returns {LoweredForTests | null} null when there is nothing to lower
 * @throws {Error} with all diagnostics, when one is an error
 */
export function lowerForTests(source, filename, { threads = false, strict = false, sourceType }) {
	const folder = path.dirname(filename);
	const { id, sourceType: known } = identify(filename, createPackageScopes()(folder), {
		path: folder,
	});
	const options = {
		filename,
		id,
		sourceType: sourceType ?? known,
		strict,
		// what the loader of the threads is told as well, so that its worker module is that of the stub
		verify: !threads,
		gems: /** @type {'lower' | 'general'} */ (threads ? 'lower' : 'general'),
		inputSourceMap: readInputMap(source, filename),
		worker: { locate: /** @type {const} */ ('query') },
	};
	const { code, map, diagnostics } = compileAlone(source, options, { file: filename });
	const warnings = report(diagnostics, source, filename);
	if (map === null) return null;
	const target = threads ? THREADS_MODULE : INLINE_MODULE;
	// the header of the compiler comes before everything that the source may import itself
	return { code: code.replace(`"${HOST_MODULE}"`, `"${target}"`), map, warnings };
}

/**
 * @param {CompileResult['diagnostics']} diagnostics
 * @param {string} source
 * @param {string} filename
 * @returns {string} warnings
 * @throws {Error} of the name that test runners show without frames of ours
 */
function report(diagnostics, source, filename) {
	const shown = diagnostics.filter(({ severity }) => severity !== 'note');
	const sources = new Map([[filename, source]]);
	const text = formatDiagnostics(shown, { sources, cwd: process.cwd() });
	const first = shown.find(({ severity }) => severity === 'error');
	if (!first) return text;
	const error = Object.assign(new Error(`\n${text}`), { code: first.code, diagnostics });
	error.stack = error.message;
	throw error;
}

/**
 * What the result for a file depends on, but for its text: versions and options, and the package by which its units are named.
 *
 * @param {string} filename absolute
 * @param {object} options
 * @returns {string}
 */
export function lowerKey(filename, options) {
	const scope = createPackageScopes()(path.dirname(filename));
	const input = [version, process.version, filename, scope ?? null, options];
	return createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 32);
}
