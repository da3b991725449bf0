/** @import { PluginObj } from '@babel/core' */
/** @import { AnnotatedSource } from '../../ecosystem/lib/annotated-sources.js' */
import { transformSync } from '@babel/core';
import { parse } from '@babel/parser';
import { compile } from '@lapidary/compiler';

/** @typedef {(source: AnnotatedSource) => unknown} Contender compiles a file and returns what came of it */

/** @returns {PluginObj} */
const emptyPlugin = () => ({ name: 'empty', visitor: {} });

/**
 * What each file costs: lowered, and parsed, visited and printed by Babel without changing it. Both write
 * source maps.
 *
 * @type {Record<'lapidary' | 'babel', Contender>}
 */
export const CONTENDERS = {
	lapidary: ({ text, file }) => compile(text, { filename: file }),
	babel: ({ text, file }) =>
		transformSync(text, {
			filename: file,
			babelrc: false,
			configFile: false,
			compact: false,
			sourceMaps: true,
			sourceType: 'unambiguous',
			plugins: [emptyPlugin],
		}),
};

/** @param {string} text @param {boolean} isTypeScript */
export const parseWithBabel = (text, isTypeScript) =>
	parse(text, { sourceType: 'unambiguous', plugins: isTypeScript ? ['typescript'] : [] });

/**
 * Make sure that the compiler does what is timed: every file gives a worker module, none an error.
 *
 * @param {readonly AnnotatedSource[]} sources
 * @returns {number[]} bytes of each worker module
 * @throws {Error} for the first file that is not lowered
 */
export function workerSizes(sources) {
	return sources.map(({ package: name, file, text }) => {
		const { workerModules, diagnostics } = compile(text, { filename: file });
		const error = diagnostics.find(({ severity }) => severity === 'error');
		if (error) throw new Error(`${name}/${file} is refused: ${error.code} ${error.message}`);
		if (!workerModules[0]) throw new Error(`${name}/${file} gives no worker module`);
		return Buffer.byteLength(workerModules[0].code);
	});
}
