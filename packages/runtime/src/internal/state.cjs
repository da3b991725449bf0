'use strict';
// What emitted modules import whose state units of other files read; host and workers load the same.
/** What a file shows: `readers` of its variables, and names of variables that closures in them read, and what reads objects for which weak collections are asked. @typedef {{ readers: Record<string, () => unknown>, closedOver: readonly string[], known: readonly (() => unknown)[] }} State */
/** @typedef {Map<string, State>} Shown by the name of the file */

const KEY = Symbol.for('@lapidary/runtime.shown');

/**
 * Show what variables of a module hold, for comparisons of this thread with others.
 *
 * @param {string} file its name in the build
 * @param {Record<string, () => unknown>} readers by the names of the variables
 * @param {readonly string[]} [closedOver] names of variables that closures in their values read
 * @param {readonly (() => unknown)[]} [known] what reads objects of the file for which weak collections are asked
 */
function show(file, readers, closedOver = [], known = []) {
	const holder = /** @type {{ [key: symbol]: Shown | undefined }} */ (globalThis);
	(holder[KEY] ??= new Map()).set(file, { readers, closedOver, known });
}

const PRIVATE = Symbol.for('@lapidary/runtime.private');

/** What classes call that show their private members; the same as in protocol/private-readers.js, of which this module may be the first. */
if (!(/** @type {any} */ (globalThis)[PRIVATE])) {
	/** @type {WeakMap<object, Function>} */
	const known = new WeakMap();
	const { get, set } = WeakMap.prototype;
	const { apply } = Reflect;
	const value = (/** @type {Function} */ made, /** @type {Function} */ read) => {
		apply(set, known, [made, read]);
		apply(set, known, [made.prototype, read]);
	};
	value.of = (/** @type {object} */ one) => apply(get, known, [one]);
	Object.defineProperty(globalThis, PRIVATE, { value });
}

module.exports = { show };
