/** @import { Batch } from './batch.js' */
import { clearStop, requestStop } from '../protocol/stop.js';

// How long what runs has for ending by itself. Loops look in each turn, so nearly all of it is for `finally` blocks, for code
// between two looks, and for a machine with more threads than cores.
export const GRACE_MS = 100;

/**
 * Ask the call that runs to end, and be called when it does not.
 *
 * Ending a call by an exception in the worker leaves the thread as it is: loaded, and optimised by V8. Only code that does not
 * look (protocol/stop.js), or that catches the exception and goes on, costs the thread.
 *
 * @param {Batch} batch of which nothing else will begin
 * @param {() => void} onOver called when the grace is over and there is no reply
 */
export function interrupt(batch, onOver) {
	requestStop(batch.thread.stop);
	// What runs keeps the process alive, its timer need not.
	batch.grace = setTimeout(onOver, GRACE_MS).unref();
}

/** @param {Batch} batch that has been replied to, or whose thread is dead */
export function endInterrupt(batch) {
	if (!batch.grace) return;
	clearTimeout(batch.grace);
	batch.grace = undefined;
	clearStop(batch.thread.stop);
}
