// A batch should last long enough to hide the round trip of about 80 µs, ...
import { Math } from '../primordials.js';

const TARGET_US = 1000;
// ... of which each call spends about this much on its own result message.
const MESSAGE_US = 2;
const MOST_CALLS = 1024;

/**
 * How many waiting calls of one unit a thread should get at once.
 *
 * Guided self-scheduling: a share of what waits, so that batches shrink towards the end and all threads
 * finish together; no more than fills about a millisecond, so that other units do not wait long.
 *
 * @param {object} situation
 * @param {number} situation.meanRunUs of the unit; below 0 = not measured
 * @param {number} situation.waiting calls of the unit, 1 and up
 * @param {number} situation.threads of the pool
 * @returns {number} 1 and up; 1 for units that run long or have not been measured
 */
export function batchSize({ meanRunUs, waiting, threads }) {
	if (meanRunUs < 0) return 1;
	const byTime = Math.floor(TARGET_US / (meanRunUs + MESSAGE_US));
	const byShare = Math.ceil(waiting / (2 * threads));
	const wanted = byTime < byShare ? byTime : byShare;
	return wanted < 1 ? 1 : wanted < MOST_CALLS ? wanted : MOST_CALLS;
}

// Weight of the latest run in the moving mean: the first, cold runs are forgotten after a dozen calls.
const LATEST_WEIGHT = 0.2;

/**
 * @param {number} meanRunUs so far; below 0 = no run yet
 * @param {number} runUs of the latest call
 * @returns {number} the moving mean
 */
export function nextMean(meanRunUs, runUs) {
	return meanRunUs < 0 ? runUs : meanRunUs + LATEST_WEIGHT * (runUs - meanRunUs);
}
