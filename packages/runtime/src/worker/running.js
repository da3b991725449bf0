/** @import { Run } from '../protocol/registry.js' */
import { aborted } from '../errors/codes.js';
import { registry } from '../protocol/registry.js';
import { createStop, isAsked, TASK_WORD } from '../protocol/stop.js';

// What runs in this thread, as far as it can be known, so that a loop that is asked to end knows whether it is meant.

/** The calls of this thread's tasks: one at a time. @type {Run} */
export const taskRun = { words: createStop(), index: TASK_WORD, unit: '' };

/**
 * Note that a unit's code begins to run synchronously; nothing else can run before `leave`.
 *
 * @param {Run} run
 */
export function enter(run) {
	registry.running = run;
}

/** Note that it has returned, whether a value or a promise. */
export function leave() {
	registry.running = undefined;
}

/**
 * Note that a unit's code goes on after an `await`, in turns that nobody announces.
 *
 * @param {Run} run
 */
export function suspend(run) {
	registry.suspended.add(run);
}

/** @param {Run} run that has settled */
export function forget(run) {
	registry.suspended.delete(run);
}

/**
 * End what runs, if it is what has been asked to end; emitted loops call it when they see that something has.
 *
 * @throws {Error} LP8004, with the name AbortError; the caller has been told already, and gets nothing of it
 */
export function stopped() {
	const run = registry.running ?? onlySuspended();
	if (run && isAsked(run.words, run.index)) {
		throw aborted({ unit: run.unit }, { name: 'AbortError', unit: run.unit });
	}
}

/**
 * @returns {Run | undefined} who goes on here after an `await`; undefined when it could be one of several. What a call that is over has
 *   left running is taken for the one that is suspended: when it is stopped in its place, it ends the thread, as the grace would have
 */
function onlySuspended() {
	const { suspended } = registry;
	return suspended.size === 1 ? suspended.values().next().value : undefined;
}
