/** @import { Table } from './kept.js' */
/** @import { Site } from './site.js' */
import { BOXED, DETAIL_SHIFT, FIELD_ANY, KIND_MASK, STRUCT, VALUES } from '../graph/layout.js';
import { I32 } from '../memory/heap.js';
import { NOWHERE, below, nodeIn } from './walk.js';

/** Rows of more shapes than this are taken for objects that have little in common. */
const MOST_SHAPES = 16;

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
 * @param {Site<any>} site that pays for it
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
		decoded: new Map(),
	};
	if ((I32[2 * address] & (KIND_MASK | BOXED)) !== (VALUES | BOXED)) return table;
	const first = I32[2 * address + 2];
	/** @type {Set<number>} */
	const seen = new Set();
	let last = 0;
	for (let at = from; at < to; at++) {
		let node = nodeIn(FIELD_ANY, first + at);
		for (let step = 0; step < way.length && node !== NOWHERE; step++) node = below(node, way[step]);
		const word = node === NOWHERE ? 0 : I32[2 * node];
		if ((word & KIND_MASK) !== STRUCT) return table;
		if (word !== last) {
			seen.add(word >>> DETAIL_SHIFT);
			if (seen.size > MOST_SHAPES) return table;
			if (seen.size > 1) table.ids ??= new Int32Array(to - from).fill(last >>> DETAIL_SHIFT);
			last = word;
		}
		if (table.ids !== null) table.ids[at - from] = word >>> DETAIL_SHIFT;
		cells[at - from] = I32[2 * node + 2];
	}
	table.shapes = [...seen];
	return table;
}
