/** @import { Loader } from './loader.js' */
import Module from 'node:module';
import path from 'node:path';
import { findSource } from './resolve-typed.js';

/**
 * The parts of Node's CommonJS loader that every tool of this kind builds on.
 *
 * @typedef {object} ModuleInternals
 * @property {{ _compile: Compile }} prototype
 * @property {Record<string, (module: { _compile: Compile }, filename: string) => void>} _extensions
 * @property {(request: string, parent: { filename?: string } | undefined, ...rest: unknown[]) => string} _resolveFilename
 */

/** @typedef {(content: string, filename: string, format?: 'module' | 'commonjs') => unknown} Compile */

const TYPED_EXTENSIONS = ['.ts', '.cts', '.mts', '.tsx', '.jsx'];

/**
 * Lower what `require` loads, where hooks do not see it, and say what cannot be lowered: what another tool has compiled.
 *
 * @param {Loader} loader
 * @param {{ hasHooks: boolean }} node `hasHooks`: what Node itself reads for `require` passes by hooks
 */
export function patchCommonJs(loader, { hasHooks }) {
	const { prototype } = getInternals();
	const compile = prototype._compile;
	/** @type {Compile} */
	prototype._compile = function compileLowered(content, filename, format) {
		// worker modules carry the query in their name, and typed files come lowered
		const isOurs = loader.isLowered(filename) && !loader.isStripped(filename);
		const isForeign = isOurs && loader.isCompiledElsewhere(content, filename, { hasHooks });
		const lowered =
			isOurs && !isForeign && !hasHooks ? loader.lowerHost(content, filename, format) : undefined;
		return compile.call(this, lowered ?? content, filename, format);
	};
}

/**
 * Let `require` load TypeScript and JSX: by their extension, and by the name of the JavaScript that will be there. Node's
 * hooks see what is found, and have no say in what is looked for in all versions.
 *
 * @param {Loader} loader
 */
export function patchTyped(loader) {
	const internals = getInternals();
	for (const extension of TYPED_EXTENSIONS) {
		internals._extensions[extension] = (module, filename) => {
			const { code, kind } = loader.loadTyped(filename);
			module._compile(code, filename, kind);
		};
	}
	patchResolve(internals, loader);
}

/**
 * @param {ModuleInternals} internals
 * @param {Loader} loader
 */
function patchResolve(internals, loader) {
	const resolveFilename = internals._resolveFilename;
	internals._resolveFilename = function resolveTypedFilename(request, parent, ...rest) {
		try {
			return resolveFilename.call(this, request, parent, ...rest);
		} catch (error) {
			const isRelative = /^\.{1,2}\//.test(request) && parent?.filename;
			const found =
				isRelative &&
				findSource(path.resolve(path.dirname(String(parent.filename)), request), loader);
			if (!found) throw error;
			return found;
		}
	};
}

/**
 * @returns {ModuleInternals}
 */
function getInternals() {
	return /** @type {ModuleInternals} */ (/** @type {unknown} */ (Module));
}
