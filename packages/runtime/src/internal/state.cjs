'use strict';
// What emitted modules import whose state units of other files read; host and workers load the same.
/** @typedef {Map<string, Record<string, () => unknown>>} Shown readers of variables, by the file that has them */

const KEY = Symbol.for('@lapidary/runtime.shown');

/**
 * Show what variables of a module hold, for comparisons of this thread with others.
 *
 * @param {string} file its name in the build
 * @param {Record<string, () => unknown>} readers by the names of the variables
 */
function show(file, readers) {
	const holder = /** @type {{ [key: symbol]: Shown | undefined }} */ (globalThis);
	(holder[KEY] ??= new Map()).set(file, readers);
}

module.exports = { show };
