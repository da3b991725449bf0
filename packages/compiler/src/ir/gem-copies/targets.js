/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Kind } from './flow.js' */

/**
 * What patterns and assignments give copies to, and what they write.
 */

/** @param {Kind} kind @returns {Kind} of its elements */
export const elementKind = (kind) => (kind === 'pairs' ? 'list' : 'copy');

/** @param {Node} node @returns {boolean} */
export const isRest = ({ type }) => type === 'RestElement';

/**
 * @param {Node} node
 * @param {Parents} parents
 * @returns {boolean} the node is written to, or deleted
 */
export function isTarget(node, parents) {
	const parent = /** @type {Node} */ (parents.get(node));
	switch (parent.type) {
		case 'UpdateExpression':
		case 'ArrayPattern':
		case 'RestElement':
			return true;
		case 'UnaryExpression':
			return parent.operator === 'delete';
		case 'AssignmentExpression':
		case 'AssignmentPattern':
		case 'ForInStatement':
		case 'ForOfStatement':
			return parent.left === node;
		case 'ObjectProperty':
			return parents.get(parent)?.type === 'ObjectPattern' && parent.value === node;
		default:
			return false;
	}
}

/**
 * @param {Node} target
 * @param {Kind} kind
 * @returns {{ node: Node, kind: Kind }[] | null} the names that it gives something; null where one is no name, or gets more than a part
 */
export function targetsIn(target, kind) {
	/** @param {(Node | null)[]} nodes @param {Kind} kind */
	const all = (nodes, kind) => {
		const found = nodes.map((one) => (one ? targetsIn(one, kind) : []));
		return found.some((one) => one === null) ? null : /** @type {any[]} */ (found).flat();
	};
	switch (target.type) {
		case 'Identifier':
			return [{ node: target, kind }];
		case 'AssignmentPattern':
			return targetsIn(target.left, kind);
		case 'ObjectPattern':
			return target.properties.some(isRest)
				? null
				: all(
						target.properties.map((/** @type {Node} */ one) => one.value),
						elementKind(kind),
					);
		case 'ArrayPattern': {
			const last = target.elements.at(-1);
			const rest = last?.type === 'RestElement' ? last : null;
			const others = all(rest ? target.elements.slice(0, -1) : target.elements, elementKind(kind));
			const more = rest ? targetsIn(rest.argument, kind === 'pairs' ? 'pairs' : 'list') : [];
			return others && more && [...others, ...more];
		}
		default:
			return null;
	}
}
