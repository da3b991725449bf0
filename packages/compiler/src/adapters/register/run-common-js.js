import Module from 'node:module';
import path from 'node:path';

/**
 * Run the text of a CommonJS module as if it were in a file.
 *
 * The name under which it is compiled has the query, so that its source map and its frames in a stack are not taken for those
 * of the host module, which a slice may `require` on the same thread.
 *
 * @param {string} code
 * @param {string} filename absolute; `require` starts from there
 * @param {'commonjs' | 'commonjs-typescript'} format
 * @returns {any} its `module.exports`
 */
export function runCommonJs(code, filename, format) {
	const module = new Module(filename);
	module.filename = filename;
	module.paths = nodeModulePaths(path.dirname(filename));
	compileModule(module, code, { filename: `${filename}?cpu_bound`, format });
	module.loaded = true;
	return module.exports;
}

/**
 * @param {string} folder
 * @returns {string[]} where `require` looks for packages
 */
function nodeModulePaths(folder) {
	return /** @type {any} */ (Module)._nodeModulePaths(folder);
}

/**
 * @param {Module} module
 * @param {string} code
 * @param {{ filename: string, format: string }} place `format`: a third argument, which Node 20 does not look at
 */
function compileModule(module, code, { filename, format }) {
	/** @type {any} */ (module)._compile(code, filename, format);
}
