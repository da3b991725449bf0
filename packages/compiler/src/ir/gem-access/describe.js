/** @import { Facts, Node } from '../../types.js' */
/** @import { GemAccess } from './model.js' */
import { textOfReason } from './reasons.js';

/**
 * What `lapidary explain` says of the accesses of GEMs.
 *
 * @param {GemAccess} access
 * @returns {Facts['gemAccesses']}
 */
export function describeAccesses({ regions, general }) {
	const lowered = regions.flatMap(({ accesses, rows }) => [
		...accesses.map(({ node, path, use, site }) => ({ node, path, use, how: site.kind })),
		...rows.map(({ chain, path, root, site }) => ({
			node: chain.node,
			path: `${[root.name, ...path].join('.')}[]`,
			use: /** @type {const} */ ('row'),
			how: site.kind,
		})),
	]);
	const others = general.map(({ node, path, use, reason, params }) => ({
		...{ node, path, use, how: null, reason },
		text: textOfReason(reason, params),
	}));
	return [...lowered, ...others]
		.sort((a, b) => a.node.start - b.node.start || b.node.end - a.node.end)
		.map(({ node, ...rest }) => ({ ...span(node), ...rest }));
}

/** @param {Node} node */
const span = ({ loc: { start, end } }) => ({
	start: { line: start.line, column: start.column },
	end: { line: end.line, column: end.column },
});
