import { gemAbandoned } from '../../errors/codes.js';
import { compareExchange } from './atomics.js';
import { claim, unclaim } from './claim.js';
import { I32 } from './heap.js';
import {
	GEM_ABANDONED_BY,
	GEM_BUMP,
	GEM_BUMP_END,
	GEM_BUMP_LEFT,
	GEM_BUMP_NEXT,
	GEM_CELLS,
	GEM_EMPTY,
	GEM_LOCK,
	GEM_PARTIAL,
	GEM_SPANS,
	GEM_UNITS,
	UNIT_CELLS,
	UNIT_SHIFT,
} from './layout.js';
import {
	allocateSpan,
	freeSpan,
	linkSpan,
	nextSpan,
	setStart,
	startOf,
	unitBase,
	unlinkSpan,
} from './spans.js';

// Blocks of one GEM's region. Everything in here is read and written by the holder of the region's lock only, so plain
// accesses do; the lock is the one thing that threads race for. Where a thread dies inside, its id stays in the lock,
// and whoever comes next learns that the GEM is abandoned.
//
//  A *slab* is a span of blocks of one size class:
//   ┌────────┬─────────┬─────────┬ ─ ─ ─ ┐     FREE   address of the first free block, whose first word is the next one, or 0
//   │ header │ block 0 │ block 1 │       │     USED   blocks in use
//   └────────┴─────────┴─────────┴ ─ ─ ─ ┘     FRESH  address of the first block that was never in use
//                                              INFO   size class | units << 8
//                                              NEXT, PREVIOUS  slabs of that class that are not full: unit or 0
//
//  A *bump page* holds blocks of any size, one behind the other: what a document is created in. Its USED word is a mask of the
//  units that it still has, its class is BUMPED. COUNT of a unit (spans.js) is how many blocks touch it: at 0 the
//  unit is given back. The first unit holds the header and is the last to go.
//
//  A *large* block has a span of its own, without header; COUNT of its first unit is its number of units.
const FREE = 0;
const USED = 1;
const FRESH = 2;
const INFO = 3;
const NEXT = 4;
const PREVIOUS = 5;
const HEADER_CELLS = 4;
const BUMPED = 255;
const PAGE_UNITS = 32;

/** Word of a unit, see spans.js. */
const COUNT = 1;

/** Blocks of more cells have a span of their own. */
const MOST_CELLS = 512;
const CLASSES = 32;
const BLOCKS_A_SLAB = 16;

/** @param {number} sizeClass @returns {number} cells */
function cellsOfClass(sizeClass) {
	if (sizeClass < 16) return 2 * (sizeClass + 1);
	const power = 5 + ((sizeClass - 16) >>> 2);
	return (1 << power) + ((((sizeClass - 16) & 3) + 1) << (power - 2));
}

const CELLS = Int32Array.from({ length: CLASSES }, (_, sizeClass) => cellsOfClass(sizeClass));

/**
 * Steps of 16 bytes up to 256, then four sizes to each doubling.
 *
 * @param {number} cells from 1 to MOST_CELLS
 * @returns {number}
 */
function classOf(cells) {
	if (cells <= 32) return ((cells + 1) >> 1) - 1;
	const power = 31 - Math.clz32(cells - 1);
	return 16 + ((power - 5) << 2) + ((cells - 1 - (1 << power)) >> (power - 2));
}

/** @param {number} base of the control block */
function enter(base) {
	const dead = claim(base + GEM_LOCK);
	if (dead === 0) return;
	// The lock stays with the dead thread: everybody who comes is told.
	compareExchange(I32, base + GEM_ABANDONED_BY, 0, dead);
	throw gemAbandoned({ thread: dead, activity: 'allocated memory of it' });
}

/** @param {number} base of the control block */
const leave = (base) => unclaim(base + GEM_LOCK);

