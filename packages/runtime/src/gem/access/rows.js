/** @import { Getter, Putter } from './numbers.js' */
/** @import { Held } from './held.js' */
/** @import { Kept } from './kept.js' */
/** @import { Right, Root } from './place.js' */
/** @import { View } from '../define/view.js' */
/** @import { Extent } from './window.js' */
import { I32 } from '../memory/heap.js';
import { columnOf } from './column.js';
import { EMPTY } from './facts.js';
import { HeldRows } from './held.js';
import { keptOf } from './kept.js';
import { NO_RIGHT, viewAlong } from './place.js';
import { ReachedRows } from './reached-rows.js';
import { getDouble, getInt, getKnown, putNone } from './numbers.js';
import { Site } from './site.js';
import { tableOf } from './table.js';
import { hasLength } from './walk.js';
import { rowsContent } from './window-rows.js';
import { Window } from './window.js';

/**
 * Values below the elements of an array. That of column 0 in row `i` is `g0(r[i - o] + k0, i - o)`; `p0(r[i - o] + k0, value)` sets it,
 * unless it returns false. Column 1 has `g1`, `k1`, `p1`, and so on.
 *
 * @typedef {{ r: ArrayLike<number>, o: number, n: number } & Record<string, any>} RowsFacts
 */

/** @typedef {{ g: Getter, k: number, p: Putter }} Column */

/** @type {Column} */
const NO_COLUMN = Object.freeze({ g: getKnown, k: 0, p: putNone });

/**
 * A site that accesses primitive values below each element of the array at a path.
 *
 * Threads: any. Blocks: never.
 *
 * @param {readonly string[]} path of the array
 * @param {readonly (readonly string[])[]} columns from an element to a value, one key or more
 * @returns {RowsSite}
 */
export function rows(path, columns) {
	const leaves = columns.map((keys) => ({
		way: keys.slice(0, -1),
		name: keys.length === 1 ? '' : JSON.stringify(keys.slice(0, -1)),
		key: keys[keys.length - 1],
		column: JSON.stringify(keys),
	}));
	const none = leaves.map(() => NO_COLUMN);
	const noRows = (/** @type {number} */ n) => makeFacts({ r: EMPTY, o: 0, n }, none);
	return new RowsSite(path, { leaves, noRows });
}

/** @extends {Site<RowsFacts>} */
class RowsSite extends Site {
	/** What was shifted last, and what came of it. @type {{ facts: RowsFacts, shifted: RowsFacts } | null} */
	#last = null;
	/** What was held last. @type {{ facts: RowsFacts, holder: HeldRows } | null} */
	#held = null;
	/** What a type has allowed by and by. @type {ReachedRows} */
	#reach;
	/** What is known by that, while it is found out. @type {RowsFacts | null} */
	#reached = null;
	/** No index is below it; -1: any may come. */
	#first = -1;
	#kind;
	/** What may be written of the rows that were found last, where a log has to know before. @type {Window<RowsFacts> | null} */
	#window = null;
	/** How much a loop writes of the rows that it comes to; null: nothing, or who knows. @type {Extent | null} */
	#extent = null;
	/** columns that it writes @type {readonly number[]} */
	#written = [];

	/** @param {readonly string[]} path @param {{ leaves: Leaf[], noRows: (n: number) => RowsFacts }} kind */
	constructor(path, kind) {
		super(path, {
			nothing: kind.noRows(-1),
			isDeep: true,
			derive: (site, right, address) => {
				const reached = this.#reached;
				this.#reached = null;
				if (reached !== null) return reached;
				const facts = derive(site, right, { address, ...kind });
				if (this.#extent !== null) this.#open(right, address, facts);
				return facts;
			},
		});
		this.#kind = kind;
		this.#reach = this.#reachFor(false);
	}

	/** @param {boolean} isSetting @returns {ReachedRows} */
	#reachFor(isSetting) {
		const { leaves, noRows } = this.#kind;
		return new ReachedRows({ leaves, isSetting, nothing: this.nothing }, (right, wanted) =>
			look(UNPAID, right, { ...wanted, leaves, noRows }),
		);
	}

