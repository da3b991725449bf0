/** @import { Region } from '../memory/region.js' */
/** @import { Primitive } from './slots.js' */
/** @import { TypedArray } from './typed.js' */
import { I32 } from '../memory/heap.js';
import {
	changeLength,
	getIndex,
	hasIndex,
	keysOfArray,
	refuseLength,
	removeIndex,
	setIndex,
	toIndex,
} from './array.js';
import { pathOf, refuse } from './classify.js';
import { holdValue } from './encode.js';
import { cellOf, hasMoved, isFixedInts, setFixedInt } from './fixed-ints.js';
import {
	BOXED,
	DETAIL_SHIFT,
	DICTIONARY,
	FIELD_DOUBLE,
	FIELD_INT,
	INTS,
	KIND_MASK,
	STRUCT,
	TYPED,
	VALUES,
} from './layout.js';
import { toLength } from './limits.js';
import { headerOf, markOf, Node, readableHeaderOf } from './node.js';
import {
	countKeys,
	getEntry,
	getField,
	hasKey,
	keysOfObject,
	removeKey,
	setKey,
} from './object.js';
import { releaseNode, releaseUnused } from './release.js';
import { shapeById } from './shapes.js';
import { isInt32, replaceNumber, tagOf } from './slots.js';
import { changeElement, readElement, toElement, viewOf } from './typed.js';

// Documents in the heap: trees of objects, arrays and typed arrays. Everything here is sequential: the policy of the GEM sees
// to it that nobody else uses the node at the same time.

export {
	copyWithin,
	fill,
	pop,
	push,
	reverse,
	shift,
	splice,
	toInteger,
	toPosition,
	unshift,
} from './array-methods.js';
export { compactIfSparse, isSparse } from './compact.js';
export { createRoot } from './encode.js';
export { isFirstDouble, makeRoomForDoubles } from './fixed-ints.js';
export { answer, exactly, isAsking } from './to-data.js';
export { toIndex } from './array.js';
export { checkInvariants } from './invariants.js';
export { Node };
export { sort } from './sort.js';
export { equalStrings } from './strings.js';
export { materialise } from './materialise.js';

/**
 * @param {Region} region
 * @param {Node} node
 * @param {string | number} key
 * @returns {Primitive | bigint | undefined | Node} undefined when there is no such key; a bigint only from a typed array
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may read the node. Blocks: never.
 */
export function get(region, node, key) {
	const { address } = node;
	return I32[2 * address + 1] === node.stamp
		? valueOf(address, I32[2 * address], key)
		: getDetached(region, node, key);
}

/** @param {number} address @param {number} word 0 of the header @param {string | number} key @returns {Primitive | bigint | undefined | Node} */
function valueOf(address, word, key) {
	switch (word & KIND_MASK) {
		case STRUCT:
			return getField(address, word, typeof key === 'string' ? key : String(key));
		case DICTIONARY:
			return getEntry(address, typeof key === 'string' ? key : String(key));
		case TYPED:
			return getTyped(address, toIndex(key));
		default:
			return getIndex(address, toIndex(key));
	}
}

/** @param {Region} region @param {Node} node @param {string | number} key @returns {Primitive | bigint | undefined | Node} */
function getDetached(region, node, key) {
	const found = valueOf(node.address, readableHeaderOf(region, node), key);
	// As it was known before: it was detached together with what it is below.
	return found instanceof Node ? new Node(found.address, found.stamp ^ markOf(region)) : found;
}

/** @param {number} address of kind TYPED @param {number} index -1: none @returns {number | bigint | undefined} */
const getTyped = (address, index) =>
	index < 0 || index >= I32[2 * address + 3] ? undefined : readElement(address, index);

/**
 * @param {Region} region
 * @param {Node} node
 * @param {string | number} key
 * @returns {boolean} whether it is a key of the object, or an index of an element that is no hole
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may read the node. Blocks: never.
 */
export function has(region, node, key) {
	const word = readableHeaderOf(region, node);
	switch (word & KIND_MASK) {
		case STRUCT:
		case DICTIONARY:
			return hasKey(node.address, String(key));
		case TYPED: {
			const index = toIndex(key);
			return index >= 0 && index < I32[2 * node.address + 3];
		}
		default:
			return hasIndex(node.address, toIndex(key));
	}
}

