import { mostRun } from './granules.js';
import { I32 } from './heap.js';
import { GEM_BINS, GEM_EMPTY, GEM_MOVING, GEM_PAGES, GEM_SPANS, GEM_UNITS } from './layout.js';
import { linkSpan, nextSpan, unitBase } from './spans.js';

// Pages of one GEM's region, by how much room they have. All of it is read and written by the holder of the region's lock only.
//
//  A *page* is one unit: 64 granules of 16 bytes, for blocks of up to 1 KB. Neighbours that are free are one run by nature, so a
//  region whose blocks change in size over time fills its holes again. Words of the unit (UNITS + 4 * unit):
//
//   LOW, HIGH  a bit for each granule that is free
//   NEXT       page after it in its bin, or 0
//   PREVIOUS   page before it in its bin, or 0 | its bin << 22
//
//  Pages are in bins by their longest free run, or a longer one that they had: that is found out, and the page moved, when
//  a block does not fit. Bin 0 is for full ones. GEM_PAGES has the first page of each bin, GEM_BINS a bit for
//  each bin that has pages.
//
// A thread may end before any write. The lists are whole along NEXT at each moment, since a page comes and goes by one write. While it is
// in no list, GEM_MOVING names it. All else follows from these two and from the bits of the pages: so it is repaired.
export const LOW = 0;
export const HIGH = 1;
const NEXT = 2;
const PREVIOUS = 3;

const BIN_SHIFT = 22;
const UNIT_MASK = 2 ** BIN_SHIFT - 1;
export const BINS = 25;
/** Bin of empty pages. */
export const LAST_BIN = BINS - 1;

/**
 * @param {number} run granules, from 0 to 64
 * @returns {number} bin of a page whose longest run it is
 *
 * Threads: any. Blocks: never.
 */
export function binOf(run) {
	if (run <= 16) return run;
	return run <= 32 ? 17 + ((run - 17) >> 2) : 21 + ((run - 33) >> 3);
}

/**
 * @param {number} page
 * @returns {number} the bin in which it is
 *
 * Threads: the holder of the region's lock. Blocks: never.
 */
export const shownBin = (page) => I32[unitBase(page) + PREVIOUS] >>> BIN_SHIFT;

/** @param {number} page @returns {number} the bin where it belongs */
const trueBin = (page) => binOf(mostRun(I32[unitBase(page) + LOW], I32[unitBase(page) + HIGH]));

/**
 * Put a page into the bin where it belongs.
 *
 * @param {number} base of the control block
 * @param {number} page
 * @returns {boolean} whether it was in another
 *
 * Threads: the holder of the region's lock. Blocks: never.
 */
export function refile(base, page) {
	const bin = trueBin(page);
	if (shownBin(page) === bin) return false;
	move(base, page, bin);
	return true;
}

/**
 * Move a page from its bin to another.
 *
 * @param {number} base of the control block
 * @param {number} page
 * @param {number} bin
 *
 * Threads: the holder of the region's lock. Blocks: never.
 */
export function move(base, page, bin) {
	I32[base + GEM_MOVING] = page;
	takeOut(base, page);
	putInto(base, page, bin);
	I32[base + GEM_MOVING] = 0;
}

/**
 * Put an empty page into its bin.
 *
 * @param {number} base of the control block
 * @param {number} page that is in none, whose bits are set
 *
 * Threads: the holder of the region's lock. Blocks: never.
 */
export function add(base, page) {
	I32[base + GEM_MOVING] = page;
	putInto(base, page, LAST_BIN);
	I32[base + GEM_MOVING] = 0;
}

/**
 * Take a page out of its bin for good.
 *
 * @param {number} base of the control block
 * @param {number} page
 *
 * Threads: the holder of the region's lock. Blocks: never.
 */
export function drop(base, page) {
	I32[base + GEM_MOVING] = page;
	takeOut(base, page);
	// Before it is given back: then it may be another region's, and a repair would take it back.
	I32[base + GEM_MOVING] = 0;
}

/** @param {number} base @param {number} page @param {number} bin */
function putInto(base, page, bin) {
	const at = unitBase(page);
	const first = I32[base + GEM_PAGES + bin];
	I32[at + NEXT] = first;
	I32[at + PREVIOUS] = bin << BIN_SHIFT;
	if (first !== 0) I32[unitBase(first) + PREVIOUS] = page | (bin << BIN_SHIFT);
	I32[base + GEM_PAGES + bin] = page;
	I32[base + GEM_BINS] |= 1 << bin;
}

/** @param {number} base @param {number} page */
function takeOut(base, page) {
	const at = unitBase(page);
	const next = I32[at + NEXT];
	const previous = I32[at + PREVIOUS] & UNIT_MASK;
	const bin = I32[at + PREVIOUS] >>> BIN_SHIFT;
	if (next !== 0) I32[unitBase(next) + PREVIOUS] = I32[at + PREVIOUS];
	if (previous !== 0) {
		I32[unitBase(previous) + NEXT] = next;
		return;
	}
	I32[base + GEM_PAGES + bin] = next;
	if (next === 0) I32[base + GEM_BINS] &= ~(1 << bin);
}

/**
 * Make the lists whole that a thread has left when it ended, wherever that was. May be begun again by another thread at any point.
 *
 * @param {number} base of the control block
 *
 * Threads: the one that has taken the region's lock over. Blocks: never; for as long as going through the region's pages takes.
 */
export function repair(base) {
	const moving = I32[base + GEM_MOVING];
	const pages = repairBins(base, moving);
	const spans = repairSpans(base, moving);
	let units = pages.units + spans.units;
	if (moving > 0 && !pages.isListed) {
		putInto(base, moving, trueBin(moving));
		units++;
	} else if (moving < 0 && !spans.isListed) {
		linkSpan(base + GEM_SPANS, -moving);
		units += I32[unitBase(-moving) + LOW];
	}
	I32[base + GEM_MOVING] = 0;
	I32[base + GEM_UNITS] = units;
	const empty = unitBase(I32[base + GEM_EMPTY]);
	if ((I32[empty + LOW] & I32[empty + HIGH]) !== -1) I32[base + GEM_EMPTY] = 0;
}

/** @param {number} base @param {number} moving @returns {{ units: number, isListed: boolean }} of the pages, and whether `moving` is among them */
function repairBins(base, moving) {
	let units = 0;
	let isListed = false;
	let bins = 0;
	for (let bin = 0; bin < BINS; bin++) {
		let previous = 0;
		for (let page = I32[base + GEM_PAGES + bin]; page !== 0; page = I32[unitBase(page) + NEXT]) {
			I32[unitBase(page) + PREVIOUS] = previous | (bin << BIN_SHIFT);
			previous = page;
			units++;
			if (page === moving) isListed = true;
		}
		if (previous !== 0) bins |= 1 << bin;
	}
	I32[base + GEM_BINS] = bins;
	return { units, isListed };
}

/** @param {number} base @param {number} moving @returns {{ units: number, isListed: boolean }} of the large blocks, and whether `moving` is among them */
function repairSpans(base, moving) {
	let units = 0;
	let isListed = false;
	let previous = 0;
	for (let unit = I32[base + GEM_SPANS]; unit !== 0; unit = nextSpan(unit)) {
		I32[unitBase(unit) + PREVIOUS] = previous;
		previous = unit;
		units += I32[unitBase(unit) + LOW];
		if (unit === -moving) isListed = true;
	}
	return { units, isListed };
}
