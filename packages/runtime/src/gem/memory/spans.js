import { gemFull } from '../../errors/codes.js';
import { add, and, compareExchange, load, readPlain, store, sub } from './atomics.js';
import { I32, limitBytes, unitCount } from './heap.js';
import {
	BITMAP,
	FIRST_UNIT,
	SPAN_HINTS,
	UNIT_BYTES,
	UNIT_WORDS,
	UNITS,
	UNITS_IN_USE,
	UNITS_PEAK,
} from './layout.js';

// Spans of units, for all threads. A bit of the bitmap is set while its unit belongs to a span: that bit alone decides, so
// neighbours that are free are one free range by nature, and a thread that dies in here loses the units it was about
// to take or to give back, and nothing else.
//
//  bitmap word i:  units 32 i … 32 i + 31       a span of up to 32 units lies within one word, a larger one
//  ┌─┬─┬─┬─ ─ ─┬─┐                              takes whole words and the low bits of the word behind them
//
//  Words of a unit (UNITS + 4 * unit) belong to the region that has it, and are written under its lock (pages.js). The last two
//  are links here: first unit of the next and the previous span of a list, or 0.
const NEXT = 2;
const PREVIOUS = 3;

const BITMAP_END = BITMAP + (unitCount >>> 5);
const BITMAP_FIRST = BITMAP + FIRST_UNIT / 32;

/**
 * @param {number} unit
 * @returns {number} index of its first word
 *
 * Threads: any. Blocks: never.
 */
export const unitBase = (unit) => UNITS + unit * UNIT_WORDS;

/**
 * Where the search begins: for 1, 2, 4, 8, 16 units and fewer, and for more.
 *
 * A hint, counted from the first word that is not the tables': 0 at creation. Before it there is hardly a range of that
 * size; a race may leave a free range before it, which is found when the search begins anew.
 *
 * @param {number} units
 */
const hintFor = (units) => SPAN_HINTS + Math.min(32 - Math.clz32(units - 1), 5);

/**
 * Take a span. Its memory is not cleared.
 *
 * @param {number} units from 1
 * @returns {number} first unit
 * @throws {LapidaryError} LP8103 when there is no free range of that size
 *
 * Threads: any. Blocks: never; lock-free.
 */
export function allocateSpan(units) {
	const unit = tryAllocateSpan(units);
	if (unit === 0) throw full(units);
	return unit;
}

/**
 * Take a span, if there is a free range of that size. Its memory is not cleared.
 *
 * @param {number} units from 1
 * @returns {number} first unit, or 0
 *
 * Threads: any. Blocks: never; lock-free.
 */
export function tryAllocateSpan(units) {
	// What follows calculates with int32.
	if (!(units >= 1 && units <= unitCount)) return 0;
	const hint = hintFor(units);
	const begin = load(I32, hint);
	let found = claimFrom(BITMAP_FIRST + begin, units);
	if (found === 0 && begin > 0) found = claimFrom(BITMAP_FIRST, units);
	if (found === 0) return 0;
	// Fails when a span was given back before this one in the meantime: then the hint is lower already.
	const position = (found >>> 5) - FIRST_UNIT / 32;
	if (position !== begin) compareExchange(I32, hint, begin, position);
	count(units);
	return found;
}

/** @param {number} units that have been taken */
function count(units) {
	const used = add(I32, UNITS_IN_USE, units) + units;
	for (let peak = load(I32, UNITS_PEAK); used > peak; peak = load(I32, UNITS_PEAK)) {
		if (compareExchange(I32, UNITS_PEAK, peak, used) === peak) return;
	}
}

const FIX =
	'set the environment variable `LAPIDARY_GEM_MEMORY` to a larger size, such as `4GB`, or release GEMs that are not needed any more';

/**
 * @param {number} units that do not fit
 * @returns {Error} LP8103
 *
 * Threads: any. Blocks: never.
 */
export const full = (units) =>
	gemFull({
		what: `${units * UNIT_BYTES} more bytes`,
		used: `${(load(I32, UNITS_IN_USE) * UNIT_BYTES) / 2 ** 20} MB`,
		limit: `${limitBytes / 2 ** 20} MB`,
		fix: FIX,
	});

/** @param {number} from word @param {number} units @returns {number} first unit, or 0 */
const claimFrom = (from, units) => (units > 32 ? claimWords(from, units) : claimBits(from, units));

/** @param {number} from word @param {number} units up to 32 @returns {number} first unit, or 0 */
function claimBits(from, units) {
	for (let index = from; index < BITMAP_END;) {
		const word = load(I32, index);
		const place = findRun(~word, units);
		if (place < 0) {
			index++;
			continue;
		}
		// Takes the units; pairs with `and` in freeSpan. When it fails the word has changed: look at it again.
		if (compareExchange(I32, index, word, word | maskOf(place, units)) === word) {
			return ((index - BITMAP) << 5) + place;
		}
	}
	return 0;
}

