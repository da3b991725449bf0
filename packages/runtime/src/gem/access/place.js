/** @import { Handle } from '../define/handle.js' */
/** @import { View } from '../define/view.js' */
import { granted } from '../define/grants.js';
import { childOf } from '../define/raw-accesses.js';
import { offer } from '../define/rights.js';
import { viewOf } from '../define/sides.js';
import { subsetOf } from '../define/subset.js';
import { I32 } from '../memory/heap.js';
import { toIndex } from '../graph/array.js';
import { nodeAt } from '../graph/node.js';
import { below, NOWHERE } from './walk.js';

/**
 * What stands behind the value that a site is entered with.
 *
 * @typedef {object} Root
 * @property {View} view
 * @property {{ from: number, to: number } | undefined} subset of its elements, when it is one
 */

/**
 * What this thread may do with what a site leads to, until `region.changes` is another number.
 *
 * @typedef {object} Right
 * @property {Handle} handle
 * @property {number} from first of the elements that it may access, when the site is about elements of the array at the root; else 0
 * @property {number} to behind the last; Infinity
 * @property {boolean} isSettable all of them, by writing to memory
 * @property {boolean} isLogged all of them, by numbers in place of numbers that go through the region, whose log can take them back
 * @property {boolean} isPlain traps that say which keys there are say what they would if they were not there
 * @property {boolean} isConstant nobody changes anything of the GEM any more
 * @property {{ from: number, to: number } | undefined} subset
 */

const EVERYTHING = Object.freeze({ from: 0, to: Infinity });

/** In place of a right, where all is known already. @type {any} */
export const NO_RIGHT = Object.freeze({});

/**
 * Runs no code of users, but that a proxy of somebody else's is asked for one property that it does not know.
 *
 * Threads: any. Blocks: never.
 *
 * @param {object} value
 * @returns {Root | null} null when it is no part of a GEM
 */
export function rootOf(value) {
	const subset = subsetOf(value);
	const view = viewOf(subset ? subset.gem : value);
	return view && { view, subset };
}

/**
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {Root} root of a GEM that is usable
 * @param {readonly string[]} path from there
 * @returns {Right | null} null: none now
 */
export function rightTo({ view, subset }, path) {
	const { handle } = view;
	const isRoot = view.rootKey === null;
	const { isArray, isTyped } = handle.rootView();
	const hasElements = isArray || isTyped;
	/** @type {{ from: number, to: number } | null} */
	let wanted = EVERYTHING;
	if (hasElements && isRoot && path.length === 0) wanted = elementsOf(view, subset);
	else if (hasElements) wanted = oneElement(isRoot ? path[0] : String(view.rootKey));
	if (wanted === null) return null;
	const reading = granted(handle, 'reading', wanted);
	if (reading === null) return null;
	const from = Math.ceil(Math.max(reading.from, wanted.from));
	const to = Math.floor(Math.min(reading.to, wanted.to));
	const isPart = hasElements && isRoot && path.length === 0;
	if (!(from <= to) || (!isPart && (from > wanted.from || to < wanted.to))) return null;
	const isSettable = !reading.constant && maySet(handle, from, to);
	const hasLog = handle.region.log !== null;
	return {
		handle,
		from: isPart ? from : 0,
		to: isPart ? to : Infinity,
		isSettable: isSettable && !hasLog,
		isLogged: isSettable && hasLog,
		isConstant: reading.constant,
		isPlain: reading.plain,
		subset,
	};
}

/**
 * The right to what an object has itself, by a type that allows the reading of single objects (`Context.allowReading`): a transaction has
 * some, and not all of the GEM. Those on the way have to be allowed as well.
 *
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {Root} root of a GEM that is usable
 * @param {readonly string[]} way to the object
 * @param {boolean} isWriting whether the right to set is wanted as well
 * @returns {{ right: Right, address: number } | null}
 */
export function allowedAlong(root, way, isWriting) {
	const { handle } = root.view;
	const at = viewAlong(root, way);
	if (at === null || !isReadable(at)) return null;
	if (isWriting && at.settableAt !== handle.rights) offer(at, 'setting', EVERYTHING);
	const hasLog = handle.region.log !== null;
	const isSettable = at.settableAt === handle.rights;
	return {
		right: {
			handle,
			from: 0,
			to: Infinity,
			isSettable: isSettable && !hasLog,
			isLogged: isSettable && hasLog,
			isConstant: false,
			isPlain: false,
			subset: undefined,
		},
		address: at.node.address,
	};
}

/**
 * Threads: any; the answer is the thread's own. Blocks: for instructions, where the type's `onLoop` does.
 *
 * @param {Root} root of a GEM that is usable
 * @param {readonly string[]} way to an object
 * @returns {View | null} of that object; null when what is on the way may not be read
 */
export function viewAlong({ view, subset }, way) {
	if (subset) return null;
	let at = view;
	for (const key of way) {
		const address = isReadable(at) ? below(at.node.address, key) : NOWHERE;
		if (address === NOWHERE) return null;
		at = childOf(at, key, nodeAt(address));
	}
	return at;
}

/** @param {View} view @returns {boolean} whether all of it may be read, if need be once the type was asked */
function isReadable(view) {
	if (view.readableAt === view.handle.rights) return true;
	offer(view, 'reading', EVERYTHING);
	return view.readableAt === view.handle.rights;
}

/** @param {View} view of an array @param {{ from: number, to: number } | undefined} subset @returns {{ from: number, to: number }} */
function elementsOf(view, subset) {
	const length = I32[2 * view.node.address + 3];
	return subset
		? { from: Math.min(subset.from, length), to: Math.min(subset.to, length) }
		: { from: 0, to: length };
}

/** @param {string} key @returns {{ from: number, to: number } | null} */
function oneElement(key) {
	const index = toIndex(key);
	return index < 0 ? null : { from: index, to: index + 1 };
}

/** @param {Handle} handle @param {number} from @param {number} to @returns {boolean} */
function maySet(handle, from, to) {
	const setting = granted(handle, 'setting', { from, to });
	return setting !== null && setting.from <= from && setting.to >= to;
}
