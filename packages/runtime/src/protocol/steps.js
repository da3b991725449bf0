/** @import { SharedWords } from './atomics.js' */
import { compareExchange, createWords, load, store } from './atomics.js';

// The steps of one generator that lives in a thread; runs on both sides. A step is what `next`, `return` or `throw` sets going, up
// to the next `yield` or the end. The host sends one at a time and numbers them from 1.
//
//  word 0  STEP   n = step n has been sent, −n = it has begun (and may be over), 0 = it has been taken back
//  word 1  ASKED  1 = the step that runs is to end (stop.js: loops look at the thread's LOOK first)
//
//  host    STEP = n, sends it                          ← queueStep
//          n → 0 when it gives the step up in time     ← tryTakeBackStep
//          else ASKED = 1, LOOK + 1, and waits for the answer as long as the grace lasts;
//               ASKED = 0, LOOK − 1 before it sends another step
//  worker  n → −n, and runs it; a message of a step that is not queued any more is passed over  ← tryBeginStep
//
// A word leaves n once, by compare-and-swap: a step is either begun or taken back, never both. So the host knows whether there is
// something that it has to wait for, or to end the thread for; and what closes a generator is a step that nothing has asked to end.
const STEP = 0;
const ASKED = 1;

/** Index of the word that says whether the step that runs is to end. */
export const STEP_ASKED_WORD = ASKED;

/** @returns {SharedWords} shape: 2; no step */
export const createSteps = () => createWords(2);

/**
 * @param {SharedWords} words of the generator
 * @param {number} number of the step, 1 and up
 *
 * Threads: the host, before it sends the step and after the answer to the one before. Blocks: never.
 */
export function queueStep(words, number) {
	store(words, STEP, number);
}

/**
 * @param {SharedWords} words of the generator
 * @param {number} number of the step
 * @returns {boolean} false when the host has taken it back
 *
 * Threads: the worker. Blocks: never. Pairs with `tryTakeBackStep`: exactly one of them succeeds.
 */
export function tryBeginStep(words, number) {
	return compareExchange(words, STEP, number, -number) === number;
}

/**
 * @param {SharedWords} words of the generator
 * @param {number} number of the step that was sent last
 * @returns {boolean} true when the worker will never run it
 *
 * Threads: the host. Blocks: never. Pairs with `tryBeginStep`: exactly one of them succeeds.
 */
export function tryTakeBackStep(words, number) {
	return compareExchange(words, STEP, number, 0) === number;
}

/**
 * @param {SharedWords} words of the generator
 * @param {number} number of the step that was sent last, and has not been answered
 * @returns {boolean} whether it runs, or has run
 *
 * Threads: the host. Blocks: never.
 */
export const hasBegunStep = (words, number) => load(words, STEP) === -number;

/**
 * Ask the step that has begun to end, or forget it. The thread's LOOK goes with it (stop.js).
 *
 * @param {SharedWords} words of the generator
 * @param {boolean} isAsked
 *
 * Threads: the host. Blocks: never. Pairs with `isAsked` of stop.js.
 */
export function askStep(words, isAsked) {
	store(words, ASKED, isAsked ? 1 : 0);
}
