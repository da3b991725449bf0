/** @import { Trace, UnitReference } from '../types.js' */
import { withoutRuntimeFrames } from '../errors/record.js';

// More calls than this in flight are a burst: capturing frames takes 1 to 2 µs, as much as all else a call in a
// burst costs the host.
const BURST_CALLS = 64;

/** @type {WeakMap<UnitReference, Trace>} the latest captured of each unit, shared by the rest of a burst */
const latest = new WeakMap();

/**
 * Remember where a call was made; the text is made when somebody reads it.
 *
 * In a burst a call shares the frames of an earlier call of the same unit: `xs.map(f)` calls from one place.
 *
 * @param {UnitReference} reference
 * @param {Function} entry the function of ours that the stub called; it and what it called are left out
 * @param {number} inFlight calls that are not settled
 * @returns {Trace}
 */
export function captureTrace(reference, entry, inFlight) {
	if (inFlight > BURST_CALLS) {
		const shared = latest.get(reference);
		if (shared) return shared;
	}
	/** @type {Trace} */
	const trace = {};
	Error.captureStackTrace(trace, entry);
	latest.set(reference, trace);
	return trace;
}

/**
 * @param {Trace | undefined} trace
 * @returns {string} lines that begin with a line break; '' when there are none
 */
export function formatFrames(trace) {
	if (typeof trace?.stack !== 'string') return '';
	return withoutRuntimeFrames(trace.stack)
		.split('\n')
		.filter((line) => /^\s+at /.test(line))
		.map((line) => `\n${line}`)
		.join('');
}
