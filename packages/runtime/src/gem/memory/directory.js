import { gemReleased } from '../../errors/codes.js';
import { add, and, compareExchange, load, or, store } from './atomics.js';
import { addFlight, dropFlightsTo, isInFlight, takeFlight, UNKNOWN } from './flights.js';
import { claimIndex, freeIndex } from './gem-indexes.js';
import { I32 as words } from './heap.js';
import {
	GEM_ABANDONED_BY,
	GEM_EXTENT,
	GEM_GENERATION,
	GEM_HANDLES,
	GEM_POLICY,
	GEM_ROOT,
	GEM_ROOT_STAMP,
	GEM_STAMP,
	GEM_STATE,
	GEM_TYPE,
	GEM_WORDS,
	gemBase,
} from './layout.js';
import { releaseAll } from './pages.js';
import { me, onDeath, onExitOf } from './threads.js';
import { VERSION } from './version.js';

/** A constant of this module: V8 would look up the import each time. */
const I32 = words;

// The control blocks of all GEMs (words: layout.js), and the life of a GEM. It lives while a thread has a handle of it or a
// message holds it; who takes the last of these away gives its memory back.
//
//  GEM_STATE: phase | changes << 2; while it is ENDING: phase | slot of the thread that ends it << 2 | the last 22 bits of changes << 10
//   FREE ──createGem──▶ NEW ──▶ LIVE ──the last one goes──▶ ENDING ──memory is back──▶ FREE
//
// Whoever takes the GEM to end it says so in the same word, by its slot, which no other thread gets before what the thread has left is recovered.
//
// Handles are bits and messages counts (flights.js), and no thread sees both at once. So each change that adds a holder counts in GEM_STATE
// *after* it has become visible, and who finds neither a bit nor a message takes the GEM by compare-and-swap on the
// GEM_STATE that it read *before* it looked. A holder that was added meanwhile makes that fail.
// A bit is a thread's own, so what a dead thread had can be taken away.
const FREE = 0;
const NEW = 1;
const LIVE = 2;
const ENDING = 3;
const PHASE = 3;
/** Bits of the phase, and of a slot behind them. */
const PHASE_BITS = 2;
const ENDING_BITS = PHASE_BITS + 8;

const FIRST_GEM = 1;

const HANDLES = Symbol.for(`@lapidary/runtime.gem-handles/${VERSION}`);

const ofThread = /** @type {{ [HANDLES]?: Map<number, number> }} */ (globalThis);

/**
 * Handles that this thread has of each GEM; per thread by nature. The bit in shared memory says whether there are any, so the copies of this
 * module in a thread that share the heap count together.
 */
const handles = (ofThread[HANDLES] ??= new Map());

/** @param {number} base @param {number} slot of a thread @returns {number} index of the word with its bit */
const handleWord = (base, slot) => base + GEM_HANDLES + (slot >>> 5);

/** @param {number} slot */
const handleBit = (slot) => 1 << (slot & 31);

/**
 * Make a GEM without content; this thread has the one handle of it.
 *
 * @param {number} typeIndex from `claimType`
 * @returns {number} index of the GEM, from 1
 * @throws {LapidaryError} LP8103 when there are 65,535 GEMs
 *
 * Threads: any. Blocks: never.
 */
export function createGem(typeIndex) {
	const gem = claimBlock();
	const base = gemBase(gem);
	// Nobody else looks at the block while it is NEW.
	I32.fill(0, base + GEM_TYPE, base + GEM_HANDLES);
	I32.fill(0, base + GEM_HANDLES + 8, base + GEM_WORDS);
	I32[base + GEM_TYPE] = typeIndex;
	// A stamp that an older node at the same place may have had is unlikely to come again soon.
	I32[base + GEM_STAMP] = Math.trunc(Math.random() * 2 ** 32) | 0;
	// Older handles are refused: they have another generation.
	store(I32, base + GEM_GENERATION, (generationOf(gem) % (2 ** 31 - 2)) + 1);
	handles.set(gem, 1);
	or(I32, handleWord(base, me() & 255), handleBit(me() & 255));
	add(I32, base + GEM_STATE, LIVE - NEW); // publishes the block; pairs with load in retain
	return gem;
}

/** @returns {number} index of a block that was FREE and is NEW */
function claimBlock() {
	const gem = claimIndex(takeBlock);
	raise(GEM_EXTENT, gem + 1);
	return gem;
}

/** @param {number} gem index @returns {boolean} whether its block was FREE; it is NEW, and this thread's, then */
function takeBlock(gem) {
	const word = gemBase(gem) + GEM_STATE;
	const state = load(I32, word);
	return (state & PHASE) === FREE && compareExchange(I32, word, state, state | NEW) === state;
}

