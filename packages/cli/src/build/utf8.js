/** @import { Diagnostic } from '../types.js' */
import { isUtf8 } from 'node:buffer';
import { notUtf8 } from '../diagnostics/codes.js';
import { displayPath } from './paths.js';

/**
 * @param {Buffer} bytes
 * @param {string} filename absolute
 * @returns {{ text: string, problem?: Diagnostic }} LP7005 when the bytes are not UTF-8
 */
export function decodeUtf8(bytes, filename) {
	const text = bytes.toString('utf8');
	if (isUtf8(bytes)) return { text };
	const offset = badOffset(bytes);
	const before = bytes.toString('utf8', 0, offset).split('\n');
	const start = { line: before.length, column: before[before.length - 1].length };
	const params = { path: displayPath(filename), offset };
	return { text, problem: notUtf8(params, { filename, start }) };
}

/**
 * @param {Buffer} bytes that are not UTF-8
 * @returns {number} offset of the first byte that belongs to no character
 */
function badOffset(bytes) {
	let at = 0;
	for (;;) {
		const length = sequenceLength(bytes[at]);
		if (length === 0 || !isUtf8(bytes.subarray(at, at + length))) return at;
		at += length;
	}
}

/**
 * @param {number} first byte of a character
 * @returns {number} bytes that the character takes; 0 when no character starts like this
 */
function sequenceLength(first) {
	if (first < 0x80) return 1;
	if (first < 0xc2 || first > 0xf4) return 0;
	if (first < 0xe0) return 2;
	return first < 0xf0 ? 3 : 4;
}
