/** @import { Handle } from './handle.js' */
/** @import { Lock } from './sync-objects.js' */
/** @import { Region } from '../memory/region.js' */
import { registry } from '../../protocol/registry.js';
import { Detached } from '../graph/detached.js';
import { work as workOfThread } from './work.js';

/** A constant of this module: V8 would look up the import each time. */
const work = workOfThread;
const { gemCopies: copies } = registry;

/**
 * A right that a thread gets again and again, for an expert's type: the same each time, as `grants` and the allowances of objects say of
 * what it covers.
 *
 * What loops have found out by it, and what proxies need not ask any more, holds again when it begins again, unless the content was edited.
 * For that each thread has to end its rights, or revoke, *before* it gives them up, and to begin them after it has got them: where one thread
 * ends and another one begins, the version of the content in shared memory tells the second of the edits of the first.
 *
 * Threads: one, for good. Blocks: never.
 */
export class RepeatedRight {
	/** @type {Handle} */
	#handle;
	/** As of the region and the handle when it ended; `#rights` -1: never yet. */
	#changes = 0;
	#rights = -1;
	#edits = 0;
	#version = 0;
	#isLogged = false;
	#isAlone = false;
	/** @type {Region} */
	#region;
	#lock;

	/** @param {Handle} handle @param {Lock | null} lock that goes with it */
	constructor(handle, lock) {
		this.#handle = handle;
		this.#region = handle.region;
		this.#lock = lock ?? NO_LOCK;
		Object.freeze(this);
	}

	/** @returns {boolean} whether all holds that was found out before, and that was allowed (`allowReading`, `allowSetting`) */
	begin() {
		const handle = this.#handle;
		const { region } = handle;
		const isSame =
			this.#rights >= 0 &&
			region.edits === this.#edits &&
			region.version === this.#version &&
			(region.log !== null) === this.#isLogged;
		if (isSame) {
			region.changes = this.#changes;
			handle.rights = this.#rights;
		} else handle.revoke();
		return isSame;
	}

	/** The thread is about to give it up. */
	end() {
		const handle = this.#handle;
		const { region } = handle;
		this.#version = region.publish();
		this.#changes = region.changes;
		this.#rights = handle.rights;
		this.#edits = region.edits;
		this.#isLogged = region.log !== null;
		handle.revoke();
	}

	/**
	 * All that a block does which is the only one of its thread, in one step and flat, so that V8 puts it into loops: take the lock, begin a piece of
	 * work that the GEM's changes belong to (`Context.work`), begin the right, and allow all of the GEM. Beside the two atomic operations of the
	 * lock it takes some 15 ns, and by single steps 40.
	 *
	 * @returns {boolean} false, and nothing was done: a block of this thread is open, another thread has the lock, or there are other copies of this
	 *   package. Then that may be waited for, and gone by single steps
	 */
	beginAlone() {
		// `work.enter` looks whether blocks of other copies are open.
		if (work.depth > 0 || copies.length > 1) return false;
		if (!this.#lock.tryLock()) return false;
		const region = this.#region;
		this.#isAlone = true;
		work.beginAlone(region);
		if (this.#isLogged && region.edits === this.#edits && region.version === this.#version) {
			region.changes = this.#changes;
			this.#handle.rights = this.#rights;
		} else this.#allowAll();
		return true;
	}

	/** Whether a block is open that `beginAlone` has begun, and that is `endAlone`'s to end. */
	get isAlone() {
		return this.#isAlone;
	}

	/**
	 * For a type that has to count blocks, as they stand in one another.
	 *
	 * @returns {boolean} whether a block is open that `beginAlone` has begun: from here on it is to be ended by single steps
	 */
	handOver() {
		const isAlone = this.#isAlone;
		this.#isAlone = false;
		return isAlone;
	}

	/** The block that was handed over is as it was then: `endAlone` may end it. */
	takeBack() {
		this.#isAlone = true;
	}

	#allowAll() {
		this.#handle.allowAll();
		this.#note();
	}

	/** What has to be the same when it begins again. */
	#note() {
		const region = this.#region;
		this.#version = region.publish();
		this.#changes = region.changes;
		this.#rights = this.#handle.rights;
		this.#edits = region.edits;
		this.#isLogged = true;
	}

	/**
	 * End what `beginAlone` has begun: what was changed stays.
	 *
	 * @returns {boolean} false, and nothing was done: other GEMs belong to the work by now. Then come `end()`, `work.leave()`, and `unlock()` of the lock
	 */
	endAlone() {
		const region = this.#region;
		if (!this.#isAlone || work.hasOthers) return false;
		this.#isAlone = false;
		if (region.edits !== this.#edits) return this.#endEdited();
		// What was known when it began holds, though more may be known by other numbers: they are those of edits, but for rare cases.
		work.endAlone(region);
		this.#handle.changeRights();
		this.#lock.unlock();
		return true;
	}

	/** @returns {true} */
	#endEdited() {
		const region = this.#region;
		const handle = this.#handle;
		this.#note();
		work.endAlone(region);
		Detached.endBlock();
		handle.changeRights();
		handle.tidy();
		this.#lock.unlock();
		return true;
	}
}
Object.freeze(RepeatedRight.prototype);

/** In place of a lock. @type {Pick<Lock, 'tryLock' | 'unlock'>} */
const NO_LOCK = Object.freeze({ tryLock: () => false, unlock() {} });
