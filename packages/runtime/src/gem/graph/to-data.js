import { types } from 'node:util';

/**
 * What JSON sees in place of an object.
 *
 * @param {object} value
 * @param {string | number} key where it is
 * @returns {unknown} maybe what its `toJSON` gives, a primitive in place of its object
 *
 * Threads: any. Blocks: never.
 */
export function toData(value, key) {
	const { toJSON } = /** @type {{ toJSON?: unknown }} */ (value);
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
