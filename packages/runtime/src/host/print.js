// What the host says of its state with a call, so that a worker sees whether it has the same.
/** @import { UnitReference } from '../types.js' */
import { map } from '../primordials.js';
import { Budget } from '../protocol/check-budget.js';
import { look, textOfLooks } from '../protocol/state-prints.js';
import { registry } from '../protocol/registry.js';
import { shownRoot } from '../protocol/shown.js';
import { modeOfCalls } from './call.js';
import { areMethodsReplaced, withOwnMethods } from './own-methods.js';
import { host } from './registry.js';

/**
 * Compute fingerprints of what a unit has of its module, as it is now; emitted stubs send them as their last capture.
 *
 * The time for that is limited, since all of it is the host's: from a grace period on, a call is sent without them while
 * they have taken more than a share of the time that the unit has run.
 *
 * @param {UnitReference} reference
 * @param {(() => unknown)[]} thunks that read one variable each, so that one without a value leaves out no other
 * @param {[local: string, file: string, isLate?: 1][]} [others] variables of other files
 * @param {[closedOver?: readonly string[], known?: (() => unknown)[]]} looked names of variables that are looked at in closures; what reads objects for
 *   which weak collections are asked
 * @returns {string | undefined} undefined where nothing is to be compared
 */
export function print(reference, thunks, others = [], ...looked) {
	// In a worker of ours, and where verifying compares all of the call, the answer would not be needed.
	if (host.isLooking || registry.isWorker || modeOfCalls() === 'verify') return undefined;
	const budget = (reference.budget ??= new Budget());
	const { completed, meanRunUs } = reference.figures;
	if (!budget.allows((completed * meanRunUs) / 1000)) return undefined;
	if (areMethodsReplaced())
		return withOwnMethods(() => print(reference, thunks, others, ...looked));
	const [closedOver = [], known] = looked;
	const startMs = performance.now();
	const own = map(thunks, (read) => ({ read, closedOver: () => closedOver }));
	const shown = map(others, ([local, file]) => shownRoot(local, file, () => closedOver));
	const looks = map([...own, ...shown], look);
	const text = textOfLooks(looks, { known, others });
	if (reference.options.inOut) reference.looked = { looks, others, own: own.length };
	budget.spend(performance.now() - startMs);
	return text;
}
