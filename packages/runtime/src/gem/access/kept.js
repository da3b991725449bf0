/** @import { Handle } from '../define/handle.js' */
/** @import { ElementsFacts } from './facts.js' */
/** @import { ConstantValues } from './constant-values.js' */
/** @import { LiveValues } from './live-values.js' */
/** @import { RowsFacts } from './rows.js' */
/** @import { Site } from './site.js' */

/**
 * Where the objects are that are elements of an array, or lie one way below them.
 *
 * @typedef {object} Table
 * @property {number} from index of the first element
 * @property {number} to behind the last
 * @property {Int32Array} cells by element: the first cell of the object's fields
 * @property {number[]} shapes ids of the shapes that these objects have; none: they have little in common, or are no objects
 * @property {Int32Array | null} ids by element: which of the shapes it has; null when there is one
 * @property {{ cells: number | null } | undefined} distance from the element's own cells, when it is the same for all; undefined: not measured
 * @property {Map<string, ArrayLike<unknown> | null>} values by the name of their column: copies of them, by element, or where they are; null: something else
 *   is among them
 */

/**
 * What this thread has found out about the content of a GEM, for all sites that lead there: typed arrays and tables are made once.
 *
 * Threads: one. Blocks: never.
 */
export class Kept {
	/** @param {number} changes `region.changes` that it holds for @param {boolean} isConstant it holds for good */
	constructor(changes, isConstant) {
		this.changes = changes;
		this.isConstant = isConstant;
		/** by address of an array @type {Map<number, { facts: ElementsFacts, from: number, to: number, n: number, isSettable: boolean }>} */
		this.elements = new Map();
		/** arrays whose elements were copied: what is written to memory would not be seen @type {Set<number>} */
		this.copied = new Set();
		/** arrays that may hold something else than numbers, and are written to in memory @type {Set<number>} */
		this.written = new Set();
		/** by site that accesses rows, and then by address of their array @type {Map<Site<RowsFacts>, Map<number, { facts: RowsFacts, from: number, to: number, n: number, isSettable: boolean, isLogged: boolean }>>} */
		this.rows = new Map();
		/** by address of an array, and then by the keys between its elements and the objects @type {Map<number, Map<string, Table>>} */
		this.tables = new Map();
		/** values by key, by address of an object @type {Map<number, ConstantValues | LiveValues>} */
		this.values = new Map();
	}
}

/** Per-thread state. @type {WeakMap<Handle, Kept>} */
const kept = new WeakMap();

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {Handle} handle
 * @param {boolean} isConstant
 * @returns {Kept} what still holds
 */
export function keptOf(handle, isConstant) {
	const known = kept.get(handle);
	const { changes } = handle.region;
	if (known && (known.isConstant || (known.changes === changes && !isConstant))) return known;
	const made = new Kept(changes, isConstant);
	kept.set(handle, made);
	return made;
}
