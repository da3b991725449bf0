// Which kinds of objects there are to a fingerprint.
/** @import { Native } from './native-state.js' */
/** @import { Reader } from './private-readers.js' */
import Module from 'node:module';
import { types } from 'node:util';
import { isArray, Math, Object, OwnSet, push } from '../primordials.js';
import { usualBrand } from './brands.js';
import { ownOf } from './content-readers.js';
import { isNative, wordOfName } from './function-print.js';
import { nativeOf } from './native-state.js';
import { privateReaderOf } from './private-readers.js';

/** Numbers that are part of fingerprints. */
export const KINDS = Object.freeze({
	object: 32,
	array: 33,
	map: 34,
	set: 35,
	bytes: 36,
	/** holds a primitive: a date, a boxed one, a regular expression */
	primitive: 37,
	function: 38,
	error: 39,
	/** only what it is counts */
	opaque: 40,
	/** of a class of the platform that shows what it holds by methods: its properties are the platform's own, and differ from thread to thread */
	native: 41,
});

/**
 * `number`: one of KINDS; `word`: for it and the name of the class; `nameWord`: for what all builds have of the name; `extendsBuiltIn`: of an object that holds nothing, whether others with its prototype may;
 * `native`: what is known of what the platform keeps for it; `readers`: of private members, by the class and those that it extends; `hasOwnPrototype`: the prototype
 * is the program's, and its properties are those of the object, too
 *
 * @typedef {{ number: number, word: number, nameWord: number, extendsBuiltIn: boolean, hasOwnPrototype: boolean, native: Native | null, readers: Reader[] }} Kind
 */

/**
 * The prototype does not tell whether an object holds anything: `Object.create(Map.prototype)`.
 *
 * @param {Kind} kind of an object
 * @param {object} object another one with the same prototype
 * @returns {boolean} whether it is known to be of the same kind
 */
export function isOfKind(kind, object) {
	switch (kind.number) {
		case KINDS.object:
			return !kind.extendsBuiltIn;
		case KINDS.array:
			return isArray(object);
		case KINDS.map:
			return types.isMap(object);
		case KINDS.set:
			return types.isSet(object);
		case KINDS.bytes:
			return isMemory(object);
		case KINDS.primitive:
			return isPrimitive(object);
		default:
			// An opaque one holds nothing that can be read, which the next one may.
			return kind.number !== KINDS.opaque;
	}
}

/** @param {object} object @returns {boolean} */
const isMemory = (object) => ArrayBuffer.isView(object) || types.isAnyArrayBuffer(object);

/** @param {object} object @returns {boolean} */
const isPrimitive = (object) =>
	types.isDate(object) || types.isRegExp(object) || types.isBoxedPrimitive(object);

/** What differs from thread to thread. @type {Set<unknown>} */
const THREAD_OWN = new OwnSet([globalThis, process, console]);

/** What differs from thread to thread, and has the prototype of any object. @param {object} object @returns {boolean} */
export const isEnvironment = (object) => object === process.env;

/** @param {Function} fn @returns {boolean} whether it is a `require`, which knows the modules of its thread */
export const isRequire = (fn) => CACHE !== undefined && ownOf(fn, 'cache')?.value === CACHE;

const CACHE = /** @type {any} */ (Module)._cache;

/**
 * @param {object} object neither a proxy nor a function
 * @param {object | null} prototype its
 * @returns {Kind}
 */
export function kindOf(object, prototype) {
	const { name, made } = classOf(prototype);
	const native = nativeOf(prototype);
	const number = native?.isGlobal ? KINDS.native : numberOf(object, prototype, name, made);
	let word = number;
	for (let at = 0; at < name.length; at++) word = Math.imul(word ^ name.charCodeAt(at), 0x01000193);
	const extendsBuiltIn = number === KINDS.object && isOfBuiltIn(prototype);
	const hasOwnPrototype =
		number !== KINDS.opaque && !native && prototype !== null && isOfProgram(prototype);
	const nameWord = wordOfName(name);
	const readers = readersOf(prototype);
	return { number, word, nameWord, extendsBuiltIn, hasOwnPrototype, native, readers };
}

/** @param {object} prototype @returns {boolean} whether the program has made it, and looking at it runs no code */
export function isOfProgram(prototype) {
	if (types.isProxy(prototype) || usualBrand(prototype) !== undefined) return false;
	const made = ownOf(prototype, 'constructor')?.value;
	return typeof made !== 'function' || types.isProxy(made) || !isNative(made);
}

/** @param {object | null} prototype @returns {boolean} whether it inherits from that of maps, arrays and so on */
function isOfBuiltIn(prototype) {
	for (let at = prototype; at && !types.isProxy(at); at = nextPrototype(at))
		if (usualBrand(at) !== undefined) return true;
	return false;
}

/** @param {object | null} prototype @returns {Reader[]} */
function readersOf(prototype) {
	/** @type {Reader[]} */
	const found = [];
	for (let at = prototype; at && !types.isProxy(at); at = nextPrototype(at)) {
		const read = privateReaderOf(at);
		if (read) push(found, read);
	}
	return found;
}

/** @param {object} object @param {object | null} prototype @param {string} name of its class @param {unknown} made the class @returns {number} */
function numberOf(object, prototype, name, made) {
	if (isArray(object)) return KINDS.array;
	if (types.isMap(object)) return KINDS.map;
	if (types.isSet(object)) return KINDS.set;
	if (isMemory(object)) return KINDS.bytes;
	if (isPrimitive(object)) return KINDS.primitive;
	if (types.isNativeError(object)) return KINDS.error;
	if (THREAD_OWN.has(object) || types.isPromise(object) || types.isExternal(object))
		return KINDS.opaque;
	return prototype !== null && isOfPlatform(prototype, name, made) ? KINDS.opaque : KINDS.object;
}

/**
 * Whether an object is one of the platform's classes that keep their state where properties do not show it, or show it
 * as it changes by itself: streams, ports, signals.
 *
 * @param {object} prototype
 * @param {string} name of its class
 * @param {unknown} made the class
 * @returns {boolean}
 */
function isOfPlatform(prototype, name, made) {
	if (name === 'Object' || name === '') return false;
	const own = ownOf(globalThis, name);
	// Classes of the platform that nothing has used yet are there as getters.
	if (made === Module || (own && (own.get !== undefined || own.value === made))) return true;
	for (let at = /** @type {object | null} */ (prototype); at; at = nextPrototype(at))
		if (at === EventTarget.prototype) return true;
	return false;
}

/** @param {object} prototype @returns {object | null} */
const nextPrototype = (prototype) =>
	types.isProxy(prototype) ? null : Object.getPrototypeOf(prototype);

/**
 * @param {object | null} prototype
 * @returns {{ name: string, made: unknown }} the class of its objects; without a name where there is none, or nothing shows it
 */
function classOf(prototype) {
	for (let at = prototype; at && !types.isProxy(at); at = nextPrototype(at)) {
		const made = ownOf(at, 'constructor')?.value;
		if (typeof made !== 'function' || types.isProxy(made)) continue;
		const name = ownOf(made, 'name')?.value;
		return { name: typeof name === 'string' ? name : '', made };
	}
	return { name: prototype === null ? 'null' : '', made: undefined };
}
