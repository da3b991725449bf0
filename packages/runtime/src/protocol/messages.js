// The kinds of message that cross; both sides. Arrays with a number in front: keys would be sent with each message.

/** `[ONE, unit, args, captures, buffers, callback]`, a call by itself; see types.js. */
export const ONE = 0;
/** `[BATCH, unit, words, calls]`, calls to be run one after the other. */
export const BATCH = 1;
/** `[INIT, port, meters]`, the first task of a thread. */
export const INIT = 2;

/**
 * A result: `[kind, index of the call in its batch, run time in µs, value, paths of Buffers]`.
 *
 * Posted to the port of the thread, because piscina's reply to an uncloneable value kills the thread. A lone call with a
 * primitive result is replied to with just that.
 *
 * @typedef {[kind: number, index: number, runUs: number, value?: unknown, buffers?: import('../types.js').Path[]]} ResultMessage
 *
 * A call of a callback: `[CALLED_BACK, id, receiver, arguments]`, each argument as a RecordedValue.
 * One that cannot cross: `[CALLBACK_REFUSED, id, { path, reason }]`.
 * A callback that nothing in the worker can call any more: `[CALLBACK_GONE, id]`.
 */

/** Index into the meters of a thread (atomics.js). */
export const RUN_US = 0;
/** Index into the meters of a thread: REPLIED or POSTED. */
export const WAY = 1;
/** The results of the task have been posted to the port. */
export const POSTED = 0;
/** The reply is the result of the one call. */
export const REPLIED = 1;

/** The unit returned `value`. */
export const RETURNED = 0;
/** The unit threw; `value` is an ErrorRecord. */
export const THREW_ERROR = 1;
/** The unit threw `value`, which is no error. */
export const THREW_VALUE = 2;
/** The result, or what was thrown, cannot be cloned; `value` is `{ path, reason }`. */
export const UNCLONEABLE = 3;
/** The worker module has no such unit. */
export const UNKNOWN_UNIT = 4;
/** The worker module could not be evaluated; `value` is an ErrorRecord. */
export const MODULE_FAILED = 5;
/** A callback was called. */
export const CALLED_BACK = 6;
/** A callback was called with something that cannot be cloned. */
export const CALLBACK_REFUSED = 8;
/** A callback was collected. */
export const CALLBACK_GONE = 7;