/** @param {number} from word @param {number} units more than 32 @returns {number} first unit, or 0 */
function claimWords(from, units) {
	const whole = units >>> 5;
	const rest = units & 31;
	const last = BITMAP_END - whole - (rest ? 1 : 0);
	for (let index = from; index <= last;) {
		let taken = 0;
		while (taken < whole && compareExchange(I32, index + taken, 0, -1) === 0) taken++;
		if (taken === whole && (rest === 0 || claimRest(index + whole, rest))) {
			return (index - BITMAP) << 5;
		}
		for (let each = 0; each < taken; each++) store(I32, index + each, 0);
		index += taken + 1;
	}
	return 0;
}

/** @param {number} index of the word behind the whole ones @param {number} rest units @returns {boolean} */
function claimRest(index, rest) {
	const mask = maskOf(0, rest);
	for (;;) {
		const word = load(I32, index);
		if ((word & mask) !== 0) return false;
		if (compareExchange(I32, index, word, word | mask) === word) return true;
	}
}

/** @param {number} place @param {number} units up to 32 */
const maskOf = (place, units) => (units === 32 ? -1 : ((1 << units) - 1) << place);

/** @param {number} free bits @param {number} units up to 32 @returns {number} where as many free bits begin, or -1 */
function findRun(free, units) {
	let run = free;
	for (let have = 1; have < units && run !== 0;) {
		const step = Math.min(have, units - have);
		run &= run >>> step;
		have += step;
	}
	return run === 0 ? -1 : 31 - Math.clz32(run & -run);
}

/**
 * Give units back: a whole span, or some units of one that lie within one word of the bitmap.
 *
 * @param {number} unit the first
 * @param {number} units
 *
 * Threads: the one that has exclusive access to them. Blocks: never; lock-free.
 */
export function freeSpan(unit, units) {
	let index = BITMAP + (unit >>> 5);
	const first = index;
	let left = units;
	for (; left > 32; left -= 32) store(I32, index++, 0); // pairs with compareExchange in claimWords
	and(I32, index, ~maskOf(unit & 31, left)); // pairs with compareExchange in claimBits
	sub(I32, UNITS_IN_USE, units);
	for (let hint = SPAN_HINTS; hint < SPAN_HINTS + 6; hint++) {
		// A hint need not be exact, so a plain read does to see that it is low enough.
		if (readPlain(I32, hint) > first - BITMAP_FIRST) lower(hint, first - BITMAP_FIRST);
	}
}

/** @param {number} hint @param {number} position */
function lower(hint, position) {
	for (let old = load(I32, hint); old > position; old = load(I32, hint)) {
		if (compareExchange(I32, hint, old, position) === old) return;
	}
}

/**
 * Put a span into a list of a region.
 *
 * @param {number} head index of the word that holds the first unit of the first span
 * @param {number} unit first unit of the span
 *
 * Threads: the holder of the region's lock. Blocks: never.
 */
export function linkSpan(head, unit) {
	const first = I32[head];
	I32[unitBase(unit) + NEXT] = first;
	I32[unitBase(unit) + PREVIOUS] = 0;
	if (first !== 0) I32[unitBase(first) + PREVIOUS] = unit;
	I32[head] = unit;
}

/**
 * Take a span out of a list of a region.
 *
 * @param {number} head as for {@link linkSpan}
 * @param {number} unit first unit of the span
 *
 * Threads: the holder of the region's lock. Blocks: never.
 */
export function unlinkSpan(head, unit) {
	const next = I32[unitBase(unit) + NEXT];
	const previous = I32[unitBase(unit) + PREVIOUS];
	if (previous === 0) I32[head] = next;
	else I32[unitBase(previous) + NEXT] = next;
	if (next !== 0) I32[unitBase(next) + PREVIOUS] = previous;
}

/**
 * @param {number} unit
 * @returns {number} first unit of the span after it in its list, or 0
 *
 * Threads: any. Blocks: never.
 */
export const nextSpan = (unit) => I32[unitBase(unit) + NEXT];

/**
 * How much of the heap spans take.
 *
 * @returns {{ bytesInUse: number, peakBytes: number, limitBytes: number }}
 *
 * Threads: any. Blocks: never.
 */
export const spanUsage = () => ({
	bytesInUse: load(I32, UNITS_IN_USE) * UNIT_BYTES,
	peakBytes: load(I32, UNITS_PEAK) * UNIT_BYTES,
	limitBytes,
});
