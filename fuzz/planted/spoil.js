/** @import { Spoil } from '../run/trip.js' */
import { types } from 'node:util';

/**
 * Ways to spoil a call, as it arrives in a thread.
 */

/** Objects lose what their class and their elements do not say. @type {Spoil} */
export function plainer(unit, receiver, args) {
	for (const one of args) strip(one, new Set());
	return Reflect.apply(unit, receiver, args);
}

/** @param {any} value is changed @param {Set<unknown>} seen */
function strip(value, seen) {
	if (typeof value !== 'object' || value === null || seen.has(value)) return;
	seen.add(value);
	if (types.isRegExp(value)) value.lastIndex = 0;
	const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
	if (!isPlain) return;
	for (const key of Object.getOwnPropertySymbols(value)) Reflect.deleteProperty(value, key);
	const named = /** @type {Record<string, any>} */ (value);
	for (const [key, inner] of Object.entries(named)) {
		if (Array.isArray(value) && !/^\d+$/.test(key) && typeof inner === 'object')
			named[key] = { ...inner };
		strip(named[key], seen);
	}
}

/** Errors have the name of their class. @type {Spoil} */
export function unnamed(unit, receiver, args) {
	for (const one of args) if (types.isNativeError(one)) Reflect.deleteProperty(one, 'name');
	return Reflect.apply(unit, receiver, args);
}

/** Plain objects are copies. @type {Spoil} */
export function copied(unit, receiver, args) {
	return Reflect.apply(unit, receiver, args.map(copy));
}

/**
 * A part of the module that a unit returns is a copy.
 *
 * @param {Function} unit
 * @param {unknown} receiver
 * @param {unknown[]} args
 * @returns {unknown}
 */
export function copiedResult(unit, receiver, args) {
	const result = Reflect.apply(unit, receiver, args);
	return types.isPromise(result) ? result.then(copy) : copy(result);
}

/** @param {any} value @returns {any} */
function copy(value) {
	if (Array.isArray(value)) return value.map(copy);
	if (types.isMap(value)) return new Map([...value].map(([key, one]) => [key, copy(one)]));
	if (typeof value !== 'object' || value === null || types.isProxy(value)) return value;
	if (Object.getPrototypeOf(value) !== Object.prototype) return value;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}

/**
 * The thread begins in a later task, and then finds the signal aborted.
 *
 * @param {Function} unit
 * @param {unknown} receiver
 * @param {unknown[]} args
 * @returns {Promise<unknown>}
 */
export async function lateSignal(unit, receiver, args) {
	if (!args.some((one) => one instanceof AbortSignal)) return Reflect.apply(unit, receiver, args);
	await new Promise((resolve) => setTimeout(resolve, 2));
	const late = args.map((one) =>
		one instanceof AbortSignal && one.aborted ? AbortSignal.abort(one.reason) : one,
	);
	return Reflect.apply(unit, receiver, late);
}

/** @param {unknown[]} args @param {(given: Function) => Function} wrap @returns {unknown[]} with other functions in the place of those among them */
const withFunctions = (args, wrap) =>
	args.map((one) => (typeof one === 'function' ? wrap(one) : one));

/** Functions of the host are called on nothing. @type {Spoil} */
export function withoutReceiver(unit, receiver, args) {
	const bare = withFunctions(
		args,
		(given) =>
			(/** @type {unknown[]} */ ...all) =>
				given(...all),
	);
	return Reflect.apply(unit, receiver, bare);
}

/** What a function of the host throws arrives as its message alone. @type {Spoil} */
export function otherErrors(unit, receiver, args) {
	const spoilt = withFunctions(args, (given) => async (/** @type {unknown[]} */ ...all) => {
		try {
			return await given(...all);
		} catch (error) {
			throw new Error(Object(error).message);
		}
	});
	return Reflect.apply(unit, receiver, spoilt);
}

/** @type {Spoil} */
export function copiedReason(unit, receiver, args) {
	const copies = args.map((one) =>
		one instanceof AbortSignal && one.aborted
			? AbortSignal.abort(structuredClone(one.reason))
			: one,
	);
	return Reflect.apply(unit, receiver, copies);
}
