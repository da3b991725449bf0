/** @import { Node } from '../types.js' */
import { walk } from './babel.js';

/**
 * Whether code asks for a global before it uses it, so that its absence is expected:
 * `typeof document === 'undefined'`.
 *
 * @param {string} name
 * @param {Node} root
 * @returns {boolean}
 */
export function isTested(name, root) {
	let found = false;
	walk(root, (node) => {
		const isTypeof = node.type === 'UnaryExpression' && node.operator === 'typeof';
		if (isTypeof && node.argument.name === name) found = true;
	});
	return found;
}