/**
 * Take a block. Its content is arbitrary.
 *
 * @param {number} base of the control block
 * @param {number} cells from 1
 * @returns {number} address
 * @throws {LapidaryError} LP8103 when the heap is full, LP8102 when a thread has died in here
 *
 * Threads: any. Blocks: for instructions, while another thread is inside.
 */
export function allocateBlock(base, cells) {
	enter(base);
	I32[base + GEM_CELLS] += cells;
	if (cells <= MOST_CELLS && I32[base + GEM_BUMP_LEFT] <= 0) {
		const slab = I32[base + GEM_PARTIAL + classOf(cells)];
		if (slab !== 0) {
			const address = takeBlock(base, slab);
			leave(base);
			return address;
		}
	}
	try {
		return allocateSlowly(base, cells);
	} catch (thrown) {
		I32[base + GEM_CELLS] -= cells;
		throw thrown;
	} finally {
		leave(base);
	}
}

/** @param {number} base @param {number} cells @returns {number} address */
function allocateSlowly(base, cells) {
	const isBumping = I32[base + GEM_BUMP_LEFT] > 0;
	if (isBumping && cells <= MOST_CELLS) return bump(base, cells);
	if (isBumping) spend(base, cells);
	if (cells > MOST_CELLS) return allocateLarge(base, cells);
	return takeBlock(base, addSlab(base, classOf(cells)));
}

/** @param {number} base @param {number} slab unit of one that is not full @returns {number} address */
function takeBlock(base, slab) {
	const header = slab << 8;
	const info = I32[header + INFO];
	const size = CELLS[info & 255];
	let address = I32[header + FREE];
	if (address !== 0) {
		I32[header + FREE] = I32[2 * address];
	} else {
		address = I32[header + FRESH];
		I32[header + FRESH] = address + size;
	}
	if (I32[header + USED]++ === 0 && I32[base + GEM_EMPTY] === slab) I32[base + GEM_EMPTY] = 0;
	if (isFull(header, info)) removePartial(base, slab);
	return address;
}

/** @param {number} header @param {number} info of it */
const isFull = (header, info) =>
	I32[header + FREE] === 0 &&
	I32[header + FRESH] + CELLS[info & 255] > (header >>> 1) + ((info >>> 8) << UNIT_SHIFT);

/** @param {number} base @param {number} sizeClass @returns {number} unit of a new slab */
function addSlab(base, sizeClass) {
	const wanted = BLOCKS_A_SLAB * CELLS[sizeClass] + HEADER_CELLS;
	const units = Math.min(Math.ceil(wanted / UNIT_CELLS), PAGE_UNITS);
	const slab = addSpan(base, units);
	setStart(slab, units, slab);
	const header = slab << 8;
	I32[header + FREE] = 0;
	I32[header + USED] = 0;
	I32[header + FRESH] = (header >>> 1) + HEADER_CELLS;
	I32[header + INFO] = sizeClass | (units << 8);
	addPartial(base, slab);
	return slab;
}

/** @param {number} base @param {number} units @returns {number} first unit */
function addSpan(base, units) {
	const unit = allocateSpan(units);
	linkSpan(base + GEM_SPANS, unit);
	I32[base + GEM_UNITS] += units;
	return unit;
}

/** @param {number} base @param {number} unit @param {number} units */
function dropSpan(base, unit, units) {
	unlinkSpan(base + GEM_SPANS, unit);
	I32[base + GEM_UNITS] -= units;
	freeSpan(unit, units);
}

/** @param {number} base @param {number} slab that is not full */
function addPartial(base, slab) {
	const header = slab << 8;
	const head = base + GEM_PARTIAL + (I32[header + INFO] & 255);
	const first = I32[head];
	I32[header + NEXT] = first;
	I32[header + PREVIOUS] = 0;
	if (first !== 0) I32[(first << 8) + PREVIOUS] = slab;
	I32[head] = slab;
}

