// What a thread has of the platform, as far as a module mentions it: globals, constructors, prototypes, namespaces; both sides.
import { types } from 'node:util';
import {
	Object,
	OwnSet,
	push,
	Reflect,
	some,
	Map,
	RegExp,
	Set,
	WeakMap,
	WeakSet,
} from '../primordials.js';
import { ownOf } from './content-readers.js';
import { printProperty } from './built-in-print.js';

/**
 * The names in the text of a module, by which what it may use is told from what it cannot.
 *
 * @typedef {object} Mentions
 * @property {Set<string>} words all of them
 * @property {Set<string>} members those that stand where a name of a property does
 * @property {Set<string>} globals those that are read where an undeclared variable is no error
 *
 * @typedef {object} SentBuiltIns what the host has, as it crosses
 * @property {string} words separated by spaces, as the others are
 * @property {string} members
 * @property {string} globals
 * @property {string} record
 *
 * @typedef {{ path: string, object: object, names: Set<string> }} Holder `path`: empty for the global object
 * @typedef {{ holder: Holder, key: string | symbol, value: unknown }} Slot
 */

// The array iterator, which `for … of` and patterns of arrays call, is one of the built-ins that may have been replaced: none of this calls it.
const { getPrototypeOf } = Object;
const keyOfSymbol = globalThis.Symbol.keyFor;

/** Their methods are used by the names alone, with no mention of the constructor. */
const PROTOTYPES = [
	{ path: 'Object.prototype', object: globalThis.Object.prototype },
	{ path: 'Function.prototype', object: Function.prototype },
	{ path: 'Array.prototype', object: Array.prototype },
	{ path: 'String.prototype', object: String.prototype },
	{ path: 'Number.prototype', object: Number.prototype },
	{ path: 'Boolean.prototype', object: Boolean.prototype },
	{ path: 'BigInt.prototype', object: BigInt.prototype },
	{ path: 'Symbol.prototype', object: Symbol.prototype },
	{ path: 'Date.prototype', object: Date.prototype },
	{ path: 'RegExp.prototype', object: RegExp.prototype },
	{ path: 'Promise.prototype', object: Promise.prototype },
	{ path: 'Map.prototype', object: Map.prototype },
	{ path: 'Set.prototype', object: Set.prototype },
	{ path: 'WeakMap.prototype', object: WeakMap.prototype },
	{ path: 'WeakSet.prototype', object: WeakSet.prototype },
	{ path: 'Error.prototype', object: Error.prototype },
	{ path: 'TypeError.prototype', object: TypeError.prototype },
	{ path: 'RangeError.prototype', object: RangeError.prototype },
	{ path: 'SyntaxError.prototype', object: SyntaxError.prototype },
	{ path: 'ReferenceError.prototype', object: ReferenceError.prototype },
	{ path: 'EvalError.prototype', object: EvalError.prototype },
	{ path: 'URIError.prototype', object: URIError.prototype },
	{ path: 'AggregateError.prototype', object: AggregateError.prototype },
	{ path: 'ArrayBuffer.prototype', object: ArrayBuffer.prototype },
	{ path: '%TypedArray%.prototype', object: getPrototypeOf(Uint8Array.prototype) },
	{ path: 'Uint8Array.prototype', object: Uint8Array.prototype },
	{ path: '%Iterator%.prototype', object: getPrototypeOf(getPrototypeOf([].values())) },
	{ path: '%ArrayIterator%.prototype', object: getPrototypeOf([].values()) },
	{ path: '%Generator%.prototype', object: getPrototypeOf(function* () {}).prototype },
	{ path: '%AsyncGenerator%.prototype', object: getPrototypeOf(async function* () {}).prototype },
	{ path: 'AsyncFunction.prototype', object: getPrototypeOf(async () => {}) },
	{ path: 'GeneratorFunction.prototype', object: getPrototypeOf(function* () {}) },
	{ path: 'AsyncGeneratorFunction.prototype', object: getPrototypeOf(async function* () {}) },
	{
		path: '%AsyncIterator%.prototype',
		object: getPrototypeOf(getPrototypeOf(getPrototypeOf(async function* () {}).prototype)),
	},
	{ path: '%MapIterator%.prototype', object: getPrototypeOf(new Map().values()) },
	{ path: '%SetIterator%.prototype', object: getPrototypeOf(new Set().values()) },
	{ path: '%StringIterator%.prototype', object: getPrototypeOf(''[Symbol.iterator]()) },
	{ path: '%RegExpStringIterator%.prototype', object: getPrototypeOf(''.matchAll(/a/g)) },
];

