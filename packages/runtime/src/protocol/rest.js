/** @import { SharedWords } from './atomics.js' */
import { load, notify, store, wait } from './atomics.js';

// Whether something runs in an idle thread that its calls have left: timers, requests, handles. One word; runs on both sides.
//
//  UNKNOWN  written by the host before it asks
//  QUIET    written by the thread, after it has posted RESTED (messages.js): nothing that would keep a process alive
//  LIVE     written by the thread: something does, and it posts RESTED when that is over
//
// The host asks when its own event loop has nothing left to do. It waits for the answer without returning to the event loop: an answer
// that came as a message would be something to do, and listeners of `beforeExit` would be called a second time in every program.
const UNKNOWN = 0;
const QUIET = 1;
const LIVE = 2;

/**
 * @param {SharedWords} words shape: 1
 *
 * Threads: the host, before it posts the question. Blocks: never.
 */
export function askRest(words) {
	store(words, 0, UNKNOWN);
}

/**
 * @param {SharedWords} words shape: 1
 * @param {boolean} isLive
 *
 * Threads: the worker. Blocks: never. Pairs with `awaitRest`.
 */
export function answerRest(words, isLive) {
	store(words, 0, isLive ? LIVE : QUIET);
	notify(words, 0);
}

/**
 * @param {SharedWords} words shape: 1
 * @param {number} timeoutMs
 * @returns {boolean} whether the thread is quiet; false when it has not answered in time, so that it runs something
 *
 * Threads: the host, after `askRest`. Blocks: for `timeoutMs` at most.
 */
export function awaitRest(words, timeoutMs) {
	wait(words, 0, UNKNOWN, timeoutMs);
	return load(words, 0) === QUIET;
}
