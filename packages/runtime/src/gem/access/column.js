/** @import { Column, RowsFacts } from './rows.js' */
/** @import { Right } from './place.js' */
/** @import { Site } from './site.js' */
/** @import { Table } from './kept.js' */
import { FIELD_DOUBLE, FIELD_INT, FIELD_NODE } from '../graph/layout.js';
import { Node } from '../graph/node.js';
import { shapeById } from '../graph/shapes.js';
import { readField } from '../graph/slots.js';
import { getDouble, getInt, putDouble, putInt, putNone } from './numbers.js';

/** What decoding a value costs, in rows. */
const DECODING = 4;

/**
 * Find out how one value of each row is read and written.
 *
 * Threads: who may read all rows. Blocks: never.
 *
 * @param {Site<RowsFacts>} site that pays for it
 * @param {Right} right
 * @param {{ table: Table, own: Table, key: string, column: string }} wanted `own`: the objects that have it; `column`: name of the way from a row
 * @returns {Column | null | undefined} null: not now; undefined: not as it is now
 */
export function columnOf(site, { isSettable, isConstant }, { table, own, key, column }) {
	const { type, field, isSame } = fieldIn(own, key);
	if (field < 0) return undefined;
	const isInt = type === FIELD_INT;
	if (isSame && (isInt || type === FIELD_DOUBLE)) {
		const distance = distanceOf(table, own);
		if (distance !== null) {
			const p = !isSettable ? putNone : isInt ? putInt : putDouble;
			return { g: isInt ? getInt : getDouble, k: distance + field, p };
		}
		const { cells } = own;
		const get = isInt ? getInt : getDouble;
		return { g: (_, /** @type {number} */ index) => get(cells[index] + field), k: 0, p: putNone };
	}
	// Numbers that lie in fields of their own may be written over in memory, which nobody would see in a copy.
	if (!isSame && !isConstant) return undefined;
	let known = table.decoded.get(column);
	if (known === undefined) {
		if (!site.affords(DECODING * own.cells.length)) return null;
		known = decode(own, key);
		table.decoded.set(column, known);
	}
	const values = known;
	return values === null
		? undefined
		: { g: (_, /** @type {number} */ index) => values[index], k: 0, p: putNone };
}

/**
 * @param {Table} table of the rows
 * @param {Table} own of objects below them
 * @returns {number | null} cells from those of a row to those of its object, when that is the same in all rows
 */
function distanceOf(table, own) {
	if (own === table) return 0;
	own.distance ??= measure(table.cells, own.cells);
	return own.distance.cells;
}

/** @param {Int32Array} cells @param {Int32Array} others @returns {{ cells: number | null }} */
function measure(cells, others) {
	const distance = cells.length === 0 ? 0 : others[0] - cells[0];
	for (let at = 1; at < cells.length; at++) {
		if (others[at] - cells[at] !== distance) return { cells: null };
	}
	return { cells: distance };
}

/**
 * @param {Table} table
 * @param {string} key
 * @returns {{ type: number, field: number, isSame: boolean }} where all have it; field -1: not all of them
 */
function fieldIn({ shapes }, key) {
	let type = -1;
	let field = -1;
	let isSame = true;
	for (const id of shapes) {
		const shape = shapeById(id);
		const at = shape.fields.get(key) ?? -1;
		if (at < 0 || shape.types[at] === FIELD_NODE) return { type, field: -1, isSame };
		if (field >= 0 && (at !== field || shape.types[at] !== type)) isSame = false;
		field = at;
		type = shape.types[at];
	}
	return { type, field, isSame };
}

/**
 * @param {Table} table
 * @param {string} key that all have
 * @returns {unknown[] | null} null: something else than primitive values is among them
 */
function decode({ cells, ids, shapes }, key) {
	const copy = [];
	for (let at = 0; at < cells.length; at++) {
		const shape = shapeById(ids === null ? shapes[0] : ids[at]);
		const field = /** @type {number} */ (shape.fields.get(key));
		const value = readField(shape.types[field], cells[at] + field);
		if (value === undefined || value instanceof Node) return null;
		copy.push(value);
	}
	return copy;
}
