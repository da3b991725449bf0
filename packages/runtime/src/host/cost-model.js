/** @import { UnitReference } from '../types.js' */
import { Math } from '../primordials.js';
import { nextMean } from './batch-size.js';
import { host } from './registry.js';

/**
 * What is known of the calls of an optional unit, beside how long they run; moving means.
 *
 * @typedef {object} Costs
 * @property {number} overheadUs what a lone call on the pool takes beside its run: threads that sleep, values that are cloned
 * @property {number} sendUs what sending a call takes of the calling thread
 * @property {number} inFlight calls that are in flight together, this one included; 1 and up
 * @property {number} hereUs run time on the calling thread since a call was last sent
 */

/** The pool is taken where it takes so much longer at most: it leaves the calling thread to other code. */
const MOST_LONGER = 1.1;
/** A call is sent after so many times the overhead on the calling thread, to measure the pool again, and to let the event loop go on. */
const MOST_STAY = 100;
/** What takes longer than so many times the mean was interrupted: it counts as so much. */
const OUTLIER = 8;
/** Sending is slow as long as its code is cold, and while other processes run: what takes longer than the mean counts for little. */
const SLOWER_WEIGHT = 0.05;
/** Who starts a thread waits longer than that, or than so many times what sending takes. */
const LONGEST_US = 1000;
const LONGEST_SENDS = 20;
/** Until it is measured. */
const SEND_US = 5;

/** @returns {Costs} as guessed before the first call */
const createCosts = () => ({
	overheadUs: host.overheadUs,
	sendUs: SEND_US,
	inFlight: 1,
	hereUs: 0,
});

/** @param {UnitReference} reference @returns {Costs} */
const costsOf = (reference) => (reference.costs ??= createCosts());

/**
 * Whether a call of an optional unit takes less time on the calling thread than on the pool.
 *
 * Calls that come together run at the same time on the pool, and one after the other here. Of `n` calls in flight the pool is done after its
 * overhead and `n` times what each takes of a thread, or of the calling thread, which has to send all of them.
 *
 * @param {UnitReference} reference
 * @param {number} threads of its pool
 * @returns {boolean} false as long as the unit has not been measured
 */
export function isFasterHere(reference, threads) {
	const costs = costsOf(reference);
	costs.inFlight = nextMean(costs.inFlight, countInFlight() + 1);
	const { meanRunUs } = reference.figures;
	const { overheadUs, sendUs, inFlight, hereUs } = costs;
	if (meanRunUs < 0 || hereUs > MOST_STAY * overheadUs) return false;
	const lanes = Math.min(threads, inFlight);
	const onPoolUs = overheadUs + inFlight * Math.max(sendUs, meanRunUs / lanes);
	return onPoolUs > MOST_LONGER * inFlight * meanRunUs;
}

/** @returns {number} calls of any unit that wait or run, here or on threads */
function countInFlight() {
	let count = host.callsHere;
	for (const pool of host.dispatchers.values()) count += pool.queuedCalls + pool.runningCalls;
	return count;
}

/** @param {UnitReference} reference of a call that has run here @param {number} runUs */
export function noteRunHere(reference, runUs) {
	const { figures } = reference;
	figures.meanRunUs = nextMean(figures.meanRunUs, runUs);
	costsOf(reference).hereUs += runUs;
}

/** @param {UnitReference} reference of a call that has been sent @param {number} sendUs what that has taken */
export function noteSent(reference, sendUs) {
	const costs = costsOf(reference);
	costs.hereUs = 0;
	const knownUs = Math.min(sendUs, OUTLIER * costs.sendUs);
	costs.sendUs += (knownUs > costs.sendUs ? SLOWER_WEIGHT : 0.5) * (knownUs - costs.sendUs);
}

/** @param {UnitReference} reference of a lone call that the pool has answered @param {number} takenUs from the call to its result */
export function noteAnswered(reference, takenUs) {
	const costs = costsOf(reference);
	const overheadUs = takenUs - reference.figures.meanRunUs;
	if (overheadUs <= 0 || overheadUs > Math.max(LONGEST_US, LONGEST_SENDS * costs.sendUs)) return;
	costs.overheadUs = nextMean(costs.overheadUs, overheadUs);
	host.overheadUs = nextMean(host.overheadUs, overheadUs);
}
