import { pathOf, refuse } from './classify.js';

// Limits of content: lengths of arrays, and levels. A hole takes as much memory as an element, a cell: where a plain array with an element far away becomes a table of
// what it has, one of a GEM has a cell for all before it. So how many holes one step can make is limited, and what would take seconds
// and all of the memory is refused before anything is touched.

const { hasOwn, keys } = Object;

/** Holes that one change of an array may add, or that an array may have which is copied in: 128 MB of them. */
export const MOST_HOLES = 2 ** 24;

/**
 * Objects within one another. Each takes several frames of the stack: some hundreds more, and it would overflow at any step, of the allocator
 * too, and what is thrown then says nothing of the content.
 */
export const MOST_LEVELS = 1000;

const SAMPLES = 64;

/** What arrays of so many holes are refused as, when they are copied in. */
export const TOO_SPARSE = `an array with more than ${MOST_HOLES} holes, of 8 bytes each`;
/** What to do in place of it. */
export const DENSE = 'use an object, whose keys take memory only where there are values';

/**
 * @param {unknown} value that is assigned to the `length` of an array; converting it may run code of users
 * @returns {number} from 0 to 2³² - 1
 * @throws {RangeError | TypeError} as plain arrays do
 *
 * Threads: any. Blocks: never.
 */
export function toLength(value) {
	// Converted twice, as the specification has it.
	const length = /** @type {any} */ (value) >>> 0;
	if (Number(value) !== length) throw new RangeError('Invalid array length');
	return length;
}

/**
 * How many elements of an array are copied: read once, before room is made for them. Getters among the elements may change it, and a Proxy may
 * answer with whatever it likes.
 *
 * @param {unknown[]} value
 * @param {readonly (string | number)[]} steps to where it is
 * @returns {number} as JSON.stringify has it, from 0 to 2³² - 1
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 for more than an array can have
 *
 * Threads: any. Blocks: never.
 */
export function lengthToRead(value, steps) {
	const given = Math.trunc(Number(value.length));
	const length = given > 0 ? given : 0;
	if (length < 2 ** 32) return length;
	throw refuse(pathOf(steps), `an array of ${length} elements`);
}

/**
 * @param {number} holes that a change would add
 * @param {string | number} key by which
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 when they are too many
 *
 * Threads: any. Blocks: never.
 */
export function checkHoles(holes, key) {
	if (holes <= MOST_HOLES) return;
	const what = `a change that adds ${holes} holes to an array, of 8 bytes each: ${MOST_HOLES} is the most`;
	throw refuse(pathOf([key]), what, DENSE);
}

/**
 * @param {unknown[]} value that is copied in
 * @returns {boolean} whether it has too many holes: JSON would write a null for each
 *
 * Threads: any. Blocks: never.
 */
export function isTooSparse(value) {
	const { length } = value;
	if (length <= MOST_HOLES) return false;
	// Keys take long where there are many elements, and going through indexes where there are few.
	if (!seemsFull(value)) return length - keys(value).length > MOST_HOLES;
	for (let at = 0, holes = 0; at < length; at++) {
		if (!hasOwn(value, at) && ++holes > MOST_HOLES) return true;
	}
	return false;
}

/** @param {unknown[]} value @returns {boolean} whether most of a few of its indexes have elements */
function seemsFull(value) {
	let found = 0;
	for (let sample = 0; sample < SAMPLES; sample++) {
		if (hasOwn(value, Math.floor((sample * value.length) / SAMPLES))) found++;
	}
	return 2 * found > SAMPLES;
}

/**
 * @param {readonly (string | number)[]} steps keys and indexes from the root
 * @param {string} root see `pathOf`
 * @returns {Error} LP8104 for content of too many levels
 *
 * Threads: any. Blocks: never.
 */
export function tooDeep(steps, root) {
	const what = `content of more than ${MOST_LEVELS} objects within one another`;
	const fix = 'add the objects level by level, each to the one that the GEM has already';
	return refuse(pathOf(steps.slice(0, 1), root), what, fix);
}
