/** @import { LoaderOptions } from './options.js' */
/** @import { LoaderReporter } from './reporter.js' */
/** @import { SharedResults } from './shared-results.js' */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { mayContainDirective, mayUseGems, showsState } from '../../ast/directive-text.js';
import { compiledByOtherTool } from '../diagnostics/codes.js';
import { withInlineMap } from './inline-map.js';
import { createLower } from './lower.js';
import { createStripper, isTyped } from './stripper.js';

/** @typedef {'module' | 'commonjs'} ModuleKind */

/** @typedef {{ code: string, kind: ModuleKind, isTyped?: boolean }} LoadedModule `isTyped`: Node has to take types out of it */

/**
 * Lowers the modules of one thread.
 *
 * @typedef {object} Loader
 * @property {(filename: string) => boolean} isLowered whether a file is one that may be lowered
 * @property {(filename: string) => boolean} isStripped whether the loader makes JavaScript of a file
 * @property {(source: string | Uint8Array, filename: string, kind?: ModuleKind) => string | undefined} lowerHost undefined
 *   when there is nothing to lower: the source stands as it is
 * @property {(content: string, filename: string, node: { hasHooks: boolean }) => boolean} isCompiledElsewhere whether the text that `require` compiles is another
 *   tool's, in which nothing has been lowered; says so
 * @property {(filename: string) => LoadedModule} loadTyped the host module of a file that is stripped
 * @property {(filename: string, hash: string) => LoadedModule} loadWorkerModule by the hash that the stub was given
 */

/** Its modules lower others and hold no unit themselves. */
const OWN_PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));

const UNTYPED = new Set(['.js', '.mjs', '.cjs']);

/**
 * @param {LoaderOptions} options
 * @param {{ reporter: LoaderReporter, results: SharedResults }} thread
 * @returns {Loader}
 */
export function createLoader(options, { reporter, results }) {
	const { isStripped, strip: stripAnew } = createStripper(options, reporter);
	const lower = createLower(options, { reporter, results });
	/** @type {typeof stripAnew} */
	const strip = (code, map, filename) =>
		results.of(['strip', code, filename], () => stripAnew(code, map, filename));
	/** Units of other files read its state. @param {string} filename @returns {boolean} */
	const isShown = (filename) => showsState(options.linked?.[filename]);
	/** what has passed by `lowerHost` @type {Set<string>} */
	const seen = new Set();
	return {
		isStripped,
		isLowered: (filename) =>
			(UNTYPED.has(path.extname(filename)) || isTyped(filename)) && !isForeign(filename),
		lowerHost(source, filename, kind) {
			seen.add(filename);
			if (!mayBeLowered(source) && !isShown(filename)) return undefined;
			const { code, map } = lower(toText(source), filename, kind);
			return map ? withInlineMap(code, map, filename) : undefined;
		},
		isCompiledElsewhere(content, filename, { hasHooks }) {
			if (!mayContainDirective(content)) return false;
			const isElsewhere = hasHooks ? !seen.has(filename) : isTyped(filename);
			if (isElsewhere)
				reporter.warnOnce(
					compiledByOtherTool({ path: path.relative(process.cwd(), filename) }, { filename }),
				);
			return isElsewhere;
		},
		loadTyped(filename) {
			const source = readFileSync(filename);
			const isLowered = !isForeign(filename) && (mayBeLowered(source) || isShown(filename));
			const text = toText(source);
			const lowered = isLowered ? lower(text, filename) : null;
			// Threads are about to ask for it.
			for (const { code, map } of lowered?.workerModules ?? []) strip(code, map, filename);
			return strip(lowered?.code ?? text, lowered?.map ?? null, filename);
		},
		loadWorkerModule(filename, hash) {
			const { workerModules } = lower(readFileSync(filename, 'utf8'), filename);
			const [workerModule] = workerModules;
			// Stubs of one text and units of another could mean different things by what crosses.
			if (!workerModule?.fileName.includes(`.cpu_bound-${hash}.`)) {
				throw new Error(`${filename} has changed since it was loaded: start the program again`);
			}
			const { code, map, moduleKind } = workerModule;
			if (isStripped(filename)) return { ...strip(code, map, filename), kind: moduleKind };
			const text = withInlineMap(code, map, filename);
			return { code: text, kind: moduleKind, isTyped: isTyped(filename) };
		},
	};
}

/**
 * @param {string | Uint8Array} source
 * @returns {boolean}
 */
const mayBeLowered = (source) => mayContainDirective(source) || mayUseGems(source);

/**
 * @param {string} filename absolute
 * @returns {boolean} whether it belongs to somebody else: installed packages are run as they are
 */
function isForeign(filename) {
	return /[\\/]node_modules[\\/]/.test(filename) || filename.startsWith(OWN_PACKAGE);
}

/**
 * @param {string | Uint8Array} source
 * @returns {string}
 */
function toText(source) {
	return typeof source === 'string' ? source : Buffer.from(source).toString('utf8');
}
