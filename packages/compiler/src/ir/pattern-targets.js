/** @import { Node } from '../types.js' */

/** @param {Node} pattern @returns {Node[]} the targets inside a destructuring pattern */
export function childrenOfPattern(pattern) {
	switch (pattern.type) {
		case 'ArrayPattern':
			return pattern.elements.filter(Boolean);
		case 'ObjectPattern':
			return pattern.properties.map((/** @type {Node} */ one) =>
				one.type === 'RestElement' ? one.argument : one.value,
			);
		case 'AssignmentPattern':
			return [pattern.left];
		case 'RestElement':
			return [pattern.argument];
		default:
			return [];
	}
}
