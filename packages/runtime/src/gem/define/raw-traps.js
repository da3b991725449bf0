/** @import { RawSide } from './view.js' */
import * as graph from '../graph/index.js';
import { ensureStack } from '../memory/stack.js';
import { rawUpdates, typedMethods } from './array-methods.js';
import { hasRaw, readRaw, writeRaw } from './raw-accesses.js';
import { definedValue, descriptorOf, nameOf, shapeTraps } from './shape-changes.js';
import { answerCopy } from './snapshot.js';

/**
 * What policies hold: the graph itself. [GEM16 §4.2.1], `this.shared`
 *
 * Threads: who has the right by the policy. Blocks: never.
 *
 * @type {ProxyHandler<any> & ThisType<RawSide>}
 */
export const rawTraps = {
	...shapeTraps,

	get(_, key, receiver) {
		const view = this.view;
		if (typeof key === 'symbol') {
			if (view.isTyped && key === Symbol.iterator) return Array.prototype[Symbol.iterator];
			return Reflect.get(view.prototype, key, receiver);
		}
		if (view.isList && graph.toIndex(key) < 0) {
			if (view.isArray && Object.hasOwn(rawUpdates, key)) return rawUpdates[key];
			if (view.isTyped && Object.hasOwn(typedMethods, key)) return typedMethods[key];
		}
		if (key === 'toJSON') answerCopy(this);
		return readRaw(view, key);
	},

	set(_, key, value) {
		ensureStack();
		writeRaw(this.view, nameOf(key), value);
		return true;
	},

	defineProperty(_, key, descriptor) {
		ensureStack();
		writeRaw(this.view, nameOf(key), definedValue(key, descriptor));
		return true;
	},

	deleteProperty(_, key) {
		ensureStack();
		const { handle, node } = this.view;
		if (typeof key === 'string') graph.remove(handle.region, node, key);
		return true;
	},

	has(_, key) {
		const view = this.view;
		return hasRaw(view, key) || key in view.prototype;
	},

	ownKeys() {
		const view = this.view;
		const keys = graph.keys(view.handle.region, view.node);
		return view.isArray ? [...keys, 'length'] : keys;
	},

	getOwnPropertyDescriptor(_, key) {
		const view = this.view;
		if (typeof key === 'symbol' || !hasRaw(view, key)) return undefined;
		return descriptorOf(view, key, readRaw(view, key));
	},
};
