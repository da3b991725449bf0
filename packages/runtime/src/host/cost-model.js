/** @import { UnitReference } from '../types.js' */
import { Math } from '../primordials.js';
import { nextMean } from './batch-size.js';
import { host } from './registry.js';

/**
 * What is known of the calls of an optional unit, beside how long they run on threads; moving means.
 *
 * @typedef {object} Costs
 * @property {number} runHereUs run time on the calling thread: that of threads has the reading of arguments in it; negative until there was one
 * @property {boolean} wasLong whether the latest run there took much longer
 * @property {number} overheadUs what a lone call on the pool takes beside its run: threads that sleep, values that are cloned
 * @property {number} sendUs what sending a call takes of the calling thread, where it leaves at once
 * @property {number} inFlight calls that are in flight together, this one included; 1 and up
 * @property {number} burstUs from one answer of the pool to the next while several are in flight; negative until measured
 * @property {number} hereUs run time on the calling thread since calls were last sent
 * @property {number} trial calls that are to be sent, to measure the pool again
 * @property {Window} window of answers
 *
 * @typedef {{ sent: number, startMs: number, answers: number }} Window `sent`: calls that the pool has and has not answered; `startMs`: of the answer
 *   before the first one that is counted; negative: none has come
 */

/** The pool is taken where it takes so much longer at most: it leaves the calling thread to other code. */
const MOST_LONGER = 1.1;
/** Calls are sent after so many times the overhead on the calling thread, to measure the pool again, and to let the event loop go on. */
const MOST_STAY = 100;
/** Calls that are sent then, for each thread: fewer show nothing of calls that run side by side. */
const TRIAL = 2;
/** What takes longer than so many times the mean was interrupted: it counts as so much. */
const OUTLIER = 8;
/** Up to these times, it may also have run cold code, or have waited for a core. */
const COLD_US = 1000;
const INTERRUPTED_US = 20_000;
/** Sending is slow as long as its code is cold, and while other processes run: what takes longer than the mean counts for little. */
const SLOWER_WEIGHT = 0.05;
/** Answers, and time, of which a mean is taken at least: those of a batch come together. */
const WINDOW = 16;
const WINDOW_MS = 5;
/** Where sending takes at least this part of the run time on threads, reading may be most of that: a call here tells. */
const LARGE_SEND = 0.1;
/** Until it is measured. */
const SEND_US = 5;

/** @returns {Costs} as guessed before the first call */
const createCosts = () => ({
	runHereUs: -1,
	overheadUs: host.overheadUs,
	sendUs: SEND_US,
	wasLong: false,
	inFlight: 1,
	burstUs: -1,
	hereUs: 0,
	trial: 0,
	window: { sent: 0, startMs: -1, answers: 0 },
});

/** @param {UnitReference} reference @returns {Costs} */
const costsOf = (reference) => (reference.costs ??= createCosts());

/**
 * Whether a call of an optional unit takes less time on the calling thread than on the pool.
 *
 * Calls that come together run at the same time on the pool, and one after the other here. Of `n` calls in flight the pool is done after its
 * overhead and `n` times what lies between two answers: the run time of a thread, or what the calling thread does for each, which includes cloning values and
 * reading results, and is measured as a whole.
 *
 * @param {UnitReference} reference
 * @param {number} threads of its pool
 * @returns {boolean} false as long as the unit has not been measured
 */
export function isFasterHere(reference, threads) {
	const costs = costsOf(reference);
	costs.inFlight = nextMean(costs.inFlight, countInFlight() + 1);
	const { meanRunUs } = reference.figures;
	const { overheadUs, sendUs, inFlight, burstUs, runHereUs } = costs;
	if (meanRunUs < 0) return false;
	const lanes = Math.min(threads, inFlight);
	if (costs.hereUs > MOST_STAY * Math.max(overheadUs, burstUs)) {
		costs.trial = Math.ceil(TRIAL * lanes);
		costs.hereUs = 0;
	}
	if (costs.trial > 0) {
		costs.trial--;
		return false;
	}
	if (runHereUs < 0 && sendUs > LARGE_SEND * meanRunUs) return true;
	const runUs = runHere(reference);
	const isMeasured = burstUs >= 0 && lanes > 1;
	const eachUs = isMeasured ? burstUs : Math.max(sendUs, meanRunUs / lanes);
	return overheadUs + inFlight * eachUs > MOST_LONGER * inFlight * runUs;
}

/** @returns {number} calls of any unit that wait or run, here or on threads */
function countInFlight() {
	let count = host.callsHere;
	for (const pool of host.dispatchers.values()) count += pool.queuedCalls + pool.runningCalls;
	return count;
}

/** @param {UnitReference} reference of a call that has run here @param {number} runUs */
export function noteRunHere(reference, runUs) {
	const costs = costsOf(reference);
	const knownUs = runHere(reference);
	const isOutlier = runUs > OUTLIER * knownUs;
	// Code may be cold, or another process may have run: two such calls in a row are no chance, nor is what takes longer than that.
	const isCapped = isOutlier && (runUs < COLD_US || (runUs < INTERRUPTED_US && !costs.wasLong));
	costs.wasLong = isOutlier && runUs >= COLD_US;
	costs.runHereUs = nextMean(knownUs, isCapped ? OUTLIER * knownUs : runUs);
	costs.hereUs += runUs;
}

/** @param {UnitReference} reference @returns {number} what a call takes on the calling thread, as far as it is known */
function runHere({ costs, figures }) {
	return costs && costs.runHereUs >= 0 ? costs.runHereUs : figures.meanRunUs;
}

/** @param {UnitReference} reference of a call that is sent */
export function noteBegun(reference) {
	costsOf(reference).window.sent++;
}

/** @param {UnitReference} reference of a call that has left at once @param {number} sendUs what that has taken */
export function noteSent(reference, sendUs) {
	const costs = costsOf(reference);
	const knownUs = Math.min(sendUs, OUTLIER * costs.sendUs);
	costs.sendUs += (knownUs > costs.sendUs ? SLOWER_WEIGHT : 0.5) * (knownUs - costs.sendUs);
}

/** @param {UnitReference} reference of a lone call that an idle thread has answered @param {number} takenUs from the call to its result */
export function noteAnswered(reference, takenUs) {
	const costs = costsOf(reference);
	const overheadUs = takenUs - reference.figures.meanRunUs;
	if (overheadUs <= 0) return;
	costs.overheadUs = nextMean(costs.overheadUs, overheadUs);
	// Of values of this size it says nothing to other units.
	const commonUs = Math.min(overheadUs, OUTLIER * host.overheadUs);
	host.overheadUs = nextMean(host.overheadUs, commonUs);
}

/** @param {UnitReference} reference of a call that the pool has answered @param {number} nowMs */
export function noteEnded(reference, nowMs) {
	const costs = costsOf(reference);
	const { window } = costs;
	const { meanRunUs } = reference.figures;
	// It takes no longer here than there, whatever it has taken before.
	if (meanRunUs < costs.runHereUs) costs.runHereUs = nextMean(costs.runHereUs, meanRunUs);
	window.sent--;
	if (window.startMs < 0) {
		window.startMs = nowMs;
		window.answers = 0;
	} else window.answers++;
	const isOver = window.sent === 0;
	const tookMs = nowMs - window.startMs;
	if (!isOver && (window.answers < WINDOW || tookMs < WINDOW_MS)) return;
	// The first answers may have come together.
	if (window.answers >= TRIAL)
		costs.burstUs = nextMean(costs.burstUs, (1000 * tookMs) / window.answers);
	window.startMs = isOver ? -1 : nowMs;
	window.answers = 0;
}
