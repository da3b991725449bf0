/** @import { Table } from './kept.js' */
import {
	BOXED,
	DETAIL_SHIFT,
	FIELD_ANY,
	KIND_MASK,
	STRUCT,
	TAG_NODE,
	VALUES,
} from '../graph/layout.js';
import { shapeById } from '../graph/shapes.js';
import { I32 } from '../memory/heap.js';
import { NOWHERE, below, nodeIn } from './walk.js';

/** Rows of more shapes than this are taken for objects that have little in common. */
const MOST_SHAPES = 16;

/** What is looked at has to pay for somebody: see `Site.affords`. @typedef {{ affords(rows: number): boolean }} Payer */

/**
 * @typedef {object} TableWanted
 * @property {number} address of the array
 * @property {number} from index of the first element
 * @property {number} to behind the last
 * @property {readonly string[]} way from an element to the object that is meant
 * @property {string} name of the way
 */

/**
 * Find the objects below the elements of an array, once for all columns.
 *
 * Threads: who may read all of them. Blocks: never.
 *
 * @param {Payer} site that pays for it
 * @param {{ tables: Map<number, Map<string, Table>> }} kept
 * @param {TableWanted} wanted
 * @returns {Table | null} null: not now. Without shapes: not all of them are objects of a few makes
 */
export function tableOf(site, kept, wanted) {
	const { address, from, to, name } = wanted;
	let ways = kept.tables.get(address);
	if (ways === undefined) {
		ways = new Map();
		kept.tables.set(address, ways);
	}
	const known = ways.get(name);
	if (known !== undefined && known.from === from && known.to === to) return known;
	if (!site.affords(to - from)) return null;
	const made = find(wanted);
	ways.set(name, made);
	return made;
}

/** @param {TableWanted} wanted @returns {Table} */
function find({ address, from, to, way }) {
	const cells = new Int32Array(to - from);
	/** @type {Table} */
	const table = {
		from,
		to,
		cells,
		shapes: [],
		ids: null,
		distance: undefined,
		values: new Map(),
	};
	if ((I32[2 * address] & (KIND_MASK | BOXED)) !== (VALUES | BOXED)) return table;
	const first = I32[2 * address + 2];
	const steps = way.map((key) => new Step(key));
	const seen = new Set();
	let last = 0;
	for (let at = from; at < to; at++) {
		const cell = 2 * (first + at);
		const node = I32[cell + 1] === TAG_NODE ? follow(steps, I32[cell]) : NOWHERE;
		const word = node === NOWHERE ? 0 : I32[2 * node];
		if (word !== last) {
			if ((word & KIND_MASK) !== STRUCT) return table;
			seen.add(word >>> DETAIL_SHIFT);
			if (seen.size > MOST_SHAPES) return table;
			if (seen.size > 1) table.ids ??= new Int32Array(to - from).fill(last >>> DETAIL_SHIFT);
			last = word;
		}
		if (last === 0) return table;
		if (table.ids !== null) table.ids[at - from] = word >>> DETAIL_SHIFT;
		cells[at - from] = I32[2 * node + 2];
	}
	table.shapes = [...seen];
	return table;
}

/** A key on the way, and where it was in the object before: most have the shape of the one before. */
class Step {
	/** @param {string} key */
	constructor(key) {
		this.key = key;
		this.word = 0;
		this.field = 0;
		this.type = FIELD_ANY;
	}
}

/** @param {Step[]} steps @param {number} address of a header @returns {number} address of the header behind them; NOWHERE */
function follow(steps, address) {
	let node = address;
	for (let at = 0; at < steps.length; at++) {
		const step = steps[at];
		const word = I32[2 * node];
		if (word !== step.word && !learn(step, word)) node = below(node, step.key);
		else node = nodeIn(step.type, I32[2 * node + 2] + step.field);
		if (node === NOWHERE) return NOWHERE;
	}
	return node;
}

/** @param {Step} step @param {number} word 0 of a header @returns {boolean} whether it is that of an object with the key */
function learn(step, word) {
	if ((word & KIND_MASK) !== STRUCT) return false;
	const { fields, types } = shapeById(word >>> DETAIL_SHIFT);
	const field = fields.get(step.key);
	if (field === undefined) return false;
	step.word = word;
	step.field = field;
	step.type = types[field];
	return true;
}
