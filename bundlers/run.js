// Builds a program with each bundler in each of its modes, runs it, and compares it with plain Node: `npm run matrix`.
/** @import { Cell } from './lib/cells.js' */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { listCells, runCell, TOOLS } from './lib/cells.js';
import { prepareSources, ROOT } from './lib/sources.js';

/** @param {Cell} cell @returns {string} `vite, ssr, esm, ts` */
const nameOf = ({ tool, mode, format, language }) => [tool, mode, format, language].join(', ');

/** @param {Cell} cell @param {string} result @returns {boolean} whether it is as expected */
function print({ tool, mode, format, language, isRefused }, result) {
	const isGood = isRefused ? /^LP\d{4}$/.test(result) : result === 'ok';
	const text = isRefused && isGood ? `refused, ${result}` : result;
	console.log(`| ${[tool, mode, format, language, text].join(' | ')} |`);
	return isGood;
}

/** @returns {Promise<number>} the exit code */
async function main() {
	const { tool = [...TOOLS], cell: wanted } = parseArgs({
		options: { tool: { type: 'string', multiple: true }, cell: { type: 'string', multiple: true } },
	}).values;
	const unknown = tool.find((one) => !TOOLS.includes(/** @type {any} */ (one)));
	if (unknown !== undefined) {
		console.error(`there is no tool ${unknown}; they are ${TOOLS.join(', ')}`);
		return 2;
	}
	const outFolder = path.join(ROOT, '.out', String(process.pid));
	mkdirSync(outFolder, { recursive: true });
	let failures = 0;
	try {
		const sources = await prepareSources(outFolder);
		console.log(
			`| tool | mode | output | source | Node ${process.version} |\n| --- | --- | --- | --- | --- |`,
		);
		const cells = (await listCells(tool)).filter((one) => !wanted || wanted.includes(nameOf(one)));
		// Two at a time: one builds while the program of another one runs.
		for (let at = 0; at < cells.length; at += 2) {
			const pair = cells.slice(at, at + 2);
			const results = await Promise.all(pair.map((cell) => runCell(cell, sources, outFolder)));
			pair.forEach((cell, index) => {
				if (!print(cell, results[index])) failures++;
			});
		}
	} finally {
		rmSync(outFolder, { recursive: true, force: true });
	}
	console.log(failures === 0 ? '\nall as expected' : `\n${failures} not as expected`);
	return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
