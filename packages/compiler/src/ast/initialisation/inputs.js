/** @import { Parents } from '../parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../resolve.js' */
/** @import { Reference, Variable } from '../scope.js' */
import { isWithin } from '../tree.js';
import { walk } from '../babel.js';
import { isFunction } from '../shapes.js';

/**
 * Whether what code computes is the same whenever it runs, as far as its names tell: it reads no parameter, no `this` and
 * no local of the call that happens to run it.
 */

/** @param {Resolution} resolution @param {Node} node @returns {Reference[]} those that stand in it */
export function referencesIn({ references }, node) {
	let low = 0;
	let high = references.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (/** @type {Reference} */ (references[middle]).node.start < node.start) low = middle + 1;
		else high = middle;
	}
	/** @type {Reference[]} */
	const found = [];
	for (let one = references[low]; one && one.node.start < node.end; one = references[++low])
		found.push(one);
	return found;
}

/** @param {Node} node @param {Parents} parents @returns {Node | null} the innermost function around it */
export function functionAround(node, parents) {
	for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) return at;
	return null;
}

/**
 * @param {Node} region
 * @param {Variable} variable that it initialises
 * @param {Resolution} resolution
 * @returns {boolean}
 */
export function readsConstants(region, variable, resolution) {
	if (usesOfCall(region).length > 0) return false;
	return referencesIn(resolution, region).every(({ variable: named }) => {
		if (!named || named === variable || named.isTopLevel) return true;
		if (isWithin(named.scope.node, region)) return true;
		if (named.declarations.some(({ id }) => isWithin(id, region)))
			return named.references.every(({ node }) => isWithin(node, region));
		if (variable.scope.isWithin(named.scope)) return !named.isReassigned;
		return isConstantLocal(named, region, variable, resolution);
	});
}

/**
 * @param {Variable} local
 * @param {Node} region
 * @param {Variable} variable
 * @param {Resolution} resolution
 * @returns {boolean} it is made of constants, for the region alone
 */
function isConstantLocal({ kind, declarations, references }, region, variable, resolution) {
	const [declaration] = declarations;
	const init = declaration?.node.type === 'VariableDeclarator' ? declaration.node.init : null;
	return (
		kind === 'const' &&
		init != null &&
		references.every(({ node }) => isWithin(node, region)) &&
		readsConstants(init, variable, resolution)
	);
}

/** @param {Node} root @returns {Node[]} uses of `this`, `arguments`, `super`, `new.target` and `yield` of the function around it */
export function usesOfCall(root) {
	/** @type {Node[]} */
	const found = [];
	walk(root, (node) => {
		if (isFunction(node) && node.type !== 'ArrowFunctionExpression') return node === root;
		if (node.type === 'Identifier' && node.name === 'arguments') found.push(node);
		if (OF_CALL.has(node.type) && node.meta?.name !== 'import') found.push(node);
		return true;
	});
	return found;
}

const OF_CALL = new Set(['ThisExpression', 'Super', 'MetaProperty', 'YieldExpression']);
