/** @import { Path } from '../../types.js' */
import { types } from 'node:util';
import { isError } from '../../errors/record.js';
import { isArray, Math, Object, Reflect, OwnMap } from '../../primordials.js';
import { describePlace, entriesOf } from '../../protocol/places.js';

/**
 * The first place at which two values differ.
 *
 * @typedef {object} Difference
 * @property {Path} path from an object whose one property is the value
 * @property {unknown} plain
 * @property {unknown} pool
 * @property {string} [what] differs there, when it is not the value itself: the class, the keys, which objects are the
 *   same one
 */

/** @typedef {{ place: string, plain: unknown, pool: unknown }} Found `place`: `result.rows[3].x` */

/** A pair that is still to be compared. @typedef {{ plain: any, pool: any, path: Path }} Pair */

/**
 * Compare two values as a program could: `-0`, holes, classes, order and kind of properties, and which objects are
 * the same one.
 *
 * What a program cannot look into (functions, promises, weak collections) is equal to anything of its kind. Stacks of errors
 * name threads and are not compared. Getters run.
 *
 * @param {unknown} plain
 * @param {unknown} pool
 * @param {string} root name of the value, the first part of the place
 * @returns {Found | undefined} the first difference; undefined when nothing tells the values apart
 */
export function compare(plain, pool, root) {
	const found = firstDifference(plain, pool, root);
	if (!found) return undefined;
	const place = describePlace({ [root]: plain }, found.path);
	const { what } = found;
	return { place: what ? `${place} (${what})` : place, plain: found.plain, pool: found.pool };
}

/**
 * @param {unknown} plain
 * @param {unknown} pool
 * @param {string} root
 * @returns {Difference | undefined}
 */
function firstDifference(plain, pool, root) {
	/** @type {Map<object, object>} */
	const partners = new OwnMap();
	/** @type {Map<object, object>} */
	const reverse = new OwnMap();
	// A worklist: data may be nested more deeply than the stack reaches.
	/** @type {Pair[]} */
	const waiting = [{ plain, pool, path: [root] }];
	for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
		const { plain: left, pool: right, path } = pair;
		if (!isObject(left) || !isObject(right)) {
			if (Object.is(left, right) || isSameKindOfFunction(left, right)) continue;
			return { path, plain: left, pool: right };
		}
		const partner = partners.get(left);
		if (partner === right && reverse.get(right) === left) continue;
		if (partner !== undefined || reverse.has(right))
			return { path, plain: left, pool: right, what: 'which objects are the same one' };
		partners.set(left, right);
		reverse.set(right, left);
		const parts = partsOf(pair);
		if (!isArray(parts)) return parts;
		// In reverse, so that the first place in the value's own order is the one that is found.
		for (let at = parts.length - 1; at >= 0; at--) waiting.push(parts[at]);
	}
	return undefined;
}

/** @param {unknown} value @returns {value is object} */
const isObject = (value) => typeof value === 'object' && value !== null;

/** @param {unknown} left @param {unknown} right @returns {boolean} */
const isSameKindOfFunction = (left, right) =>
	typeof left === 'function' && typeof right === 'function' && left.name === right.name;

/**
 * @param {Pair} pair of two objects
 * @returns {Pair[] | Difference} what is in them, in the order of the first
 */
function partsOf({ plain, pool, path }) {
	const ofClass = { path, plain, pool, what: 'the class' };
	if (Object.getPrototypeOf(plain) !== Object.getPrototypeOf(pool)) return ofClass;
	const elements = elementsOf(plain);
	if (elements) {
		const others = elementsOf(pool);
		if (!others) return ofClass;
		const index = firstDifferent(elements, others);
		if (index >= 0) {
			const what = elements.length === 1 ? 'its value' : `element ${index}`;
			return { path, plain: elements[index], pool: others[index], what };
		}
	}
	const content = contentOf(plain);
	const otherContent = contentOf(pool);
	if (content.length !== otherContent.length)
		return { path, plain, pool, what: 'the number of entries' };
	const parts = content.map((value, index) => ({
		plain: value,
		pool: otherContent[index],
		path: [...path, index],
	}));
	const keys = keysOf(plain);
	const otherKeys = keysOf(pool);
	if (keys.length !== otherKeys.length || keys.some((key, index) => key !== otherKeys[index]))
		return { path, plain: keys.map(String), pool: otherKeys.map(String), what: 'the keys' };
	for (const key of keys) {
		const place = [...path, String(key)];
		const isVisible = propertyIsEnumerable.call(plain, key);
		if (isVisible !== propertyIsEnumerable.call(pool, key))
			return { path: place, plain, pool, what: 'whether it is enumerable' };
		parts.push({ plain: Reflect.get(plain, key), pool: Reflect.get(pool, key), path: place });
	}
	return parts;
}

const { propertyIsEnumerable } = Object.prototype;

/**
 * @param {any} value
 * @returns {ArrayLike<unknown> | undefined} primitive content that is no property, where there is such
 */
function elementsOf(value) {
	if (types.isDate(value)) return [value.getTime()];
	if (types.isRegExp(value)) return [value.source, value.flags];
	if (types.isBoxedPrimitive(value)) return [value.valueOf()];
	if (types.isAnyArrayBuffer(value)) return new Uint8Array(value);
	if (types.isDataView(value))
		return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
	return ArrayBuffer.isView(value)
		? /** @type {ArrayLike<unknown>} */ (/** @type {unknown} */ (value))
		: undefined;
}

/**
 * @param {ArrayLike<unknown>} left
 * @param {ArrayLike<unknown>} right
 * @returns {number} -1 when all are the same
 */
function firstDifferent(left, right) {
	const length = Math.max(left.length, right.length);
	for (let index = 0; index < length; index++) {
		if (!Object.is(left[index], right[index])) return index;
	}
	return -1;
}

/** @param {any} value @returns {unknown[]} keys and values of a map in turn, members of a set */
const contentOf = (value) => entriesOf(value) ?? [];

/** @param {any} value @returns {(string | symbol)[]} own keys, without those that are the content, or differ by nature */
function keysOf(value) {
	if (ArrayBuffer.isView(value)) return [];
	const keys = Reflect.ownKeys(value);
	if (isError(value)) return keys.filter((key) => key !== 'stack').sort(byText);
	// Of strict code, it throws.
	if (types.isArgumentsObject(value)) return keys.filter((key) => key !== 'callee');
	const isPlain = isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
	// Objects of the platform keep their inner state under symbols.
	return isPlain ? keys : keys.filter((key) => typeof key === 'string');
}

/** @param {string | symbol} left @param {string | symbol} right @returns {number} */
const byText = (left, right) => (String(left) < String(right) ? -1 : 1);
