// Builds a program with each bundler in each of its modes, runs it, and compares it with plain Node: `npm run matrix`.
/** @import { Cell } from './lib/cells.js' */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { isExpected, listCells, nameOf, runCell, TOOLS } from './lib/cells.js';
import { compareNodes } from './lib/nodes.js';
import { prepareSources, ROOT } from './lib/sources.js';

/** @param {Cell} cell @param {string} result */
const print = ({ tool, mode, format, language }, result) =>
	console.log(`| ${[tool, mode, format, language, result].join(' | ')} |`);

/**
 * @param {readonly Cell[]} cells
 * @returns {Promise<number>} how many are not as expected
 */
async function runAll(cells) {
	const outFolder = path.join(ROOT, '.out', String(process.pid));
	mkdirSync(outFolder, { recursive: true });
	let failures = 0;
	try {
		const sources = await prepareSources(outFolder);
		console.log(
			`| tool | mode | output | source | Node ${process.version} |\n| --- | --- | --- | --- | --- |`,
		);
		// Two at a time: one builds while the program of another one runs.
		for (let at = 0; at < cells.length; at += 2) {
			const pair = cells.slice(at, at + 2);
			const results = await Promise.all(pair.map((cell) => runCell(cell, sources, outFolder)));
			pair.forEach((cell, index) => {
				print(cell, results[index]);
				if (!isExpected(cell, results[index])) failures++;
			});
		}
	} finally {
		rmSync(outFolder, { recursive: true, force: true });
	}
	return failures;
}

/** @returns {Promise<number>} the exit code */
async function main() {
	const {
		tool = [...TOOLS],
		cell: wanted,
		node,
	} = parseArgs({
		options: {
			tool: { type: 'string', multiple: true },
			cell: { type: 'string', multiple: true },
			node: { type: 'string', multiple: true },
		},
	}).values;
	const unknown = tool.find((one) => !TOOLS.includes(/** @type {any} */ (one)));
	if (unknown !== undefined) {
		console.error(`there is no tool ${unknown}; they are ${TOOLS.join(', ')}`);
		return 2;
	}
	const cells = (await listCells(tool)).filter((one) => !wanted || wanted.includes(nameOf(one)));
	const failures = node ? await compareNodes(node, cells) : await runAll(cells);
	console.log(failures === 0 ? '\nall as expected' : `\n${failures} not as expected`);
	return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
