// The kinds of message that cross; both sides. Arrays with a number in front: keys would be sent with each message.
import { Object } from '../primordials.js';

/** `[ONE, unit, args, captures, notes, callback]`, a call by itself; see types.js. */
export const ONE = 10;
/** `[BATCH, unit, words, results, calls]`, calls to be run one after the other. */
export const BATCH = 11;
/** `[INIT, port, meters, stop, bridge, slots, rest, process]`, the first task of a thread, which piscina gives it. All others come by that port. */
export const INIT = 12;
/** `[GENERATE, unit, args, captures, notes, id, words]`, a generator, to be opened and run up to its first `yield`. */
export const GENERATE = 13;
/** Calls of a batch for which a thread has words and results: memory for each batch would cost more than it runs. */
export const ROW_CALLS = 64;
/** Which of the slots of a thread has them. */
export const ROW = 2;
/** `[BEHIND, unit, args, captures, notes, slot]`, a call to be run once the task before is over. */
export const BEHIND = 14;

/**
 * A result: `[kind, number of the call, run time in µs, value, notes]`; the number is 0 for a call by itself, in a batch its index, and 1
 * more than its slot for one that was sent behind another.
 *
 * Posted to the port of the thread. In a batch, results that are a number, undefined, null, true or false are written to shared
 * memory (state.js). The result of a call by itself says that the task is over, too, unless it has a callback; all other tasks end with
 * `[REPLIED, number]`, after all results, the number that of the task in its thread, from 1. When the host could not read a message, it asks
 * by `[ASK, number]` whether that task is over, and is answered by `[REPLIED, number]` if it is. A task that failed by a
 * mistake of ours: `[TASK_FAILED, number, what was thrown]`.
 *
 * What has become of in-out arguments follows behind the notes (in-out/steps.js), and behind that where the caller's own objects stand in the result.
 *
 * @typedef {[kind: number, number: number, runUs: number, value?: unknown, notes?: import('./notes.js').Notes,
 *   changes?: unknown, placed?: unknown]} ResultMessage
 *
 * A step of a generator has `-id` of the generator for a number, but for the first, which is a task; YIELDED when there is more.
 * The host sends later steps the other way, on the same port: `[STEP, id, number of the step, method, value, notes]`, the method an
 * index of METHODS. A generator that nobody can ask for more: `[DROP, id]`. When the host could not read a message: `[UNREAD, id, number]`,
 * answered by `[ANSWERED, id, number, is there more]` if that step has been answered, as is a step of a
 * generator that is over. `[PROBE]` is answered by `[LIVES]`, by a thread whose event loop turns.
 *
 * What crosses about functions and signals that a call lends to its thread is listed in bridge-messages.js.
 *
 * A call of a callback: `[CALLED_BACK, id, { receiver, callback: arguments }, notes]`.
 * One that cannot cross: `[CALLBACK_REFUSED, id, { path, reason }, kind]`, the kind UNCLONEABLE or UNKNOWN_CLASS.
 * A callback that nothing in the worker can call any more: `[CALLBACK_GONE, id]`.
 *
 * What calls have left running in a thread: `[LEFT_ERROR, origin, value, notes]` when it has failed and nothing caught that, while no call ran.
 * A unit that has changed what it was given, or has other state than the host: `[CHANGED, code, unit, what, how]`, before the result of its call.
 * `[REST]` asks whether there is any, which the thread answers by the word of protocol/rest.js, and by `[RESTED]` once there is none any more.
 */

/** Index into the meters of a thread (atomics.js): number of the tasks that have come to it. */
export const ARRIVED = 0;

/** The result is in the port, or there is none yet. */
export const POSTED = 0;
/** The result is a number, and has been written. */
export const WRITTEN_NUMBER = 1;
/** The results that need no clone beside numbers; their way is their index and 2. */
export const WRITTEN_CONSTANTS = Object.freeze([undefined, null, true, false]);

/**
 * @param {unknown} value
 * @returns {number} POSTED, or the way in which it needs no message
 */
export function wayOf(value) {
	if (typeof value === 'number') return WRITTEN_NUMBER;
	const index = WRITTEN_CONSTANTS.indexOf(/** @type {any} */ (value));
	return index === -1 ? POSTED : index + 2;
}

/**
 * @param {number} way not POSTED
 * @param {number} number what was written with it
 * @returns {unknown} the value
 */
export const valueOfWay = (way, number) =>
	way === WRITTEN_NUMBER ? number : WRITTEN_CONSTANTS[way - 2];

/** The unit returned `value`. */
export const RETURNED = 0;
/** The unit threw `value`. */
export const THREW = 1;
/** The result, or what was thrown, cannot be cloned; `value` is `{ path, reason }`. */
export const UNCLONEABLE = 3;
/** The worker module has no such unit. */
export const UNKNOWN_UNIT = 4;
/** The worker module could not be evaluated; `value` is what was thrown. */
export const MODULE_FAILED = 5;
/** A callback was called. */
export const CALLED_BACK = 6;
/** A callback was called with something that cannot be cloned. */
export const CALLBACK_REFUSED = 8;
/** The result, or what was thrown, holds an instance of a class that the host does not know; `value` is `{ path, reason }`. */
export const UNKNOWN_CLASS = 9;
/** A generator yielded `value`. */
export const YIELDED = 10;
/** A step has been answered before. */
export const ANSWERED = 12;
/** The thread's event loop turns. */
export const LIVES = 11;
/** Something that a call has left running has failed. */
export const LEFT_ERROR = 13;
/** Nothing runs any more that calls have left. */
export const RESTED = 14;
/** A task is over. */
export const REPLIED = 16;
/** A task has failed by a mistake of ours. */
export const TASK_FAILED = 17;
/** A check of a unit has found something. */
export const CHANGED = 15;
/** A callback was collected. */
export const CALLBACK_GONE = 7;

/**
 * @param {number} kind of a result
 * @returns {'result' | 'yielded' | 'thrown'} what paths into its value begin with
 */
export const rootOf = (kind) =>
	kind === RETURNED ? 'result' : kind === YIELDED ? 'yielded' : 'thrown';

/** What paths into the changes of in-out arguments begin with. */
export const CHANGES = 'what it puts into its arguments';

/** A step of a generator (host to worker). */
export const STEP = 0;
/** A generator that has been forgotten (host to worker). */
export const DROP = 1;
/** Whether a step has been answered (host to worker). */
export const UNREAD = 2;
/** Whether the thread's event loop turns (host to worker). */
export const PROBE = 3;
/** Whether anything runs that calls have left (host to worker). */
export const REST = 4;
/** Whether a task is over (host to worker). */
export const ASK = 5;
/** What a step does to a generator. */
export const METHODS = Object.freeze(/** @type {const} */ (['next', 'return', 'throw']));
