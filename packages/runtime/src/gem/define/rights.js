/** @import { View } from './view.js' */
import { toIndex } from '../graph/index.js';
import { ensureStack } from '../memory/stack.js';
import { granted } from './grants.js';
import { call } from './primordials.js';

// What a type has granted, as accesses through proxies keep it: then they ask no trap. All of it holds until the thread revokes the GEM
// (`Handle.rights` is another number).

/**
 * Elements of the array at the root.
 *
 * @typedef {object} Range
 * @property {number} rights as they were
 * @property {number} from index of the first
 * @property {number} to index behind the last
 */

/** Of accesses that have asked the traps one in so many asks for a grant: the second one is the first that does. */
const EVERY = 8;
const EVERYTHING = Object.freeze({ from: 0, to: Infinity });

/**
 * Note that an access has asked the traps; now and then, ask for what makes that unnecessary.
 *
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {View} view
 * @param {'reading' | 'setting'} access
 * @param {number} index of the element, if it is one; else -1
 */
export function learn(view, access, index) {
	if (!view.handle.mayGrant) return;
	const asked = access === 'reading' ? view.asked++ : view.askedToSet++;
	if (asked % EVERY !== 1) return;
	const { handle, parent } = view;
	const isListed = handle.rootView().isList;
	const at = parent === null ? index : toIndex(String(view.rootKey));
	if (isListed && at < 0) return;
	const grant = granted(handle, access, isListed ? { from: at, to: at + 1 } : EVERYTHING);
	if (grant === null) return;
	const { rights } = handle;
	const { from, to } = grant;
	if ((from === 0 && to === Infinity) || (parent !== null && from <= at && at < to)) {
		if (access === 'reading') view.readableAt = rights;
		else view.settableAt = rights;
	} else if (parent === null && isListed) {
		if (access === 'reading') view.readable = { rights, from, to };
		else view.settable = { rights, from, to };
	}
}

/**
 * Note what the type allows (`Context.allowReading`, `Context.allowSetting`), until the thread revokes it.
 *
 * Threads: any; it is the thread's own. Blocks: never.
 *
 * @param {View} view
 * @param {'reading' | 'setting'} access
 * @param {{ from?: number, to: number }} elements all of the object without `from`; what adjoins a range that was allowed before makes it larger
 */
export function allow(view, access, { from, to }) {
	const { rights, region } = view.handle;
	if (from !== undefined) {
		const known = access === 'reading' ? view.readable : view.settable;
		const range = { rights, from, to };
		if (known !== null && known.rights === rights && known.from <= to && from <= known.to) {
			range.from = Math.min(from, known.from);
			range.to = Math.max(to, known.to);
		}
		if (access === 'reading') view.readable = range;
		else view.settable = range;
	} else if (access === 'reading') view.readableAt = rights;
	else if (view.settableAt !== rights) {
		view.settableAt = rights;
		region.change(); // sites that may read it may set it now
	}
}

/**
 * The same of all of an object, for reading and for setting.
 *
 * Threads: any; it is the thread's own. Blocks: never.
 *
 * @param {View} view
 */
export function allowAll(view) {
	const { handle } = view;
	view.readableAt = handle.rights;
	if (view.settableAt === handle.rights) return;
	view.settableAt = handle.rights;
	handle.region.change(); // sites that may read it may set it now
}

/**
 * Tell a type that a loop is about to access an object (`onLoop`), so that it may allow that at once.
 *
 * Threads: any. Blocks: for instructions, where the trap does.
 *
 * @param {View} view
 * @param {'reading' | 'setting'} access
 * @param {{ from: number, to: number }} wanted elements; 0 and Infinity of what is no array
 */
export function offer(view, access, wanted) {
	const { onLoop } = view.meta;
	if (onLoop === undefined) return;
	ensureStack();
	try {
		call(onLoop, view.context, access, wanted);
	} catch {
		return; // who accesses it hears of what is wrong
	}
}

/**
 * Tell a type that a loop is about to access objects below an array (`onLoopBelow`).
 *
 * Threads: any. Blocks: for instructions, where the trap does.
 *
 * @param {View} view of the array
 * @param {'reading' | 'setting'} access
 * @param {Int32Array} places addresses of the objects
 * @returns {number} how many of the first ones it allows
 */
export function offerBelow(view, access, places) {
	const { onLoopBelow } = view.meta;
	if (onLoopBelow === undefined) return 0;
	ensureStack();
	try {
		const allowed = Number(call(onLoopBelow, view.context, access, places));
		return allowed >= 0 ? Math.min(Math.trunc(allowed), places.length) : 0;
	} catch {
		return 0; // who accesses them hears of what is wrong
	}
}

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {View} view of an array or typed array
 * @param {number} index
 * @returns {boolean} whether no trap has to be asked before it is read
 */
export function mayRead({ handle: { rights }, readableAt, readable }, index) {
	return readableAt === rights || (readable !== null && isIn(readable, rights, index));
}

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {View} view
 * @param {number | string} place index of an element, or a key
 * @returns {boolean} whether no trap has to be asked before a number is set to another one
 */
export function maySet({ handle: { rights }, settableAt, settable }, place) {
	if (settableAt === rights) return true;
	return settable !== null && typeof place === 'number' && isIn(settable, rights, place);
}

/** @param {Range} range @param {number} rights @param {number} index @returns {boolean} */
const isIn = (range, rights, index) =>
	range.rights === rights && index >= range.from && index < range.to;
