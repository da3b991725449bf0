// Naming what could not be cloned; both sides. Only runs once a clone has failed.
import { types } from 'node:util';
import { isError } from '../errors/record.js';
import { isArray, Object, Reflect, structuredClone, OwnSet } from '../primordials.js';
import { describeKey, describeProperty } from './places.js';

/**
 * Find the place in a value that structured clone refuses.
 *
 * @param {Record<string, unknown>} root its keys start the path: `{ args, captures }` or `{ result }`
 * @returns {string | undefined} `args[0].rows[3].cb`; undefined when every part can be cloned by itself, or when it is
 *   nested too deeply to be searched
 */
export function findUncloneable(root) {
	/** @type {Set<object>} */
	const seen = new OwnSet();
	try {
		for (const [name, value] of Object.entries(root)) {
			const path = search(value, name, seen);
			if (path !== undefined) return path;
		}
	} catch (error) {
		if (!isStackOverflow(error)) throw error;
	}
	return undefined;
}

/**
 * @param {unknown} error
 * @returns {boolean} whether a value was nested too deeply to be cloned
 */
export function isStackOverflow(error) {
	return (
		isError(error) && error.name === 'RangeError' && /call stack size exceeded/i.test(error.message)
	);
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {Set<object>} seen
 * @returns {string | undefined}
 */
function search(value, path, seen) {
	if (typeof value === 'function' || typeof value === 'symbol') return path;
	if (typeof value !== 'object' || value === null || seen.has(value)) return undefined;
	seen.add(value);
	try {
		for (const [step, child] of children(value)) {
			const found = search(child, path + step, seen);
			if (found !== undefined) return found;
		}
	} catch (error) {
		if (isStackOverflow(error)) throw error;
		return path; // what cannot be read, as a GEM that was released, or a proxy that throws
	}
	return isCloneable(value) ? undefined : path;
}

/**
 * @param {object} value
 * @returns {Iterable<[string, unknown]>} what structured clone would go on to, with its place
 */
function* children(value) {
	if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value) || types.isPromise(value)) return;
	if (types.isMap(value)) {
		for (const [key, child] of value) {
			yield [`.keys()`, key];
			yield [`.get(${describeKey(key)})`, child];
		}
	} else if (types.isSet(value)) {
		let index = 0;
		for (const child of value) yield [`.values()[${index++}]`, child];
	} else if (isBeside(value)) {
		const beside = /** @type {any} */ (value);
		yield ['', beside.content];
		for (const [, key, , hidden] of beside.hidden) yield [describeProperty({}, key), hidden];
	} else {
		for (const key of Object.keys(value))
			yield [describeProperty(value, key), Reflect.get(value, key)];
	}
}

/** @param {any} value @returns {boolean} what stands for an object with properties that a clone leaves out */
const isBeside = ({ content, hidden }) => Object(content) === content && isArray(hidden);

/**
 * @param {object} value whose content has been found cloneable
 * @returns {boolean}
 */
function isCloneable(value) {
	try {
		structuredClone(value);
		return true;
	} catch {
		return false; // that it fails is the answer
	}
}
