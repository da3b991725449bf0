/** @import { Node } from '../../types.js' */
/** @import { Planned } from '../../ir/module.js' */
import {
	chainRoot,
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';

const MAKING_TEXT = [
	...['TemplateLiteral', 'BinaryExpression', 'CallExpression', 'OptionalCallExpression'],
];

/**
 * `${f}`, `String(f)`, `f.toString()`: what code makes a text of keeps the text of the source, and ends with its thread when its call is
 * given up.
 *
 * @param {Node[]} regions
 * @param {Planned} planned
 * @returns {Set<Node>} functions and classes
 */
export function findShown(regions, { effects }) {
	/** @type {Set<Node>} */
	const found = new Set();
	const { callees } = effects;
	for (const value of regions.flatMap((one) => nodesOf(one, MAKING_TEXT).flatMap(valuesShown))) {
		// `Walker.prototype.walk` is a part of the class.
		const holders = callees.objects(chainRoot(value));
		for (const fn of [...callees.functions(value), ...callees.objects(value), ...holders])
			if (isFunction(fn) || isClass(fn)) found.add(fn);
	}
	return found;
}

/**
 * The same for classes alone, by their names or those of their parts.
 *
 * @param {Node} root
 * @param {Planned} planned
 * @returns {Set<Node>}
 */
export function findShownClasses(root, { effects }) {
	const named = nodesOf(root, MAKING_TEXT)
		.flatMap(valuesShown)
		.map(chainRoot)
		.filter(({ type }) => type === 'Identifier');
	return new Set(named.flatMap((one) => effects.callees.objects(one).filter(isClass)));
}

/** @param {Node} node @returns {Node[]} names and members of which it makes a text */
function valuesShown(node) {
	const { type } = node;
	/** @type {Node[]} */
	let values = [];
	if (type === 'TemplateLiteral') values = node.expressions;
	else if (type === 'BinaryExpression' && node.operator === '+') values = [node.left, node.right];
	else if (isCall(node)) {
		const callee = /** @type {Node} */ (unwrap(node.callee));
		const name = dottedName(callee);
		if (name === 'String' || name === 'Function.prototype.toString.call')
			values = node.arguments.slice(0, 1);
		else if (isMember(callee) && propertyName(callee) === 'toString') values = [callee.object];
	}
	return values.filter((one) => isMember(unwrap(one)) || unwrap(one).type === 'Identifier');
}
