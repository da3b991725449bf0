import { types } from 'node:util';

/**
 * A part of a document, behind a proxy.
 *
 * @typedef {object} Part
 * @property {(value: object) => boolean} isBehind whether the value is a proxy of this part
 * @property {() => object} copy plain, with the numbers and holes that the document has
 */

/**
 * The part that was asked for its `toJSON` last. JSON would see an empty object in place of a typed array behind a proxy, and lose NaN,
 * -0 and holes, which documents keep. Each object that is copied is asked for its `toJSON` in any case.
 *
 * @type {{ isOpen: boolean, part: Part | null }}
 */
const question = { isOpen: false, part: null };

/** Plain copies of parts, on their way into a document. @type {WeakSet<object>} */
const copies = new WeakSet();

/**
 * Threads: any. Blocks: never.
 *
 * @returns {boolean} whether a part that is asked for its `toJSON` is copied, and has to give itself to {@link answer}
 */
export const isAsking = () => question.isOpen;

/**
 * Threads: any. Blocks: never.
 *
 * @param {Part} part which has been asked for its `toJSON`
 */
export function answer(part) {
	question.part = part;
}

/**
 * Threads: any. Blocks: never.
 *
 * @template {object} T
 * @param {T} copy of a part of a document
 * @returns {T} the same; what is set to it is copied exactly, as the document had it
 */
export function exactly(copy) {
	copies.add(copy);
	return copy;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {object} data as `toData` gives it
 * @returns {boolean} whether it has to be copied exactly, and not as JSON has it
 */
export const isExact = (data) => copies.has(data);

/**
 * What JSON sees in place of an object; of a part of a document, an exact copy.
 *
 * @param {object} value
 * @param {string | number} key where it is
 * @returns {unknown} maybe what its `toJSON` gives, a primitive in place of its object
 *
 * Threads: any. Blocks: never.
 */
export function toData(value, key) {
	question.isOpen = true;
	question.part = null;
	const { toJSON } = /** @type {{ toJSON?: unknown }} */ (value);
	question.isOpen = false;
	if (question.part !== null) {
		/** @type {Part} */
		const part = question.part;
		question.part = null;
		// Getters may have asked other parts, and proxies of users hand the question on.
		if (part.isBehind(value)) return exactly(part.copy());
	}
	const isAsked = typeof toJSON === 'function' && !ArrayBuffer.isView(value);
	const data = isAsked ? toJSON.call(value, String(key)) : value;
	if (typeof data !== 'object' || data === null)
		return typeof data === 'function' ? undefined : data;
	if (Object.getPrototypeOf(data) === Object.prototype || Array.isArray(data)) return data;
	if (!types.isBoxedPrimitive(data)) return data;
	if (types.isNumberObject(data)) return Number(data);
	if (types.isStringObject(data)) return String(data);
	return data.valueOf(); // a boolean; a bigint or a symbol is refused
}
