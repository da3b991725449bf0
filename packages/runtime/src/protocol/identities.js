// Objects, functions and symbols that both sides have made, and whose identity code can tell; both sides.
/** @import { Path } from '../types.js' */
import { types } from 'node:util';
import { OBJECT_ITSELF, SHOWN_ITSELF, WHOLE } from '../abi.js';
import {
	isArray,
	Math,
	Object,
	OwnMap,
	OwnSet,
	pop,
	push,
	WeakMap,
	Number,
	String,
} from '../primordials.js';
import { entriesOf } from './places.js';
import { printOf } from './print.js';
import { allPrivatesOf } from './private-readers.js';
import { readerOf } from './shown.js';

/**
 * How such a value is found again on the other side.
 *
 * @typedef {object} OwnReference
 * @property {string} name of the variable that holds it, or holds what has it
 * @property {Landmark} [from] where the path begins; without: at the variable
 * @property {Path} path from there to it
 * @property {number} print of its content (print.js): both sides must have the same
 *
 * A value on the way to what lies deep: one object for all references of a message, so that the nodes of a long list do not have a long
 * path each.
 *
 * @typedef {{ from: Landmark | undefined, path: Path }} Landmark
 *
 * @typedef {object} Place
 * @property {string} name
 * @property {number} depth
 * @property {Place | undefined} parent what has it; undefined for what the variable holds
 * @property {string | number} key in that; a number for an entry of a collection, or a private member of any other object; see `placeUnder` for maps
 * @property {Landmark | undefined} landmark once a reference needs it
 *
 * @typedef {object} Root a variable
 * @property {string} name with the file behind it where that is another one
 * @property {unknown} value
 * @property {boolean} isShown by another file
 * @property {(() => unknown) | undefined} read for one of these, until it has given a value
 * @property {(() => unknown) | undefined} load requires its file, which this thread may not have done yet
 * @property {number[]} levels at which its values cross from here by name: 0 = itself, 1 = what it has, 2 = what these have
 * @property {boolean} isWhole whether all that is in it does so, however deep
 * @property {boolean} hasKeys whether the keys of a map, and what any other collection has, do so
 */

/**
 * What a module says it has made: `{ 'object 0 NONE': NONE }`.
 *
 * Where each value is gets looked up when the first message asks, and again whenever one of the variables has grown: a module may
 * make calls while it is still being evaluated.
 */
export class Identities {
	/** @type {Root[]} */
	#roots = [];
	/** @type {Map<unknown, Place>} */
	#places = new OwnMap();
	#size = -1;
	/** what has arrived @type {Set<unknown>} */
	#arrived = new OwnSet();
	/** what landmarks of messages lead to @type {WeakMap<Landmark, Reached>} */
	#reached = new WeakMap();
	/** keys and values of maps, members of sets, by these; looked up by index @type {WeakMap<object, unknown[]>} */
	#entries = new WeakMap();

