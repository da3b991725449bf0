/** @import { Columns } from '../memory/log-columns.js' */
/** @import { Region } from '../memory/region.js' */
/** @import { Column, RowsFacts } from './rows.js' */
/** @import { Content } from './window.js' */
import { MOST_COLUMNS } from '../memory/log-columns.js';
import { putLoggedDouble, putLoggedInt } from './logged.js';
import { putDouble, putInt } from './numbers.js';

/**
 * Fields of rows that a loop writes, where they may be written by way of the log.
 *
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {Region} region
 * @param {{ base: RowsFacts, columns: readonly Column[], written: readonly number[], make: (rows: Int32Array, columns: readonly Column[]) => RowsFacts }} about
 *   `base`: what is known of the rows, `columns` in it; `written`: those that are; `make`: the same of other rows and columns
 * @returns {Content<RowsFacts> | null} null where there is no such field
 */
export function rowsContent(region, { base, columns, written, make }) {
	const rows = /** @type {Int32Array} */ (base.r);
	const isWritten = (/** @type {Column} */ { p }, /** @type {number} */ at) =>
		written.includes(at) && (p === putLoggedInt || p === putLoggedDouble);
	const logged = columns.filter(isWritten);
	if (logged.length === 0) return null;
	const groups = groupsOf(logged);
	const plain = columns.map((column, at) =>
		isWritten(column, at)
			? { ...column, p: column.p === putLoggedInt ? putInt : putDouble }
			: column,
	);
	return {
		base,
		length: rows.length,
		log(from, to) {
			for (const group of groups) region.logColumns(rows, group, { from, to });
		},
		make: (to) => make(to === rows.length ? rows : rows.subarray(0, to), plain),
	};
}

/** @param {readonly Column[]} columns @returns {Columns[]} as many at once as the log takes */
function groupsOf(columns) {
	const groups = [];
	for (let at = 0; at < columns.length; at += MOST_COLUMNS) {
		const some = columns.slice(at, at + MOST_COLUMNS);
		const offsets = (/** @type {Column['p']} */ put) =>
			some.filter(({ p }) => p === put).map(({ k }) => k);
		groups.push({ doubles: offsets(putLoggedDouble), ints: offsets(putLoggedInt) });
	}
	return groups;
}
