// The built-ins as they were when the runtime was loaded. A program may put others in their place, for the rest of its run and for its
// own use: an instrumented `Object.keys`, a `Math.max` of a test. What the runtime does for a call must not change with that, and
// must not be counted by it. They have the names that they have everywhere, so that code reads, and is inlined, as usual.
const { defineProperties, freeze, getOwnPropertyDescriptors, setPrototypeOf } = globalThis.Object;

/**
 * @template {object} T
 * @param {object} target
 * @param {T} source
 * @returns {T} the target, with all that the source has
 */
function keep(target, source) {
	return /** @type {T} */ (freeze(defineProperties(target, getOwnPropertyDescriptors(source))));
}

export const Object = keep(globalThis.Object.bind(undefined), globalThis.Object);
export const Reflect = keep({}, globalThis.Reflect);
export const Math = keep({}, globalThis.Math);
export const JSON = keep({}, globalThis.JSON);
export const { isArray } = globalThis.Array;
export const { isView } = globalThis.ArrayBuffer;
export const { captureStackTrace } = globalThis.Error;
export const { for: symbolOfKey, keyFor: keyOfSymbol } = globalThis.Symbol;
/** The classes make what a program gets to see: plain ones, as `structuredClone` does. */
export const {
	structuredClone,
	Map,
	Number,
	Promise,
	RegExp,
	Set,
	String,
	WeakMap,
	WeakRef,
	WeakSet,
} = globalThis;

/**
 * @template {Function} T
 * @param {T} derived a class that adds nothing to the one that it extends
 * @param {Function} base
 * @returns {T} the same, whose instances have the methods of today
 */
function keepMethods(derived, base) {
	const { constructor: _, ...methods } = getOwnPropertyDescriptors(base.prototype);
	defineProperties(derived.prototype, methods);
	setPrototypeOf(derived.prototype, null);
	freeze(derived.prototype);
	return derived;
}

// With constructors of their own: one that JavaScript adds, `super(...args)`, goes through its arguments by `Array.prototype[Symbol.iterator]`.
/** For what the runtime keeps for itself; never for what a program gets to see. */
export const OwnMap = keepMethods(
	class extends globalThis.Map {
		/** @param {Iterable<readonly [any, any]> | null} [entries] */
		constructor(entries) {
			super(entries);
		}
	},
	globalThis.Map,
);
export const OwnSet = keepMethods(
	class extends globalThis.Set {
		/** @param {Iterable<any> | null} [members] */
		constructor(members) {
			super(members);
		}
	},
	globalThis.Set,
);

const { call } = globalThis.Function.prototype;
const LIST = globalThis.Array.prototype;

/** @param {Function} method @returns {any} a function that takes what the method is called on first */
const asFunction = (method) => globalThis.Function.prototype.bind.call(call, method);

/** @type {<T, R>(list: readonly T[], f: (each: T, index: number) => R) => R[]} */
export const map = asFunction(LIST.map);
/** @type {<T>(list: readonly T[], f: (each: T, index: number) => boolean) => T[]} */
export const filter = asFunction(LIST.filter);
/** @type {<T>(list: readonly T[], f: (each: T, index: number) => boolean) => boolean} */
export const some = asFunction(LIST.some);
/** @type {<T>(list: readonly T[], f: (each: T) => boolean) => number} */
export const findLastIndex = asFunction(LIST.findLastIndex);
/** @type {<T>(list: readonly T[], value: T) => number} */
export const indexOf = asFunction(LIST.indexOf);
/** @type {<T>(list: { [index: number]: T, length: number }, from?: number, to?: number) => T[]} */
export const slice = asFunction(LIST.slice);
/** @type {<T>(list: T[], at: number, count?: number, ...added: T[]) => T[]} */
export const splice = asFunction(LIST.splice);
/** @type {<T>(list: T[], ...values: T[]) => number} */
export const push = asFunction(LIST.push);
/** @type {<T>(list: T[]) => T | undefined} */
export const pop = asFunction(LIST.pop);
/** @type {(list: readonly unknown[], between: string) => string} */
export const join = asFunction(LIST.join);
/** @type {(fn: Function) => string} */
export const textOfFunction = asFunction(globalThis.Function.prototype.toString);

/** @type {(value: unknown) => string} `[object Date]` */
export const tagOf = asFunction(globalThis.Object.prototype.toString);
/** @type {(prototype: object, value: unknown) => boolean} */
export const isPrototypeOf = asFunction(globalThis.Object.prototype.isPrototypeOf);

/** @type {(text: string, between: string) => string[]} */
export const splitText = asFunction(globalThis.String.prototype.split);
/** @type {(text: string, part: string) => boolean} */
export const includesText = asFunction(globalThis.String.prototype.includes);
/** @type {(text: string, at: number) => number} */
export const charCodeAt = asFunction(globalThis.String.prototype.charCodeAt);
/** @type {(text: string, from?: number, to?: number) => string} */
export const sliceText = asFunction(globalThis.String.prototype.slice);
/** @type {(pattern: RegExp, text: string) => RegExpExecArray | null} */
export const execPattern = asFunction(globalThis.RegExp.prototype.exec);

/** The methods of a program's own maps and sets. */
const MAP = globalThis.Map.prototype;
const SET = globalThis.Set.prototype;
/** @type {(map: object, visit: (value: unknown, key: unknown) => void) => void} */
export const forEachOfMap = asFunction(MAP.forEach);
/** @type {(map: object, key: unknown, value: unknown) => void} */
export const setInMap = asFunction(MAP.set);
/** @type {(map: object) => void} */
export const clearMap = asFunction(MAP.clear);
/** @type {(set: object, visit: (member: unknown) => void) => void} */
export const forEachOfSet = asFunction(SET.forEach);
/** @type {(set: object, member: unknown) => void} */
export const addToSet = asFunction(SET.add);
/** @type {(set: object) => void} */
export const clearSet = asFunction(SET.clear);
