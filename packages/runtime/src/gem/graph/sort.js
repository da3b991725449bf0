/** @import { Region } from '../memory/region.js' */
/** @import { Primitive } from './slots.js' */
import { I32 } from '../memory/heap.js';
import { getIndex } from './array.js';
import { INTS, KIND_MASK } from './layout.js';
import { materialiseAt } from './materialise.js';
import { headerOf, Node } from './node.js';

/**
 * An element while it is sorted.
 *
 * @typedef {object} Element
 * @property {Primitive | undefined | Node} value
 * @property {number} low its words
 * @property {number} high
 */

/**
 * Sorts an array as Array.prototype.sort does: stable, holes last. Elements stay the nodes that they are.
 *
 * @param {Region} region
 * @param {Node} node an array
 * @param {((one: Primitive | Node, other: Primitive | Node) => unknown) | undefined} compare gets objects as Nodes. When it changes the
 *   array, the array stays as `compare` left it
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108; what `compare` throws, and the array is as it was
 *
 * Threads: who may write the elements. Blocks: never.
 */
export function sort(region, node, compare) {
	const width = (headerOf(node) & KIND_MASK) === INTS ? 1 : 2;
	const before = readElements(node, width);
	const present = before.filter(({ value }) => value !== undefined);
	const sorted = compare
		? present.sort((one, other) => order(one, other, compare))
		: sortByText(present);
	// `compare` may be anybody's code: moving slots is right only while they are what they were.
	if (!isUnchanged(node, before, width)) return;
	sorted.push(...before.filter(({ value }) => value === undefined));
	const first = 2 * I32[2 * node.address + 2];
	for (const [at, { low, high }] of sorted.entries()) {
		region.write32(first + width * at, low);
		if (width === 2) region.write32(first + width * at + 1, high);
	}
}

/** @param {Element} one @param {Element} other @param {Function} compare @returns {number} */
const order = (one, other, compare) => Number(compare(one.value, other.value)) || 0;

/** @param {Node} node @param {number} width words an element @returns {Element[]} */
function readElements(node, width) {
	const elements = [];
	const first = 2 * I32[2 * node.address + 2];
	for (let at = 0; at < I32[2 * node.address + 3]; at++) {
		const word = first + width * at;
		const high = width === 2 ? I32[word + 1] : 0;
		elements.push({ value: getIndex(node.address, at), low: I32[word], high });
	}
	return elements;
}

/** @param {Node} node @param {Element[]} before @param {number} width @returns {boolean} */
function isUnchanged(node, before, width) {
	const now = (headerOf(node) & KIND_MASK) === INTS ? 1 : 2;
	if (now !== width || I32[2 * node.address + 3] !== before.length) return false;
	const first = 2 * I32[2 * node.address + 2];
	return before.every(
		({ low, high }, at) =>
			I32[first + width * at] === low && (width === 1 || I32[first + width * at + 1] === high),
	);
}

/** @param {Element[]} elements @returns {Element[]} in the order of their texts */
function sortByText(elements) {
	const texts = elements.map((element) => ({ element, text: textOf(element.value) }));
	texts.sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0));
	return texts.map(({ element }) => element);
}

/** @param {Primitive | undefined | Node} value @returns {string} */
const textOf = (value) =>
	value instanceof Node ? String(materialiseAt(value.address)) : String(value);
