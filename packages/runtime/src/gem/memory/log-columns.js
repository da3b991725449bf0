import { F64 as doubles, I32 as words } from './heap.js';

/** Constants of this module: V8 would look up the imports each time. */
const I32 = words;
const F64 = doubles;

// One field of many objects on the undo log (log-entries.js), or two: what they were in each, those that are doubles first, and behind that
// where the fields of each object begin. An entry for each field takes three times as long.

/** Fields that are copied in one loop. */
export const MOST_COLUMNS = 2;

/**
 * One field of many objects, or two.
 *
 * @typedef {object} Columns
 * @property {readonly number[]} doubles cells from where the fields of an object begin to one that is a double and nothing else
 * @property {readonly number[]} ints the same of integers, which are the lower word of their cells
 */

/**
 * @param {Columns} columns
 * @returns {number} their kinds, as the log has it
 *
 * Threads: any. Blocks: never.
 */
export const kindsOf = ({ doubles, ints }) => doubles.length | (ints.length << 2);

/**
 * @param {number} kinds
 * @returns {number} what an object takes
 *
 * Threads: any. Blocks: never.
 */
export const wordsOf = (kinds) => 1 + 2 * (kinds & 3) + (kinds >> 2);

/**
 * @param {number} count of objects
 * @param {number} kinds
 * @returns {number} how many entries they take
 *
 * Threads: any. Blocks: never.
 */
export const entriesOfColumns = (count, kinds) => (count * wordsOf(kinds) + 3) >> 2;

/**
 * @param {Int32Array} rows by object: where its fields begin
 * @param {Columns} columns
 * @param {number} word index of the first one of the log, that of a cell
 *
 * Threads: whose log it is. Blocks: never.
 */
export function copyColumns(rows, { doubles, ints }, word) {
	const { length } = rows;
	const [a, b] = doubles;
	const [c, d] = ints;
	const values = word + 2 * doubles.length * length;
	const from = values + ints.length * length;
	const to = from + length;
	// First, and read there: memory that happens to lie as far within its page as what is written takes twice the time to be read.
	I32.set(rows, from);
	if (b !== undefined) copyDoubles(from, { to, a, b, cell: word >> 1 });
	else if (d !== undefined) copyInts(from, { to, a: c, b: d, word });
	else if (c === undefined) copyDouble(from, { to, a, cell: word >> 1 });
	else if (a === undefined) copyInt(from, { to, a: c, word });
	else copyBoth(from, { to, a, b: c, cell: word >> 1, word: values });
}

// Each with `| 0`: V8 looks otherwise whether a sum is an integer still, a third of the time.

/** @param {number} from @param {{ to: number, a: number, cell: number }} column */
function copyDouble(from, { to, a, cell }) {
	const even = (to - ((to - from) & 1)) | 0;
	let at = cell;
	for (let row = from; row < even; row = (row + 2) | 0) {
		F64[at] = F64[(I32[row] + a) | 0];
		F64[(at + 1) | 0] = F64[(I32[(row + 1) | 0] + a) | 0];
		at = (at + 2) | 0;
	}
	if (even < to) F64[at] = F64[(I32[even] + a) | 0];
}

/** @param {number} from @param {{ to: number, a: number, word: number }} column */
function copyInt(from, { to, a, word }) {
	const even = (to - ((to - from) & 1)) | 0;
	let at = word;
	for (let row = from; row < even; row = (row + 2) | 0) {
		I32[at] = I32[((I32[row] + a) << 1) | 0];
		I32[(at + 1) | 0] = I32[((I32[(row + 1) | 0] + a) << 1) | 0];
		at = (at + 2) | 0;
	}
	if (even < to) I32[at] = I32[((I32[even] + a) << 1) | 0];
}

/** @param {number} from @param {{ to: number, a: number, b: number, cell: number }} columns */
function copyDoubles(from, { to, a, b, cell }) {
	const count = (to - from) | 0;
	for (let row = from, at = cell; row < to; row = (row + 1) | 0, at = (at + 1) | 0) {
		const fields = I32[row];
		F64[at] = F64[(fields + a) | 0];
		F64[(at + count) | 0] = F64[(fields + b) | 0];
	}
}

/** @param {number} from @param {{ to: number, a: number, b: number, word: number }} columns */
function copyInts(from, { to, a, b, word }) {
	const count = (to - from) | 0;
	for (let row = from, at = word; row < to; row = (row + 1) | 0, at = (at + 1) | 0) {
		const fields = I32[row];
		I32[at] = I32[((fields + a) << 1) | 0];
		I32[(at + count) | 0] = I32[((fields + b) << 1) | 0];
	}
}

/** @param {number} from @param {{ to: number, a: number, b: number, cell: number, word: number }} columns a double and an integer */
function copyBoth(from, { to, a, b, cell, word }) {
	for (let row = from, at = cell, other = word; row < to; row = (row + 1) | 0) {
		const fields = I32[row];
		F64[at] = F64[(fields + a) | 0];
		I32[other] = I32[((fields + b) << 1) | 0];
		at = (at + 1) | 0;
		other = (other + 1) | 0;
	}
}

/**
 * @param {{ count: number, kinds: number, offsets: readonly number[] }} columns `offsets`: as `doubles` and `ints` of {@link Columns}, one behind the other
 * @param {number} word as of `copyColumns`
 *
 * Threads: whose log it is by OWNER. Blocks: never.
 */
export function putColumnsBack({ count, kinds, offsets }, word) {
	const rows = word + (wordsOf(kinds) - 1) * count;
	let values = word;
	for (let column = 0; column < (kinds & 3) + (kinds >> 2); column++) {
		const each = column < (kinds & 3) ? 2 : 1;
		for (let row = 0; row < count; row++) {
			const field = 2 * (I32[rows + row] + offsets[column]);
			for (let at = 0; at < each; at++) I32[field + at] = I32[values + each * row + at];
		}
		values += each * count;
	}
}