/** @param {number} word index @param {number} least that it has to be */
function raise(word, least) {
	for (let old = load(I32, word); old < least; old = load(I32, word)) {
		if (compareExchange(I32, word, old, least) === old) return;
	}
}

/**
 * The generation that goes with a GEM's index in a message.
 *
 * @param {number} gem index
 * @returns {number} from 1
 *
 * Threads: those with a handle. Blocks: never.
 */
export const generationOf = (gem) => load(I32, gemBase(gem) + GEM_GENERATION);

/**
 * Whether the GEM is the one that the generation is of.
 *
 * @param {number} gem index
 * @param {number} generation
 * @returns {boolean}
 *
 * Threads: any. Blocks: never.
 */
export const isCurrent = (gem, generation) =>
	(load(I32, gemBase(gem) + GEM_STATE) & PHASE) === LIVE && generationOf(gem) === generation;

/**
 * Add a handle of this thread. Somebody must hold the GEM all the while: a handle of this thread, or a message in flight.
 *
 * @param {number} gem index
 * @param {number} generation that came with it
 * @throws {LapidaryError} LP8112 when the GEM is another one by now
 *
 * Threads: any. Blocks: never.
 */
export function retain(gem, generation) {
	if (!isCurrent(gem, generation)) throw gemReleased();
	const count = handles.get(gem) ?? 0;
	handles.set(gem, count + 1);
	if (count > 0) return;
	setBit(gem, me() & 255);
}

/**
 * Note that a thread holds a GEM.
 *
 * @param {number} gem index
 * @param {number} slot of the thread
 *
 * Threads: the one of that slot. Blocks: never.
 */
export function setBit(gem, slot) {
	const base = gemBase(gem);
	or(I32, handleWord(base, slot), handleBit(slot));
	add(I32, base + GEM_STATE, 4); // after the bit; pairs with compareExchange in tryEnd
}

/**
 * Take a handle of this thread away. With the last one of all threads, and no message in flight, the GEM's memory is released.
 *
 * @param {number} gem index
 * @returns {boolean} whether it was this thread's last one
 *
 * Threads: those with a handle. Blocks: never.
 */
export function releaseHandle(gem) {
	const count = handles.get(gem) ?? 0;
	if (count > 1) {
		handles.set(gem, count - 1);
		return false;
	}
	if (handles.delete(gem)) clearBit(gem, me() & 255);
	return true;
}

/**
 * Note that a thread holds a GEM no more.
 *
 * @param {number} gem index
 * @param {number} slot of the thread
 *
 * Threads: the one of that slot; after its death, any. Blocks: never.
 */
export function clearBit(gem, slot) {
	const base = gemBase(gem);
	const bit = handleBit(slot);
	if ((and(I32, handleWord(base, slot), ~bit) & bit) !== 0) tryEnd(gem);
}

/**
 * Note that a message holds the GEM, before it is posted.
 *
 * @param {number} gem index
 * @param {number} [row] of its receiver
 *
 * Threads: those with a handle. Blocks: never.
 */
export function addInFlight(gem, row = UNKNOWN) {
	addFlight(row, gem);
	add(I32, gemBase(gem) + GEM_STATE, 4); // after the count; pairs with compareExchange in tryEnd
}

/**
 * Turn the hold of a message into a handle of this thread.
 *
 * @param {number} gem index
 * @param {number} generation that came with it
 * @param {number} [row] that the message says
 * @throws {LapidaryError} LP8112 when the message was taken before and the GEM is another one by now
 *
 * Threads: any. Blocks: never.
 */
export function takeInFlight(gem, generation, row = UNKNOWN) {
	retain(gem, generation);
	takeFlight(row, gem);
}

/**
 * Take the hold of a message away that nobody will receive.
 *
 * @param {number} gem index
 * @param {number} [row] that it was counted in
 *
 * Threads: any. Blocks: never.
 */
export function dropInFlight(gem, row = UNKNOWN) {
	takeFlight(row, gem);
	tryEnd(gem);
}

/**
 * Release a GEM's memory if nobody holds it.
 *
 * @param {number} gem index
 * @returns {boolean} whether this call has released it
 *
 * Threads: any. Blocks: never.
 */
export function tryEnd(gem) {
	const base = gemBase(gem);
	const state = load(I32, base + GEM_STATE); // before looking; pairs with add in setBit and addInFlight
	if ((state & PHASE) !== LIVE || isHeld(gem)) return false;
	if (compareExchange(I32, base + GEM_STATE, state, endingFrom(state)) !== state) return false;
	end(gem);
	return true;
}

