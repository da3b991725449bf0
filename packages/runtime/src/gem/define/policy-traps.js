/** @import { View } from './view.js' */
import { enumerate, has, read, remove, write } from './accesses.js';
import { arrayUpdates, typedMethods } from './array-methods.js';

import { plainOf } from './snapshot.js';
import { descriptorOf, refuseShape, shapeTraps } from './shape-changes.js';
import { answerWith, SIDE } from './sides.js';

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
		if (typeof key === 'symbol') {
			return key === SIDE ? answerWith(view) : inherited(view, key, receiver);
		}
		if (view.rootKey === null) {
			const api = view.handle.publicApi[key];
			if (api) return api;
		}
		if (view.isArray && Object.hasOwn(arrayUpdates, key)) return arrayUpdates[key];
		if (view.isTyped && Object.hasOwn(typedMethods, key)) return typedMethods[key];
		if (view.isArray && !isElement(key)) return Reflect.get(view.prototype, key, receiver);
		return key === 'then' ? readThen(view) : read(view, key);
	},

	set(_, key, value, receiver) {
		const view = this;
		if (receiver !== view.proxy) return setOn(receiver, key, value);
		write(view, nameOf(key), plainOf(value));
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
		const isPlain = 'value' in descriptor && isUsual(descriptor);
		if (!isPlain) throw refuseShape('a property that is not a plain value', String(key));
		write(view, nameOf(key), plainOf(descriptor.value));
		return true;
	},
};

/** @param {string} key of an array @returns {boolean} whether the array may have it itself */
const isElement = (key) => key === 'length' || /^\d+$/.test(key);

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
	if (view.isTyped && key === Symbol.iterator) return Array.prototype[Symbol.iterator];
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

/** @param {string | symbol} key @returns {string} */
function nameOf(key) {
	if (typeof key === 'string') return key;
	throw refuseShape('a symbol as key', String(key));
}

/** @param {PropertyDescriptor} descriptor @returns {boolean} */
const isUsual = ({ writable, enumerable, configurable }) =>
	writable !== false && enumerable !== false && configurable !== false;
