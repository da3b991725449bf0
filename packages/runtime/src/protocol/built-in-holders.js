// The objects of the platform whose properties a module may use; both sides.
/** @import { Holder, Mentions } from './built-ins.js' */
import { types } from 'node:util';
import {
	Map,
	Object,
	OwnSet,
	push,
	Reflect,
	RegExp,
	Set,
	WeakMap,
	WeakSet,
} from '../primordials.js';
import { isPrinting, isReadable, ModuleHolders, withNames } from './built-in-modules.js';
import { ownOf } from './content-readers.js';

// The array iterator, which `for … of` and patterns of arrays call, is one of the built-ins that may have been replaced: none of this calls it.
const { getPrototypeOf } = Object;

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
	{ path: 'SharedArrayBuffer.prototype', object: SharedArrayBuffer.prototype },
	{ path: 'DataView.prototype', object: DataView.prototype },
	{ path: '%TypedArray%.prototype', object: getPrototypeOf(Uint8Array.prototype) },
	{ path: 'Int8Array.prototype', object: Int8Array.prototype },
	{ path: 'Uint8Array.prototype', object: Uint8Array.prototype },
	{ path: 'Uint8ClampedArray.prototype', object: Uint8ClampedArray.prototype },
	{ path: 'Int16Array.prototype', object: Int16Array.prototype },
	{ path: 'Uint16Array.prototype', object: Uint16Array.prototype },
	{ path: 'Int32Array.prototype', object: Int32Array.prototype },
	{ path: 'Uint32Array.prototype', object: Uint32Array.prototype },
	{ path: 'Float32Array.prototype', object: Float32Array.prototype },
	{ path: 'Float64Array.prototype', object: Float64Array.prototype },
	{ path: 'BigInt64Array.prototype', object: BigInt64Array.prototype },
	{ path: 'BigUint64Array.prototype', object: BigUint64Array.prototype },
	{ path: 'Buffer.prototype', object: Buffer.prototype },
	{ path: '%Iterator%.prototype', object: getPrototypeOf(getPrototypeOf([].values())) },
	{ path: '%ArrayIterator%.prototype', object: getPrototypeOf([].values()) },
	{ path: '%Generator%.prototype', object: getPrototypeOf(function* () {}).prototype },
	{ path: '%AsyncGenerator%.prototype', object: getPrototypeOf(async function* () {}).prototype },
	{ path: 'AsyncFunction.prototype', object: getPrototypeOf(async () => {}) },
	{ path: 'GeneratorFunction.prototype', object: getPrototypeOf(function* () {}) },
	{ path: 'AsyncGeneratorFunction.prototype', object: getPrototypeOf(async function* () {}) },
	{
		path: '%AsyncIterator%.prototype',
		object: getPrototypeOf(getPrototypeOf(async function* () {}.prototype)),
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
	...['AbortSignal', 'Buffer', 'console', 'process', 'performance', 'DOMException', 'Crypto'],
	// Node loads these when they are used.
	...['Headers', 'Request', 'Response', 'FormData', 'Blob', 'File', 'MessageChannel', 'CryptoKey'],
	...['MessagePort', 'BroadcastChannel', 'ReadableStream', 'WritableStream', 'TransformStream'],
	...['CompressionStream', 'DecompressionStream', 'SubtleCrypto', 'WebSocket', 'MessageEvent'],
];

/** Node defines these as accessors. @type {Record<string, unknown>} */
const BEHIND_ACCESSORS = { process, Buffer, performance };

/** `Symbol.for('nodejs.util.inspect.custom')` is used by printing, with no mention. */
const INSPECTED = ['custom'];

/** @type {Set<string>} */
const SYMBOLS_ALONE = new OwnSet();

/** @param {Mentions} mentions @returns {Holder[]} */
export function holdersOf({ words, members: named, modules }) {
	const members = isPrinting(words) ? withNames(named, INSPECTED) : named;
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
	const ofModules = new ModuleHolders(holders, words, members);
	for (const name of modules) ofModules.addModule(name);
	if (words.has('process')) ofModules.addProcess();
	if (isPrinting(words)) ofModules.addInspect();
	return holders;

	/** @param {string} name @param {object} made a constructor */
	function addPrototype(name, made) {
		const prototype = ownOf(made, 'prototype')?.value;
		if (isReadable(prototype) && !prototypes.has(prototype))
			push(holders, { path: `${name}.prototype`, object: prototype, names: members });
	}
}
