import { readFileSync } from 'node:fs';

/**
 * @param {string} file
 * @returns {Promise<number>} different words in it
 */
export async function countWords(file) {
	'use cpu_bound';
	return new Set(readFileSync(file, 'utf8').match(/\w+/g)).size;
}
