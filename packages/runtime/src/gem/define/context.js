/** @import { Handle } from './handle.js' */
/** @import { RepeatedRight } from './repeated-right.js' */
/** @import { Lock } from './sync-objects.js' */
/** @import { View } from './view.js' */
import { isInPlace, lengthOf, Node } from '../graph/index.js';
import { allow } from './rights.js';
import { childOf, readNode, writeRaw } from './raw-accesses.js';

/**
 * `this` of the functions of a configuration that belong to the type.
 *
 * @typedef {object} StaticContext
 * @property {{ shared: any, local: any }} static
 * @property {(gem: object) => Context | null} contextOf the context of a GEM of this type, for functions that take several
 */

/**
 * `this` of the functions of a configuration: the way to everything that users of the GEM cannot reach. [GEM16 §4.2]
 *
 * A trap is called for the object that is accessed, which may be any in the graph: `shared` is that object, the rest belongs
 * to the GEM. Public functions get that of the root.
 *
 * Threads: one, for good. Blocks: never.
 */
export class Context {
	/** @type {Handle} */
	#handle;
	/** @type {View} */
	#view;

	/** @param {Handle} handle @param {View} view */
	constructor(handle, view) {
		this.#handle = handle;
		this.#view = view;
	}

	/** State of this handle, by the configuration's `local`. @returns {any} */
	get local() {
		return this.#handle.local;
	}

	/** State that all threads share beside the graph, by `internal`. @returns {any} */
	get internal() {
		return this.#handle.internal;
	}

	/** State of the type. @returns {{ shared: any, local: any }} */
	get static() {
		return this.#handle.type.statics.static;
	}

	/** A number of its own for each GEM that lives: an order in which to take several. */
	get id() {
		return this.#handle.index;
	}

	/** Whether this thread has created the GEM. */
	get isCreator() {
		return this.#handle.isCreator;
	}

	/** The object that is accessed, without any policy. @returns {any} */
	get shared() {
		return this.#view.rawProxy;
	}

	/** The object at the root of the graph, without any policy. @returns {any} */
	get root() {
		return this.#handle.rootView().rawProxy;
	}

	/** Whether the object that is accessed is the root. */
	get isRoot() {
		return this.#view.rootKey === null;
	}

	/** Key of the root below which the accessed object hangs; null for the root. @returns {string | null} */
	get rootKey() {
		return this.#view.rootKey;
	}

	/** What users hold of the GEM. @returns {any} */
	get gem() {
		return this.#handle.rootView().proxy;
	}

	/** A number of the accessed object's own, for as long as it is part of the graph. @returns {number} */
	get place() {
		return this.#view.node.address;
	}

