/** @import { Trace, UnitFigures } from '../types.js' */
import { aboveRuntimeFrames, isError, withoutRuntimeFrames } from '../errors/record.js';
import { captureStackTrace, filter, join, map, Object, Reflect } from '../primordials.js';

// Capturing frames takes 3 µs, a quarter of a lone call at its fastest and half of a call in a burst, and 30 µs where something else has
// run since the last time.
const CAPTURE_EVERY_MS = 1;
// So many calls of a unit show whether it tends to fail.
const FIRST_CALLS = 16;

/** When frames were captured last; per thread. */
const last = { capturedMs: -Infinity };

/**
 * Remember where a call was made; the text is made when somebody reads it.
 *
 * For the first calls of a unit, and once one of its calls has failed; at most once a millisecond. Errors of the other calls get the
 * frames of who awaits them, which V8 finds for nothing when the error arrives (`withAwaitingFrames`); only synchronous callers between
 * are missing there.
 *
 * @param {Function | undefined} entry the function of ours that the stub called; it and what it called are left out. undefined when it
 *   does not run any more
 * @param {UnitFigures} figures of the unit
 * @returns {Trace | undefined}
 */
export function captureTrace(entry, { calls, failed }) {
	if (!entry || (calls > FIRST_CALLS && failed === 0)) return undefined;
	const nowMs = performance.now();
	if (nowMs - last.capturedMs < CAPTURE_EVERY_MS) return undefined;
	last.capturedMs = nowMs;
	/** @type {Trace} */
	const trace = {};
	captureStackTrace(trace, entry);
	return trace;
}

/**
 * @param {Trace | undefined} trace
 * @returns {string} lines that begin with a line break; '' when there are none
 */
export function formatFrames(trace) {
	if (typeof trace?.stack !== 'string') return '';
	const lines = withoutRuntimeFrames(trace.stack).split('\n');
	const frames = filter(lines, (line) => /^\s+at /.test(line));
	return join(
		map(frames, (line) => `\n${line}`),
		'',
	);
}

/** @param {unknown} value @returns {value is Error & { stack: string }} whether it is an error with a stack of its own, and not that of its prototype */
export const hasStack = (value) =>
	isError(value) && Object.hasOwn(value, 'stack') && typeof value.stack === 'string';

/**
 * Let the stack of an error that a lent function has thrown end with the frames of the call, as in the plain program, where the unit
 * calls that function.
 *
 * @param {unknown} thrown by the function; an error that was made elsewhere keeps its stack
 * @param {Trace | undefined} trace of the call that lends it
 */
export function replaceRuntimeFrames(thrown, trace) {
	if (!hasStack(thrown)) return;
	const own = aboveRuntimeFrames(thrown.stack);
	if (own === thrown.stack) return;
	const value = `${own}${formatFrames(trace)}`;
	Reflect.defineProperty(thrown, 'stack', { value, writable: true, configurable: true });
}

/**
 * Append the frames of the async functions that wait for a call.
 *
 * @param {unknown} error of a call whose frames were not captured
 * @param {Function} entry the async function, being resumed, that the stub called
 * @returns {unknown} the same
 */
export function withAwaitingFrames(error, entry) {
	if (!hasStack(error)) return error;
	/** @type {Trace} */
	const trace = {};
	captureStackTrace(trace, entry);
	// What resumed us says nothing about the program.
	const frames = formatFrames(trace).replace(/\n\s+at [^\n]*\(node:internal\/[^\n]*\)/g, '');
	const value = `${error.stack}${frames}`;
	Object.defineProperty(error, 'stack', { value, writable: true, configurable: true });
	return error;
}
