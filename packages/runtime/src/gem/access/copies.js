/** @import { Handle } from '../define/handle.js' */
/** @import { Right } from './place.js' */
import { I32 } from '../memory/heap.js';
import { TYPED, KIND_MASK } from '../graph/layout.js';
import { has } from '../graph/index.js';
import { nodeAt } from '../graph/node.js';
import { Copied } from './copied.js';
import { close, use } from './copied-memory.js';
import { EMPTY } from './facts.js';
import { noteLoose, noteUsed } from './originals.js';
import { Site } from './site.js';

/** What a value costs against a row that is looked at (site.js): nearly as much as the access through a proxy that it saves. */
const COPYING = 8;

/** Plain copies of what is at a place. */
export class CopyFacts {
	/** @param {Copied | null} copied @param {Right | null} right */
	constructor(copied, right) {
		/** elements that have been copied */
		this.v = copied ? copied.list : EMPTY;
		this.copied = copied;
		this.right = right;
		/** what `region.copyPeriod` has to be; -1: anything */
		this.period = right === null || right.isConstant ? -1 : right.handle.region.copyPeriod;
		/** whether the copies of this job can be found by what they stand for */
		this.isNoted = false;
	}
}

const NO_COPY = new CopyFacts(null, null);

/**
 * A site that has plain copies of the object at a path in place of it: for code that only reads it, and lets nothing of it out but by
 * `original`. A list is copied by element, as the code asks for one, or whole.
 *
 * @extends {Site<CopyFacts>}
 *
 * Threads: any. Blocks: never.
 */
