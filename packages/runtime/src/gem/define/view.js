/** @import { Handle } from './handle.js' */
/** @import { Node } from '../graph/index.js' */
import { kindOf } from '../graph/index.js';
import { Context } from './context.js';
import { Proxy } from './primordials.js';
import { policyTraps } from './policy-traps.js';
import { rawTraps } from './raw-traps.js';
import { inspectPart } from './snapshot.js';

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** What stands behind the proxies of objects: `console.log` asks it, since it looks through proxies. */
const OBJECT_TARGET = Object.create(null, { [INSPECT]: { value: inspectPart } });

/**
 * One object of a graph in one thread: what users hold of it (`proxy`, whose handler it is), and what the policy holds (`rawProxy`).
 *
 * Threads: one, for good. Blocks: never.
 */
export class View {
	/** @type {Context | undefined} */
	#context;
	/** @type {object | undefined} */
	#proxy;
	/** @type {object | undefined} */
	#rawProxy;

	/**
	 * @param {Handle} handle
	 * @param {Node} node
	 * @param {{ parent: View, key: string } | null} place where it was found; null for the root
	 */
	constructor(handle, node, place) {
		this.handle = handle;
		this.node = node;
		/** what it hangs below @type {View | null} */
		this.parent = place && place.parent;
		/** its key there */
		this.key = place ? place.key : '';
		/** key of the root below which it hangs; null for the root @type {string | null} */
		this.rootKey = place && (place.parent.rootKey ?? place.key);
		const kind = kindOf(handle.region, node);
		this.isArray = kind === 'array';
		this.isTyped = kind === 'typed';
		/** where what it inherits comes from, as of a plain object or array @type {any} */
		this.prototype = this.isArray ? Array.prototype : Object.prototype;
	}

	/** What users hold. @returns {object} */
	get proxy() {
		this.#proxy ??= makeProxy(this, this);
		return this.#proxy;
	}

	/** What the policy holds. @returns {object} */
	get rawProxy() {
		this.#rawProxy ??= makeProxy(this, new RawSide(this));
		return this.#rawProxy;
	}

	/** Itself; what policies hold has a handler of its own. @returns {View} */
	get view() {
		return this;
	}

	/** Whether it is the policy's. */
	get isRaw() {
		return false;
	}

	/** @returns {Context} `this` of traps for this object */
	get context() {
		this.#context ??= new Context(this.handle, this);
		return this.#context;
	}
}

/** What policies hold of it: the handler of `rawProxy`. Threads: one, for good. Blocks: never. */
export class RawSide {
	/** @param {View} view */
	constructor(view) {
		this.view = view;
	}

	/** Whether it is the policy's. */
	get isRaw() {
		return true;
	}
}

/** @param {View} view @param {View | RawSide} side handler of the proxy @returns {object} */
function makeProxy(view, side) {
	const target = view.isArray ? [] : Object.create(OBJECT_TARGET);
	if (view.isArray) {
		Object.defineProperty(target, INSPECT, { value: inspectPart, configurable: true });
	}
	return new Proxy(target, /** @type {ProxyHandler<any>} */ (side));
}

// The traps are methods of the handler, found by its prototype: no access has to look for the part that it is about.
Object.setPrototypeOf(View.prototype, policyTraps);
Object.setPrototypeOf(RawSide.prototype, rawTraps);
