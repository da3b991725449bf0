/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
import { isClass, isFunction, isMember, isWrapper, propertyName } from '../../ast/shapes.js';

/**
 * The qualified name of a function: the names on the way from the module to it.
 *
 * ```js
 * export function makeScorer(weights) { return async function score(rows) { … } }   // makeScorer.score
 * export default async () => { … }                                                  // default
 * const table = { async sum(xs) { … } }                                             // table.sum
 * ```
 *
 * @param {Node} node
 * @param {Parents} parents
 * @returns {string}
 */
export function nameFunction(node, parents) {
	/** @type {string[]} */
	const names = [ownName(node, parents) ?? 'anonymous'];
	for (let at = parents.get(node); at; at = parents.get(at)) {
		const name =
			isFunction(at) || isClass(at) || at.type === 'ObjectExpression' ? ownName(at, parents) : null;
		if (name) names.unshift(name);
	}
	return names.join('.');
}

/**
 * What the source calls a function, class or object literal, by its own name or by what holds it.
 *
 * @param {Node} node
 * @param {Parents} parents
 * @returns {string | null}
 */
function ownName(node, parents) {
	if (node.id && !node.id.isAdded) return node.id.name;
	if (node.key) return identifierLike(propertyName(node));
	let child = node;
	let parent = parents.get(child);
	while (parent && isWrapper(parent)) {
		child = parent;
		parent = parents.get(child);
	}
	switch (parent?.type) {
		case 'VariableDeclarator':
			return parent.id.type === 'Identifier' ? parent.id.name : null;
		case 'AssignmentExpression':
			return identifierLike(targetName(parent.left));
		case 'AssignmentPattern':
			return parent.left.type === 'Identifier' ? parent.left.name : null;
		case 'ObjectProperty':
		case 'ClassProperty':
		case 'ClassPrivateProperty':
			return identifierLike(propertyName(parent));
		case 'ExportDefaultDeclaration':
			return 'default';
		default:
			return null;
	}
}

/** @param {Node} target @returns {string | null} `exports` in `module.exports`, `f` in `exports.f` */
function targetName(target) {
	if (target.type === 'Identifier') return target.name;
	return isMember(target) ? propertyName(target) : null;
}

/** Names are part of ids, which appear in URLs and shells. @param {string | null} name @returns {string | null} */
const identifierLike = (name) => name?.replace(/[^\w$#-]/g, '_') ?? null;
