// The matrix in several versions of Node, each of which builds and runs all cells.
/** @import { Cell } from './cells.js' */
import path from 'node:path';
import { isExpected, nameOf } from './cells.js';
import { runNode } from './run-node.js';
import { ROOT } from './sources.js';

/** All cells, on a machine that does other work, too. */
const TIMEOUT_MS = 3_600_000;

/**
 * Run cells in each Node, one after the other, and print a table with a row for each mode of a tool.
 *
 * @param {readonly string[]} nodes paths of executables
 * @param {readonly Cell[]} cells
 * @returns {Promise<number>} how many are not as expected
 */
export async function compareNodes(nodes, cells) {
	const columns = [];
	for (const node of nodes) columns.push(await runIn(node, cells));
	/** @type {Map<string, Cell[]>} */
	const byMode = new Map();
	for (const cell of cells) {
		const key = `${cell.tool} | ${cell.mode}`;
		byMode.set(key, [...(byMode.get(key) ?? []), cell]);
	}
	console.log(`| tool | mode | built | ${columns.map(({ version }) => version).join(' | ')} |`);
	console.log(`| --- | --- | --- |${' --- |'.repeat(columns.length)}`);
	let failures = 0;
	for (const [key, own] of byMode) {
		const results = columns.map(({ results: all }) => {
			const found = own.map((cell) => ({ cell, result: all.get(nameOf(cell)) ?? 'not run' }));
			const bad = found.filter(({ cell, result }) => !isExpected(cell, result));
			failures += bad.length;
			return bad.length > 0
				? bad.map(({ cell, result }) => `${nameOf(cell)}: ${result}`).join('; ')
				: [...new Set(found.map(({ result }) => result))].join('; ');
		});
		console.log(`| ${key} | ${describe(own)} | ${results.join(' | ')} |`);
	}
	return failures;
}

/** @param {readonly Cell[]} cells of one mode @returns {string} `esm and cjs, from ts and js` */
const describe = (cells) =>
	[cells.map(({ format }) => format), cells.map(({ language }) => language)]
		.map((list) => [...new Set(list)].join(' and '))
		.join(', from ');

/**
 * @param {string} node path of an executable
 * @param {readonly Cell[]} cells
 * @returns {Promise<{ version: string, results: Map<string, string> }>} by the names of cells
 */
async function runIn(node, cells) {
	const args = [path.join(ROOT, 'run.js'), ...cells.flatMap((cell) => ['--cell', nameOf(cell)])];
	const { lines, errors } = await runNode(args, { node, timeoutMs: TIMEOUT_MS });
	if (errors !== '') console.error(errors);
	const [, version = node] = /\| (Node v[\d.]+) \|/.exec(lines.join('\n')) ?? [];
	const rows = lines.flatMap((line) => {
		const [, tool, mode, format, language, result] =
			/^\| (.*?) \| (.*?) \| (.*?) \| (.*?) \| (.*?)(?: \|)?$/.exec(line) ?? [];
		return result === undefined ? [] : [[[tool, mode, format, language].join(', '), result]];
	});
	return { version, results: new Map(/** @type {[string, string][]} */ (rows)) };
}
