import { notify, store } from './atomics.js';
import { claim, FORSAKEN, takeOver, unclaim } from './claim.js';
import { findRun, maskHigh, maskLow, runAround } from './granules.js';
import { I32, unitCount } from './heap.js';
import {
	FIRST_UNIT,
	GEM_ABANDONED_BY,
	GEM_BINS,
	GEM_CELLS,
	GEM_EMPTY,
	GEM_LOCK,
	GEM_MOVING,
	GEM_PAGES,
	GEM_REST,
	GEM_REST_UNITS,
	GEM_SPANS,
	GEM_UNITS,
	UNIT_CELLS,
	UNIT_SHIFT,
} from './layout.js';
import {
	add,
	binOf,
	BINS,
	drop,
	HIGH,
	LAST_BIN,
	LOW,
	move,
	refile,
	repair,
	shownBin,
} from './page-bins.js';
import {
	allocateSpan,
	freeSpan,
	full,
	linkSpan,
	nextSpan,
	tryAllocateSpan,
	unitBase,
	unlinkSpan,
} from './spans.js';
import { me } from './threads.js';

// Blocks of one GEM's region. Everything in here is read and written by the holder of the region's lock only, so plain
// accesses do; the lock is the one thing that threads race for. Where a thread dies inside, its id stays in the lock, and the
// next thread takes the lock over and repairs the lists (page-bins.js). The order of the writes sees to it that what they hold
// is the region's at each moment, and no block is given out twice, though a block or a unit or two may be lost.
//
//  A block of up to 1 KB is in a page of the fullest bin that should have room for it (page-bins.js). A larger block has a span
//  of whole units, and the first granules of a page behind it for what is left. Its first unit's words:
//   LOW  whole units; NEXT, PREVIOUS as in spans.js
const FIRST_CELL = FIRST_UNIT * UNIT_CELLS;
const END_CELL = unitCount * UNIT_CELLS;
const MOST_CELLS = END_CELL - FIRST_CELL;

// An exception may come out of any function in here: the stack may be full anywhere, and the heap where a span is wanted. The lock would stay with
// a thread that lives, and all others would wait. So it is left to the next thread as if this one had ended. Where it was not the heap, the content
// is half changed, and the GEM is abandoned. Functions of JavaScript cannot be called to say so, since they need stack, too; those of the platform can.

/** @param {number} base of the control block */
function enter(base) {
	const dead = claim(base + GEM_LOCK);
	if (dead !== 0) enterAfter(base, dead);
}

/** @param {number} base @param {number} dead id of the thread that has left its lists half changed: this one, if it was an exception that nothing has caught */
function enterAfter(base, dead) {
	for (; dead !== 0; dead = claim(base + GEM_LOCK)) {
		if (!takeOver(base + GEM_LOCK, dead)) continue; // another thread was faster
		try {
			repair(base);
			if (dead === me()) I32[base + GEM_ABANDONED_BY] = FORSAKEN;
			return;
		} catch (thrown) {
			store(I32, base + GEM_LOCK, FORSAKEN);
			notify(I32, base + GEM_LOCK);
			throw thrown;
		}
	}
}

/** @param {number} base of the control block */
const leave = (base) => unclaim(base + GEM_LOCK);

// What callers have computed is not believed: with a size that is none, or that int32 cannot hold, the operations on bits below would give
// memory out that is another GEM's. So both are looked at here once more, before anything is touched.

/** @param {number} cells @returns {boolean} whether a block of the heap can have so many */
const isSize = (cells) => (cells | 0) === cells && cells >= 1 && cells <= MOST_CELLS;

/** @param {number} cells @returns {Error} LP8103, or a RangeError for what is no size at all */
function refuseSize(cells) {
	const isLarge = Number.isInteger(cells) && cells > MOST_CELLS;
	return isLarge
		? full(Math.ceil(cells / UNIT_CELLS))
		: new RangeError(`a block cannot have ${cells} cells`);
}

/** @param {number} address @param {number} cells @throws {RangeError} where there can be no such block */
function checkBlock(address, cells) {
	const isBlock =
		isSize(cells) &&
		(address | 0) === address &&
		address >= FIRST_CELL &&
		address <= END_CELL - cells;
	if (!isBlock) throw new RangeError(`there is no block of ${cells} cells at ${address}`);
}

