/** @import { View } from '../define/view.js' */
/** @import { Kept } from './kept.js' */
/** @import { Right } from './place.js' */
/** @import { RowsFacts } from './rows.js' */
/** @import { Payer } from './table.js' */
import { offerBelow } from '../define/rights.js';
import { BOXED, KIND_MASK, TAG_NODE, VALUES } from '../graph/layout.js';
import { I32 as words } from '../memory/heap.js';
import { ByArray, Moment, Repetition } from './by-version.js';
import { Reach } from './reach.js';
import { below, hasLength, NOWHERE } from './walk.js';

/** A constant of this module, see numbers.js. */
const I32 = words;

// What a loop knows of rows that a type allows by and by: the array's elements by `onLoop`, the objects there by `onLoopBelow`. Where they are, and what
// is no number of theirs, is found out once they are locked, and not again by a transaction that finds them as they were.

/** Rows that are wanted at once, at first: each is locked by itself. */
const FIRST = 8;
/** Accesses by proxies that take as long as to find out about them. */
const WORTH = 8;

/** Objects to be allowed before facts hold. @typedef {{ access: 'reading' | 'setting', places: Int32Array }} Step */

/**
 * @typedef {object} Known of an array
 * @property {Moment} moment
 * @property {number} rights of the handle, when it was found
 * @property {number} from
 * @property {number} to
 * @property {boolean} isCounted
 * @property {boolean} isLogged
 * @property {readonly Step[]} steps
 * @property {RowsFacts} facts
 */

/** @typedef {{ address: number, from: number, to: number, n: number, kept: Pick<Kept, 'tables'> }} Wanted */
/** @typedef {(right: Pick<Right, 'isSettable' | 'isLogged' | 'isConstant'>, wanted: Wanted) => RowsFacts | null} Derive */

/** Rows of one site. Threads: one. Blocks: never. */
export class ReachedRows {
	#reach = new Reach('reading', { least: FIRST, worth: WORTH, group: 1, isByPart: true });
	#known = /** @type {ByArray<Known>} */ (new ByArray());
	#repetition = new Repetition();
	#ways;
	#isSetting;
	#nothing;
	#derive;

	/**
	 * @param {{ leaves: readonly { way: readonly string[], name: string }[], isSetting: boolean, nothing: RowsFacts }} about
	 * @param {Derive} derive finds out about rows that may be accessed
	 */
	constructor({ leaves, isSetting, nothing }, derive) {
		this.#nothing = nothing;
		this.#ways = new Map(leaves.map(({ way, name }) => [name, way]));
		this.#isSetting = isSetting;
		this.#derive = derive;
	}

	/** See `Reach.passes`. Threads: its own. Blocks: never. @returns {boolean} */
	passes() {
		return this.#reach.passes();
	}

