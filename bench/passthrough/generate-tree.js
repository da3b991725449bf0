import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} Tree
 * @property {number} files
 * @property {number} bytes
 */

const FILES_PER_FOLDER = 20;
const SMALLEST_BYTES = 1_000;
const LARGEST_BYTES = 20_000;

/**
 * Write a source tree in which nothing is annotated: folders in folders, files of 1 to 20 KB, many
 * small and few large ones. The same arguments give the same tree.
 *
 * @param {string} directory that does not exist yet
 * @param {object} options
 * @param {number} options.files
 * @param {string} [options.ending] what each file ends with, such as a syntax error
 * @returns {Tree}
 */
export function generateTree(directory, { files, ending = '' }) {
	let bytes = 0;
	for (let index = 0; index < files; index++) {
		const path = join(directory, pathOf(index));
		const text = moduleText(index, sizeOf(index)) + ending;
		if (index % FILES_PER_FOLDER === 0) mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, text);
		bytes += text.length;
	}
	return { files, bytes };
}

/** @param {number} index */
function pathOf(index) {
	const folder = Math.floor(index / FILES_PER_FOLDER);
	return join(`area-${folder % 10}`, `part-${Math.floor(folder / 10)}`, `module-${index}.js`);
}

// A golden-ratio sequence spreads evenly over 0 to 1; its square makes most files small.
/** @param {number} index */
function sizeOf(index) {
	const share = (index * 0.618034) % 1;
	return SMALLEST_BYTES + share ** 2 * (LARGEST_BYTES - SMALLEST_BYTES);
}

/**
 * @param {number} index
 * @param {number} bytes at least so many
 */
function moduleText(index, bytes) {
	let text = `import { clamp } from '../math.js';\n\nconst LIMIT_${index} = ${index};\n`;
	for (let part = 0; text.length < bytes; part++) {
		text += `
/**
 * Sum the positive readings of one station.
 * @param {{ value: number }[]} readings
 */
export function total${part}(readings) {
	let sum = 0;
	for (const { value } of readings) {
		if (value > 0) sum += clamp(value, LIMIT_${index}, ${part});
	}
	return sum;
}
`;
	}
	return text;
}