class CopySite extends Site {
	/** @param {readonly string[]} path @param {boolean} isEager */
	constructor(path, isEager) {
		super(path, { nothing: NO_COPY, isDeep: true, derive });
		/** @type {(weight: number) => boolean} */
		this.pays = isEager ? () => true : (weight) => this.affords(COPYING * weight);
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @override
	 * @param {unknown} root anything
	 * @returns {CopyFacts}
	 */
	enter(root) {
		const facts = super.enter(root);
		const { period, right } = facts;
		if (right === null || period === -1 || period === right.handle.region.copyPeriod) return facts;
		this.changes = -1; // look again
		return super.enter(root);
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @param {unknown} root anything
	 * @returns {any[]} elements of the list at the path that have been copied; holes are not
	 */
	list(root) {
		const facts = this.enter(root);
		const { copied } = facts;
		if (copied === null) return EMPTY;
		this.#note(facts, root);
		if (copied.list === EMPTY) copied.begin();
		return (facts.v = copied.list);
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @param {unknown} root anything
	 * @param {unknown} index of an element that is not in the list
	 * @returns {any[]} the list, with the element if that can be copied now
	 */
	fill(root, index) {
		const list = this.list(root);
		const { copied, right } = this.enter(root);
		if (!copied || !right || typeof index !== 'number' || !Number.isInteger(index)) return list;
		if (index >= right.from && index < right.to && index >= 0 && index < list.length)
			copied.fill(index, right.to, this.pays);
		return list;
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @param {unknown} root anything
	 * @returns {any} a copy of all at the path; undefined when there is none now
	 */
	whole(root) {
		if (typeof root !== 'object' || root === null) return undefined;
		const facts = this.enter(root);
		const { copied, right } = facts;
		if (copied === null || right === null) return undefined;
		this.#note(facts, root);
		const { from, to, handle } = right;
		if (from > 0 || (to < Infinity && to < I32[2 * copied.address + 3])) return undefined;
		const isNew = copied.all === undefined;
		const all = copied.whole(this.pays);
		if (all === undefined) return undefined;
		if (copied.all === undefined) noteLoose({ root, path: this.path, all });
		if (isNew && copied.address === handle.root.address) addFunctions(all, handle.publicApi);
		return all;
	}

	/**
	 * What a loop goes through in place of the list at the path: copies that are made as it comes to them.
	 *
	 * Threads: its own. Blocks: never.
	 *
	 * @param {unknown} root anything
	 * @returns {Iterable<any> | undefined} undefined when there are none now
	 */
	each(root) {
		const list = this.list(root);
		const { copied, right } = this.enter(root);
		if (!copied || !right || list === EMPTY) return undefined;
		if (copied.all !== undefined) return copied.all;
		if (right.from > 0 || right.to < list.length) return undefined;
		return this.#oneByOne(root, list);
	}

	/** @param {unknown} root @param {any[]} list @returns {Iterable<any>} */
	*#oneByOne(root, list) {
		const { length } = list;
		let isWhole = true;
		for (let at = 0; at < length; at++) {
			let value = list[at];
			if (value === undefined) {
				value = this.fill(root, at)[at];
				if (value === undefined) {
					value = this.#part(root)[at];
					isWhole &&= value === undefined;
				}
			}
			yield value;
		}
		// The next loop can go through it as it is.
		if (isWhole) this.whole(root);
	}

	/** @param {any} root @returns {any} what is at the path, as users have it */
	#part(root) {
		return this.path.reduce((part, key) => part[key], root);
	}

	/** @param {CopyFacts} facts @param {unknown} root */
	#note(facts, root) {
		if (facts.isNoted || facts.copied === null) return;
		facts.isNoted = true;
		use(facts.copied.account);
		noteUsed({ root, path: this.path, copied: facts.copied });
	}
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {readonly string[]} path
 * @param {boolean} [isEager] what is there is copied whatever it takes, since the code goes through all of it
 * @returns {CopySite}
 */
export const copies = (path, isEager = false) => new CopySite(path, isEager);

/** @param {Site<CopyFacts>} _site @param {Right} right @param {number} address @returns {CopyFacts} */
function derive(_site, right, address) {
	const { handle, subset, isConstant, isPlain } = right;
	const { region, publicApi, type } = handle;
	const { onEnumerate, onHas } = type.configuration.meta;
	if (!isPlain && (onEnumerate || onHas)) return NO_COPY;
	if (subset || (I32[2 * address] & KIND_MASK) === TYPED) return NO_COPY;
	// What is written to memory is not seen in copies.
	if (!isConstant && region.isWrittenInPlace) return NO_COPY;
	const { all } = copiesOf(handle, isConstant);
	let copied = all.get(address);
	if (copied === undefined) {
		const isRoot = address === handle.root.address;
		// A function of the GEM hides content of its name.
		const names = isRoot ? Object.getOwnPropertyNames(publicApi) : [];
		if (names.some((name) => has(region, nodeAt(address), name))) return NO_COPY;
		copied = new Copied(address);
		all.set(address, copied);
	}
	return new CopyFacts(copied, right);
}

/**
 * Copies of parts of one GEM, by address. What is not constant changes without anything being counted that sites look at: by numbers over
 * numbers, of other threads too between two blocks (define/repeated-right.js). So they hold for one period of the region.
 *
 * @typedef {{ period: number, isConstant: boolean, all: Map<number, Copied> }} Copies
 */

/** Per-thread state. @type {WeakMap<Handle, Copies>} */
const known = new WeakMap();

/** @param {Handle} handle @param {boolean} isConstant @returns {Copies} that hold */
function copiesOf(handle, isConstant) {
	const { region } = handle;
	if (!isConstant) region.isCopied = true;
	const last = known.get(handle);
	if (last && last.isConstant === isConstant && (isConstant || last.period === region.copyPeriod))
		return last;
	last?.all.forEach(({ account }) => close(account));
	/** @type {Copies} */
	const made = { period: region.copyPeriod, isConstant, all: new Map() };
	known.set(handle, made);
	return made;
}

/** The functions of a GEM are no content of it. @param {object} copy @param {Record<string, Function>} functions */
function addFunctions(copy, functions) {
	for (const name of Object.getOwnPropertyNames(functions)) {
		const value = functions[name];
		Object.defineProperty(copy, name, { value, configurable: true });
	}
}
