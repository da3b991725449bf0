/** @import { Block } from './blocks.js' */
/** @import { Node } from '../graph/index.js' */
/** @import { HeldNode } from '../graph/node.js' */
/** @import { Region } from '../memory/region.js' */
/** @import { Lock } from './sync-objects.js' */
/** @import { GemType } from './types.js' */
import { gemAbandoned, gemAccess, gemReleased } from '../../errors/codes.js';
import { Detached } from '../graph/detached.js';
import { compactIfSparse, isSparse, toIndex } from '../graph/index.js';
import { FORSAKEN } from '../memory/claim.js';
import * as directory from '../memory/directory.js';
import { I32 as words } from '../memory/heap.js';
import { ensureStack } from '../memory/stack.js';
import { me, threadBase } from '../memory/threads.js';
import { attachParts, detachParts, instantiateLocal } from './sections.js';
import { expose } from './accesses.js';
import { allowAll } from './rights.js';
import { mayGrant } from './grants.js';
import {
	deref,
	FinalizationRegistry,
	Map,
	mapDelete,
	mapGet,
	mapSet,
	register,
	unregister,
	WeakRef,
} from './primordials.js';
import { RepeatedRight } from './repeated-right.js';
import { View } from './view.js';
import { Views } from './views.js';
import { RegionWork } from './work.js';

const { apply } = Reflect;
/** A constant of this module: V8 would look up the import each time. */
const I32 = words;
/** The state of this thread's own slot. */
const NEVER_ZERO = threadBase(me() & 255);

/**
 * Handles of this thread by index of the GEM, of those that have left it or have come to it: there is one at a time, so that a GEM that comes
 * back is the same object. Per-thread state. Others are in here only then: V8 keeps what a WeakRef is made of until the end of the job, and
 * a loop that creates GEMs, and drops them, would fill the memory.
 */
const handles = /** @type {Map<number, WeakRef<Handle>>} */ (new Map());

/** @type {FinalizationRegistry<number>} */
const dropped = new FinalizationRegistry((index) => {
	const known = mapGet(handles, index);
	if (known !== undefined && deref(known) === undefined) mapDelete(handles, index);
	directory.releaseHandle(index);
});

/** A look costs some nanoseconds, a compaction as much as a copy of what is in the GEM. */
const TIDY_EVERY = 1024;

/** @param {number} thread as `directory.abandonedBy` says @returns {string} */
const whatHappened = (thread) =>
	thread === FORSAKEN ? 'the stack of a thread overflowed' : `thread ${thread & 255} ended`;

/**
 * A thread's hold on a GEM. As long as one lives, or a message with one is under way, the GEM's memory is its own.
 *
 * Threads: one, for good. Blocks: never.
 */
export class Handle {
	/** Of objects below the root. */
	#views = new Views(this);
	/** @type {View | undefined} */
	#rootView;
	#isReleased = false;
	/** Word of the GEM in the directory that is not 0 once it was abandoned. */
	#abandoned;

