import { gemFull } from '../../errors/codes.js';
import { and, compareExchange, load, or } from './atomics.js';
import { I32 as words } from './heap.js';
import { GEM_BITS, GEM_HINT, MAX_GEMS } from './layout.js';

/** A constant of this module: V8 would look up the import each time. */
const I32 = words;

// Which control blocks of GEMs are free: a bit for each, which is set while its block is taken. GEM_STATE of the block alone decides; the
// bits say where to look, 32 blocks at once, so that a GEM costs the same however many live.
//
// A bit is set after its block was taken and cleared before it is free again, both by the thread that has the block. So a bit that is set
// says that its block is taken. One that is not may be that of a block which a thread is about to free, or has just taken, or died when it
// had taken it: such a block is passed over.

const FIRST_GEM = 1;
const BIT_WORDS = MAX_GEMS / 32;

/** @param {number} gem */
const bitOf = (gem) => 1 << (gem & 31);

/**
 * Take a free index, one of the lowest.
 *
 * @param {(gem: number) => boolean} take takes the control block if it is free
 * @returns {number} index
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8103 when all are taken
 *
 * Threads: any. Blocks: never; lock-free.
 */
export function claimIndex(take) {
	const begin = load(I32, GEM_HINT);
	const found = claimFrom(begin, BIT_WORDS, take) || claimFrom(0, begin, take);
	if (found === 0) throw full();
	// Fails when a block before it was freed meanwhile: then the hint is lower already.
	if (found >>> 5 !== begin) compareExchange(I32, GEM_HINT, begin, found >>> 5);
	return found;
}

/** @param {number} from word @param {number} to word @param {(gem: number) => boolean} take @returns {number} index, or 0 */
function claimFrom(from, to, take) {
	for (let word = from; word < to; word++) {
		let free = ~load(I32, GEM_BITS + word);
		if (word === 0) free &= -1 << FIRST_GEM;
		for (; free !== 0; free &= free - 1) {
			const gem = 32 * word + 31 - Math.clz32(free & -free);
			if (!take(gem)) continue;
			or(I32, GEM_BITS + word, bitOf(gem));
			return gem;
		}
	}
	return 0;
}

/**
 * Free an index.
 *
 * @param {number} gem index
 * @param {() => void} free makes the control block free
 *
 * Threads: the one that has the control block. Blocks: never; lock-free.
 */
export function freeIndex(gem, free) {
	const word = gem >>> 5;
	and(I32, GEM_BITS + word, ~bitOf(gem));
	free();
	for (let old = load(I32, GEM_HINT); old > word; old = load(I32, GEM_HINT)) {
		if (compareExchange(I32, GEM_HINT, old, word) === old) return;
	}
}

const FIX =
	'release GEMs that are not needed any more with `release(gem)`: those of which the program has nothing left are given back when the event loop turns';

/** @returns {Error} */
function full() {
	const most = MAX_GEMS - FIRST_GEM;
	return gemFull({ what: 'more GEMs', used: most, limit: most, fix: FIX });
}
