import { Sync } from '../define/index.js';

/** In place of the id of a thread. */
export const NOBODY = 0;

/**
 * Find out whether a thread has ended with a right.
 *
 * @param {() => number} read gives the id of who has it, or NOBODY
 * @returns {number} id of the thread that has ended with it; NOBODY when there is none
 *
 * Threads: any. Blocks: never.
 */
export function endedWith(read) {
	const holder = read();
	if (holder === NOBODY || Sync.isAlive(holder)) return NOBODY;
	// It may have given it back between the two, and ended then: ids do not come again, so that what still stands there stays.
	return read() === holder ? holder : NOBODY;
}
