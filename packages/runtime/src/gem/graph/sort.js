/** @import { Region } from '../memory/region.js' */
/** @import { Primitive } from './slots.js' */
import { I32 } from '../memory/heap.js';
import { getIndex, removeIndex } from './array.js';
import { splice, wordsOf } from './array-methods.js';
import { materialise } from './materialise.js';
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
 *   array, the sorted elements are written over what it left, objects as copies: a plain array writes back what it has read, too
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8108; what `compare` throws, and the array is as it was
 *
 * Threads: who may write the elements. Blocks: never.
 */
export function sort(region, node, compare) {
	headerOf(node);
	const words = wordsOf(region, node.address);
	const before = readElements(node, words);
	const present = before.filter(({ value }) => value !== undefined);
	const sorted = compare
		? present.sort((one, other) => order(one, other, compare))
		: sortByText(region, present);
	// `compare` may be anybody's code: moving slots is right only while they are what they were.
	headerOf(node);
	const now = wordsOf(region, node.address);
	if (now.width !== words.width || !isUnchanged(node, before, now)) {
		writeBack(region, node, { sorted, length: before.length });
		return;
	}
	const { first, width } = now;
	sorted.push(...before.filter(({ value }) => value === undefined));
	for (const [at, { low, high }] of sorted.entries()) {
		region.write32(first + width * at, low);
		if (width === 2) region.write32(first + width * at + 1, high);
	}
}

/**
 * Write elements over those of an array that has changed since they were read.
 *
 * @param {Region} region
 * @param {Node} node
 * @param {{ sorted: Element[], length: number }} read `length`: of the array then, holes included
 */
function writeBack(region, node, { sorted, length }) {
	const values = sorted.map(({ value }) => value);
	splice(region, node, [0, values.length, ...values]);
	for (let at = values.length; at < Math.min(length, I32[2 * node.address + 3]); at++) {
		removeIndex(region, node.address, at);
	}
}

/** @param {Element} one @param {Element} other @param {Function} compare @returns {number} */
const order = (one, other, compare) =>
	// `Number` would take a bigint.
	Math.max(compare(one.value, other.value)) || 0;

/** @typedef {ReturnType<typeof wordsOf>} Words */

/** @param {Node} node @param {Words} words where its elements are @returns {Element[]} */
function readElements(node, { first, width }) {
	const elements = [];
	for (let at = 0; at < I32[2 * node.address + 3]; at++) {
		const word = first + width * at;
		const high = width === 2 ? I32[word + 1] : 0;
		elements.push({ value: getIndex(node.address, at), low: I32[word], high });
	}
	return elements;
}

/** @param {Node} node @param {Element[]} before @param {Words} words where they are @returns {boolean} */
const isUnchanged = (node, before, { first, width }) =>
	I32[2 * node.address + 3] === before.length &&
	before.every(
		({ low, high }, at) =>
			I32[first + width * at] === low && (width === 1 || I32[first + width * at + 1] === high),
	);

/** @param {Region} region @param {Element[]} elements @returns {Element[]} in the order of their texts */
function sortByText(region, elements) {
	const texts = elements.map((element) => ({ element, text: textOf(region, element.value) }));
	texts.sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0));
	return texts.map(({ element }) => element);
}

/** @param {Region} region @param {Primitive | undefined | Node} value @returns {string} */
const textOf = (region, value) =>
	// The text of an element before may have called code of users, which has released this one.
	value instanceof Node ? String(materialise(region, value)) : String(value);
