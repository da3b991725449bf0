// A number for the content of a value, which both sides compute alike; runs no code of the program.
/** @import { Native } from './native-state.js' */
/** @import { Known } from './weak-entries.js' */
import { types } from 'node:util';
import { filter, indexOf, Math, Object, OwnMap, push, Reflect } from '../primordials.js';
import {
	abortedOf,
	bytesOf,
	descriptionOf,
	entriesOfMap,
	memoryOf,
	nextOfMap,
	nextOfSet,
	ownOf,
	primitiveIn,
	sizeOfMap,
	sizeOfSet,
	valuesOfSet,
} from './content-readers.js';
import { ClassMembers, isPrototype, isSameMembers } from './class-members.js';
import { wordOfName } from './function-print.js';
import { Inside } from './inside.js';
import {
	isEnvironment,
	isOfKind,
	isOfProgram,
	isRequire,
	kindOf,
	KINDS,
} from './fingerprint-kinds.js';
import { UNREAD } from './native-state.js';
import { privateReaderOf, privatesOf } from './private-readers.js';
import { isSameMemory, printOfMemory } from './own-memory.js';
import { isSameEntries, isWeak, printOfEntries } from './weak-entries.js';

/** Nodes of a value that are looked at: properties, elements, entries. Measured: 60 to 110 ns each, so that a root takes at most 1 ms. */
const MOST_NODES = 10_000;

/** Bytes of buffers and units of strings that are looked at, in all of a value. */
const MOST_BYTES = 65_536;

/** What a word stands for; in front of each value. */
const TAGS = Object.freeze({
	undefined: 1,
	null: 2,
	true: 3,
	false: 4,
	integer: 5,
	double: 6,
	string: 7,
	bigint: 8,
	symbol: 9,
	object: 10,
	hole: 11,
	accessor: 12,
	cut: 13,
});

const DOUBLE = new Float64Array(1);
const WORDS = new Int32Array(DOUBLE.buffer);

/**
 * Compute a fingerprint: equal for values of equal content, in every thread.
 *
 * It covers own data properties with their order and flags, private members of classes that show them, names of classes,
 * which objects are the same one, and what the built-in kinds hold. Proxies, and what only the platform sees into (promises, streams),
 * count as what they are and no more: looking into a proxy would run the program's code. So does shared memory, which others may
 * change at any time. The walk is breadth-first and ends after a fixed amount of work, at the same node on both sides.
 *
 * @param {unknown} value
 * @param {{ closedOver?: readonly string[], without?: ReadonlySet<object> | undefined }} [options] `closedOver`: names of variables that are looked at in closures, which count as their
 *   code else; `without`: objects whose content does not count
 * @returns {number} an integer below 2 ** 53
 */
export function fingerprint(value, { closedOver, without } = {}) {
	const walk = new Walk(closedOver ? new Inside(closedOver) : null);
	walk.without = without;
	return walk.of(value);
}

/**
 * What a walk over state has found: a fingerprint and a hash of the names of functions and classes, `5!7`, with the code of functions and classes that the state leads to; all objects, and the weak collections and shared memory
 * among them; `unread`: the names of platform classes whose objects do not show what they hold.
 *
 * @typedef {{ number: string, members: string, objects: readonly object[], collections: readonly object[], shared: readonly SharedArrayBuffer[], unread: readonly string[] }} Looked
 */

/**
 * The same for state that two threads have.
 *
 * @param {unknown} value
 * @param {readonly string[]} closedOver
 * @returns {Looked}
 */
export function lookAtState(value, closedOver) {
	const members = new ClassMembers();
	const walk = new Walk(new Inside(closedOver), members);
	const content = walk.of(value);
	const { queue: objects, collections, shared, unread, names } = walk;
	const number = names === 0 ? `${content}` : `${content}!${names}`;
	return { number, members: members.print, objects, collections, shared, unread };
}

/** Nodes of objects that are no state, for which weak collections are asked. */
const MOST_KNOWN = 1_000;

/** @param {object} value @returns {Pick<Looked, 'number' | 'objects' | 'shared'>} */
export function lookAtKnown(value) {
	const walk = new Walk(null, null, MOST_KNOWN);
	return { number: String(walk.of(value)), objects: walk.queue, shared: walk.shared };
}

/**
 * @param {Looked} looked
 * @param {readonly Known[]} known objects that both threads have, for which weak collections are asked
 * @returns {string} compared by `isSamePrint`
 */
