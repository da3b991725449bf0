/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Discovered } from '../../ir/module.js' */
import { walk } from '../../ast/babel.js';
import { chainRoot, dottedName, isFunction, unwrap } from '../../ast/shapes.js';
import { functionAround } from './call-context.js';

/**
 * The target of an assignment that reads it, waits, and then writes it.
 *
 * `total += f(x)` with an `await` inserted reads `total` before it waits; what another run of the
 * function, or another function, adds meanwhile would be lost.
 *
 * @param {Node} call where the `await` goes
 * @param {Parents} parents
 * @param {Discovered} discovered
 * @returns {Node | null} null when nothing can change the target meanwhile
 */
export function readBefore(call, parents, { resolution }) {
	let at = parents.get(call);
	while (at && at.type !== 'AssignmentExpression' && !isFunction(at) && !/Statement$/.test(at.type))
		at = parents.get(at);
	if (at?.type !== 'AssignmentExpression' || call.start < at.right.start) return null;
	const target = unwrap(at.left);
	const name = dottedName(target);
	const isRead =
		at.operator === '='
			? name !== null && reads(at.right, name, call.start)
			: !/^(\?\?|\|\||&&)=$/.test(at.operator);
	if (!isRead) return null;
	const root = chainRoot(target);
	const variable = resolution.references.find((one) => one.node === root)?.variable;
	const { fn } = functionAround(call, parents);
	const declared = variable?.declarations[0]?.id;
	const isOwn = variable && declared && functionAround(declared, parents).fn === fn;
	const isChangedElsewhere = variable?.references.some(
		(one) => one.role !== 'read' && functionAround(one.node, parents).fn !== fn,
	);
	return isOwn && !isChangedElsewhere ? null : target;
}

/** @param {Node} root @param {string} name @param {number} before offset @returns {boolean} */
function reads(root, name, before) {
	let found = false;
	walk(root, (node) => {
		if (node.start < before && node.end <= before && dottedName(node) === name) found = true;
		return !found;
	});
	return found;
}
