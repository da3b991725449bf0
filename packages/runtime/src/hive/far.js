/** References to what is in a vat, as the program holds them. */
/** @import { VatThread } from './vat-thread.js' */
import { referenceNotAssignable } from '../errors/codes.js';

/**
 * What a value in a vat is to code outside: it can be waited for, called, and asked for its properties, at once or once it is there.
 *
 * @template T
 * @typedef {0 extends 1 & T ? any : PromiseLike<Settled<T>> & { catch: Promise<Settled<T>>['catch'], finally: Promise<Settled<T>>['finally'] } & Members<T>} Far
 */

/**
 * Calls and properties of it, each of which is in the vat, too.
 *
 * @template T
 * @typedef {(T extends (...args: infer A) => infer R ? (...args: A) => Far<Awaited<R>> : unknown) &
 *   (T extends object ? { readonly [K in Exclude<keyof T, 'then' | 'catch' | 'finally'>]: Far<T[K]> } : unknown)} Members
 */

/**
 * What comes of waiting: a copy of data, or, of what cannot be copied, what is left to do with it.
 *
 * @template T
 * @typedef {T extends (...args: any[]) => any ? Members<T> : T} Settled
 */

/**
 * What a reference is about.
 *
 * @typedef {object} FarPlace
 * @property {VatThread} vat
 * @property {import('./vat-thread.js').Handle} handle of the value in the vat
 * @property {string[]} path from it; the last is the property that the reference is of
 * @property {(() => Promise<any>) | undefined} wait undefined for what has been waited for
 */

/** The places of references, by reference; per thread. @type {WeakMap<object, FarPlace>} */
const places = new WeakMap();

/**
 * @param {unknown} value
 * @returns {FarPlace | undefined} undefined for what is no reference
 */
export const placeOf = (value) => (typeof value === 'function' ? places.get(value) : undefined);

/**
 * @param {FarPlace} place
 * @returns {any} a reference
 */
export function createFar(place) {
	const { vat, handle, path } = place;
	// A function, so that the reference can be called; shown by `console.log`.
	const reference = () => undefined;
	const far = new Proxy(reference, {
		apply: (_target, _receiver, args) => vat.apply({ handle, path }, args),
		get: (_target, key) => (typeof key === 'symbol' ? undefined : getFrom(place, key)),
		has: (_target, key) => typeof key !== 'symbol',
		set: (_target, key) => refuse(key),
		defineProperty: (_target, key) => refuse(key),
		deleteProperty: (_target, key) => refuse(key),
	});
	places.set(far, place);
	return far;
}

/**
 * @param {FarPlace} place
 * @param {string} key
 * @returns {unknown}
 */
function getFrom({ vat, handle, path, wait }, key) {
	if (key === 'then' || key === 'catch' || key === 'finally') {
		if (!wait) return undefined;
		return (/** @type {any[]} */ ...listeners) => {
			const promise = wait();
			return Reflect.apply(promise[key], promise, listeners);
		};
	}
	const longer = [...path, key];
	/** @type {Promise<any> | undefined} */
	let asked;
	const ask = () => (asked ??= vat.get({ handle, path: longer }));
	return createFar({ vat, handle, path: longer, wait: ask });
}

/** @param {string | symbol} key @returns {never} */
function refuse(key) {
	throw referenceNotAssignable({ key: String(key) });
}