/** @param {number} state of a GEM that is LIVE @returns {number} that of one that this thread ends */
const endingFrom = (state) =>
	ENDING | ((me() & 255) << PHASE_BITS) | ((state >>> PHASE_BITS) << ENDING_BITS);

/** @param {number} state of a GEM that is ENDING @returns {number} slot of the thread that ends it */
const endedBy = (state) => (state >>> PHASE_BITS) & 255;

/** @param {number} state of a GEM that is ENDING @returns {number} that of one that is FREE */
const freeFrom = (state) => FREE | (((state >>> ENDING_BITS) + 1) << PHASE_BITS);

/** @param {number} gem index @returns {boolean} */
function isHeld(gem) {
	const base = gemBase(gem);
	for (let word = 0; word < 8; word++) {
		if (load(I32, base + GEM_HANDLES + word) !== 0) return true;
	}
	return isInFlight(gem);
}

/** @param {number} gem that is ENDING; nobody holds it */
function end(gem) {
	const base = gemBase(gem);
	releaseAll(base);
	// Pairs with load in takeBlock.
	freeIndex(gem, () => store(I32, base + GEM_STATE, freeFrom(load(I32, base + GEM_STATE))));
}

/**
 * @returns {number} index behind the highest one that was ever given to a GEM
 *
 * Threads: any. Blocks: never.
 */
export const gemExtent = () => load(I32, GEM_EXTENT);

/**
 * Take away what a dead thread held, and finish what it was releasing.
 *
 * @param {number} dead id of a thread for which `isAlive` is false
 *
 * Threads: the one that started it. Blocks: never.
 */
export function releaseHandlesOf(dead) {
	const extent = gemExtent();
	for (let gem = FIRST_GEM; gem < extent; gem++) {
		const base = gemBase(gem);
		const state = load(I32, base + GEM_STATE);
		if ((state & PHASE) === LIVE) {
			clearBit(gem, dead & 255);
			tryEnd(gem); // the thread may have died between its bit and the end
		} else if ((state & PHASE) === ENDING && endedBy(state) === (dead & 255)) {
			end(gem);
		}
	}
}

/**
 * Release what messages hold that will never be read.
 *
 * @param {{ nodeId: number, owner: number }} ended as for `dropFlightsTo`
 *
 * Threads: as that. Blocks: never.
 */
export function releaseFlightsTo(ended) {
	dropFlightsTo(ended, tryEnd);
}

onDeath((dead) => {
	releaseHandlesOf(dead);
	releaseFlightsTo({ nodeId: -1, owner: dead });
});
onExitOf((nodeId) => releaseFlightsTo({ nodeId, owner: 0 }));

/**
 * Say where the content of a GEM begins.
 *
 * @param {number} gem index
 * @param {number} address of the root node
 * @param {number} stamp of it
 *
 * Threads: the one that the policy lets change the GEM. Blocks: never.
 */
export function setRoot(gem, address, stamp) {
	const base = gemBase(gem);
	I32[base + GEM_ROOT_STAMP] = stamp;
	I32[base + GEM_ROOT] = address;
}

/**
 * @param {number} gem index
 * @returns {{ address: number, stamp: number }} of the root node; address 0 before there is one
 *
 * Threads: any. Blocks: never.
 */
export const rootOf = (gem) => ({
	address: I32[gemBase(gem) + GEM_ROOT],
	stamp: I32[gemBase(gem) + GEM_ROOT_STAMP],
});

/**
 * @param {number} gem index
 * @returns {number} index of its type
 *
 * Threads: any. Blocks: never.
 */
export const typeOf = (gem) => I32[gemBase(gem) + GEM_TYPE];

/**
 * @param {number} gem index
 * @returns {number} index of the first of 32 words that belong to policies
 *
 * Threads: any. Blocks: never.
 */
export const policyWords = (gem) => gemBase(gem) + GEM_POLICY;

/**
 * Say that a GEM is of no use any more, because a thread ended in the middle of a change.
 *
 * @param {number} gem index
 * @param {number} thread id
 *
 * Threads: any. Blocks: never.
 */
export function abandon(gem, thread) {
	compareExchange(I32, gemBase(gem) + GEM_ABANDONED_BY, 0, thread);
}

/**
 * @param {number} gem index
 * @returns {number} id of the thread that abandoned it, or 0
 *
 * Threads: any. Blocks: never.
 */
export const abandonedBy = (gem) => load(I32, gemBase(gem) + GEM_ABANDONED_BY);

/**
 * @param {number} gem index
 * @returns {number} index in I32 of a word that is not 0 once the GEM has been abandoned
 *
 * Threads: any. Blocks: never.
 */
export const abandonedWord = (gem) => gemBase(gem) + GEM_ABANDONED_BY;