/**
 * Gives a key another value. An object is copied in, and what was there is released.
 *
 * @param {Region} region
 * @param {Node} node
 * @param {string | number} key
 * @param {unknown} value numbers are kept exactly; a typed array converts it
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 for what a GEM cannot hold (undefined too), a new element of a fixed
 *   array, a key of an array that is no index; LP8108; LP8103. Nothing was changed then.
 *
 * Threads: who may write the node, or the element of a fixed one. Blocks: see `Region.allocate`.
 */
export function set(region, node, key, value) {
	const word = headerOf(node);
	if (typeof value === 'number' && setNumber(region, node.address, key, value)) return;
	if ((word & KIND_MASK) === TYPED) {
		setElement(region, node, key, value);
		return;
	}
	const isArray = (word & KIND_MASK) >= INTS;
	const index = isArray ? toIndex(key) : 0;
	if (index < 0) throw refuse(pathOf([key]), 'a property of an array, which has elements only');
	const held = holdValue(region, value, isArray ? index : key);
	try {
		headerOf(node); // a `toJSON` may have released it
		if (isArray) setIndex(region, node.address, index, held);
		else setKey(region, node.address, String(key), held);
	} catch (thrown) {
		releaseUnused(region, [held], thrown);
		throw thrown;
	}
}

/**
 * The frequent case of {@link set}: a number over a number, where nothing has to be allocated or released.
 *
 * @param {Region} region
 * @param {Node} node
 * @param {string | number} key
 * @param {number} value
 * @returns {boolean} false when it is another case: nothing was changed
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: as `set`. Blocks: never.
 */
export function setNumberInPlace(region, node, key, value) {
	const word = headerOf(node);
	if ((word & KIND_MASK) !== TYPED) return setNumber(region, node.address, key, value);
	setElement(region, node, key, value);
	return true;
}

/**
 * @param {Region} _region
 * @param {Node} node
 * @param {string | number} key
 * @param {unknown} value
 * @returns {boolean} whether `set` would replace the value of this key, and change nothing else of the object: other threads may
 *   use other keys meanwhile
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may read the node. Blocks: never.
 */
export function isInPlace(_region, node, key, value) {
	const word = headerOf(node);
	const kind = word & KIND_MASK;
	// Another type of value may give an object another shape.
	if (kind === STRUCT) return false;
	if (kind === DICTIONARY) return hasKey(node.address, String(key));
	if (kind === TYPED) return toIndex(key) >= 0;
	if (!hasIndex(node.address, toIndex(key))) return false;
	if (isFixedInts(word)) return true;
	if (kind === INTS) return typeof value === 'number' && isInt32(value);
	return (word & BOXED) !== 0 || typeof value === 'number';
}

/**
 * The frequent case: nothing has to be allocated or released.
 *
 * @param {Region} region
 * @param {number} address
 * @param {string | number} key
 * @param {number} value
 * @returns {boolean} false: not done
 */
function setNumber(region, address, key, value) {
	const word = I32[2 * address];
	const slots = I32[2 * address + 2];
	const kind = word & KIND_MASK;
	if (kind === STRUCT) {
		const shape = shapeById(word >>> DETAIL_SHIFT);
		const field = shape.fields.get(typeof key === 'string' ? key : String(key));
		if (field === undefined) return false;
		const type = shape.types[field];
		if (type === FIELD_INT && isInt32(value)) region.replace32(2 * (slots + field), value);
		else if (type === FIELD_DOUBLE) replaceNumber(region, slots + field, value);
		else return false;
		return true;
	}
	if (kind !== INTS && kind !== VALUES) return false;
	const index = toIndex(key);
	if (index < 0 || index >= I32[2 * address + 3]) return false;
	if (isFixedInts(word)) return setFixedNumber(region, address, index, value);
	if (kind === INTS && isInt32(value)) region.replace32(2 * slots + index, value);
	else if (kind === VALUES && (word & BOXED) === 0) replaceNumber(region, slots + index, value);
	else return false;
	return true;
}

/** @param {Region} region @param {number} address @param {number} index @param {number} value @returns {boolean} false: not done */
function setFixedNumber(region, address, index, value) {
	if (setFixedInt(region, address, index, value)) return true;
	if (!hasMoved(address, index) || tagOf(cellOf(address, index)) !== 0) return false;
	// Where others have not moved, sites have copies.
	region.edit();
	replaceNumber(region, cellOf(address, index), value);
	return true;
}