	/** How many elements, or keys, the accessed object has. @returns {number} */
	get size() {
		return lengthOf(this.#handle.region, this.#view.node);
	}

	/** @param {string} key @returns {Context | null} the context of the object that the accessed one has there; null for no object */
	child(key) {
		const found = readNode(this.#view, key);
		return found instanceof Node ? childOf(this.#view, key, found).context : null;
	}

	/**
	 * Whether setting a property of the accessed object replaces a value and changes nothing else of the object, such as how it is laid
	 * out: then other threads may use its other properties meanwhile.
	 *
	 * @param {string} key
	 * @param {unknown} value
	 * @returns {boolean}
	 */
	isInPlace(key, value) {
		return isInPlace(this.#handle.region, this.#view.node, key, value);
	}

	/** The context of the object that the accessed one hangs below; null for the root. @returns {Context | null} */
	get parent() {
		return this.#view.parent?.context ?? null;
	}

	/**
	 * Changes that can be taken back, by this thread, or by another if this one ends in the middle: of all GEMs that have joined.
	 *
	 * @returns {{ enter: () => void, join: (end: () => void) => void, leave: () => void, fail: () => void, depth: number, alone: number,
	 *   savepoint: () => object, backTo: (savepoint: any) => void, undoTo: (savepoint: any) => void }} `join`: the changes of this GEM belong to it from now on, and
	 *   `end` is called once the outermost block has ended; `alone`: `id` of the GEM whose `beginAlone()` has begun the outermost block, or -1
	 */
	get work() {
		return this.#handle.work;
	}

	/**
	 * Whether this thread is in the middle of a change of the GEM: code of users runs, such as a getter of a value that is assigned. It must
	 * keep the right to the change until that is done.
	 */
	get isChanging() {
		return this.#handle.isHeld;
	}

	/**
	 * Run code of users while this thread keeps the right that it has: `isChanging` meanwhile, and nothing of the GEM is moved or released.
	 *
	 * @template R
	 * @param {() => R} fn
	 * @returns {R}
	 */
	hold(fn) {
		return this.#handle.hold(fn);
	}

	/**
	 * Check that the GEM can be used: for functions that go on after they have waited, or after code of users has run.
	 *
	 * @throws {Error} LP8102, LP8112 when it was released meanwhile
	 */
	check() {
		this.#handle.check();
	}

	/**
	 * Check that a right may be given up.
	 *
	 * @param {string} access `releasing`
	 * @throws {Error} LP8101 in the middle of a change
	 */
	checkUnchanged(access) {
		this.#handle.checkUnchanged(access);
	}

	/**
	 * Say that what `grants` has said in this thread no longer holds: the thread gives a right up, or has another one than before. Next to
	 * nothing; what was kept by the old right is looked for again when it is wanted.
	 */
	revoke() {
		this.#handle.revoke();
	}

	/**
	 * Make a right that this thread gets again and again, such as that of blocks: what was found out by it the last time holds once more, unless
	 * something has changed meanwhile. `begin()` and `end()` take the place of `revoke()`.
	 *
	 * @param {Lock} [lock] of `internal`, which excludes all other rights to the GEM: for `beginAlone()` and `endAlone()`, which do all that most blocks
	 *   have to do, at once
	 * @returns {RepeatedRight} of this thread, the same each time for a lock; keep it in `local`
	 */
	createRight(lock) {
		return this.#handle.rightWith(lock ?? null);
	}

	/**
	 * Say that this thread may read the accessed object itself, but for what hangs below, until it calls `revoke`: no trap would do anything,
	 * and none is asked. What `grants` says of all of a GEM, for one object: reading, and asking whether there is a property.
	 *
	 * @param {number} [from] index of the first element, when it is about some elements of an array
	 * @param {number} [to] index behind the last one
	 */
	allowReading(from, to = Infinity) {
		if (!this.#handle.allowsObjects) this.#handle.beginToAllow();
		allow(this.#view, 'reading', { from, to });
	}

	/** The same for setting a number to another one. @param {number} [from] @param {number} [to] */
	allowSetting(from, to = Infinity) {
		allow(this.#view, 'setting', { from, to });
	}

	/** A number that the type keeps with the accessed object in this thread, as long as that is in use; 0 at first. */
	get mark() {
		return this.#view.mark;
	}

	set mark(value) {
		this.#view.mark = value;
	}

	/** Whether the accessed object is an array. */
	get isArray() {
		return this.#view.isArray;
	}

	/**
	 * Set a property of the accessed object, as `shared[key] = value` does.
	 *
	 * @param {string} key
	 * @param {unknown} value
	 */
	set(key, value) {
		writeRaw(this.#view, key, value);
	}

	/**
	 * Give memory back in which little is left, now and then: for a policy that knows that this thread has all of the GEM, and changes it
	 * much. Next to nothing when there is nothing to do. Parts stay what they are.
	 */
	tidy() {
		this.#handle.tidy();
	}

	/**
	 * Make the GEM unusable for every thread: what was done to it cannot be finished. [GEM16] has no such case.
	 *
	 * @param {number} thread that ended
	 * @param {string} activity `had the lock`
	 * @returns {Error} LP8102, to be thrown
	 */
	abandon(thread, activity) {
		return this.#handle.abandon(thread, activity);
	}
}

for (const name of Object.getOwnPropertyNames(Context.prototype)) {
	Object.defineProperty(Context.prototype, name, { configurable: false });
}
