/** @import { Call } from './call-record.js' */
/** @import { Outcome } from './settle.js' */
import { endLoan } from './lend.js';
import { releaseValues } from './values.js';
import { unwatchCall } from './watch.js';

/**
 * Give the caller its result, and let go of what the call has kept for it.
 *
 * @param {Call} call that is settled
 * @param {Outcome} outcome
 */
export function tellCaller(call, outcome) {
	if (call.isWatched) unwatchCall(call);
	call.bytes = undefined;
	releaseValues(call);
	if (!call.batch) endLoan(call);
	// A generator is completed or has failed at its end, not with its first step.
	const figures = call.generator ? undefined : call.reference.figures;
	if (outcome.ok) {
		if (figures) figures.completed++;
		call.resolve(outcome.value);
	} else {
		if (figures) figures.failed++;
		call.reject(outcome.error);
	}
}
