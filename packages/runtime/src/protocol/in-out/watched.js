// Objects that came with a call, and that a unit may give back: as the caller's own, unless it has changed them; the worker's side.
/** @import { OriginsHolder } from '../origins.js' */
import { isArray, Object, push, Reflect, slice } from '../../primordials.js';
import { addChanges, contentOf, isSameList, Unrestorable } from './changes.js';
import { hiddenKeysOf, isSparse } from './parts.js';

/**
 * What an object holds when the unit begins. Most are plain, and need no more than a list of their values.
 *
 * @typedef {{ keys: string[] | undefined, values: unknown[] }} Plain `keys`: of a plain object; undefined for an array, whose elements are the values
 */

/** What stood behind the arguments of a call (search.js). */
export class ReceivedList {
	#origins;
	/** @type {WatchedParts | undefined} */
	#watched;

	/**
	 * @param {[objects: object[], isWatched: boolean]} sent `isWatched`: the unit may change them where no text shows it
	 * @param {OriginsHolder} holder
	 */
	constructor([objects, isWatched], holder) {
		this.#origins = holder.openOrigins();
		this.#origins.adoptParts(objects);
		if (isWatched) this.#watched = new WatchedParts(objects);
	}

	/** The unit hands something out: what it has changed goes back as a copy, with what it has now. */
	compare() {
		if (this.#watched && !this.#watched.areSame()) this.#origins.adoptParts([]);
	}
}

/** Objects, and their content from the moment at which they have arrived. */
export class WatchedParts {
	#parts;
	/** @type {(Plain | import('./changes.js').Content)[]} */
	#contents = [];

	/** @param {readonly object[]} parts */
	constructor(parts) {
		this.#parts = parts;
		for (let at = 0; at < parts.length; at++) push(this.#contents, contentNow(parts[at]));
	}

	/** @returns {boolean} whether all of them still have it */
	areSame() {
		for (let at = 0; at < this.#parts.length; at++)
			if (!isUnchanged(this.#parts[at], this.#contents[at])) return false;
		return true;
	}
}

/** @param {object} part @returns {Plain | import('./changes.js').Content} */
function contentNow(part) {
	const prototype = Object.getPrototypeOf(part);
	if (prototype === Array.prototype && isArray(part) && !isSparse(part))
		return { keys: undefined, values: slice(part) };
	if (prototype !== Object.prototype) return contentOf(part);
	const keys = Object.keys(part);
	return { keys, values: valuesOf(part, keys) };
}

/** @param {object} part @param {readonly string[]} keys @returns {unknown[]} */
function valuesOf(part, keys) {
	/** @type {unknown[]} */
	const values = [];
	for (let at = 0; at < keys.length; at++) push(values, Reflect.get(part, keys[at]));
	return values;
}

/** @param {object} part @param {Plain | import('./changes.js').Content} before @returns {boolean} */
function isUnchanged(part, before) {
	if ('kind' in before) return isSameContent(part, before);
	const prototype = before.keys ? Object.prototype : Array.prototype;
	if (Object.getPrototypeOf(part) !== prototype || hiddenKeysOf(part).length > 0) return false;
	if (!before.keys) return isSameList(/** @type {unknown[]} */ (part), before.values);
	const keys = Object.keys(part);
	return isSameList(keys, before.keys) && isSameList(valuesOf(part, keys), before.values);
}

/** @param {object} part @param {import('./changes.js').Content} before @returns {boolean} */
function isSameContent(part, before) {
	/** @type {unknown[]} */
	const steps = [];
	try {
		addChanges(part, before, 0, steps);
	} catch (refusal) {
		if (!(refusal instanceof Unrestorable)) throw refusal;
		return false;
	}
	return steps.length === 0;
}