export function printOfState({ number, members, collections, shared }, known) {
	const memory = shared.length === 0 ? '' : `~${printOfMemory(shared, fingerprint)}`;
	const own = `${number}${memory}${members}`;
	return collections.length === 0
		? own
		: `${own}${printOfEntries(collections, known, fingerprint)}`;
}

/**
 * @param {string} one
 * @param {string} other
 * @param {boolean} [hasOtherTexts] the same function has another source text and name in each thread
 * @returns {boolean} whether two threads have the same, as far as both have it
 */
export function isSamePrint(one, other, hasOtherTexts = false) {
	if (one === other) return true;
	const [content, ...entries] = one.split(';');
	const [contentThere, ...entriesThere] = other.split(';');
	const [number, members = ''] = content.split(':');
	const [numberThere, membersThere = ''] = contentThere.split(':');
	if (!isSameContent(number, numberThere, hasOtherTexts)) return false;
	if (!isSameMembers(members, membersThere, hasOtherTexts)) return false;
	return isSameEntries(entries, entriesThere);
}

/** @param {string} one @param {string} other @param {boolean} hasOtherNames @returns {boolean} */
function isSameContent(one, other, hasOtherNames) {
	const [number, memory = ''] = one.split('~');
	const [numberThere, memoryThere = ''] = other.split('~');
	const [content] = number.split('!');
	const [contentThere] = numberThere.split('!');
	const isSame = hasOtherNames ? content === contentThere : number === numberThere;
	return isSame && isSameMemory(memory, memoryThere);
}

class Walk {
	#a = 0x811c9dc5 | 0;
	#b = 0x3c6ef372 | 0;
	#nodes;
	#bytes = MOST_BYTES;
	/** number of each object that was met @type {Map<object, number>} */
	#numbers = new OwnMap();
	/** objects in the order of their numbers, of which those at the end are still to be looked at @type {object[]} */
	queue = [];
	/** a hash of what functions and classes of state are called; 0 without any */
	names = 0;
	/** weak collections among them, of state @type {object[]} */
	collections = [];
	/** memory that threads may share @type {SharedArrayBuffer[]} */
	shared = [];
	/** names of classes of the platform @type {string[]} */
	unread = [];
	/** objects whose content does not count @type {ReadonlySet<object> | undefined} */
	without = undefined;
	/** @type {Map<object | null, import('./fingerprint-kinds.js').Kind>} by prototype */
	#kinds = new OwnMap();
	#inside;
	#members;

	/** @param {Inside | null} inside for what closures hold @param {ClassMembers | null} [members] for methods @param {number} [most] nodes that are looked at */
	constructor(inside, members = null, most = MOST_NODES) {
		this.#nodes = most;
		this.#inside = inside;
		this.#members = members;
	}

	/** @param {unknown} value @returns {number} */
	of(value) {
		this.#value(value);
		for (let at = 0; at < this.queue.length; at++) {
			if (this.#nodes <= 0) break;
			this.#object(this.queue[at]);
		}
		return (this.#a >>> 0) * 0x20_0000 + (this.#b >>> 11);
	}

	/** @param {number} word 32 bits */
	#mix(word) {
		const a = Math.imul(this.#a ^ word, 0x85ebca6b);
		this.#a = a ^ (a >>> 15);
		const b = Math.imul(this.#b + word, 0xc2b2ae35) | 0;
		this.#b = b ^ (b >>> 13);
	}

	/** @param {unknown} value */
	#value(value) {
		switch (typeof value) {
			case 'number':
				this.#number(value);
				break;
			case 'string':
				this.#mix(TAGS.string);
				this.#string(value);
				break;
			case 'undefined':
				this.#mix(TAGS.undefined);
				break;
			case 'boolean':
				this.#mix(value ? TAGS.true : TAGS.false);
				break;
			case 'bigint':
				this.#mix(TAGS.bigint);
				this.#string(`${value}`);
				break;
			case 'symbol':
				this.#mix(TAGS.symbol);
				this.#string(descriptionOf(value) ?? '');
				break;
			default:
				if (value === null) this.#mix(TAGS.null);
				else this.#reference(/** @type {object} */ (value));
		}
	}

	/** @param {number} value */
	#number(value) {
		if ((value | 0) === value && (value !== 0 || 1 / value > 0)) {
			this.#mix(TAGS.integer);
			this.#mix(value);
			return;
		}
		DOUBLE[0] = value === value ? value : NaN;
		this.#mix(TAGS.double);
		this.#mix(WORDS[0]);
		this.#mix(WORDS[1]);
	}

	/** @param {string} text */
	#string(text) {
		const { length } = text;
		this.#mix(length);
		const end = length <= this.#bytes ? length : this.#bytes;
		this.#bytes -= end;
		for (let at = 0; at < end; at++) this.#mix(text.charCodeAt(at));
	}

