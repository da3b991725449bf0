// The program as TypeScript and as JavaScript, and what plain Node makes of it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { runNode } from './run-node.js';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const PROGRAM = path.join(ROOT, 'program');

/** @typedef {'ts' | 'js'} Language */

/**
 * @typedef {object} Sources
 * @property {Record<Language, string>} folders absolute
 * @property {Record<Language, string>} thrownAt where the program throws its error: `score.ts:31`
 * @property {string[]} plain the lines that must be the same, however the program runs
 */

/**
 * @param {string} outFolder absolute
 * @returns {Promise<Sources>}
 */
export async function prepareSources(outFolder) {
	const plainFolder = path.join(outFolder, 'plain');
	mkdirSync(plainFolder, { recursive: true });
	for (const name of readdirSync(PROGRAM)) {
		const { code } = await transform(readFileSync(path.join(PROGRAM, name), 'utf8'), {
			loader: 'ts',
		});
		writeFileSync(path.join(plainFolder, name.replace(/\.ts$/, '.js')), code);
	}
	const { lines, errors } = await runNode([path.join(plainFolder, 'main.js')]);
	if (errors !== '') throw new Error(errors);
	const folders = { ts: PROGRAM, js: plainFolder };
	return {
		folders,
		thrownAt: { ts: placeOfThrow(PROGRAM, 'ts'), js: placeOfThrow(plainFolder, 'js') },
		plain: lines.slice(0, 2),
	};
}

/** @param {string} folder @param {Language} language @returns {string} */
function placeOfThrow(folder, language) {
	const lines = readFileSync(path.join(folder, `score.${language}`), 'utf8').split('\n');
	return `score.${language}:${lines.findIndex((line) => line.includes('throw new NotFound')) + 1}`;
}