	/**
	 * @param {string} key as in the table of the module
	 * @param {unknown} value
	 */
	add(key, value) {
		const isShown = key.startsWith(SHOWN_ITSELF);
		const text = key.slice(isShown ? SHOWN_ITSELF.length : OBJECT_ITSELF.length);
		const [levels, local] = text.split(' ', 2);
		const name = text.slice(levels.length + 1);
		this.#roots.push({
			name,
			value: isShown ? undefined : value,
			isShown,
			read: isShown ? readerOf(local, name.slice(local.length + 1)) : undefined,
			load:
				isShown && typeof value === 'function' ? /** @type {() => unknown} */ (value) : undefined,
			levels: [...levels.replace(/[k*]/g, '')].map(Number),
			isWhole: levels === WHOLE,
			hasKeys: levels.includes('k'),
		});
	}

	/** @returns {boolean} whether nothing crosses from here by its name; asked before each message */
	get isEmpty() {
		if (this.#roots.length === 0) return true;
		this.#lookAgain();
		return this.#places.size === 0;
	}

	/**
	 * @param {unknown} value
	 * @returns {OwnReference | undefined} undefined when it is none of them
	 */
	refer(value) {
		const place = this.#places.get(value);
		if (!place) return undefined;
		const { name } = place;
		const { from, path } = wayTo(place);
		const print = printOf(value);
		return from ? { name, from, path, print } : { name, path, print };
	}

	/**
	 * @param {OwnReference} reference of the other side
	 * @returns {unknown} undefined when there is no such value here, or one that holds something else
	 */
	find({ name, from, path, print }) {
		const root = this.#roots.find((one) => one.name === name);
		if (!root) return undefined;
		loadFor(root);
		const { value, isNamed } = this.#follow(this.#reach(root, from), path);
		if (!hasIdentity(value)) return undefined;
		// By names alone it is the same object, whatever either side has changed of it since: comparisons of state tell of that.
		if (isNamed) return value;
		const { levels, isWhole, hasKeys } = root;
		if (hasKeys || isWhole || levels.length > 0)
			return printOf(value) === print ? value : undefined;
		// What only arrives here belongs to this side, which may have added to it since it arrived first.
		if (!this.#arrived.has(value) && printOf(value) !== print) return undefined;
		this.#arrived.add(value);
		return value;
	}

	/** @param {Root} root @param {Landmark | undefined} landmark @returns {Reached} */
	#reach(root, landmark) {
		/** @type {Landmark[]} */
		const way = [];
		let at = landmark;
		while (at && !this.#reached.has(at)) {
			push(way, at);
			at = at.from;
		}
		let reached = at
			? /** @type {Reached} */ (this.#reached.get(at))
			: { value: valueOf(root), isNamed: root.isShown };
		while (way.length > 0) {
			const next = /** @type {Landmark} */ (pop(way));
			reached = this.#follow(reached, next.path);
			this.#reached.set(next, reached);
		}
		return reached;
	}

	/** @param {Reached} reached @param {Path} path @returns {Reached} */
	#follow({ value, isNamed }, path) {
		for (const key of path) {
			isNamed &&= !isArray(value) && !isCollection(value);
			value = this.#child(value, key);
		}
		return { value, isNamed };
	}

	/**
	 * @param {Identities} other
	 * @returns {boolean} whether a variable of this side has another value there
	 */
	differsFrom(other) {
		return this.#roots.some((root) =>
			other.#roots.some((one) => one.name === root.name && valueOf(one) !== valueOf(root)),
		);
	}

	#lookAgain() {
		let size = 0;
		for (const root of this.#roots) size += sizeOf(valueOf(root));
		if (size === this.#size) return;
		this.#size = size;
		this.#places = this.#look();
	}

	/** @returns {Map<unknown, Place>} */
	#look() {
		/** @type {Map<unknown, Place>} */
		const found = new OwnMap();
		for (const root of this.#roots) {
			const { name, levels, isWhole, hasKeys } = root;
			const value = valueOf(root);
			/** @param {At[]} all */
			const add = (all) => {
				for (const one of all) if (!found.has(one.value)) found.set(one.value, one.place);
			};
			const place = { name, depth: 0, parent: undefined, key: '', landmark: undefined };
			/** @type {At[]} */
			let level = hasIdentity(value) ? [{ value, place }] : [];
			if (hasKeys) add(level.flatMap(keysOf));
			if (isWhole) {
				// What another variable leads to, too, may have a place, and parts that have none.
				const seen = new OwnSet();
				while (level.length > 0) {
					add(level);
					level = level.flatMap(childrenOf).filter((one) => {
						const isNew = !seen.has(one.value);
						seen.add(one.value);
						return isNew;
					});
				}
			}
			const deepest = Math.max(-1, ...levels);
			for (let depth = 0; depth <= deepest; depth++) {
				if (levels.includes(depth)) add(level);
				if (depth < deepest) level = level.flatMap(childrenOf);
			}
		}
		return found;
	}

	/** @param {unknown} container @param {string | number} key @returns {unknown} */
	#child(container, key) {
		if (!isContainer(container)) return undefined;
		if (!isCollection(container)) {
			if (typeof key === 'number') return allPrivatesOf(container)[key];
			return ownValue(container, key);
		}
		let entries = this.#entries.get(container);
		if (entries?.length !== sizeOf(container) - 1) {
			entries = entriesOf(container) ?? [];
			this.#entries.set(container, entries);
		}
		return typeof key === 'number' ? entries[key] : valueUnder(entries, key);
	}
}

/** The identities of one side, and word of each value that is another one on the other. */
export class WatchedIdentities extends Identities {
	#from;
	#to;
	#onMet;

	/**
	 * @param {Identities} from
	 * @param {Identities} to
	 * @param {() => void} onMet
	 */
	constructor(from, to, onMet) {
		super();
		this.#from = from;
		this.#to = to;
		this.#onMet = onMet;
	}

