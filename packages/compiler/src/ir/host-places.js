// Where the host module is, as callers say it whose worker modules are somewhere else.
/** @import { CompileOptions } from '../types.js' */

/** @typedef {'module' | 'commonjs'} ModuleKind */

/** @param {CompileOptions['worker']} worker @param {ModuleKind} moduleKind @returns {string | undefined} an expression; undefined where the worker module is beside it */
export const hostOf = (worker, moduleKind) =>
	typeof worker?.host === 'function' ? worker.host(moduleKind) : worker?.host;

/**
 * @param {CompileOptions['worker']} worker
 * @param {ModuleKind} moduleKind
 * @returns {{ filename: string | null, dirname: string | null } | undefined} expressions for the paths of the host module; null for what is the
 *   same in both modules; undefined where the worker module is beside it
 */
export function pathsOf(worker, moduleKind) {
	const host = hostOf(worker, moduleKind);
	if (worker?.paths || host === undefined) return worker?.paths;
	return { filename: pathOf(host), dirname: pathOf(host, 'dirname') };
}

/**
 * A source may have variables of these names, and a bundle has no import of its own for what is in no source.
 *
 * @param {string} url expression
 * @param {'dirname'} [part]
 * @returns {string} expression for the path, or that of its folder
 */
function pathOf(url, part) {
	const module = (/** @type {string} */ name) =>
		`globalThis.process.getBuiltinModule(${JSON.stringify(name)})`;
	const path = `${module('node:url')}.fileURLToPath(${url})`;
	return part ? `${module('node:path')}.${part}(${path})` : path;
}
