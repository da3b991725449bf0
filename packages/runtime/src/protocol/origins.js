// Objects whose identity survives a round trip: what one side passes back is the other side's own object again. Both sides.
import { types } from 'node:util';
import { isArray, Object, OwnMap, Reflect } from '../primordials.js';
import { fingerprint, isObject } from './fingerprint.js';
import { put } from './places.js';

/** Numbers of the host's originals are even, those of the worker's odd, and those of parts, which cross in a list, negative. */
export const OF_HOST = 0;
export const OF_WORKER = 1;

/**
 * What crosses in the place of a copy that goes back to the side of its original.
 *
 * @typedef {object} Return
 * @property {number} number of the original
 * @property {Record<string, unknown>} [changes] own properties that this side has changed or added
 * @property {string[]} [removed] keys of those that it has deleted
 *
 * @typedef {object} Copy
 * @property {number} number of the original
 * @property {Map<string, Seen>} content own properties as they arrived
 * @property {number} print of the whole copy; 0 where own properties are all that it has
 *
 * @typedef {{ value: unknown, print: number }} Seen `print`: of an object, which may change inside
 *
 * @typedef {object} OriginsHolder a call, or what a thread has of it
 * @property {Origins | undefined} origins undefined until there are any: few calls carry errors
 * @property {() => Origins} openOrigins
 */

/** @type {readonly object[]} */
const NO_PARTS = Object.freeze([]);

/** @param {object} part @returns {object} */
const itself = (part) => part;

/**
 * The objects of one call that have crossed with a number, on one side.
 *
 * Without it, an error of the host that a unit passes on would arrive as a copy of a copy: `error === reason` is false, and the class
 * is lost unless both sides know it. The thread needs no memory of the host's objects for that: the number is all that goes back,
 * with what the unit has changed in between. Both tables live as long as the call and what it has lent.
 */
export class Origins {
	#side;
	#count = 0;
	/** @type {Map<unknown, number>} */
	#numbers = new OwnMap();
	/** @type {Map<number, unknown>} */
	#originals = new OwnMap();
	/** @type {Map<unknown, Copy>} */
	#copies = new OwnMap();
	/** @type {Map<number, object>} */
	#copyOf = new OwnMap();
	/** objects that have crossed in a list, each with its place there for a number @type {readonly object[]} */
	#sent = NO_PARTS;
	/** what is the original of such an object, if not itself @type {(part: object) => object} */
	#ownerOf = itself;
	/** copies in such a list, whose changes cross by themselves @type {readonly object[]} */
	#received = NO_PARTS;
	/** their places; made when a value is first looked up @type {Map<unknown, number> | undefined} */
	#places = undefined;

	/** @param {typeof OF_HOST | typeof OF_WORKER} side */
	constructor(side) {
		this.#side = side;
	}

	/** whether a value of this side can be a copy */
	get hasCopies() {
		return this.#copies.size > 0 || this.#received.length > 0;
	}

	/** @param {unknown} value of this side, about to leave @returns {number} the same for each of its crossings */
	numberOf(value) {
		let number = this.#numbers.get(value);
		if (number === undefined) {
			number = 2 * this.#count++ + this.#side;
			this.#numbers.set(value, number);
			this.#originals.set(number, value);
		}
		return number;
	}

	/** @param {unknown} value @returns {boolean} whether it is of this side and has crossed */
	isOriginal(value) {
		return this.#numbers.has(value);
	}

	/** @param {number} number @returns {unknown} the original of this side; undefined when there is none */
	original(number) {
		const part = number < 0 ? this.#sent[-1 - number] : undefined;
		return part ? this.#ownerOf(part) : this.#originals.get(number);
	}

	/** @param {number} number @returns {object | undefined} the copy that has arrived before, so that it is one object here, too */
	copy(number) {
		return this.#copyOf.get(number);
	}

	/**
	 * @param {number} number of an original of the other side
	 * @param {unknown} copy that has arrived, complete
	 */
	adopt(number, copy) {
		if (!isObject(copy)) return;
		const object = /** @type {object} */ (copy);
		this.#copies.set(object, { number, content: contentOf(object), print: printOfContent(object) });
		this.#copyOf.set(number, object);
	}

	/**
	 * @param {readonly object[]} parts of this side, about to leave
	 * @param {(part: object) => object} ownerOf the object that a part stands for
	 */
	sendParts(parts, ownerOf) {
		this.#sent = parts;
		this.#ownerOf = ownerOf;
	}

