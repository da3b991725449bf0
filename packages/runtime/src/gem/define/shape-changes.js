/** @import { RawSide, View } from './view.js' */
import { gemAccess } from '../../errors/codes.js';
import { answerWith } from './sides.js';

/**
 * Threads: any. Blocks: never.
 *
 * @param {string} what `a symbol as key`
 * @param {string} key
 * @returns {Error} LP8101 for something that no part of a GEM can have
 */
export const refuseShape = (what, key) =>
	gemAccess({
		access: 'defining',
		key,
		reason: `a GEM holds plain data, which has no ${what.replace(/^an? /, '')}`,
		fix: 'keep what is no plain data outside of the GEM',
	});

/**
 * Threads: any. Blocks: never.
 *
 * @returns {never}
 * @throws {Error} LP8101
 */
export function refusePrototype() {
	throw refuseShape('a prototype of its own', '[[Prototype]]');
}

/**
 * What no access of a key changes: of what users hold and of what policies hold alike.
 *
 * Threads: any. Blocks: never.
 *
 * @type {ProxyHandler<any> & ThisType<View | RawSide>}
 */
export const shapeTraps = {
	getPrototypeOf() {
		return this.view.prototype;
	},
	setPrototypeOf: refusePrototype,
	isExtensible() {
		return answerWith(this);
	},
	preventExtensions() {
		throw refuseShape('a frozen state', '[[Extensible]]');
	},
};

/**
 * Threads: any. Blocks: never.
 *
 * @param {string | symbol} key
 * @returns {string}
 * @throws {Error} LP8101 for a symbol
 */
export function nameOf(key) {
	if (typeof key === 'string') return key;
	throw refuseShape('a symbol as key', String(key));
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {string | symbol} key
 * @param {PropertyDescriptor} descriptor that it is to have
 * @returns {unknown} the value
 * @throws {Error} LP8101 for what no property of a GEM can be
 */
export function definedValue(key, descriptor) {
	const { writable, enumerable, configurable } = descriptor;
	const isUsual = writable !== false && enumerable !== false && configurable !== false;
	if (isUsual && 'value' in descriptor) return descriptor.value;
	throw refuseShape('a property that is not a plain value', String(key));
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {View} view
 * @param {string} key that it has
 * @param {unknown} value
 * @returns {PropertyDescriptor} as of a plain object or array
 */
export function descriptorOf({ isArray }, key, value) {
	const isLength = isArray && key === 'length';
	return { value, writable: true, enumerable: !isLength, configurable: !isLength };
}
