/** @import { View } from './view.js' */
import { toIndex } from '../graph/index.js';
import { enumerate, has, read, readElement, remove, write, writeElement } from './accesses.js';
import { arrayUpdates, typedMethods } from './array-methods.js';

import { values } from './list-iterator.js';
import { answerCopy, plainOf, storedFor } from './snapshot.js';
import {
	definedValue,
	descriptorOf,
	nameOf,
	refusePrototype,
	shapeTraps,
} from './shape-changes.js';

/**
 * What users hold: each access goes to the type's traps. [GEM16 §4.2.3]
 *
 * Threads: any. Blocks: where the type's traps do.
 *
 * @type {ProxyHandler<any> & ThisType<View>}
 */
export const policyTraps = {
	...shapeTraps,

	get(_, key, receiver) {
		const view = this;
		if (typeof key === 'symbol') return inherited(view, key, receiver);
		if (view.isList) {
			const index = toIndex(key);
			if (index >= 0 && !mayBeApi(view)) return readElement(view, index, key);
		}
		if (view.rootKey === null) {
			const api = view.handle.publicApi[key];
			if (api !== undefined) return api;
		}
		if (view.isList) return readOfList(view, key, receiver);
		if (key === 'then') return readThen(view);
		if (key === 'toJSON') answerCopy(view);
		return read(view, key);
	},

	set(_, key, value, receiver) {
		const view = this;
		if (receiver !== view.proxy) return setOn(receiver, key, value);
		const name = nameOf(key);
		if (name === '__proto__' && !isOwnName(view, value)) return true;
		const index = view.isList ? toIndex(name) : -1;
		const stored = typeof value === 'object' ? storedFor(view, name, value) : value;
		if (index >= 0 && !mayBeApi(view)) writeElement(view, index, name, stored);
		else write(view, name, stored);
		return true;
	},

	deleteProperty(_, key) {
		const view = this;
		remove(view, nameOf(key));
		return true;
	},

	has(_, key) {
		const view = this;
		if (typeof key === 'symbol') return key in view.prototype;
		return has(view, key) || key in view.prototype;
	},

	ownKeys() {
		const view = this;
		const keys = enumerate(view);
		return view.isArray ? [...keys, 'length'] : [...keys];
	},

	getOwnPropertyDescriptor(_, key) {
		const view = this;
		if (typeof key === 'symbol' || !has(view, key)) return undefined;
		return descriptorOf(view, key, read(view, key));
	},

	defineProperty(_, key, descriptor) {
		const view = this;
		write(view, nameOf(key), plainOf(definedValue(key, descriptor)));
		return true;
	},
};

/**
 * A plain object takes `o.__proto__ = …` for its prototype, unless it has a property of that name, as from `JSON.parse`.
 *
 * @param {View} view
 * @param {unknown} value
 * @returns {boolean} whether there is such a property; otherwise there is nothing to be set: a primitive is no prototype
 * @throws {Error} LP8101 for a prototype
 */
function isOwnName(view, value) {
	if (has(view, '__proto__')) return true;
	if (typeof value === 'object' || typeof value === 'function') refusePrototype();
	return false;
}

/** @param {View} view @returns {boolean} whether a function of the GEM may have an index for its name */
const mayBeApi = (view) => view.rootKey === null && view.handle.hasIndexedApi;

/** @param {View} view of an array or typed array @param {string} key no index @param {unknown} receiver @returns {unknown} */
function readOfList(view, key, receiver) {
	if (key === 'length') return read(view, key);
	if (key === 'toJSON') answerCopy(view);
	if (view.isArray) {
		if (Object.hasOwn(arrayUpdates, key)) return arrayUpdates[key];
		if (!/^\d+$/.test(key)) return Reflect.get(view.prototype, key, receiver);
	} else {
		if (Object.hasOwn(typedMethods, key)) return typedMethods[key];
		if (key === 'then') return readThen(view);
	}
	return read(view, key);
}

/**
 * Every promise that is resolved with an object asks whether it has a `then`; a GEM goes through promises whoever may read it.
 *
 * @param {View} view
 * @returns {unknown}
 */
function readThen(view) {
	try {
		return read(view, 'then');
	} catch (refusal) {
		if (Reflect.get(/** @type {object} */ (Object(refusal)), 'code') === 'LP8101') return undefined;
		throw refusal;
	}
}

/** @param {View} view @param {symbol} key @param {unknown} receiver @returns {unknown} */
function inherited(view, key, receiver) {
	if (view.isList && key === Symbol.iterator) return values;
	return Reflect.get(view.prototype, key, receiver);
}

/** An object that inherits from a part of a GEM gets properties of its own. @param {any} receiver @param {string | symbol} key @param {unknown} value */
const setOn = (receiver, key, value) =>
	Reflect.defineProperty(receiver, key, {
		value,
		writable: true,
		enumerable: true,
		configurable: true,
	});
