/** @import { Edit } from '../../ir/module.js' */

/**
 * Insertions in the order in which they have to be made at one place: what closes comes first, the inner before the outer, what
 * opens last, the outer before the inner.
 *
 * @param {Edit[]} edits
 * @returns {Edit[]}
 */
export function arrange(edits) {
	const closing = edits.filter(({ closes }) => closes !== undefined);
	const opening = edits.filter(({ opens }) => opens !== undefined);
	const others = edits.filter(({ closes, opens }) => closes === undefined && opens === undefined);
	return [
		...closing.sort((a, b) => Number(b.closes) - Number(a.closes)),
		...others,
		...opening.sort((a, b) => Number(b.opens) - Number(a.opens)),
	];
}
