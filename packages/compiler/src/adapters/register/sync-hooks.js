/** @import { Loader, ModuleKind } from './loader.js' */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { locate, toModule } from './located.js';
import { asFileOfThread, resolveTyped } from './resolve-typed.js';
import { isTyped } from './stripper.js';

/** @typedef {{ format?: string | null, source?: string | ArrayBuffer | NodeJS.TypedArray | null, shortCircuit?: boolean }} Loaded */

/** @typedef {{ parentURL?: string }} ResolveContext */

/** @typedef {(specifier: string, context: ResolveContext) => { url: string }} NextResolve */

/** @typedef {(url: string, context: object) => Loaded} NextLoad */

/**
 * `module.registerHooks`, which the types of Node 20 do not have.
 *
 * @callback RegisterHooks
 * @param {object} hooks
 * @param {(specifier: string, context: ResolveContext, next: NextResolve) => { url: string }} hooks.resolve
 * @param {(url: string, context: object, next: NextLoad) => Loaded} hooks.load
 * @returns {unknown}
 */

/**
 * Register hooks that run on the thread that loads, for `import` and `require` alike (Node 22.15, 23.5 and up).
 *
 * @param {RegisterHooks} registerHooks
 * @param {Loader} loader
 */
export function registerSyncHooks(registerHooks, loader) {
	registerHooks({
		resolve(specifier, context, nextResolve) {
			try {
				return nextResolve(specifier, context);
			} catch (error) {
				const ofThread = isMainThread ? undefined : asFileOfThread(specifier, context, error);
				if (ofThread) return nextResolve(specifier, ofThread);
				const found = resolveTyped(specifier, context.parentURL, loader);
				if (!found) throw error;
				return nextResolve(found, context);
			}
		},
		load(url, context, nextLoad) {
			const { filename, workerHash } = locate(url);
			if (!filename) return nextLoad(url, context);
			if (workerHash !== null) {
				const found = loader.loadWorkerModule(filename, workerHash);
				return { ...toModule(found, filename), shortCircuit: true };
			}
			if (loader.isStripped(filename)) {
				const { code, kind } = loader.loadTyped(filename);
				return { format: kind, source: code, shortCircuit: true };
			}
			return lowerLoaded(nextLoad(url, context), filename, loader);
		},
	});
}

/**
 * @param {Loaded} loaded
 * @param {string} filename
 * @param {Loader} loader
 * @returns {Loaded}
 */
function lowerLoaded(loaded, filename, loader) {
	const { isJavaScript, kind } = readFormat(loaded.format);
	if (!isJavaScript || !loader.isLowered(filename)) return loaded;
	// Another loader has taken the types away. Stubs and worker module come of one text, which threads read from the file.
	const isAhead = isTyped(filename) && loaded.format === kind;
	// for `require` Node may leave the source to be read later
	const given = isAhead ? null : /** @type {Uint8Array | string} */ (loaded.source);
	const code = loader.lowerHost(given ?? readFileSync(filename), filename, kind);
	if (code === undefined) return loaded;
	return { ...loaded, format: isAhead ? `${kind}-typescript` : loaded.format, source: code };
}

/**
 * @param {string | null | undefined} format of Node's loader: 'commonjs', 'module-typescript' …; none for a `.js` that is
 *   required, and whose syntax Node has still to look at
 * @returns {{ isJavaScript: boolean, kind?: ModuleKind }}
 */
function readFormat(format) {
	if (format === null || format === undefined) return { isJavaScript: true };
	const [kind] = /^(?:module|commonjs)(?=$|-typescript$)/.exec(format) ?? [];
	return { isJavaScript: kind !== undefined, kind: /** @type {ModuleKind | undefined} */ (kind) };
}