/** @param {number} base @param {number} slab */
function removePartial(base, slab) {
	const header = slab << 8;
	const next = I32[header + NEXT];
	const previous = I32[header + PREVIOUS];
	if (previous === 0) I32[base + GEM_PARTIAL + (I32[header + INFO] & 255)] = next;
	else I32[(previous << 8) + NEXT] = next;
	if (next !== 0) I32[(next << 8) + PREVIOUS] = previous;
}

/** @param {number} base @param {number} cells @returns {number} address */
function allocateLarge(base, cells) {
	const units = Math.ceil(cells / UNIT_CELLS);
	const unit = addSpan(base, units);
	setStart(unit, 1, 0);
	I32[unitBase(unit) + COUNT] = units;
	return unit << UNIT_SHIFT;
}

/** @param {number} base @param {number} cells @returns {number} address */
function bump(base, cells) {
	if (I32[base + GEM_BUMP] === 0 || I32[base + GEM_BUMP_NEXT] + cells > I32[base + GEM_BUMP_END]) {
		closePage(base);
		addPage(base, Math.max(I32[base + GEM_BUMP_LEFT], cells));
	}
	const address = I32[base + GEM_BUMP_NEXT];
	I32[base + GEM_BUMP_NEXT] = address + cells;
	const last = (address + cells - 1) >>> UNIT_SHIFT;
	for (let unit = address >>> UNIT_SHIFT; unit <= last; unit++) I32[unitBase(unit) + COUNT]++;
	spend(base, cells);
	return address;
}

/** @param {number} base @param {number} cells of the document that have been allocated */
function spend(base, cells) {
	I32[base + GEM_BUMP_LEFT] -= cells;
	if (I32[base + GEM_BUMP_LEFT] <= 0) closePage(base);
}

/** @param {number} base @param {number} cells that are wanted of it, or of it and further ones */
function addPage(base, cells) {
	const units = Math.min(Math.ceil((cells + HEADER_CELLS) / UNIT_CELLS), PAGE_UNITS);
	const page = addSpan(base, units);
	setStart(page, units, page);
	for (let unit = page; unit < page + units; unit++) I32[unitBase(unit) + COUNT] = 0;
	const header = page << 8;
	I32[header + USED] = units === 32 ? -1 : (1 << units) - 1;
	I32[header + INFO] = BUMPED;
	I32[base + GEM_BUMP] = page;
	I32[base + GEM_BUMP_NEXT] = (header >>> 1) + HEADER_CELLS;
	I32[base + GEM_BUMP_END] = (page + units) << UNIT_SHIFT;
}

/** No more blocks come into the page: units of it without blocks are given back. @param {number} base */
function closePage(base) {
	const page = I32[base + GEM_BUMP];
	if (page === 0) return;
	const end = I32[base + GEM_BUMP_END] >>> UNIT_SHIFT;
	I32[base + GEM_BUMP] = 0;
	for (let unit = end - 1; unit > page; unit--) {
		const isThere = (I32[(page << 8) + USED] >>> (unit - page)) & 1;
		if (isThere && I32[unitBase(unit) + COUNT] === 0) dropUnit(base, page, unit);
	}
	dropPage(base, page);
}

/** @param {number} base @param {number} page @param {number} unit of it, but the first */
function dropUnit(base, page, unit) {
	I32[(page << 8) + USED] &= ~(1 << (unit - page));
	setStart(unit, 1, 0);
	I32[base + GEM_UNITS]--;
	freeSpan(unit, 1);
}

/** Give the first unit back when the page has nothing else. @param {number} base @param {number} page */
function dropPage(base, page) {
	if (I32[(page << 8) + USED] !== 1 || I32[unitBase(page) + COUNT] !== 0) return;
	setStart(page, 1, 0);
	dropSpan(base, page, 1);
}