	/**
	 * @param {GemType} type
	 * @param {number} index
	 * @param {{ isCreator: boolean, root: Node, region: Region }} made
	 */
	constructor(type, index, { isCreator, root, region }) {
		this.type = type;
		this.index = index;
		this.#abandoned = directory.abandonedWord(index);
		this.generation = directory.generationOf(index);
		this.isCreator = isCreator;
		/** whether the type has allowed the reading of a single object here */
		this.allowsObjects = false;
		/** another number whenever rights were revoked, and the same again with a right that is the same (repeated-right.js) */
		this.rights = 0;
		/** whether it may be that no trap has to be asked */
		this.mayGrant = mayGrant(type.configuration.meta);
		this.region = region;
		region.detached = new Detached(region, this.#views);
		this.root = root;
		this.work = new RegionWork(region);
		this.local = instantiateLocal(type.configuration.local);
		const block = I32[directory.policyWords(index)];
		this.internal = attachParts(this, block, type.configuration.internal);
		/** @type {Record<string, Function>} what the GEM has as properties of its root */
		this.publicApi = publicApiOf(this);
		/** Whether one of them has an index for its name. */
		this.hasIndexedApi = Object.getOwnPropertyNames(this.publicApi).some(
			(name) => toIndex(name) >= 0,
		);
		if (!isCreator) this.remember();
		register(dropped, this, index, this);
	}

	/** It may come, or come back, from another thread: it is found then. */
	remember() {
		if (this.#isRemembered || this.#isReleased) return;
		this.#isRemembered = true;
		mapSet(handles, this.index, new WeakRef(this));
	}

	#isRemembered = false;

	/** Changes between two looks whether memory can be given back. */
	#untilTidy = TIDY_EVERY;

	#isHeld = false;

	/** Functions of the GEM that run now and may call code of users, and blocks that write no log. */
	#running = 0;

	/** The last number that `rights` was given. */
	#lastRights = 0;

	/** Whether code of users runs in the middle of a change. */
	get isHeld() {
		return this.#isHeld;
	}

	/**
	 * Run a change during which nothing may be moved, and no right given up, whatever code of users it calls: getters, `toJSON`, comparisons.
	 *
	 * @template R
	 * @param {() => R} fn
	 * @returns {R}
	 */
	hold(fn) {
		const before = this.#isHeld;
		this.#isHeld = true;
		try {
			return fn();
		} finally {
			this.#isHeld = before;
		}
	}

	/** A function of the GEM begins, which goes on with the GEM's memory after the code of users that it calls. */
	begin() {
		this.#running++;
	}

	/** It has ended. */
	end() {
		this.#running--;
	}

	/**
	 * Check that nothing goes on in this thread that a hold on the GEM, or a right to it, is needed for once the code has returned that wants to give
	 * it up now.
	 *
	 * @param {string} access `releasing`
	 * @throws {Error} LP8101
	 */
	checkUnused(access) {
		this.checkUnchanged(access);
		if (this.region.log !== null) {
			// Its entries name memory of the GEM, to write to it when they are taken back, or to give it back.
			const reason = 'a block is open whose changes of it may yet be taken back';
			throw gemAccess({ access, key: 'the GEM', reason, fix: 'do so behind the outermost block' });
		}
		if (this.#running === 0) return;
		const reason = 'a function of the GEM is running, which calls this code';
		throw gemAccess({ access, key: 'the GEM', reason, fix: 'do so once that has returned' });
	}

	/** @param {string} access `sending` @throws {Error} LP8101 in the middle of a change */
	checkUnchanged(access) {
		if (!this.#isHeld) return;
		const reason = 'a change of it is under way, which calls this code';
		const fix = 'give it up once the change is done';
		throw gemAccess({ access, key: 'the GEM', reason, fix });
	}

	/** Keep the memory although the GEM may be released, until `letGo`: for waits that look at it. */
	keep() {
		directory.retain(this.index, this.generation);
	}

	/** Give up what `keep` has kept. */
	letGo() {
		directory.releaseHandle(this.index);
	}

	/** Called with each change by a policy that has all of the GEM: compact it when it has become sparse (graph/compact.js). */
	tidy() {
		if (--this.#untilTidy <= 0) this.#tidy();
	}

	#tidy() {
		const { region } = this;
		if (this.#isHeld || region.log !== null) return;
		this.#untilTidy = TIDY_EVERY;
		if (!isSparse(region)) return;
		region.advance();
		compactIfSparse(region, this.root);
	}

	/** @returns {View} */
	rootView() {
		this.#rootView ??= new View(this, this.root, null, '');
		return this.#rootView;
	}

	/** By lock. @type {Map<Lock, RepeatedRight>} */
	#rights = new Map();

	/** @param {Lock | null} lock @returns {RepeatedRight} the same each time for a lock */
	rightWith(lock) {
		const known = lock === null ? undefined : mapGet(this.#rights, lock);
		if (known !== undefined) return known;
		const made = new RepeatedRight(this, lock);
		if (lock !== null) mapSet(this.#rights, lock, made);
		return made;
	}

	/** Those that were wanted. @type {Map<string, Block>} */
	#blocks = new Map();

	/** @param {string} name @returns {Block | undefined} what runs a function, when the type has it under that name */
	block(name) {
		const known = mapGet(this.#blocks, name);
		const BlockOfType = known ?? mapGet(this.type.blocks, name);
		if (known !== undefined || BlockOfType === undefined) return known;
		const made = new BlockOfType(this);
		mapSet(this.#blocks, name, made);
		return made;
	}

	/**
	 * @param {Node} node below the root
	 * @param {View} parent where it was found
	 * @param {string} key its there
	 * @returns {View} the same for the same object, as long as anybody holds it
	 */
	view(node, parent, key) {
		return this.#views.known(node) ?? this.#views.add(node, parent, key);
	}

	/**
	 * @param {HeldNode} node
	 * @param {View} parent where it was found
	 * @param {string} key its there
	 * @returns {View} what `view` would have given then
	 */
	viewOfHeld(node, parent, key) {
		const isThere = I32[2 * node.address + 1] === node.stamp;
		return (
			this.#views.known(node) ??
			(isThere ? this.view(node, parent, key) : new View(this, node, parent, key))
		);
	}

	/** @param {Node} node @returns {View | undefined} what `view` has given for it, if anybody still holds that */
	knownView(node) {
		return this.#views.known(node);
	}

	/** @throws {Error} LP8102, LP8112: before each access */
	check() {
		if (I32[this.#abandoned] !== 0) this.refuse();
	}

	/** @throws {Error} LP8102, LP8112 */
	refuse() {
		if (this.#isReleased) throw gemReleased();
		const thread = directory.abandonedBy(this.index);
		if (thread !== 0) throw gemAbandoned({ what: whatHappened(thread), activity: 'changed it' });
	}

	/** Whether its memory may still be used: it has not been released here, and no thread has died in the middle of a change. */
	get isUsable() {
		return !this.#isReleased && directory.abandonedBy(this.index) === 0;
	}

	/** The type allows the reading of a single object for the first time. */
	beginToAllow() {
		this.allowsObjects = true;
		this.region.change(); // what was found out before is that it allows nothing
	}

	/** Forget what has been found out by a right that may be another one from now on (access/, rights.js). */
	revoke() {
		this.region.publish();
		this.region.change();
		this.changeRights();
	}

	/** Another right than before, to all of it; what hangs below the root is asked for, and granted. */
	allowAll() {
		this.revoke();
		if (!this.allowsObjects) this.beginToAllow();
		allowAll(this.rootView());
	}

	/** What proxies need not ask they have to ask again. */
	changeRights() {
		this.rights = ++this.#lastRights;
	}

	/** @param {number} thread @param {string} activity @returns {Error} LP8102 */
	abandon(thread, activity) {
		directory.abandon(this.index, thread);
		return gemAbandoned({ what: whatHappened(thread), activity });
	}

	/** Give up this thread's hold now, not when the collector finds it. */
	release() {
		if (this.#isReleased) return;
		if (this.isUsable) this.region.detached?.settle();
		this.#isReleased = true;
		this.#abandoned = NEVER_ZERO;
		this.revoke();
		unregister(dropped, this);
		if (this.#isRemembered) mapDelete(handles, this.index);
		detachParts(this.internal, this.type.configuration.internal);
		directory.releaseHandle(this.index);
	}

	/**
	 * Call a trap of the type for the root, if there is one.
	 *
	 * @param {'onCreate' | 'onSend' | 'onReceive'} trap
	 * @param {unknown[]} args
	 */
	callTrap(trap, args = []) {
		const found = this.type.configuration.meta[trap];
		if (found) apply(found, this.rootView().context, args);
	}
}

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {number} index
 * @param {number} generation
 * @returns {Handle | undefined}
 */
export function handleOf(index, generation) {
	const known = mapGet(handles, index);
	const found = known && deref(known);
	return found?.generation === generation ? found : undefined;
}

/** @param {Handle} handle @returns {Record<string, Function>} the functions of the configuration, without a way to their `this` */
function publicApiOf(handle) {
	/** @type {Record<string, Function>} */
	const api = {};
	for (const [name, fn] of Object.entries(handle.type.configuration.public)) {
		const value = (/** @type {unknown[]} */ ...args) => {
			ensureStack();
			handle.check();
			handle.begin();
			try {
				return expose(apply(fn, handle.rootView().context, args));
			} catch (thrown) {
				throw expose(thrown);
			} finally {
				handle.end();
			}
		};
		Object.defineProperty(value, 'name', { value: name });
		Object.defineProperty(api, name, { value });
	}
	for (const name of Object.keys(handle.type.configuration.blocks)) {
		/** @type {Block | undefined} */
		let block;
		const value = (/** @type {() => unknown} */ fn) =>
			(block ??= /** @type {Block} */ (handle.block(name))).run(fn);
		Object.defineProperty(value, 'name', { value: name });
		Object.defineProperty(api, name, { value });
	}
	// Now: V8 would keep what has been created without a prototype as a table, which is slow to look into.
	return Object.preventExtensions(Object.setPrototypeOf(api, null));
}
