/** @import { Facts, Node, Position } from '../../types.js' */
/** @import { GemAccess, GemAccesses } from './model.js' */
import { textOfReason } from './reasons.js';

/**
 * What `lapidary explain` says of the accesses of GEMs. Where both modules have the same code, an access is listed once.
 *
 * @param {GemAccesses} accesses
 * @returns {Facts['gemAccesses']}
 */
export function describeAccesses(accesses) {
	const host = describeSide(accesses.host);
	const worker = describeSide(accesses.worker);
	/** @type {Map<string, Omit<Facts['gemAccesses'][number], 'side'>>} */
	const ofHost = new Map(host.map((one) => [JSON.stringify(one), one]));
	const ofWorker = new Set(worker.map((one) => JSON.stringify(one)));
	const all = [
		...worker.map((one) => ({
			...one,
			side: ofHost.has(JSON.stringify(one)) ? /** @type {const} */ ('both') : 'worker',
		})),
		...[...ofHost]
			.filter(([key]) => !ofWorker.has(key))
			.map(([, one]) => ({ ...one, side: /** @type {const} */ ('host') })),
	];
	return /** @type {Facts['gemAccesses']} */ (all).sort(
		(a, b) => compare(a.start, b.start) || compare(b.end, a.end),
	);
}

/** @param {Position} a @param {Position} b @returns {number} */
const compare = (a, b) => a.line - b.line || a.column - b.column;

/**
 * @param {GemAccess} access
 * @returns {Omit<Facts['gemAccesses'][number], 'side'>[]}
 */
function describeSide({ regions, general, copies }) {
	const lowered = regions.flatMap(({ accesses, rows }) => [
		...accesses.map(({ node, path, use, site }) => ({ node, path, use, how: site.kind })),
		...rows.map(({ chain, path, root, site }) => ({
			node: chain.node,
			path: `${[root.name, ...path].join('.')}[]`,
			use: /** @type {const} */ ('row'),
			how: site.kind,
		})),
	]);
	const copied = copies.copies.map(({ node, path }) => ({
		...{ node, path, use: /** @type {const} */ ('read'), how: 'copies' },
	}));
	const others = general.map(({ node, path, use, reason, params }) => ({
		...{ node, path, use, how: null, reason },
		text: textOfReason(reason, params),
	}));
	return [...lowered, ...copied, ...others].map(({ node, ...rest }) => ({
		...span(node),
		...rest,
	}));
}

/** @param {Node} node */
const span = ({ loc: { start, end } }) => ({
	start: { line: start.line, column: start.column },
	end: { line: end.line, column: end.column },
});
