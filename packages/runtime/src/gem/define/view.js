/** @import { Handle } from './handle.js' */
/** @import { Node } from '../graph/index.js' */
/** @import { Range } from './rights.js' */
import { gemCloned } from '../../errors/codes.js';
import { kindOf } from '../graph/index.js';
import { HeldNode } from '../graph/node.js';
import { Context } from './context.js';
import { Proxy } from './primordials.js';
import { policyTraps } from './policy-traps.js';
import { rawTraps } from './raw-traps.js';
import { inspectPart } from './snapshot.js';

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** @returns {string} how V8 names a GEM in the message of the DataCloneError that a structured clone of it ends in */
function nameForClones() {
	const { code, message, help } = gemCloned();
	return `GEM, ${code}: ${message}; ${help}`;
}

// What stands behind the proxies: one array and one object for all, since no trap leaves anything to them. `console.log` asks them, for
// it looks through proxies, and so does a structured clone, which asks no trap.
const BEHIND = {
	[INSPECT]: { value: inspectPart, configurable: true },
	[Symbol.toStringTag]: { value: nameForClones(), configurable: true },
};
const OBJECT_TARGET = Object.create(Object.create(null, BEHIND));
const ARRAY_TARGET = Object.defineProperties(/** @type {unknown[]} */ ([]), BEHIND);

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
	 * @param {View | null} parent where it was found; null for the root
	 * @param {string} key its there; '' for the root
	 */
	constructor(handle, node, parent, key) {
		this.handle = handle;
		this.node = node;
		/** what it hangs below */
		this.parent = parent;
		/** its key there */
		this.key = key;
		/** key of the root below which it hangs; null for the root @type {string | null} */
		this.rootKey = parent && (parent.rootKey ?? key);
		/** the object below it that was found last, so that paths are not looked up by address @type {View | null} */
		this.lastChild = null;
		const kind = node instanceof HeldNode ? node.kind : kindOf(handle.region, node);
		this.isArray = kind === 'array';
		this.isTyped = kind === 'typed';
		/** has elements */
		this.isList = kind !== 'object';
		/** traps of the type */
		this.meta = handle.type.configuration.meta;
		// What is known of the thread's rights (rights.js): numbers of `handle.rights` at which all of it may be read, or set, …
		this.readableAt = -1;
		this.settableAt = -1;
		/** … and elements of the root @type {Range | null} */
		this.readable = null;
		/** @type {Range | null} */
		this.settable = null;
		/** which element was accessed last by a proxy; -1: none since a loop has looked */
		this.lastIndex = -1;
		/** how often traps were asked */
		this.asked = 0;
		this.askedToSet = 0;
		/** a number of the type's own, see `Context.mark` */
		this.mark = 0;
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

	/** @param {unknown} value @returns {boolean} whether it is what the policy holds */
	isRawProxy(value) {
		return value === this.#rawProxy && value !== undefined;
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
	const target = view.isArray ? ARRAY_TARGET : OBJECT_TARGET;
	return new Proxy(target, /** @type {ProxyHandler<any>} */ (side));
}

// The traps are methods of the handler, found by its prototype: no access has to look for the part that it is about.
Object.setPrototypeOf(View.prototype, policyTraps);
Object.setPrototypeOf(RawSide.prototype, rawTraps);
