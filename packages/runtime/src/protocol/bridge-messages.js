// Messages about functions and signals of the host that a call lends to the thread it runs on; both sides.

/**
 * From the worker, on the port of its results, so that what a unit has called is called before its result arrives:
 *
 * `[HOST_CALL, number, id of the function, arguments, notes, how, receiver]`: `how` is ON_HOLDER for a call on the object among the
 *   arguments that has the function; any other receiver crosses as a value
 * `[HOST_CALL_REFUSED, number, id of the function, { path, reason }, is it the class]`: the arguments cannot cross
 * `[HOST_CALL_DROPPED, number]`: nobody waits for what the function threw; `[HOST_CALL_TAKEN, number]`: somebody does
 * `[FUNCTION_GONE, id]`, `[SIGNAL_GONE, id]`: nothing in the worker can use it any more
 */
export const HOST_CALL = 20;
export const ON_HOLDER = 1;
export const HOST_CALL_REFUSED = 21;
export const HOST_CALL_DROPPED = 22;
export const HOST_CALL_TAKEN = 25;
export const FUNCTION_GONE = 23;
export const SIGNAL_GONE = 24;

/**
 * From the host, on the thread's bridge:
 *
 * `[HOST_WAITS, number]`: the function has given a promise
 * `[HOST_RETURNED, number, value, notes, false, what it has changed of the object that it was called on]`, `[HOST_THREW, number, value, notes, has it been a promise]`
 * `[SIGNAL_FIRED, id, reason, notes, was it at once after the call]`: posted before the signal's shared word is set, so whoever sees the word finds the reason
 */
export const HOST_RETURNED = 30;
export const HOST_THREW = 31;
export const SIGNAL_FIRED = 32;
export const HOST_WAITS = 33;
