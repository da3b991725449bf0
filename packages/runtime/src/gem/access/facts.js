/** @import { LoggedObject } from './logged-object.js' */
/** @import { ConstantValues } from './constant-values.js' */
import { LiveValues } from './live-values.js';
import { fitsInt, fitsNone } from './numbers.js';
import { NOWHERE } from './walk.js';

// What a site knows of the place that it leads to. A facts object never changes, so that a loop may keep what it has taken out of it; all of
// a site have one hidden class. Where nothing is known the arrays are empty: each access finds `undefined` there and goes the general way.

/** @typedef {Int32Array | Float64Array} Numbers memory of the heap, or a part of it */

/** Nothing; nobody writes to it, since nothing is written where there is `undefined`. @type {any[]} */
export const EMPTY = [];
/** No values. */
const NO_VALUES = new LiveValues();

/** Elements of an array: all that may be accessed now. */
export class ElementsFacts {
	/**
	 * @param {{ v: ArrayLike<unknown>, w: Numbers | any[], o: number, n: number, all: ArrayLike<unknown> | undefined,
	 *   fits?: (value: unknown) => boolean, rest?: import('./by-block.js').ByBlock | null }} known
	 *   `fits`: what `w` takes when it is doubles
	 */
	constructor({ v, w, o, n, all, fits = fitsNone, rest = null }) {
		/** what may be read */
		this.v = v;
		/** what may be written: the same memory, or nothing */
		this.w = w;
		/** index of the first element of both */
		this.o = o;
		/** says of a value whether `w` takes it as it is */
		this.q = w === EMPTY ? fitsNone : w instanceof Int32Array ? fitsInt : fits;
		/** length of the array; -1: not known */
		this.n = n;
		/** `v`, when it is the whole array */
		this.all = all;
		/** what decodes more of `v`, where not all is decoded @type {import('./by-block.js').ByBlock | null} */
		this.rest = rest;
		/** the same with `o` 0, for indexes that are not below `o`, once it was wanted @type {ElementsFacts | null} */
		this.shifted = null;
	}
}

/** Values of one object. */
export class ObjectFacts {
	/** @param {any} x @param {LoggedObject | null} [logged] */
	constructor(x, logged = null) {
		/** reads and writes them (object-class.js); undefined: not known */
		this.x = x;
		/** where `x` asks a log at each write: what has them on it before */
		this.logged = logged;
	}
}

/** Values by key. */
export class KeyedFacts {
	/** @param {ConstantValues | LiveValues} m @param {number} node */
	constructor(m, node) {
		/** those that are remembered */
		this.m = m;
		/** address of the header of what they are of; NOWHERE */
		this.node = node;
	}
}

export const NO_ELEMENTS = new ElementsFacts({ v: EMPTY, w: EMPTY, o: 0, n: -1, all: undefined });
export const NO_OBJECT = new ObjectFacts(undefined);
export const NO_KEYS = new KeyedFacts(NO_VALUES, NOWHERE);