/** Methods of what is written as a literal ask these which class their results have. */
const SPECIES = [
	{ path: 'Array', object: Array },
	{ path: 'Promise', object: Promise },
	{ path: 'RegExp', object: RegExp },
	{ path: 'ArrayBuffer', object: ArrayBuffer },
	{ path: '%TypedArray%', object: getPrototypeOf(Uint8Array) },
];

/** Namespaces whose constructors have no other name. */
const NAMESPACES = new OwnSet(['Intl', 'WebAssembly']);

/** Constructors and namespaces that a module can only reach by their names. */
const NAMED = [
	...['Object', 'Function', 'Array', 'String', 'Number', 'Boolean', 'BigInt', 'Symbol', 'Date'],
	...['RegExp', 'Promise', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Error', 'TypeError'],
	...['RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError'],
	...['ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Int16Array'],
	...['Uint8ClampedArray', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array'],
	...['Float64Array', 'BigInt64Array', 'BigUint64Array', 'Iterator', 'Proxy', 'Intl', 'Math'],
	...['JSON', 'Reflect', 'Atomics', 'WebAssembly', 'FinalizationRegistry', 'URL', 'Event'],
	...['URLSearchParams', 'TextEncoder', 'TextDecoder', 'EventTarget', 'AbortController'],
	...['AbortSignal', 'Buffer', 'console', 'process', 'performance'],
];

/** Node defines these as accessors. @type {Record<string, unknown>} */
const BEHIND_ACCESSORS = { process, Buffer, performance };

/** What the language itself reads of prototypes, with no mention. */
const IMPLICIT = new OwnSet([
	...['toString', 'valueOf', 'toJSON', 'toISOString', 'join', 'next', 'return', 'throw', 'then'],
	...['add', 'set', 'exec', 'source', 'flags', 'hasIndices', 'global', 'ignoreCase', 'multiline'],
	...['dotAll', 'unicode', 'unicodeSets', 'sticky'],
]);

const NOT_COMPARED = new OwnSet([
	'constructor',
	'prototype',
	'name',
	'length',
	'globalThis',
	'global',
]);

/** Members of `process` which Node itself makes differ between the main thread and others. */
const OF_THREAD = new OwnSet([
	...['stdin', 'stdout', 'stderr', 'abort', 'chdir', 'cwd', 'umask', 'initgroups', 'setgroups'],
	...['setegid', 'seteuid', 'setgid', 'setuid', 'argv', 'execArgv', 'env', 'title'],
	...['binding', 'dlopen', 'mainModule', 'channel', 'connected', 'disconnect', 'send'],
	// What these do ends or tells a thread, and tools (Jest, hooks of exits) replace them.
	...['exit', 'reallyExit', 'emit', 'emitWarning', 'kill'],
]);

/** The built-ins of this thread that a module may use, as they were at one moment. */
export class BuiltIns {
	/** @type {Slot[]} */
	#slots = [];
	#holders;
	/** how many properties each had @type {number[]} */
	#sizes = [];

	/** @param {Mentions} mentions */
	constructor(mentions) {
		this.#holders = holdersOf(mentions);
		for (let at = 0; at < this.#holders.length; at++) this.#add(this.#holders[at]);
	}

	/** @param {Holder} holder */
	#add(holder) {
		const keys = Reflect.ownKeys(holder.object);
		push(this.#sizes, keys.length);
		for (let at = 0; at < keys.length; at++) {
			const key = keys[at];
			if (isCompared(holder, key))
				push(this.#slots, { holder, key, value: valueOf(holder.object, key) });
		}
	}

	/** @returns {boolean} whether all of it is as it was */
	isCurrent() {
		for (let at = 0; at < this.#holders.length; at++)
			if (Reflect.ownKeys(this.#holders[at].object).length !== this.#sizes[at]) return false;
		for (let at = 0; at < this.#slots.length; at++) {
			const { holder, key, value } = this.#slots[at];
			if (!Object.is(valueOf(holder.object, key), value)) return false;
		}
		return true;
	}

	/** @returns {string} a line for each property: its path and what it is */
	describe() {
		let text = '';
		for (let at = 0; at < this.#slots.length; at++) {
			const { holder, key } = this.#slots[at];
			const own = isExitCode(holder.object, key)
				? { value: process.exitCode }
				: ownOf(holder.object, key);
			if (own) text += `${pathOf(holder, key)}\t${printProperty(own)}\n`;
		}
		return text;
	}
}

/** @type {Set<string>} */
const SYMBOLS_ALONE = new OwnSet();

/** @param {Mentions} mentions @returns {Holder[]} */
function holdersOf({ words, members }) {
	/** @type {Holder[]} */
	const holders = [{ path: '', object: globalThis, names: words }];
	const prototypes = new OwnSet();
	for (let at = 0; at < PROTOTYPES.length; at++) {
		const { path, object } = PROTOTYPES[at];
		prototypes.add(object);
		push(holders, { path, object, names: members });
	}
	for (let at = 0; at < SPECIES.length; at++) {
		const { path, object } = SPECIES[at];
		if (!words.has(path)) push(holders, { path, object, names: SYMBOLS_ALONE });
	}
	for (let at = 0; at < NAMED.length; at++) {
		const name = NAMED[at];
		if (!words.has(name)) continue;
		const value = ownOf(globalThis, name)?.value ?? BEHIND_ACCESSORS[name];
		if (!isReadable(value)) continue;
		push(holders, { path: name, object: value, names: words });
		if (NAMESPACES.has(name)) {
			const keys = Reflect.ownKeys(value);
			for (let key = 0; key < keys.length; key++) {
				const part = keys[key];
				if (typeof part !== 'string' || !words.has(part)) continue;
				const made = ownOf(value, part)?.value;
				if (typeof made !== 'function' || types.isProxy(made)) continue;
				push(holders, { path: `${name}.${part}`, object: made, names: words });
				addPrototype(`${name}.${part}`, made);
			}
		} else if (typeof value === 'function') addPrototype(name, value);
	}
	return holders;

	/** @param {string} name @param {object} made a constructor */
	function addPrototype(name, made) {
		const prototype = ownOf(made, 'prototype')?.value;
		if (isReadable(prototype) && !prototypes.has(prototype))
			push(holders, { path: `${name}.prototype`, object: prototype, names: members });
	}
}

/** @param {any} value @returns {value is object} whether it has descriptors that can be read without running code of the program */
const isReadable = (value) =>
	((typeof value === 'object' && value !== null) || typeof value === 'function') &&
	!types.isProxy(value);

/** @param {Holder} holder @param {string | symbol} key @returns {boolean} */
function isCompared({ path, object, names }, key) {
	if (typeof key === 'symbol')
		return path === '' ? isMentionedKey(key, names) : isMentionedSymbol(key, names);
	if (isOfErrors(key) && path.endsWith('Error.prototype')) return true;
	if (object === ANY_OBJECT || (object === ANY_ARRAY && names.has(LISTS_KEYS)))
		if (ownOf(object, key)?.enumerable) return true;
	if (NOT_COMPARED.has(key) || (object === process && OF_THREAD.has(key))) return false;
	if (names.has(key)) return true;
	return IMPLICIT.has(key) && path.endsWith('.prototype') && object !== Function.prototype;
}

const ANY_OBJECT = globalThis.Object.prototype;
const ANY_ARRAY = Array.prototype;
/** `for (const key in rows)` */
const LISTS_KEYS = 'in';

/** Whoever writes an error down reads these of its prototype. @param {string} key @returns {boolean} */
const isOfErrors = (key) => key === 'name' || key === 'message';

/** @param {symbol} symbol a key of the global object @param {Set<string>} names @returns {boolean} whether the text has all words of its name, `Symbol.for('app.config')` */
function isMentionedKey(symbol, names) {
	const words = keyOfSymbol(symbol)?.match(/[\w$]+/g) ?? [];
	return words.length > 0 && words[0] !== 'lapidary' && !some(words, (one) => !names.has(one));
}

/** @param {symbol} symbol @param {Set<string>} names @returns {boolean} those of the language are used with no mention */
function isMentionedSymbol(symbol, names) {
	const { description = '' } = symbol;
	if (description.startsWith('Symbol.')) return true;
	return names.has(/[\w$]*$/.exec(description)?.[0] ?? '');
}

/** What the host has set is behind an accessor of Node's, and each thread has one of its own. @param {object} object @param {string | symbol} key @returns {boolean} */
const isExitCode = (object, key) => object === process && key === 'exitCode';

/** @param {object} object @param {string | symbol} key @returns {unknown} the value, or the function behind it */
function valueOf(object, key) {
	if (isExitCode(object, key)) return process.exitCode;
	const own = ownOf(object, key);
	return own && (own.get ?? own.set ?? own.value);
}

/** @param {Holder} holder @param {string | symbol} key @returns {string} */
function pathOf({ path }, key) {
	if (typeof key === 'symbol')
		return path === ''
			? `globalThis[Symbol.for('${keyOfSymbol(key)}')]`
			: `${path}[${key.description ?? ''}]`;
	return path === '' ? key : `${path}.${key}`;
}
