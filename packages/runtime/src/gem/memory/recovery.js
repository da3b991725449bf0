import { gemWouldBlock } from '../../errors/codes.js';
import { compareExchange, load, notify, store, wait } from './atomics.js';
import { I32 } from './heap.js';
import {
	ACTIVE,
	COMMITTING,
	DONE,
	FIRST,
	LENGTH,
	OWNER,
	PHASE,
	RECOVERING,
	releaseFrom,
	trim,
	undoTo,
} from './log-entries.js';
import { hasEnded, isHost, me, onDeath, threadBase } from './threads.js';

// Whose log that of a slot is, and what becomes of one whose thread has ended.

const HOST_LIMIT_MS = 2000;

/**
 * Take the log of this thread's slot.
 *
 * @param {number} base of the slot, whose log is nobody's, or that of a thread that has ended
 *
 * Threads: its own. Blocks: while what a dead thread has left there is undone.
 */
export function takeLog(base) {
	for (;;) {
		// Pairs with compareExchange in recover.
		const owner = compareExchange(I32, base + OWNER, 0, me());
		if (owner === 0) break;
		awaitRecovery(base, owner);
	}
	I32[base + LENGTH] = 0;
	I32[base + DONE] = 0;
	I32[base + PHASE] = ACTIVE;
}

/**
 * Undo what a dead thread left half done, or finish its commit. Returns when that is done, by this or another thread.
 *
 * @param {number} dead id of a thread for which `isAlive` is false
 * @throws {LapidaryError} LP8106 on the host, when another thread is at it for seconds
 *
 * Threads: any. Blocks: while another thread does it.
 */
export function recover(dead) {
	const base = threadBase(dead & 255);
	for (;;) {
		const owner = load(I32, base + OWNER);
		if (owner === dead) {
			if (compareExchange(I32, base + OWNER, dead, me() | RECOVERING) === dead) break;
		} else if ((owner & RECOVERING) === 0 || owner === (me() | RECOVERING)) {
			return; // nothing to do, or the log of a thread that has the slot by now
		} else if (awaitRecovery(base, owner)) {
			return;
		}
	}
	finish(base);
}

/** @param {number} base of a slot whose log this thread has taken */
function finish(base) {
	if (I32[base + PHASE] === COMMITTING) releaseFrom(base);
	else undoTo(base, 0);
	I32[base + LENGTH] = 0;
	if (I32[base + FIRST] !== 0) trim(base, 1);
	store(I32, base + OWNER, 0); // pairs with compareExchange in takeLog
	notify(I32, base + OWNER);
}

/**
 * Wait until the log is undone, or do it when the thread that was at it is dead, too.
 *
 * @param {number} base of the slot
 * @param {number} owner what its OWNER word held
 * @returns {boolean} true when it is idle
 */
function awaitRecovery(base, owner) {
	const end = isHost ? performance.now() + HOST_LIMIT_MS : Infinity;
	for (; load(I32, base + OWNER) === owner;) {
		if (hasEnded(owner & ~RECOVERING)) {
			if (compareExchange(I32, base + OWNER, owner, me() | RECOVERING) === owner) finish(base);
		} else if (performance.now() > end) {
			throw gemWouldBlock({ what: 'the recovery of a GEM', instead: 'a worker' });
		} else {
			wait(I32, base + OWNER, owner, 1);
		}
	}
	return load(I32, base + OWNER) === 0;
}

onDeath(recover);
