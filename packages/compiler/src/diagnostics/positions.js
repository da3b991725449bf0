/** @import { Position } from './diagnostic.js' */

// The four line terminators of ECMAScript, as Babel and acorn count lines; \r\n is one.
const LINE_END = /\r\n|[\n\r\u2028\u2029]/g;

/**
 * Prepare the translation of offsets into lines and columns.
 *
 * @param {string} source
 * @returns {(offset: number) => Position} for offsets from 0 to `source.length`, in UTF-16 code units;
 *   an offset beyond either end is taken for that end
 */
export function createLocator(source) {
	/** Most sources have nothing to report. @type {number[] | undefined} */
	let known;
	return (offset) => {
		const starts = (known ??= startsOfLines(source));
		const clamped = Math.min(Math.max(offset, 0), source.length);
		let low = 0;
		let high = starts.length - 1;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if (starts[middle] <= clamped) low = middle;
			else high = middle - 1;
		}
		return { line: low + 1, column: clamped - starts[low] };
	};
}

/** @param {string} source @returns {number[]} */
function startsOfLines(source) {
	const starts = [0];
	for (const match of source.matchAll(LINE_END)) starts.push(match.index + match[0].length);
	return starts;
}
