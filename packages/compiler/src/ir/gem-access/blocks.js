/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Block } from './model.js' */
import { isFunction, propertyName } from '../../ast/shapes.js';

/**
 * Whether the root of a chain is what a block stands in: `gem.atomic(() => { … })`, with a function that is written there, so that nothing runs
 * between the look for `atomic` and the call.
 *
 * @param {Node} root an identifier
 * @param {Variable} variable that it stands for
 * @param {{ parents: Parents, source: string }} code
 * @returns {Omit<Block, 'number'> | null}
 */
export function blockOf(root, variable, { parents, source }) {
	const callee = parents.get(root);
	const node = callee && parents.get(callee);
	if (!node || node.type !== 'CallExpression' || node.callee !== callee) return null;
	if (callee.type !== 'MemberExpression' || callee.computed || callee.object !== root) return null;
	const name = propertyName(callee);
	const [fn, ...more] = node.arguments;
	if (name !== 'atomic' || !fn || !isFunction(fn) || more.length > 0) return null;
	// Neither comments, nor types, nor brackets.
	const text = source.slice(node.start, fn.start).replace(/\s/g, '');
	return text === `${variable.name}.${name}(` ? { node, root: variable, name } : null;
}