	/** @param {number} word for the name of a function or class */
	#name(word) {
		if (word !== 0) this.names = Math.imul(this.names ^ word, 0x01000193) ^ (this.names >>> 15);
	}

	/** @param {object} object */
	#reference(object) {
		let number = this.#numbers.get(object);
		if (number === undefined) {
			number = this.queue.length;
			this.#numbers.set(object, number);
			this.queue.push(object);
		}
		this.#mix(TAGS.object);
		this.#mix(number);
	}

	/** @param {object} object */
	#object(object) {
		this.#nodes--;
		if (this.without?.has(memoryOf(object))) return;
		if (types.isProxy(object) || isEnvironment(object)) return this.#mix(KINDS.opaque);
		if (typeof object === 'function') return this.#function(object);
		if (this.#members && isPrototype(object)) {
			this.#members.ofPrototype(object);
			const made = ownOf(object, 'constructor')?.value;
			this.#members.ofCode(made, /** @type {number} */ (this.#numbers.get(object)));
			return this.#prototype(object);
		}
		const prototype = Object.getPrototypeOf(object);
		let kind = this.#kinds.get(prototype);
		if (!kind || !isOfKind(kind, object)) {
			kind = kindOf(object, prototype);
			this.#kinds.set(prototype, kind);
			if (kind.number !== KINDS.opaque) this.#members?.ofPrototype(prototype);
		}
		this.#mix(this.#members ? kind.number : kind.word);
		if (this.#members) this.#name(kind.nameWord);
		if (this.#members && prototype !== Object.prototype && isWeak(object))
			push(this.collections, object);
		if (kind.hasOwnPrototype && (this.#members || !isPrototype(prototype))) this.#value(prototype);
		if (kind.native) this.#native(object, kind.native);
		this.#content(object, kind);
		for (let at = 0; at < kind.readers.length; at++) this.#privates(object, kind.readers[at]);
	}

	/** @param {object} prototype of a class: its data, and functions where nothing else looks at them */
	#prototype(prototype) {
		if (types.isProxy(prototype)) return;
		const keys = Object.keys(prototype);
		const seen = this.#members ? filter(keys, (key) => !isFunctionIn(prototype, key)) : keys;
		this.#properties(prototype, seen, 0);
		const parent = this.#members && Object.getPrototypeOf(prototype);
		if (parent && isOfProgram(parent)) this.#value(parent);
	}

	/** @param {readonly unknown[]} [list] */
	#values(list = []) {
		for (let at = 0; at < list.length; at++) this.#value(list[at]);
	}

	/** @param {object} object @param {Native} native its class */
	#native(object, { name, read, isPartly }) {
		const content = read ? read(object) : UNREAD;
		if (content !== UNREAD) this.#value(content);
		if ((content === UNREAD || isPartly) && indexOf(this.unread, name) < 0) push(this.unread, name);
	}

	/** @param {object} object @param {import('./fingerprint-kinds.js').Kind} kind */
	#content(object, { number, native }) {
		switch (number) {
			case KINDS.opaque:
				// A signal that a unit is given changes while it runs.
				if (this.#inside) this.#value(abortedOf(object));
				return;
			case KINDS.native: {
				const { hasSymbols } = /** @type {Native} */ (native);
				const keys = hasSymbols ? Reflect.ownKeys(object) : Object.keys(object);
				return this.#properties(object, keys, 0);
			}
			case KINDS.array:
				this.#array(/** @type {unknown[]} */ (object));
				return;
			case KINDS.bytes:
				this.#buffer(object);
				return;
			case KINDS.map:
			case KINDS.set:
				this.#entries(object, number);
				break;
			case KINDS.primitive:
				this.#value(primitiveIn(object));
				break;
			default:
		}
		this.#properties(object, Reflect.ownKeys(object), 0);
	}

	/** @param {object} object @param {import('./private-readers.js').Reader} read */
	#privates(object, read) {
		const values = privatesOf(read, object);
		this.#mix(values.length);
		for (let at = 0; at < values.length && this.#nodes > 0; at++) {
			this.#nodes--;
			this.#value(values[at]);
		}
	}

	/** @param {Function} object its code is the same on both sides */
	#function(object) {
		this.#mix(KINDS.function);
		const name = ownOf(object, 'name')?.value;
		const known = typeof name === 'string' ? name : '';
		if (this.#members) this.#name(wordOfName(known));
		else this.#string(known);
		if (name === 'require' && isRequire(object)) return;
		this.#properties(object, Object.keys(object), 0);
		this.#members?.ofFunction(object);
		this.#members?.ofCode(object, /** @type {number} */ (this.#numbers.get(object)));
		const read = privateReaderOf(object);
		if (read) this.#privates(object, read);
		const prototype = ownOf(object, 'prototype')?.value;
		if (typeof prototype === 'object' && prototype !== null) this.#prototype(prototype);
		this.#values(this.#inside?.ofFunction(object));
	}

	/** @param {unknown[]} array */
	#array(array) {
		const { length } = array;
		this.#mix(length);
		const end = length <= this.#nodes ? length : this.#nodes;
		for (let index = 0; index < end; index++) this.#property(array, index);
		if (end < length) return;
		const keys = Reflect.ownKeys(array);
		// The last one that each array has is its `length`; what comes after the elements are properties of its own.
		let first = keys.length;
		while (first > 0 && !isIndex(keys[first - 1])) first--;
		this.#properties(array, keys, first);
	}

	/** @param {object} object @param {(string | symbol)[]} keys @param {number} first */
	#properties(object, keys, first) {
		this.#mix(keys.length - first);
		if (!Object.isExtensible(object)) this.#mix(TAGS.cut);
		for (let at = first; at < keys.length && this.#nodes > 0; at++) {
			const key = keys[at];
			// Reading the text of a stack runs what the program has put in place to format it.
			if (key === 'stack') continue;
			if (typeof key === 'string') this.#string(key);
			else this.#value(key);
			this.#property(object, key);
		}
	}

	/** @param {object} object @param {string | number | symbol} key */
	#property(object, key) {
		this.#nodes--;
		const own = ownOf(object, key);
		if (own === undefined) return this.#mix(TAGS.hole);
		if (own.get !== undefined || own.set !== undefined) {
			this.#mix(TAGS.accessor);
			// What they do, and hold, as far as a look at functions shows that.
			if (this.#members) this.#values([own.get, own.set]);
			return;
		}
		if (!(own.writable && own.enumerable && own.configurable)) {
			const flags = (own.writable ? 1 : 0) + (own.enumerable ? 2 : 0) + (own.configurable ? 4 : 0);
			this.#mix(TAGS.cut + 1 + flags);
		}
		this.#value(own.value);
	}

	/** @param {object} collection @param {number} kind */
	#entries(collection, kind) {
		const isMap = kind === KINDS.map;
		this.#mix(isMap ? sizeOfMap(collection) : sizeOfSet(collection));
		const entries = isMap ? entriesOfMap(collection) : valuesOfSet(collection);
		const next = isMap ? nextOfMap : nextOfSet;
		for (let step = next(entries); !step.done && this.#nodes > 0; step = next(entries)) {
			this.#nodes--;
			if (isMap) {
				this.#value(step.value[0]);
				this.#value(step.value[1]);
			} else this.#value(step.value);
		}
	}

	/** @param {object} object a buffer, or a view of one */
	#buffer(object) {
		const bytesIn = bytesOf(object);
		if (types.isSharedArrayBuffer(bytesIn.buffer)) {
			push(this.shared, bytesIn.buffer);
			this.#mix(bytesIn.offset);
			return this.#mix(bytesIn.length);
		}
		const { buffer, offset, length } = bytesIn;
		this.#mix(length);
		const end = length <= this.#bytes ? length : this.#bytes;
		this.#bytes -= end;
		if (end === 0) return;
		const bytes = new Uint8Array(buffer, offset, end);
		const whole = end - (end % 4);
		if (offset % 4 === 0) {
			const words = new Int32Array(buffer, offset, whole / 4);
			for (let at = 0; at < words.length; at++) this.#mix(words[at]);
		} else {
			for (let at = 0; at < whole; at += 4)
				this.#mix(bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24));
		}
		for (let at = whole; at < end; at++) this.#mix(bytes[at]);
	}
}

/** @param {object} object @param {string} key @returns {boolean} */
const isFunctionIn = (object, key) => typeof ownOf(object, key)?.value === 'function';

/** @param {string | symbol} key @returns {boolean} */
function isIndex(key) {
	if (typeof key !== 'string') return false;
	const code = key.charCodeAt(0);
	return code >= 48 && code <= 57 && `${Number(key) >>> 0}` === key;
}

/** @param {unknown} value @returns {boolean} whether a fingerprint of it can change: false for primitives */
export const isObject = (value) =>
	(typeof value === 'object' && value !== null) || typeof value === 'function';