/**
 * Give a block back.
 *
 * Its second word is cleared: a node that was there no longer has its stamp.
 *
 * @param {number} base of the control block
 * @param {number} address that `allocateBlock` gave
 * @param {number} cells as they were asked for
 * @throws {LapidaryError} LP8102 when a thread has died in here
 *
 * Threads: any. Blocks: for instructions, while another thread is inside.
 */
export function releaseBlock(base, address, cells) {
	enter(base);
	I32[2 * address + 1] = 0;
	I32[base + GEM_CELLS] -= cells;
	const unit = address >>> UNIT_SHIFT;
	if (cells > MOST_CELLS) {
		dropSpan(base, unit, Math.ceil(cells / UNIT_CELLS));
	} else {
		const slab = startOf(unit);
		if ((I32[(slab << 8) + INFO] & 255) === BUMPED) releaseBumped(base, slab, address, cells);
		else putBlock(base, slab, address);
	}
	leave(base);
}

/** @param {number} base @param {number} slab @param {number} address */
function putBlock(base, slab, address) {
	const header = slab << 8;
	const info = I32[header + INFO];
	const wasFull = isFull(header, info);
	I32[2 * address] = I32[header + FREE];
	I32[header + FREE] = address;
	if (wasFull) addPartial(base, slab);
	if (--I32[header + USED] !== 0) return;
	// One empty slab is kept, so that a block which comes and goes does not take its slab along each time.
	const kept = I32[base + GEM_EMPTY];
	I32[base + GEM_EMPTY] = slab;
	if (kept !== 0) removeSlab(base, kept);
}

/** @param {number} base @param {number} slab that is empty */
function removeSlab(base, slab) {
	const units = I32[(slab << 8) + INFO] >>> 8;
	removePartial(base, slab);
	setStart(slab, units, 0);
	dropSpan(base, slab, units);
}

/** @param {number} base @param {number} page @param {number} address @param {number} cells */
function releaseBumped(base, page, address, cells) {
	const last = (address + cells - 1) >>> UNIT_SHIFT;
	// More blocks may come into the page that is still open.
	const isOpen = I32[base + GEM_BUMP] === page;
	for (let unit = address >>> UNIT_SHIFT; unit <= last; unit++) {
		const left = --I32[unitBase(unit) + COUNT];
		if (left === 0 && !isOpen && unit !== page) dropUnit(base, page, unit);
	}
	if (!isOpen) dropPage(base, page);
}

/**
 * Say that a document of about so many cells comes: its blocks are put one behind the other.
 *
 * @param {number} base of the control block
 * @param {number} cells 0 when the document is complete
 *
 * Threads: any. Blocks: for instructions, while another thread is inside.
 */
export function reserveCells(base, cells) {
	enter(base);
	if (cells <= 0) closePage(base);
	I32[base + GEM_BUMP_LEFT] = Math.max(cells, 0);
	leave(base);
}

/**
 * Give all spans of a region back.
 *
 * @param {number} base of the control block
 *
 * Threads: the one that releases the GEM: no other has a handle. Blocks: never.
 */
export function releaseAll(base) {
	for (let unit = I32[base + GEM_SPANS]; unit !== 0; unit = I32[base + GEM_SPANS]) {
		const slab = startOf(unit);
		const info = slab === 0 ? 0 : I32[(unit << 8) + INFO];
		// Taken out first: a thread that dies here loses one span, and another one can go on.
		I32[base + GEM_SPANS] = nextSpan(unit);
		if (slab === 0) {
			freeSpan(unit, I32[unitBase(unit) + COUNT]);
		} else if ((info & 255) !== BUMPED) {
			setStart(unit, info >>> 8, 0);
			freeSpan(unit, info >>> 8);
		} else {
			const mask = I32[(unit << 8) + USED];
			for (let place = 0; place < PAGE_UNITS; place++) {
				if (((mask >>> place) & 1) === 0) continue;
				setStart(unit + place, 1, 0);
				freeSpan(unit + place, 1);
			}
		}
	}
}
