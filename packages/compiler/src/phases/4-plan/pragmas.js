/** @import { Node } from '../../types.js' */
/** @import { Fragment } from '../../ir/module.js' */

/**
 * What a comment before a statement asks for: `/* cpu_bound: snapshot *\/`.
 *
 * @param {Fragment} fragment
 * @returns {'snapshot' | 'reeval' | 'keep' | null}
 */
export const pragmaOf = ({ statement }) => pragmaOfStatement(statement);

/** @param {Node} statement @returns {'snapshot' | 'reeval' | 'keep' | null} */
export function pragmaOfStatement(statement) {
	for (const comment of statement.leadingComments ?? []) {
		const found = /^\s*cpu_bound:\s*(snapshot|reeval|keep)\s*$/.exec(comment.value);
		if (found) return /** @type {'snapshot'} */ (found[1]);
	}
	return null;
}
