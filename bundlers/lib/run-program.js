import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runNode } from './run-node.js';
import { ROOT } from './sources.js';

/**
 * Run a program of this folder with an empty folder of its own as its argument, which is gone afterwards.
 *
 * @param {string} name without `.js`
 * @returns {Promise<{ errors: string, result: any }>} `result`: its last line, which is JSON
 */
export async function runProgram(name) {
	const folder = path.join(ROOT, '.out', `${name}-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const program = path.join(ROOT, 'lib', `${name}.js`);
		const { lines, errors } = await runNode([program, folder]);
		return { errors, result: errors === '' ? JSON.parse(lines.at(-1) ?? '') : undefined };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