	/**
	 * Say that its code writes to memory itself.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @override
	 * @param {Extent} [extent] of a loop that writes to each row that it comes to; `all`: it ends with the array, `list`: it goes through it. Then it is worth
	 *   while to have the rows on a log before, where there is one
	 * @param {readonly number[]} [written] the columns that it writes
	 * @returns {this}
	 */
	writing(extent, written = []) {
		this.#extent = extent ?? null;
		this.#written = written;
		this.#reach = this.#reachFor(true);
		return super.writing();
	}

	/** @param {Right} right @param {number} address @param {RowsFacts | null} facts */
	#open({ isLogged, handle: { region } }, address, facts) {
		if (facts !== null && this.#window?.base === facts) return;
		this.#window = null;
		if (!isLogged || facts === null || facts.o !== 0 || facts.r.length === 0) return;
		const content = rowsContent(region, {
			base: facts,
			columns: columnsIn(facts),
			written: this.#written,
			make: (r, columns) => makeFacts({ r, o: 0, n: facts.n }, columns),
		});
		const extent = this.#extent ?? 'some';
		if (content) this.#window = new Window(region, { array: address, content, extent });
	}

	/**
	 * Say that a loop goes through all of the array, and has no use for a part.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @returns {this}
	 */
	through() {
		this.#reach.through();
		this.isEnteredOnce = true;
		return this;
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @override
	 * @param {unknown} root anything
	 * @returns {RowsFacts}
	 */
	enter(root) {
		const facts = this.#enter(root, -1);
		return this.#window?.base === facts ? this.#window.facts(0) : facts;
	}

	/** @param {unknown} root @param {number} first @returns {RowsFacts} */
	#enter(root, first) {
		this.#first = first;
		if (root === this.root && this.#reach.passes()) return this.nothing;
		// What was found for other indexes, or less than the loop needs, is looked for again.
		if (this.#reach.isShort(first)) this.changes = -1;
		return super.enter(root);
	}

	/**
	 * Threads: its own. Blocks: for instructions, where the type's `onLoop` does.
	 *
	 * @override
	 * @param {Root} root
	 * @returns {{ right: Right, address: number } | null}
	 */
	allowed(root) {
		this.#reached = null;
		if (root.view.meta.onLoopBelow === undefined) return null;
		const view = viewAlong(root, this.path);
		if (view === null || !view.isArray) return null;
		this.#reached = this.#reach.look(this, view, this.#first);
		return this.#reached && { right: NO_RIGHT, address: view.node.address };
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @override
	 * @param {View} root
	 * @param {Right} right
	 * @param {RowsFacts} facts
	 * @returns {Held}
	 */
	hold(root, right, facts) {
		if (!this.isHolding) return super.hold(root, right, facts);
		if (this.#held?.facts === facts) return this.#held.holder;
		const holder = new HeldRows(root, this.path, {
			...{ from: facts.o, count: facts.r.length, isConstant: right.isConstant === true },
			ways: this.#kind.leaves.map(({ way }) => way),
		});
		this.#held = { facts, holder };
		return holder;
	}

	/**
	 * What a loop may do whose indexes count up: `o` is 0, so that an index is one of `r`.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {unknown} root anything
	 * @param {unknown} first no index is below it
	 * @returns {RowsFacts}
	 */
	enterFrom(root, first) {
		if (typeof first !== 'number') return this.nothing;
		const facts = this.#enter(root, first >= 0 ? first : -1);
		if (this.#window?.base === facts) return this.#window.facts(first);
		if (facts.o === 0) return facts;
		if (!(first >= facts.o)) return this.nothing;
		if (this.#last?.facts !== facts) this.#last = { facts, shifted: shift(facts) };
		return this.#last.shifted;
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @override
	 */
	forget() {
		super.forget();
		this.#last = null;
		this.#held = null;
		this.#window = null;
		this.#reach.forget();
	}
}

/** In place of a site, where what is looked at has been locked for the loop: that costs more. */
const UNPAID = Object.freeze({ affords: () => true });

/** @param {RowsFacts} facts @returns {RowsFacts} with `o` 0; what is before the first row is out of the reach of a loop that begins there */
function shift(facts) {
	const { r, o, n } = facts;
	const cells = new Int32Array(o + r.length);
	cells.set(r, o);
	const columns = columnsIn(facts).map(({ g, k, p }) => {
		const isCell = g === getInt || g === getDouble;
		const get = isCell ? g : (/** @type {any} */ cell, /** @type {number} */ at) => g(cell, at - o);
		return { g: get, k, p };
	});
	return makeFacts({ r: r.length === 0 ? EMPTY : cells, o: 0, n }, columns);
}

/** @param {RowsFacts} facts @returns {Column[]} */
function columnsIn(facts) {
	const columns = [];
	for (let at = 0; `g${at}` in facts; at++)
		columns.push({ g: facts[`g${at}`], k: facts[`k${at}`], p: facts[`p${at}`] });
	return columns;
}

/** @param {{ r: ArrayLike<number>, o: number, n: number }} rows @param {readonly Column[]} columns @returns {RowsFacts} */
function makeFacts(rows, columns) {
	/** @type {RowsFacts} */
	const facts = { r: rows.r, o: rows.o, n: rows.n };
	columns.forEach(({ g, k, p }, at) => {
		facts[`g${at}`] = g;
		facts[`p${at}`] = p;
		facts[`k${at}`] = k;
	});
	return facts;
}

/** @typedef {import('./table.js').Payer} Payer */

/**
 * @typedef {object} Leaf
 * @property {readonly string[]} way from an element to the object that has the value
 * @property {string} name of the way
 * @property {string} key of the value there
 * @property {string} column name of the whole
 */

/**
 * @param {Site<RowsFacts>} site
 * @param {Right} right
 * @param {{ address: number, leaves: Leaf[], noRows: (n: number) => RowsFacts }} wanted
 * @returns {RowsFacts | null} null: not now
 */
function derive(site, right, { address, leaves, noRows }) {
	const { handle, from, subset, isConstant, isSettable, isLogged } = right;
	if (!hasLength(address)) return site.nothing;
	const length = I32[2 * address + 3];
	const n = subset ? subset.to - subset.from : length;
	const to = Math.min(right.to, length);
	const kept = keptOf(handle, isConstant);
	let known = kept.rows.get(site);
	if (known === undefined) {
		known = new Map();
		kept.rows.set(site, known);
	}
	const last = known.get(address);
	const isSame = last?.from === from && last.to === to && last.n === n;
	if (isSame && last.isSettable === isSettable && last.isLogged === isLogged) return last.facts;
	const facts = look(site, right, { address, from, to, n, leaves, kept, noRows });
	if (facts !== null) known.set(address, { facts, from, to, n, isSettable, isLogged });
	return facts;
}

/**
 * @param {Payer} site
 * @param {Pick<Right, 'isSettable' | 'isLogged' | 'isConstant'>} right
 * @param {{ address: number, from: number, to: number, n: number, leaves: Leaf[], kept: Pick<Kept, 'tables'>, noRows: (n: number) => RowsFacts }} wanted
 * @returns {RowsFacts | null} null: not now
 */
function look(site, right, { leaves, kept, noRows, ...place }) {
	const { from, n } = place;
	const table = tableOf(site, kept, { ...place, way: [], name: '' });
	if (table === null) return null;
	if (table.shapes.length === 0) return noRows(n);
	const columns = [];
	for (const { way, name, key, column } of leaves) {
		const own = name === '' ? table : tableOf(site, kept, { ...place, way, name });
		const found = own && columnOf(site, right, { table, own, key, column });
		if (found === null) return null;
		if (found === undefined) return noRows(n);
		columns.push(found);
	}
	return makeFacts({ r: table.cells, o: from, n }, columns);
}
