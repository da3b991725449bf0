// What each thread gives a value at its first use: one side may have it, and the other one not yet.
/** @import { Root, Seen } from './checks.js' */
/** @import { Known } from './weak-entries.js' */
import { indexOf, map, push } from '../primordials.js';
import { fingerprint } from './fingerprint.js';
import { NONE } from './state-prints.js';

/** Of a variable that has no value yet, or none any more. */
const NOTHING = [NONE, ...map([undefined, null, false], (one) => String(fingerprint(one)))];

/**
 * @param {Root & { known?: readonly Known[] }} root
 * @param {string} here its fingerprint
 * @param {string | undefined} onHost the host's
 * @param {Seen[]} seen gains what the call may make, to be compared when that is over
 * @returns {boolean} whether there is nothing to be compared yet
 */
export function isAwaited(root, here, onHost = NONE, seen) {
	if (!root.isLate || !(isNothing(here) || isNothing(onHost))) return false;
	if (!isNothing(onHost)) push(seen, { ...root, what: root.name, before: onHost });
	return true;
}

/** @param {string} print @returns {boolean} */
export const isNothing = (print) => indexOf(NOTHING, print) >= 0;
