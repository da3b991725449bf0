import { readFileSync } from 'node:fs';

/**
 * @param {string} source JavaScript
 * @returns {string[]} its lines without indentation, blank lines and comments
 */
export function codeLines(source) {
	return source
		.replace(/\/\*[^]*?\*\//g, '')
		.split('\n')
		.map((line) => line.replace(/^\s*\/\/.*/, '').trim())
		.filter((line) => line !== '');
}

/**
 * What a person had to write to get from one version of a program to another.
 *
 * @param {string[]} before sources of the one
 * @param {string[]} after sources of the other
 * @returns {number} lines of `after` that are not in `before`, each as often as it is added
 */
export function linesAdded(before, after) {
	const left = before.flatMap(codeLines);
	return after.flatMap(codeLines).filter((line) => {
		const at = left.indexOf(line);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	}).length;
}

/** @param {URL[]} files */
export function readSources(files) {
	return files.map((file) => readFileSync(file, 'utf8'));
}