/** @param {Region} region @param {Node} node @param {string | number} key @param {unknown} value */
function setElement(region, node, key, value) {
	const index = toIndex(key);
	if (index < 0)
		throw refuse(pathOf([key]), 'a property of a typed array, which has elements only');
	const element = toElement(node.address, value);
	headerOf(node); // the conversion may have run code that released it
	if (index < I32[2 * node.address + 3]) changeElement(region, node.address, index, element);
}

/**
 * @param {Region} region
 * @param {Node} node
 * @param {string | number} key
 * @returns {boolean} whether there was something to be removed. An array keeps its length, and gets a hole
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 for a key of a fixed object or an element of a typed array, LP8108, LP8103
 *
 * Threads: who may write the node, or the element of a fixed array. Blocks: see `Region.allocate`.
 */
export function remove(region, node, key) {
	switch (headerOf(node) & KIND_MASK) {
		case STRUCT:
		case DICTIONARY:
			return removeKey(region, node.address, String(key));
		case TYPED:
			if (!has(region, node, key)) return false;
			throw refuseLength(toIndex(key));
		default:
			return removeIndex(region, node.address, toIndex(key));
	}
}

/**
 * @param {Region} region
 * @param {Node} node
 * @returns {string[]} as Object.keys gives them
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may read the node. Blocks: never.
 */
export function keys(region, node) {
	switch (readableHeaderOf(region, node) & KIND_MASK) {
		case STRUCT:
		case DICTIONARY:
			return keysOfObject(node.address);
		case TYPED:
			return Array.from({ length: I32[2 * node.address + 3] }, (_, index) => String(index));
		default:
			return keysOfArray(node.address);
	}
}

/**
 * @param {Region} region
 * @param {Node} node
 * @returns {number} of an array or typed array: its length; of an object: the number of keys
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may read the node. Blocks: never.
 */
export function lengthOf(region, node) {
	const kind = readableHeaderOf(region, node) & KIND_MASK;
	return kind === STRUCT ? countKeys(node.address) : I32[2 * node.address + 3];
}

/**
 * @param {Region} region
 * @param {Node} node an array
 * @param {unknown} value elements beyond it are released; new ones are holes
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8104 when the length is fixed or there are too many holes, LP8108, LP8103; nothing was changed
 * @throws {RangeError | TypeError} for what is no length, as plain arrays do
 *
 * Threads: who may write the node. Blocks: see `Region.allocate`.
 */
export function setLength(region, node, value) {
	const length = toLength(value);
	const kind = headerOf(node) & KIND_MASK;
	if (kind !== INTS && kind !== VALUES) throw refuseLength('length');
	changeLength(region, node.address, length);
}

/**
 * @param {Region} region
 * @param {Node} node
 * @returns {'object' | 'array' | 'typed'}
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may read the node. Blocks: never.
 */
export function kindOf(region, node) {
	const kind = readableHeaderOf(region, node) & KIND_MASK;
	if (kind === TYPED) return 'typed';
	return kind === INTS || kind === VALUES ? 'array' : 'object';
}

/**
 * @param {Region} region
 * @param {Node} node a typed array
 * @returns {TypedArray} its elements in the heap, not a copy; good only for as long as the policy allows and the node lives
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who may read the node; what is written through it is in no log. Blocks: never.
 */
export function typedView(region, node) {
	readableHeaderOf(region, node);
	return viewOf(node.address);
}

/**
 * @param {Region} region
 * @param {Node} node a typed array
 * @param {unknown} value whose conversion may run code of users
 * @returns {number | bigint} as an element of it takes it
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108; what the conversion throws
 *
 * Threads: who may read the node. Blocks: never.
 */
export function convertElement(region, node, value) {
	readableHeaderOf(region, node);
	return toElement(node.address, value);
}

/**
 * Releases a node and all that is below it. The slot that it is in must be changed by the caller: this is for roots.
 *
 * @param {Region} region
 * @param {Node} node
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108
 *
 * Threads: who has the right to the whole subtree. Blocks: see `Region.release`.
 */
export function releaseTree(region, node) {
	headerOf(node);
	releaseNode(region, node.address);
}
