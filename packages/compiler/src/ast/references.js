/** @import { Reference } from './scope.js' */

/**
 * The references that stand within a range of the text.
 *
 * By binary search: a walk over all references for each unit, or for each function that moves, takes time that grows with the
 * square of the module.
 *
 * @param {readonly Reference[]} references in source order, as a resolution has them
 * @param {{ start: number, end: number }} range
 * @returns {Reference[]} in source order
 */
export function referencesWithin(references, { start, end }) {
	const first = indexFrom(references, start);
	const beyond = indexFrom(references, end);
	return references.slice(first, beyond).filter(({ node }) => node.end <= end);
}

/** @param {readonly Reference[]} references @param {number} offset @returns {number} the index of the first that starts there or later */
function indexFrom(references, offset) {
	let low = 0;
	let high = references.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const { node } = /** @type {Reference} */ (references[middle]);
		if (node.start < offset) low = middle + 1;
		else high = middle;
	}
	return low;
}
