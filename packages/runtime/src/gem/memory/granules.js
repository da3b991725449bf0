// Runs of bits in 64 of them, as two words: bit i is in `low` up to 31, then in `high`. A *run* is a number of ones
// that are neighbours.

/**
 * Find the first run that is long enough.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} length from 1 to 64
 * @returns {number} where it begins, or -1
 *
 * Threads: any. Blocks: never.
 */
export function findRun(low, high, length) {
	let have = 1;
	// A bit stays where `have` ones begin.
	while (have < length) {
		const step = Math.min(have, length - have);
		low &= step === 32 ? high : (low >>> step) | (high << (32 - step));
		high = step === 32 ? 0 : high & (high >>> step);
		have += step;
	}
	if (low !== 0) return 31 - Math.clz32(low & -low);
	return high === 0 ? -1 : 63 - Math.clz32(high & -high);
}

/**
 * How long the longest run is.
 *
 * @param {number} low
 * @param {number} high
 * @returns {number} from 0 to 64
 *
 * Threads: any. Blocks: never.
 */
export function mostRun(low, high) {
	if ((low | high) === 0) return 0;
	if ((low & high) === -1) return 64;
	let length = 1;
	let step = 1;
	let isGrowing = true;
	while (step > 0) {
		const nextLow = low & ((low >>> step) | (high << (32 - step)));
		const nextHigh = high & (high >>> step);
		if ((nextLow | nextHigh) !== 0) {
			low = nextLow;
			high = nextHigh;
			length += step;
			// Doubled while it works, then halved.
			if (isGrowing && step < 16) {
				step *= 2;
				continue;
			}
		}
		// After 32 ones were found by steps of 16, another 16 may follow.
		if (isGrowing && step === 16 && length === 32) {
			isGrowing = false;
			continue;
		}
		isGrowing = false;
		step >>= 1;
	}
	return length;
}

/**
 * How long the run around some of its bits is.
 *
 * @param {number} low
 * @param {number} high
 * @param {number} place of the first of the bits
 * @param {number} length of them
 * @returns {number} from `length` to 64
 *
 * Threads: any. Blocks: never.
 */
export const runAround = (low, high, place, length) =>
	onesBelow(low, high, place) + length + onesFrom(low, high, place + length);

/** @param {number} word @returns {number} zeroes before the lowest one; 32 when there is none */
const trailing = (word) => (word === 0 ? 32 : 31 - Math.clz32(word & -word));

/** @param {number} low @param {number} high @param {number} place @returns {number} ones from there upwards */
function onesFrom(low, high, place) {
	if (place >= 64) return 0;
	if (place >= 32) return trailing(~(high >>> (place - 32)));
	const inLow = trailing(~(low >>> place));
	return inLow === 32 - place ? inLow + trailing(~high) : inLow;
}

/** @param {number} low @param {number} high @param {number} place @returns {number} ones below it */
function onesBelow(low, high, place) {
	if (place === 0) return 0;
	if (place <= 32) return Math.clz32(~(low << (32 - place)));
	const inHigh = Math.clz32(~(high << (64 - place)));
	return inHigh === place - 32 ? inHigh + Math.clz32(~low) : inHigh;
}

/**
 * @param {number} place
 * @param {number} length
 * @returns {number} the run's bits in the low word
 *
 * Threads: any. Blocks: never.
 */
export function maskLow(place, length) {
	if (place >= 32) return 0;
	return place + length >= 32 ? -1 << place : ((1 << length) - 1) << place;
}

/**
 * @param {number} place
 * @param {number} length
 * @returns {number} the run's bits in the high word
 *
 * Threads: any. Blocks: never.
 */
export function maskHigh(place, length) {
	const end = place + length - 32;
	if (end <= 0) return 0;
	const from = Math.max(place - 32, 0);
	return end - from === 32 ? -1 : ((1 << (end - from)) - 1) << from;
}