/**
 * Take a block. Its content is arbitrary.
 *
 * @param {number} base of the control block
 * @param {number} cells from 1
 * @returns {number} address
 * @throws {LapidaryError} LP8103 when the heap is full
 * @throws {RangeError} for what is no size
 *
 * Threads: any. Blocks: for instructions, while another thread is inside.
 */
export function allocateBlock(base, cells) {
	if (!isSize(cells)) throw refuseSize(cells);
	enter(base);
	try {
		const found = cells <= UNIT_CELLS ? findBlock(base, (cells + 1) >> 1) : 0;
		const address = found || allocateSlowly(base, cells);
		I32[base + GEM_CELLS] += cells;
		leave(base);
		return address;
	} catch (thrown) {
		if (/** @type {any} */ (thrown).code !== 'LP8103') I32[base + GEM_ABANDONED_BY] = FORSAKEN;
		store(I32, base + GEM_LOCK, FORSAKEN);
		notify(I32, base + GEM_LOCK);
		throw thrown;
	}
}

/** @param {number} base @param {number} cells @returns {number} address */
function allocateSlowly(base, cells) {
	if (cells <= UNIT_CELLS) return takeRun(base, addPage(base), 0, (cells + 1) >> 1);
	const whole = cells >>> UNIT_SHIFT;
	const rest = ((cells & (UNIT_CELLS - 1)) + 1) >> 1;
	const unit = allocateSpan(whole + (rest > 0 ? 1 : 0));
	I32[unitBase(unit) + LOW] = whole;
	I32[base + GEM_MOVING] = -unit;
	linkSpan(base + GEM_SPANS, unit);
	I32[base + GEM_MOVING] = 0;
	I32[base + GEM_UNITS] += whole;
	if (rest > 0) {
		openPage(base, unit + whole);
		takeRun(base, unit + whole, 0, rest);
	}
	return unit << UNIT_SHIFT;
}

/** @param {number} base @param {number} granules @returns {number} address in a page that has such a run, or 0 */
function findBlock(base, granules) {
	let bin = binOf(granules);
	for (;;) {
		const bins = I32[base + GEM_BINS] & (-1 << bin);
		if (bins === 0) return 0;
		bin = 31 - Math.clz32(bins & -bins);
		const page = I32[base + GEM_PAGES + bin];
		const at = unitBase(page);
		const place = findRun(I32[at + LOW], I32[at + HIGH], granules);
		if (place >= 0) return takeRun(base, page, place, granules);
		// Of the pages of its own bin one is tried: the others may have no such run either.
		if (!refile(base, page)) bin++;
	}
}

/** @param {number} base @param {number} page @param {number} place @param {number} granules @returns {number} address */
function takeRun(base, page, place, granules) {
	const at = unitBase(page);
	const low = (I32[at + LOW] &= ~maskLow(place, granules));
	const high = (I32[at + HIGH] &= ~maskHigh(place, granules));
	if (I32[base + GEM_EMPTY] === page) I32[base + GEM_EMPTY] = 0;
	if ((low | high) === 0) move(base, page, 0);
	return (page << UNIT_SHIFT) + 2 * place;
}

/** @param {number} base @returns {number} an empty page */
function addPage(base) {
	if (I32[base + GEM_REST_UNITS] === 0) claimUnits(base);
	const page = I32[base + GEM_REST];
	I32[base + GEM_REST_UNITS]--;
	I32[base + GEM_REST] = page + 1;
	openPage(base, page);
	return page;
}

/** Several at once, so that not each page is raced for with other GEMs. @param {number} base */
function claimUnits(base) {
	const units = Math.min((I32[base + GEM_UNITS] >> 4) + 1, 32);
	const several = units > 1 ? tryAllocateSpan(units) : 0;
	I32[base + GEM_REST] = several || allocateSpan(1);
	I32[base + GEM_REST_UNITS] = several ? units : 1;
}

/** @param {number} base @param {number} page a unit that is to be one; it is empty */
function openPage(base, page) {
	const at = unitBase(page);
	I32[at + LOW] = -1;
	I32[at + HIGH] = -1;
	I32[base + GEM_UNITS]++;
	add(base, page);
}

/**
 * Give a block back.
 *
 * Its second word is cleared: a node that was there no longer has its stamp.
 *
 * @param {number} base of the control block
 * @param {number} address that `allocateBlock` gave
 * @param {number} cells as they were asked for
 * @throws {RangeError} where there can be no such block
 *
 * Threads: any. Blocks: for instructions, while another thread is inside.
 */
