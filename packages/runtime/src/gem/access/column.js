/** @import { Getter } from './numbers.js' */
/** @import { Column } from './rows.js' */
/** @import { Right } from './place.js' */
/** @import { Payer } from './table.js' */
/** @import { Table } from './kept.js' */
import { FIELD_DOUBLE, FIELD_INT, FIELD_NODE } from '../graph/layout.js';
import { Node } from '../graph/node.js';
import { shapeById } from '../graph/shapes.js';
import { readField } from '../graph/slots.js';
import { putLoggedDouble, putLoggedInt } from './logged.js';
import { getDouble, getInt, getWord, putDouble, putInt, putNone } from './numbers.js';
import { DECODING } from './site.js';

/**
 * Find out how one value of each row is read and written.
 *
 * Threads: who may read all rows. Blocks: never.
 *
 * @param {Payer} site that pays for it
 * @param {Pick<Right, 'isSettable' | 'isLogged' | 'isConstant'>} right
 * @param {{ table: Table, own: Table, key: string, column: string }} wanted `own`: the objects that have it; `column`: name of the way from a row
 * @returns {Column | null | undefined} null: not now; undefined: not as it is now
 */
export function columnOf(site, { isSettable, isLogged, isConstant }, { table, own, key, column }) {
	const { type, field, isSame, numbers } = fieldIn(own, key);
	if (field < 0) return undefined;
	const distance = isSame && numbers === own.shapes.length ? distanceOf(table, own) : null;
	if (distance !== null) {
		const isInt = type === FIELD_INT;
		const [int, double] = isLogged ? [putLoggedInt, putLoggedDouble] : [putInt, putDouble];
		const p = !isSettable && !isLogged ? putNone : isInt ? int : double;
		return { g: isInt ? getInt : getDouble, k: distance + field, p };
	}
	const isLive = numbers === own.shapes.length;
	// Numbers that lie in fields of their own may be written over in memory, which nobody would see in a copy.
	if (!isLive && numbers > 0 && !isConstant) return undefined;
	let values = table.values.get(column);
	if (values === undefined) {
		if (!site.affords(DECODING * own.cells.length)) return null;
		values = isLive ? locate(own, key) : decode(own, key);
		table.values.set(column, values);
	}
	return values === null
		? undefined
		: { g: isLive ? getterAt(values) : getterOf(values), k: 0, p: putNone };
}

/** @param {any} places as `locate` gives them @returns {Getter} */
const getterAt = (places) => (_, index) => {
	const at = places[index];
	return at & 1 ? getWord(at - 1) : getDouble(at >> 1);
};

/** @param {any} values @returns {Getter} */
const getterOf = (values) => (_, index) => values[index];

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
 * @returns {{ type: number, field: number, isSame: boolean, numbers: number }} where the objects have it; field -1: not all of them; `numbers`:
 *   in how many of their shapes it is one
 */
function fieldIn({ shapes }, key) {
	let type = -1;
	let field = -1;
	let isSame = true;
	let numbers = 0;
	for (const id of shapes) {
		const shape = shapeById(id);
		const at = shape.fields.get(key) ?? -1;
		if (at < 0 || shape.types[at] === FIELD_NODE) return { type, field: -1, isSame, numbers };
		if (field >= 0 && (at !== field || shape.types[at] !== type)) isSame = false;
		field = at;
		type = shape.types[at];
		if (type === FIELD_INT || type === FIELD_DOUBLE) numbers++;
	}
	return { type, field, isSame, numbers };
}

/**
 * @param {Table} table
 * @param {number} at row
 * @param {string} key that all have
 * @returns {{ type: number, cell: number }} FIELD_…, and where it is
 */
function placeIn({ cells, ids, shapes }, at, key) {
	const shape = shapeById(ids === null ? shapes[0] : ids[at]);
	const field = /** @type {number} */ (shape.fields.get(key));
	return { type: shape.types[field], cell: cells[at] + field };
}

/**
 * @param {Table} table
 * @param {string} key that all have, and where all have numbers
 * @returns {Int32Array} by row twice the cell, plus one when it is an integer
 */
function locate(table, key) {
	const places = new Int32Array(table.cells.length);
	for (let at = 0; at < places.length; at++) {
		const { type, cell } = placeIn(table, at, key);
		places[at] = 2 * cell + (type === FIELD_INT ? 1 : 0);
	}
	return places;
}

/**
 * @param {Table} table
 * @param {string} key that all have
 * @returns {unknown[] | null} null: something else than primitive values is among them
 */
function decode(table, key) {
	const copy = [];
	for (let at = 0; at < table.cells.length; at++) {
		const { type, cell } = placeIn(table, at, key);
		const value = readField(type, cell);
		if (value === undefined || value instanceof Node) return null;
		copy.push(value);
	}
	return copy;
}
