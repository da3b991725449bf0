/** @import { Node } from '../types.js' */
/** @import { Aliases } from './aliases.js' */
/** @import { Effect } from './module.js' */
import { chainRoot, dottedName, isMember, unwrap } from '../ast/shapes.js';

/**
 * Changes of objects that no declaration of the module names.
 */

/** @param {Node} expression @param {Aliases} aliases @returns {boolean} a global, `import.meta`, or a part of one of them */
export function isOfGlobal(expression, aliases) {
	const root = chainRoot(expression);
	if (isImportMeta(root)) return true;
	const isGlobal = root.type === 'Identifier' && aliases.variableOf(root) === null;
	return isGlobal && root.name !== 'arguments';
}

/** @param {Node} node @returns {boolean} */
export const isImportMeta = ({ type, meta }) => type === 'MetaProperty' && meta.name === 'import';

/** @param {Node} target @param {Node} root the name that it starts with @param {Node} node @returns {Effect} */
export function changeOfGlobal(target, root, node) {
	let known = /** @type {Node} */ (unwrap(target));
	while (dottedName(known) === null && isMember(known)) known = unwrap(known.object);
	const changes = dottedName(known) ?? root.name;
	return { kind: 'external', node, text: dottedName(target) ?? changes, via: [], changes };
}
