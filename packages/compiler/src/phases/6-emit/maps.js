/** @import { Node, SourceMap } from '../../types.js' */
import remapping from '@jridgewell/remapping';

/**
 * Trace a map through the map of the transform before it, so that it ends at the first source.
 *
 * @param {SourceMap} map from the emitted text to the compiled source
 * @param {object | string | null | undefined} input from the compiled source to what it was made from
 * @returns {SourceMap}
 */
export function composeMap(map, input) {
	if (!input) return map;
	const composed = remapping(/** @type {any} */ (map), (_file, { depth }) =>
		depth === 1 ? /** @type {any} */ (input) : null,
	);
	return /** @type {SourceMap} */ (JSON.parse(JSON.stringify(composed)));
}

/**
 * The places that stacks and debuggers name: where nodes begin, and the brace at which a function returns. A map of each word
 * and sign has four times as many.
 *
 * @param {Iterable<Node>} nodes
 * @returns {number[]} offsets in the source
 */
export function placesOf(nodes) {
	/** @type {number[]} */
	const places = [];
	for (const { type, start, end } of nodes) {
		if (places.at(-1) !== start) places.push(start);
		if (type === 'BlockStatement') places.push(end - 1);
	}
	return places;
}
