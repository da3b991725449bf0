// What `Workers` and its threads say to each other; both sides.
/** @import { Notes } from '../protocol/notes.js' */

/**
 * To a thread: `values` are for the listeners of `event`. A reply to it names the same round.
 *
 * @typedef {[round: number, event: string, values: unknown[], notes?: Notes]} Delivery
 *
 * From a thread, in the order in which it happened. Each delivery is answered by exactly one HANDLED or FAILED, in order.
 *
 * @typedef {[kind: number, round?: number, value?: unknown, notes?: Notes]} Answer
 */

/** The listeners of the oldest delivery have ended. */
export const HANDLED = 0;
/** They have not: one threw, or rejected, or there is none; `value` is the error. */
export const FAILED = 1;
/** `value` is what `worker.reply` was called with. */
export const REPLIED = 2;
/** The module of the thread threw while it was loaded; `value` is the error. The thread ends. */
export const NOT_LOADED = 3;
/** Nothing is left to do in the thread: no reply will come for what it has handled. */
export const IDLE = 4;
