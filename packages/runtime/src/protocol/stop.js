/** @import { SharedWords } from './atomics.js' */
import { createWords, load, store } from './atomics.js';

// Asking what runs in a thread to end; runs on both sides. Two words per thread, written by the host alone:
//
//  word 0  LOOK   how many things in this thread are to end. Emitted loops read it, plainly, in each turn: an atomic load would
//                 cost a tight loop ten times what it takes. V8 does not move the load out of a loop (bench/cancellation).
//  word 1  TASK   1 = the call of the thread's task that runs is to end
//
// How nobody else's call is hit:
//
//  host    takes back the calls of the batch that have not begun (`reclaimAll`), so that nothing of the task begins any more
//          TASK = 1, LOOK + 1                  ← requestStop
//          waits for the reply, for as long as the grace lasts, or stops the thread
//          TASK = 0, LOOK - 1                  ← clearStop
//          sends the next task
//
//  worker  a loop that sees LOOK ≠ 0 asks, and is stopped only when it runs for the task and TASK = 1. What else may run in the
//          thread meanwhile, a step of a generator or what an earlier call has left behind, goes on.
//
// The host sends a task after it has cleared the words, and a message orders what came before it, so a task never finds what
// was meant for the one before.
const LOOK = 0;
const TASK = 1;

/** Index of the word that says whether the call of the task is to end. */
export const TASK_WORD = TASK;

/** @returns {SharedWords} shape: 2; nothing is to end */
export const createStop = () => createWords(2);

/**
 * Ask the call that runs for the thread's task to end.
 *
 * @param {SharedWords} stop of the thread
 *
 * Threads: the host, after `reclaimAll`, while the thread has the task. Blocks: never. Pairs with `isAsked`.
 */
export function requestStop(stop) {
	store(stop, TASK, 1);
	raiseLook(stop);
}

/**
 * Forget the request, whether or not anybody has seen it.
 *
 * @param {SharedWords} stop of the thread
 *
 * Threads: the host, after the reply to the task and before it sends another. Blocks: never.
 */
export function clearStop(stop) {
	store(stop, TASK, 0);
	lowerLook(stop);
}

/**
 * @param {SharedWords} words
 * @param {number} index TASK_WORD, or the word of a generator (its own)
 * @returns {boolean} whether what the word stands for is to end
 *
 * Threads: the worker. Blocks: never. Pairs with `requestStop`.
 */
export function isAsked(words, index) {
	return load(words, index) === 1;
}

/** Threads: the host. @param {SharedWords} stop one more thing in the thread is to end */
export function raiseLook(stop) {
	store(stop, LOOK, load(stop, LOOK) + 1); // no race: the host is the only writer
}

/** Threads: the host. @param {SharedWords} stop one thing less */
export function lowerLook(stop) {
	store(stop, LOOK, load(stop, LOOK) - 1);
}