	/**
	 * @override
	 * @type {Identities['refer']}
	 */
	refer(value) {
		const reference = this.#from.refer(value);
		if (reference && this.#to.find(reference) !== value) this.#onMet();
		return reference;
	}
}

/** @param {Root} root @returns {unknown} undefined for one of a file that this thread has not loaded yet */
function valueOf(root) {
	if (root.read) {
		try {
			root.value = root.read();
			root.read = undefined;
		} catch {
			return undefined;
		}
	}
	return root.value;
}

/** @param {Root} root of a value that has come: code of the other side has required its file for it */
function loadFor(root) {
	const { load } = root;
	if (!load || valueOf(root) !== undefined) return;
	root.load = undefined;
	try {
		load();
	} catch {
		// It is not found here, which says so.
	}
}

/** @param {unknown} value @returns {value is object} */
const isContainer = (value) =>
	(typeof value === 'object' && value !== null) || typeof value === 'function';

/** @param {unknown} value @returns {boolean} */
const hasIdentity = (value) => isContainer(value) || typeof value === 'symbol';

/** @param {unknown} value @returns {boolean} */
const isCollection = (value) => types.isMap(value) || types.isSet(value);

/** @param {unknown} value @returns {number} how much it has, and 1 for itself; 0 for undefined, which a variable is until it has a value */
function sizeOf(value) {
	if (isArray(value)) return value.length + 1;
	if (types.isMap(value)) return 2 * value.size + 1;
	return types.isSet(value) ? value.size + 1 : value === undefined ? 0 : 1;
}

/** @typedef {{ value: unknown, place: Place }} At */

/** How many keys a path has at most, before a landmark. */
const LONGEST_PATH = 32;

/** @param {Place} place @returns {Landmark} */
function wayTo(place) {
	/** Those whose landmarks have to be made. @type {Place[]} */
	const deep = [];
	let at = place;
	for (;;) {
		const around = landmarkAbove(at);
		if (!around || around.landmark) break;
		push(deep, around);
		at = around;
	}
	while (deep.length > 0) {
		const next = /** @type {Place} */ (pop(deep));
		next.landmark = fromLandmark(next);
	}
	return fromLandmark(place);
}

/** @param {Place} place whose landmark above has been made @returns {Landmark} */
function fromLandmark(place) {
	const above = landmarkAbove(place);
	/** @type {(string | number)[]} */
	const path = [];
	path.length = place.depth - (above?.depth ?? 0);
	let at = place;
	for (let index = path.length - 1; index >= 0 && at.parent; index--) {
		path[index] = at.key;
		at = at.parent;
	}
	return { from: above?.landmark, path };
}

/** @param {Place} place @returns {Place | undefined} */
function landmarkAbove({ depth, parent }) {
	let at = parent;
	if (depth <= LONGEST_PATH) return undefined;
	while (at && at.depth % LONGEST_PATH !== 0) at = at.parent;
	return at;
}

/** @typedef {{ value: unknown, isNamed: boolean }} Reached `isNamed`: by names of properties alone, from a variable of another file */

/** @param {At} at @returns {At[]} of a map, its keys */
function keysOf(at) {
	const isMap = types.isMap(at.value);
	const isList = isArray(at.value) || types.isSet(at.value);
	if (!isMap && !isList) return [];
	return childrenOf(at).filter(({ place }) => !isMap || Number(place.key) % 2 === 0);
}

/** @param {At} at @returns {At[]} */
function childrenOf({ value, place }) {
	if (!isContainer(value) || ArrayBuffer.isView(value) || types.isProxy(value)) return [];
	// By number, entries of a collection, and private members of any other object.
	const listed = isCollection(value) ? (entriesOf(value) ?? []) : allPrivatesOf(value);
	/** @type {(string | number)[]} */
	const keys = isCollection(value) ? [] : Object.keys(value);
	const isMap = types.isMap(value);
	return [...keys, ...listed.keys()].flatMap((at) => {
		const child = typeof at === 'number' ? listed[at] : ownValue(value, at);
		if (!hasIdentity(child)) return [];
		const key = isMap && Number(at) % 2 === 1 ? placeUnder(listed, Number(at)) : at;
		const depth = place.depth + 1;
		const { name } = place;
		return [{ value: child, place: { name, depth, parent: place, key, landmark: undefined } }];
	});
}

/**
 * Threads that fill a map for themselves, may do so in another order: what a number or a text leads to is found by that.
 *
 * @param {unknown[]} entries of a map @param {number} at
 * @returns {string | number}
 */
function placeUnder(entries, at) {
	const key = entries[at - 1];
	return typeof key === 'string' || typeof key === 'number' ? `${at} ${typeof key} ${key}` : at;
}

/** @param {unknown[]} entries @param {string} place as `placeUnder` gives it @returns {unknown} */
function valueUnder(entries, place) {
	const known = Number.parseInt(place, 10);
	const rest = place.slice(String(known).length);
	const isKey = (/** @type {unknown} */ key) => ` ${typeof key} ${String(key)}` === rest;
	if (isKey(entries[known - 1])) return entries[known];
	for (let at = 0; at < entries.length; at += 2) if (isKey(entries[at])) return entries[at + 1];
	return undefined;
}

/** @param {object} container @param {string | number} key @returns {unknown} undefined for an accessor, which is not asked */
const ownValue = (container, key) => {
	try {
		return Object.getOwnPropertyDescriptor(container, key)?.value;
	} catch {
		return undefined; // an export that has not been evaluated
	}
};