export function releaseBlock(base, address, cells) {
	checkBlock(address, cells);
	enter(base);
	try {
		I32[2 * address + 1] = 0;
		I32[base + GEM_CELLS] -= cells;
		const unit = address >>> UNIT_SHIFT;
		if (cells <= UNIT_CELLS) releaseRun(base, unit, (address >> 1) & 63, (cells + 1) >> 1);
		else releaseLarge(base, unit, cells);
		leave(base);
	} catch (thrown) {
		if (/** @type {any} */ (thrown).code !== 'LP8103') I32[base + GEM_ABANDONED_BY] = FORSAKEN;
		store(I32, base + GEM_LOCK, FORSAKEN);
		notify(I32, base + GEM_LOCK);
		throw thrown;
	}
}

/** @param {number} base @param {number} unit @param {number} cells */
function releaseLarge(base, unit, cells) {
	const whole = cells >>> UNIT_SHIFT;
	const rest = ((cells & (UNIT_CELLS - 1)) + 1) >> 1;
	I32[base + GEM_MOVING] = -unit;
	unlinkSpan(base + GEM_SPANS, unit);
	// Before: once it is free it may be another region's, and a repair would take it back.
	I32[base + GEM_MOVING] = 0;
	I32[base + GEM_UNITS] -= whole;
	freeSpan(unit, whole);
	if (rest > 0) releaseRun(base, unit + whole, 0, rest);
}

/** @param {number} base @param {number} page @param {number} place @param {number} granules */
function releaseRun(base, page, place, granules) {
	const at = unitBase(page);
	const low = (I32[at + LOW] |= maskLow(place, granules));
	const high = (I32[at + HIGH] |= maskHigh(place, granules));
	if ((low & high) === -1) {
		emptied(base, page);
		return;
	}
	const bin = binOf(runAround(low, high, place, granules));
	if (bin > shownBin(page)) move(base, page, bin);
}

/** One empty page is kept, so that a block which comes and goes does not take it along each time. @param {number} base @param {number} page */
function emptied(base, page) {
	if (I32[base + GEM_EMPTY] === 0) {
		I32[base + GEM_EMPTY] = page;
		move(base, page, LAST_BIN);
		return;
	}
	drop(base, page);
	I32[base + GEM_UNITS]--;
	freeSpan(page, 1);
}

/**
 * Say that a document of about so many cells comes: its pages lie one behind the other.
 *
 * @param {number} base of the control block
 * @param {number} cells 0 when the document is complete
 *
 * Threads: any. Blocks: for instructions, while another thread is inside.
 */
export function reserveCells(base, cells) {
	enter(base);
	try {
		dropRest(base);
		const units = Math.ceil(cells / UNIT_CELLS);
		const first = units === 0 ? 0 : tryAllocateSpan(units);
		// Without such a range, pages are claimed as they are needed.
		I32[base + GEM_REST] = first;
		I32[base + GEM_REST_UNITS] = first === 0 ? 0 : units;
		leave(base);
	} catch (thrown) {
		if (/** @type {any} */ (thrown).code !== 'LP8103') I32[base + GEM_ABANDONED_BY] = FORSAKEN;
		store(I32, base + GEM_LOCK, FORSAKEN);
		notify(I32, base + GEM_LOCK);
		throw thrown;
	}
}

/** Give the units back that were claimed and are no pages yet. @param {number} base */
function dropRest(base) {
	for (let left = I32[base + GEM_REST_UNITS]; left > 0; left--) {
		I32[base + GEM_REST_UNITS] = left - 1;
		freeSpan(I32[base + GEM_REST] + left - 1, 1);
	}
}

/**
 * Give all spans of a region back. What is given back is taken out first: a thread that dies in here loses one span, and
 * another one can go on.
 *
 * @param {number} base of the control block
 *
 * Threads: the one that releases the GEM: no other has a handle. Blocks: never.
 */
export function releaseAll(base) {
	for (let bin = 0; bin < BINS; bin++) {
		const head = base + GEM_PAGES + bin;
		for (let page = I32[head]; page !== 0; page = I32[head]) {
			I32[head] = nextSpan(page);
			freeSpan(page, 1);
		}
	}
	for (let unit = I32[base + GEM_SPANS]; unit !== 0; unit = I32[base + GEM_SPANS]) {
		I32[base + GEM_SPANS] = nextSpan(unit);
		freeSpan(unit, I32[unitBase(unit) + LOW]);
	}
	dropRest(base);
}
