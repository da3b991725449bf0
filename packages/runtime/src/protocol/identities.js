// Objects, functions and symbols that both sides have made, and whose identity code can tell; both sides.
/** @import { Path } from '../types.js' */
import { types } from 'node:util';
import { OBJECT_ITSELF } from '../abi.js';
import { isArray, Math, Object, OwnMap, WeakMap } from '../primordials.js';
import { entriesOf } from './places.js';
import { printOf } from './print.js';

/**
 * How such a value is found again on the other side.
 *
 * @typedef {object} OwnReference
 * @property {string} name of the variable that holds it, or holds what has it
 * @property {Path} path from there to it
 * @property {number} print of its content (print.js): both sides must have the same
 *
 * @typedef {{ name: string, path: Path }} Place
 *
 * @typedef {object} Root a variable
 * @property {string} name
 * @property {unknown} value
 * @property {number[]} levels at which its values cross from here by name: 0 = itself, 1 = what it has, 2 = what these have
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
	/** @type {Map<unknown, Place> | undefined} */
	#places;
	#size = -1;
	/** what has arrived, by name and path @type {Map<string, unknown>} */
	#arrived = new OwnMap();
	/** keys and values of maps, members of sets, by these; looked up by index @type {WeakMap<object, unknown[]>} */
	#entries = new WeakMap();

	/**
	 * @param {string} key as in the table of the module
	 * @param {unknown} value
	 */
	add(key, value) {
		const [levels, name] = key.slice(OBJECT_ITSELF.length).split(' ');
		const hasKeys = levels.includes('k');
		this.#roots.push({ name, value, hasKeys, levels: [...levels.replace('k', '')].map(Number) });
	}

	/** @returns {boolean} whether nothing crosses from here by its name */
	get isEmpty() {
		if (this.#roots.length === 0) return true;
		return this.#known().size === 0;
	}

	/**
	 * @param {unknown} value
	 * @returns {OwnReference | undefined} undefined when it is none of them
	 */
	refer(value) {
		const place = this.#known().get(value);
		return place && { ...place, print: printOf(value) };
	}

	/**
	 * @param {OwnReference} reference of the other side
	 * @returns {unknown} undefined when there is no such value here, or one that holds something else
	 */
	find({ name, path, print }) {
		const root = this.#roots.find((one) => one.name === name);
		let value = root?.value;
		for (const key of path) value = this.#child(value, key);
		if (!root || !hasIdentity(value)) return undefined;
		if (root.hasKeys || root.levels.length > 0) return printOf(value) === print ? value : undefined;
		// What only arrives here belongs to this side, which may have added to it since it arrived first.
		const place = [name, ...path].join(' ');
		if (this.#arrived.get(place) !== value && printOf(value) !== print) return undefined;
		this.#arrived.set(place, value);
		return value;
	}

	/**
	 * @param {Identities} other
	 * @returns {boolean} whether a variable of this side has another value there
	 */
	differsFrom(other) {
		return this.#roots.some(({ name, value }) =>
			other.#roots.some((one) => one.name === name && one.value !== value),
		);
	}

	/** @returns {Map<unknown, Place>} */
	#known() {
		let size = 0;
		for (const { value } of this.#roots) size += sizeOf(value);
		if (!this.#places || size !== this.#size) {
			this.#size = size;
			this.#places = this.#look();
		}
		return this.#places;
	}

	/** @returns {Map<unknown, Place>} */
	#look() {
		/** @type {Map<unknown, Place>} */
		const found = new OwnMap();
		for (const { name, value, levels, hasKeys } of this.#roots) {
			/** @param {At[]} all */
			const add = (all) => {
				for (const one of all)
					if (!found.has(one.value)) found.set(one.value, { name, path: one.path });
			};
			/** @type {At[]} */
			let level = hasIdentity(value) ? [{ value, path: [] }] : [];
			if (hasKeys) add(level.flatMap(keysOf));
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
		if (!isCollection(container)) return ownValue(container, key);
		let entries = this.#entries.get(container);
		if (entries?.length !== sizeOf(container)) {
			entries = entriesOf(container) ?? [];
			this.#entries.set(container, entries);
		}
		return entries[Number(key)];
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

/** @param {unknown} value @returns {value is object} */
const isContainer = (value) =>
	(typeof value === 'object' && value !== null) || typeof value === 'function';

/** @param {unknown} value @returns {boolean} */
const hasIdentity = (value) => isContainer(value) || typeof value === 'symbol';

/** @param {object} value @returns {boolean} */
const isCollection = (value) => types.isMap(value) || types.isSet(value);

/** @param {unknown} value @returns {number} how much it has; 0 for what has nothing that could be counted at once */
function sizeOf(value) {
	if (isArray(value)) return value.length;
	if (types.isMap(value)) return 2 * value.size;
	return types.isSet(value) ? value.size : 0;
}

/** @typedef {{ value: unknown, path: Path }} At */

/** @param {At} at @returns {At[]} of a map, its keys */
function keysOf(at) {
	const isMap = types.isMap(at.value);
	const isList = isArray(at.value) || types.isSet(at.value);
	if (!isMap && !isList) return [];
	return childrenOf(at).filter(({ path }) => !isMap || Number(path[0]) % 2 === 0);
}

/** @param {At} at @returns {At[]} */
function childrenOf({ value, path }) {
	if (!isContainer(value) || ArrayBuffer.isView(value) || types.isProxy(value)) return [];
	const entries = isCollection(value) ? entriesOf(value) : undefined;
	const keys = entries ? [...entries.keys()] : Object.keys(value);
	return keys.flatMap((key) => {
		const child = entries ? entries[Number(key)] : ownValue(value, key);
		return hasIdentity(child) ? [{ value: child, path: [...path, key] }] : [];
	});
}

/** @param {object} container @param {string | number} key @returns {unknown} undefined for an accessor, which is not asked */
const ownValue = (container, key) => {
	try {
		return Object.getOwnPropertyDescriptor(container, key)?.value;
	} catch {
		return undefined; // an export that has not been evaluated
	}
};
