// What is built and run: each tool in each of its modes, as ES modules and CommonJS, from TypeScript and JavaScript.
/** @import { Language, Sources } from './sources.js' */
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { runNode } from './run-node.js';

/** @typedef {'esm' | 'cjs'} Format */

/**
 * @typedef {object} Task
 * @property {string} mode
 * @property {Format} format
 * @property {Language} language
 * @property {string} folder absolute, of the sources
 * @property {string} entry absolute
 * @property {string} outFolder absolute
 * @property {string} extension of files for Node in that format, without the dot
 *
 * @typedef {object} Tool
 * @property {readonly string[]} modes
 * @property {readonly string[]} [refused] those that cannot work and have to say so
 * @property {readonly string[]} [standalone] those that run where nothing is installed
 * @property {readonly Format[]} [formats]
 * @property {(task: Task) => Promise<string[]>} build gives what Node is run with; rejects with what the tool says
 *
 * @typedef {object} Cell
 * @property {string} tool
 * @property {string} mode
 * @property {Format} format
 * @property {Language} language
 * @property {boolean} isRefused
 * @property {boolean} isStandalone
 */

/** Outside of the repository, whose packages Node would find. */
const ELSEWHERE = path.join(os.tmpdir(), `lapidary-matrix-${process.pid}`);

export const TOOLS = /** @type {const} */ ([
	'rollup',
	'rolldown',
	'vite',
	'webpack',
	'rspack',
	'esbuild',
]);

/** @param {Pick<Cell, 'tool' | 'mode' | 'format' | 'language'>} cell @returns {string} `vite, ssr, esm, ts` */
export const nameOf = ({ tool, mode, format, language }) =>
	[tool, mode, format, language].join(', ');

/** @param {Cell} cell @param {string} result @returns {boolean} */
export const isExpected = ({ isRefused }, result) =>
	isRefused ? /^refused, LP\d{4}$/.test(result) : result === 'ok';

/** @param {string} name @returns {Promise<Tool>} */
const loadTool = async (name) => (await import(`../tools/${name}.js`)).default;

/** @param {readonly string[]} tools @returns {Promise<Cell[]>} */
export async function listCells(tools) {
	/** @type {Cell[]} */
	const cells = [];
	for (const tool of tools) {
		const { modes, refused = [], standalone = [], formats = ['esm', 'cjs'] } = await loadTool(tool);
		const basic = { tool, isRefused: false, isStandalone: false };
		for (const mode of modes)
			for (const format of mode === 'dev' ? ['esm'] : formats)
				for (const language of ['ts', 'js'])
					cells.push(/** @type {Cell} */ ({ ...basic, mode, format, language }));
		for (const mode of standalone)
			for (const format of formats)
				cells.push({ ...basic, mode, format, language: 'ts', isStandalone: true });
		for (const mode of refused)
			cells.push({ ...basic, mode, format: 'esm', language: 'ts', isRefused: true });
	}
	return cells;
}

/**
 * Build and run one of them.
 *
 * @param {Cell} cell
 * @param {Sources} sources
 * @param {string} outFolder absolute
 * @returns {Promise<string>} `ok`, `refused` with a code where the tool must refuse, or what is wrong
 */
export async function runCell(cell, sources, outFolder) {
	const { tool, mode, format, language, isRefused, isStandalone } = cell;
	const folder = sources.folders[language];
	const { build } = await loadTool(tool);
	const entry = path.join(folder, `main.${language}`);
	const extension = format === 'esm' ? 'mjs' : 'cjs';
	const own = path.join(
		isStandalone ? ELSEWHERE : outFolder,
		[tool, mode, format, language].join('-'),
	);
	/** @type {string[]} */
	let args;
	try {
		args = await build({ mode, format, language, folder, entry, outFolder: own, extension });
	} catch (error) {
		const [code] = /LP\d{4}/.exec(String(error)) ?? [];
		return isRefused && code ? `refused, ${code}` : `not built: ${String(error)}`;
	}
	if (isRefused) return 'built, and must not be';
	const output = await runNode(args);
	if (isStandalone) rmSync(own, { recursive: true, force: true });
	return judge(output, { sources, language });
}

/**
 * @param {{ lines: string[], errors: string }} output
 * @param {{ sources: Sources, language: Language }} expected
 * @returns {string}
 */
function judge({ lines, errors }, { sources, language }) {
	if (lines.slice(0, 2).join('\n') !== sources.plain.join('\n'))
		return `not as plain Node: ${lines.join(' ')} ${errors}`;
	const { threads, place } = JSON.parse(lines[2] ?? '{}');
	if (!threads.every((/** @type {number} */ one) => one > 0))
		return `on the main thread: ${lines[2]}`;
	if (place !== sources.thrownAt[language]) return `the stack names ${place}`;
	return errors === '' ? 'ok' : `it warns: ${errors}`;
}