	/** See `Reach.through`. Threads: its own. Blocks: never. */
	through() {
		this.#reach.through();
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @param {number} first no index is below it; -1: any may come
	 * @returns {boolean} whether what was found last does not do, though the thread has the same rights
	 */
	isShort(first) {
		return this.#reach.isShort(first);
	}

	/**
	 * Threads: its own. Blocks: for instructions, where the type does.
	 *
	 * @param {Payer} site that pays for what is found out again in one transaction
	 * @param {View} view of an array
	 * @param {number} first no index is below it; -1: any may come
	 * @returns {RowsFacts | null} null: not now
	 */
	look(site, view, first) {
		const { handle, node } = view;
		const { region } = handle;
		const reach = this.#reach;
		if (!reach.reserve(view, first)) return reach.isWaiting ? this.#nothing : null;
		const known = this.#known.of(handle, node.address);
		const isSame = known !== undefined && known.isCounted === reach.isCounted && this.#has(known);
		if (isSame && known.moment.holds(region) && this.#mayUse(view, known)) return known.facts;
		// Edited by this transaction itself, perhaps in each turn of the loop.
		if (isSame && known.rights === handle.rights) {
			const rows = reach.to - reach.from;
			if (!site.affords(this.#repetition.costs(handle.rights, rows))) return null;
			this.#repetition.paid();
		}
		return this.#find(view);
	}

	/** @param {Known} known @returns {boolean} whether it is what is wanted, or as much of it as could be had */
	#has({ from, to }) {
		return from === this.#reach.from && to === this.#reach.to;
	}

	/** @param {View} view @param {Known} known of it as it was @returns {boolean} whether it is so, and may be accessed */
	#mayUse(view, known) {
		const { region, rights } = view.handle;
		if (known.isLogged !== (region.log !== null)) return false;
		if (known.rights === rights) return true;
		if (!areAllowed(view, known.steps)) return false;
		known.rights = rights;
		// Looked at again: now nobody edits them, and before somebody may have.
		return known.moment.holds(region);
	}

	/** @param {View} view of which the elements may be read @returns {RowsFacts | null} */
	#find(view) {
		const reach = this.#reach;
		const { handle, node } = view;
		const { from } = reach;
		const n = I32[2 * node.address + 3];
		const steps = this.#allow(view, placesIn(node.address, from, reach.to));
		if (steps === null) return null;
		const { to, isCounted } = reach;
		const moment = new Moment(handle.region);
		const isLogged = handle.region.log !== null;
		const right = {
			isSettable: this.#isSetting && !isLogged,
			isLogged: this.#isSetting && isLogged,
			isConstant: false,
		};
		const found = this.#derive(right, {
			...{ address: node.address, from, to, n },
			kept: { tables: new Map() },
		});
		if (found === null) return null;
		const facts = found;
		const { rights } = handle;
		const known = { moment, rights, from, to, isCounted, isLogged, steps, facts };
		this.#known.keep(handle, node.address, known);
		return facts;
	}

	/**
	 * Have the type allow the rows, and what is accessed below them.
	 *
	 * @param {View} view
	 * @param {Int32Array | null} rows addresses; null: not all are objects
	 * @returns {Step[] | null} null: not now
	 */
	#allow(view, rows) {
		if (rows === null) return [];
		const own = this.#ways.has('') && this.#isSetting ? 'setting' : 'reading';
		const allowed = offerBelow(view, own, rows);
		if (allowed === 0 && rows.length > 0) return null;
		this.#reach.limit(this.#reach.from + allowed);
		/** @type {Step[]} */
		const steps = [{ access: own, places: rows.subarray(0, allowed) }];
		for (const way of this.#ways.values()) {
			let { places } = steps[0];
			for (let at = 0; at < way.length; at++) {
				const next = placesBelow(places, way[at]);
				// What is missing is found out once more by the table.
				if (next === null) return steps;
				places = next;
				const isLast = at === way.length - 1;
				const access = isLast && this.#isSetting ? 'setting' : 'reading';
				if (offerBelow(view, access, places) < places.length) return null;
				steps.push({ access, places });
			}
		}
		return steps;
	}

	/** Let go of what it knows. Threads: its own. Blocks: never. */
	forget() {
		this.#reach.forget();
	}
}

/** @param {View} view @param {readonly Step[]} steps @returns {boolean} */
function areAllowed(view, steps) {
	for (const { access, places } of steps) {
		if (offerBelow(view, access, places) < places.length) return false;
	}
	return true;
}

/** @param {number} address of an array @param {number} from index @param {number} to index @returns {Int32Array | null} null: not all are objects */
function placesIn(address, from, to) {
	if ((I32[2 * address] & (KIND_MASK | BOXED)) !== (VALUES | BOXED)) return null;
	const first = I32[2 * address + 2];
	const places = new Int32Array(to - from);
	for (let at = from; at < to; at++) {
		const word = 2 * (first + at);
		if (I32[word + 1] !== TAG_NODE || hasLength(I32[word])) return null;
		places[at - from] = I32[word];
	}
	return places;
}

/** @param {Int32Array} places of objects that may be read @param {string} key @returns {Int32Array | null} null: not all have an object there */
function placesBelow(places, key) {
	const found = new Int32Array(places.length);
	for (let at = 0; at < places.length; at++) {
		const node = below(places[at], key);
		if (node === NOWHERE || hasLength(node)) return null;
		found[at] = node;
	}
	return found;
}
