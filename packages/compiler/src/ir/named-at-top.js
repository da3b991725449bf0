/** @import { Node } from '../types.js' */
/** @import { Parents } from '../ast/parents.js' */
import { isWrapper, propertyName } from '../ast/shapes.js';

/** A variable of the top level, and properties that lead on from it. @typedef {{ local: string, path: string[] }} TopName */

/**
 * @param {Node} fn
 * @param {Parents} parents
 * @returns {TopName | null} what has the function: `go`, and `api.run` for a method of a literal
 */
export function namedAtTop(fn, parents) {
	/** @type {string[]} */
	const path = [];
	if (fn.type === 'FunctionDeclaration' && fn.id) return { local: fn.id.name, path };
	for (let at = fn, parent = parents.get(at); parent; at = parent, parent = parents.get(at)) {
		const name = /^Object(Property|Method)$/.test(at.type) ? propertyName(at) : null;
		if (name !== null) path.unshift(name);
		if (parent.type === 'VariableDeclarator' && parent.init === at)
			return parent.id.type === 'Identifier' ? { local: parent.id.name, path } : null;
		if (!/^Object(Expression|Property)$/.test(parent.type) && !isWrapper(parent)) return null;
	}
	return null;
}
