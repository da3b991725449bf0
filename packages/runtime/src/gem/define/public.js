import { spanUsage } from '../memory/spans.js';
import { ensureStack } from '../memory/stack.js';
import { checkNotOfOthers, otherCopyOf } from './other-copies.js';
import { viewOf } from './sides.js';

/**
 * Threads: any. Blocks: never.
 *
 * @param {unknown} value
 * @returns {boolean} whether it is a GEM, or a part of one; of another copy of this package, too
 *
 * @example
 * isGem(ReadOnly.create({ apple: 2 })); // true
 * isGem({ apple: 2 }); // false
 */
export const isGem = (value) => viewOf(value) !== null || otherCopyOf(value) !== undefined;

/**
 * Give up this thread's hold on a GEM at once; without it, the collector does it some time after the last use. The memory is used again
 * when no thread holds the GEM, and no message with it is under way.
 *
 * Threads: any. Blocks: never.
 *
 * @param {object} gem
 * @throws {TypeError} when it is no GEM
 * @throws {Error} LP8114 for that of another copy of this package; LP8101 within a block of it, a function of the GEM, or a change that calls this code
 */
export function release(gem) {
	const view = viewOf(gem);
	if (!view) checkNotOfOthers(gem);
	if (!view) throw new TypeError('release() takes a GEM');
	ensureStack();
	view.handle.checkUnused('releasing');
	view.handle.release();
}

/**
 * How much memory GEMs take.
 *
 * Threads: any. Blocks: never; a snapshot.
 *
 * @overload
 * @param {object} gem
 * @returns {{ bytes: number }} bytes that it has taken from the memory of GEMs
 * @throws {TypeError} when it is no GEM
 */
/**
 * @overload
 * @returns {{ bytesInUse: number, peakBytes: number, limitBytes: number }} bytes that all GEMs of the program have taken, the most there
 *   ever were, and the most there can be
 */
/** @param {object} [gem] default: all of the program */
export function usage(gem) {
	if (gem === undefined) return spanUsage();
	const view = viewOf(gem);
	if (!view) checkNotOfOthers(gem);
	if (!view) throw new TypeError('usage() takes a GEM');
	return { bytes: view.handle.region.usage().bytes };
}
