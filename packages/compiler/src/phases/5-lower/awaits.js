/** @import { Node } from '../../types.js' */
/** @import { Edit, Planned } from '../../ir/module.js' */
import { awaitText } from '../../ir/await-text.js';

/**
 * The `await`s that the call-site rules insert.
 *
 * @param {Planned} planned
 * @returns {Edit[]}
 */
export function awaitEdits({ callSites, plans, resolution, source }) {
	const lowered = new Set(plans.map(({ unit }) => unit));
	/** @type {Set<Node>} one call of `map` may hold several calls of units */
	const seen = new Set();
	return callSites.flatMap(({ unit, node, action }) => {
		if (!lowered.has(unit) || seen.has(node) || (action !== 'await' && action !== 'await-all'))
			return [];
		seen.add(node);
		const { before, after } = awaitText(node, action, resolution.parents, source);
		return [
			{ start: node.start, end: node.start, text: before },
			{ start: node.end, end: node.end, text: after },
		];
	});
}
