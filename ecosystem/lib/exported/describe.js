import { types } from 'node:util';

/**
 * A value as text: two values have the same one when a program could not tell them apart, but by identity across calls. Classes,
 * `-0`, holes, the order of keys, and which of its objects are the same one are part of it; stacks are not.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
	/** @type {Map<unknown, number>} */
	const seen = new Map();
	/** @param {unknown} one @returns {string} */
	const write = (one) => {
		const isObject = typeof one === 'function' || (typeof one === 'object' && one !== null);
		if (!isObject) return writePrimitive(one);
		const earlier = seen.get(one);
		if (earlier !== undefined) return `<${earlier}>`;
		seen.set(one, seen.size);
		if (typeof one === 'function') return `function ${one.name}${writeProperties(one, write)}`;
		return `${classOf(one)}${writeContents(one, write)}${writeProperties(one, write)}`;
	};
	return write(value);
}

/** @param {unknown} value @returns {string} */
function writePrimitive(value) {
	if (typeof value === 'string') return JSON.stringify(value);
	if (typeof value === 'bigint') return `${value}n`;
	return Object.is(value, -0) ? '-0' : String(value);
}

/** @param {object} value @returns {string} */
function classOf(value) {
	const prototype = Object.getPrototypeOf(value);
	if (prototype === null) return 'null-prototype';
	return prototype === Object.prototype ? '' : String(prototype.constructor?.name);
}

/** @param {any} value @param {(one: unknown) => string} write @returns {string} what is in no property */
function writeContents(value, write) {
	if (types.isDate(value)) return `(${Number(value)})`;
	if (types.isRegExp(value)) return `(${value}, ${value.lastIndex})`;
	if (types.isMap(value))
		return `(${[...value].map(([key, one]) => `${write(key)} => ${write(one)}`).join(', ')})`;
	if (types.isSet(value)) return `(${[...value].map(write).join(', ')})`;
	if (types.isBoxedPrimitive(value)) return `(${write(value.valueOf())})`;
	if (types.isAnyArrayBuffer(value)) return `(${[...new Uint8Array(value)].join()})`;
	if (types.isNativeError(value)) return `(${write(value.message)}, ${write(value.cause)})`;
	if (types.isTypedArray(value)) return `(${[...value].map(writePrimitive).join()})`;
	return Array.isArray(value) ? `(${value.length})` : '';
}

/** @param {any} value @param {(one: unknown) => string} write @returns {string} */
function writeProperties(value, write) {
	if (types.isTypedArray(value) || types.isBoxedPrimitive(value)) return '';
	const keys = Reflect.ownKeys(value).filter((key) =>
		Object.prototype.propertyIsEnumerable.call(value, key),
	);
	if (keys.length === 0) return typeof value === 'function' ? '' : '{}';
	return `{ ${keys.map((key) => `${String(key)}: ${write(value[key])}`).join(', ')} }`;
}
