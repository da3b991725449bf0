// What built-in objects hold, read without running code of the program: by the methods that there were when the runtime was loaded.
import { types } from 'node:util';
import { isView, Object, Reflect, Map, RegExp, Set, WeakMap, WeakSet } from '../primordials.js';

const { bind, call } = globalThis.Function.prototype;

/** @param {Function} method @returns {(receiver: any) => any} */
const reader = (method) => bind.call(call, method);

/** @param {object} prototype @param {string | symbol} key of an accessor */
const getter = (prototype, key) =>
	reader(/** @type {Function} */ (Object.getOwnPropertyDescriptor(prototype, key)?.get));

/** @param {Iterator<unknown>} iterator @returns {(iterator: any) => IteratorResult<any>} */
const nextOf = (iterator) => reader(Object.getPrototypeOf(iterator).next);

export const sizeOfMap = getter(Map.prototype, 'size');
export const sizeOfSet = getter(Set.prototype, 'size');
export const entriesOfMap = reader(Map.prototype.entries);
export const valuesOfSet = reader(Set.prototype.values);
export const nextOfMap = nextOf(new Map().entries());
export const nextOfSet = nextOf(new Set().values());
/** @type {(map: any, key: object) => unknown} */
export const valueInWeakMap = bind.call(call, WeakMap.prototype.get);
/** @type {(map: any, key: object) => boolean} */
export const isInWeakMap = bind.call(call, WeakMap.prototype.has);
/** @type {(set: any, key: object) => boolean} */
export const isInWeakSet = bind.call(call, WeakSet.prototype.has);
/** @type {(symbol: symbol) => string | undefined} */
export const descriptionOf = getter(Symbol.prototype, 'description');

const TYPED_ARRAY = Object.getPrototypeOf(Uint8Array.prototype);
const ofArray = {
	buffer: getter(TYPED_ARRAY, 'buffer'),
	offset: getter(TYPED_ARRAY, 'byteOffset'),
	length: getter(TYPED_ARRAY, 'byteLength'),
};
const ofView = {
	buffer: getter(DataView.prototype, 'buffer'),
	offset: getter(DataView.prototype, 'byteOffset'),
	length: getter(DataView.prototype, 'byteLength'),
};
const lengthOfBuffer = getter(ArrayBuffer.prototype, 'byteLength');
export const lengthOfShared = getter(SharedArrayBuffer.prototype, 'byteLength');

/**
 * @param {object} object an ArrayBuffer, or a view of memory
 * @returns {{ buffer: ArrayBufferLike, offset: number, length: number }}
 */
export function bytesOf(object) {
	if (types.isArrayBuffer(object))
		return { buffer: object, offset: 0, length: lengthOfBuffer(object) };
	if (types.isSharedArrayBuffer(object))
		return { buffer: object, offset: 0, length: lengthOfShared(object) };
	const of = types.isDataView(object) ? ofView : ofArray;
	const buffer = of.buffer(object);
	try {
		return { buffer, offset: of.offset(object), length: of.length(object) };
	} catch {
		return { buffer, offset: 0, length: 0 }; // a DataView of memory that has been moved elsewhere
	}
}

const timeOf = reader(Date.prototype.getTime);
const FLAGS = [
	'global',
	'ignoreCase',
	'multiline',
	'dotAll',
	'unicode',
	'sticky',
	'hasIndices',
	'unicodeSets',
];
const patternOf = getter(RegExp.prototype, 'source');
const flagsOf = FLAGS.filter((flag) => flag in RegExp.prototype).map((flag) =>
	getter(RegExp.prototype, flag),
);

const valueOfNumber = reader(Number.prototype.valueOf);
const valueOfString = reader(String.prototype.valueOf);
const valueOfBoolean = reader(Boolean.prototype.valueOf);
const valueOfBigInt = reader(BigInt.prototype.valueOf);
const valueOfSymbol = reader(Symbol.prototype.valueOf);

/**
 * @param {object} object a date, a regular expression or a boxed primitive
 * @returns {unknown} the primitive that it holds; of a regular expression its text and flags
 */
export function primitiveIn(object) {
	if (types.isDate(object)) return timeOf(object);
	if (types.isRegExp(object)) {
		let text = patternOf(object);
		for (let at = 0; at < flagsOf.length; at++) text += flagsOf[at](object) ? '1' : '0';
		return text;
	}
	if (types.isNumberObject(object)) return valueOfNumber(object);
	if (types.isStringObject(object)) return valueOfString(object);
	if (types.isBooleanObject(object)) return valueOfBoolean(object);
	if (types.isBigIntObject(object)) return valueOfBigInt(object);
	return valueOfSymbol(object);
}

const { AbortController, AbortSignal } = globalThis;
const isAborted = getter(AbortSignal.prototype, 'aborted');
const signalOf = getter(AbortController.prototype, 'signal');

/** @param {object} object no proxy @returns {boolean | undefined} whether it is an aborted signal, or the controller of such a signal; undefined for any other object */
export function abortedOf(object) {
	const prototype = Object.getPrototypeOf(object);
	try {
		if (prototype === AbortSignal.prototype) return isAborted(object);
		return prototype === AbortController.prototype ? isAborted(signalOf(object)) : undefined;
	} catch {
		return undefined; // `Object.create(AbortSignal.prototype)`
	}
}

/**
 * @param {object} object no proxy
 * @param {string | number | symbol} key
 * @returns {PropertyDescriptor | undefined} undefined, too, for an export of a module that has not given it a value yet
 */
export function ownOf(object, key) {
	try {
		return Reflect.getOwnPropertyDescriptor(object, key);
	} catch {
		return undefined;
	}
}

/** @param {object} object @returns {object} what all views of it have in common */
export const memoryOf = (object) => (isView(object) ? bytesOf(object).buffer : object);