	/** @param {readonly object[]} parts that have arrived, and whose changes are not described with them (in-out/changes.js) */
	adoptParts(parts) {
		this.#received = parts;
		this.#places = undefined;
	}

	/** @param {unknown[]} array @returns {Int32Array | undefined} numbers of its elements; undefined unless all of them are such parts, or there are none */
	numbersIn(array) {
		const { length } = array;
		if (length === 0 || this.#placeOf(array[0]) === undefined) return undefined;
		const numbers = new Int32Array(length);
		for (let at = 0; at < length; at++) {
			const place = this.#placeOf(array[at]);
			if (place === undefined) return undefined;
			numbers[at] = -1 - place;
		}
		return numbers;
	}

	/** @param {unknown} value @returns {number | undefined} its number, where it is such a part */
	partNumber(value) {
		const place = this.#placeOf(value);
		return place === undefined ? undefined : -1 - place;
	}

	/** @param {unknown} value @returns {number | undefined} its place among the parts that have arrived */
	#placeOf(value) {
		if (this.#received.length === 0) return undefined;
		if (!this.#places) {
			this.#places = new OwnMap();
			for (let at = 0; at < this.#received.length; at++) this.#places.set(this.#received[at], at);
		}
		return this.#places.get(value);
	}

	/**
	 * @param {number} number of an original of the other side
	 * @param {unknown} value that has been thrown there, as it has arrived
	 * @returns {unknown} the copy that stands for it here
	 */
	arrive(number, value) {
		const known = this.#copyOf.get(number);
		if (!known) this.adopt(number, value);
		return known ?? value;
	}

	/**
	 * @param {unknown} value
	 * @returns {Return | undefined} undefined for what is no copy, or has changed in a way that the original cannot follow
	 */
	describe(value) {
		const part = this.partNumber(value);
		if (part !== undefined) return { number: part };
		const copy = this.#copies.get(value);
		if (!copy) return undefined;
		const { number, content, print } = copy;
		const object = /** @type {object} */ (value);
		if (printOfContent(object) !== print) return undefined;
		/** @type {Return} */
		const described = { number };
		const now = contentOf(object);
		for (const [key, seen] of now) {
			if (isSame(key, content.get(key), seen)) continue;
			put((described.changes ??= {}), key, seen.value);
		}
		for (const key of content.keys()) {
			if (!now.has(key)) (described.removed ??= []).push(key);
		}
		return described;
	}
}

/**
 * What a message needs of a call that has begun: its errors can come back, and it lends nothing any more.
 *
 * @param {OriginsHolder | undefined} holder
 * @returns {{ origins: Origins | undefined, openOrigins: () => Origins } | undefined}
 */
export const onlyOrigins = (holder) =>
	holder && { origins: holder.origins, openOrigins: () => holder.openOrigins() };

/**
 * Bring an original up to date with the copy that comes back: the plain program has one object.
 *
 * @param {unknown} original
 * @param {Return} returned whose parts have been made again
 */
export function followCopy(original, { changes = {}, removed = [] }) {
	const object = Object(original);
	for (const key of Object.keys(changes)) put(object, key, changes[key]);
	for (const key of removed) Reflect.deleteProperty(object, key);
}

/** @param {object} object @returns {Map<string, Seen>} */
function contentOf(object) {
	/** @type {Map<string, Seen>} */
	const content = new OwnMap();
	// Elements are content, of which the print tells.
	const names = ArrayBuffer.isView(object) ? [] : Object.getOwnPropertyNames(object);
	for (const name of names) {
		const found = Object.getOwnPropertyDescriptor(object, name);
		if (!found || !('value' in found)) continue;
		const { value } = found;
		content.set(name, { value, print: isObject(value) ? fingerprint(value) : 0 });
	}
	return content;
}

/** @param {object} object @returns {number} of an object whose content is not its own properties alone; 0 for any other */
function printOfContent(object) {
	const isCollection = types.isMap(object) || types.isSet(object) || isArray(object);
	const isMemory = ArrayBuffer.isView(object) || types.isAnyArrayBuffer(object);
	const isContent =
		types.isDate(object) || types.isRegExp(object) || types.isBoxedPrimitive(object);
	return isCollection || isMemory || isContent ? fingerprint(object) : 0;
}

/** @param {string} key @param {Seen | undefined} before @param {Seen} now @returns {boolean} */
function isSame(key, before, now) {
	if (!before) return false;
	if (Object.is(before.value, now.value)) return before.print === now.print;
	// The runtime adds the frames of the caller.
	return key === 'stack' && String(now.value).startsWith(String(before.value));
}
