/** @import { Node } from '../types.js' */
/** @import { Resolution } from './resolve.js' */
/** @import { Variable } from './scope.js' */

/** @type {WeakMap<Resolution, Map<Node, Variable>>} */
const known = new WeakMap();

/**
 * @param {Node} id where a variable is declared, in a pattern or by itself
 * @param {Resolution} resolution
 * @returns {Variable | undefined}
 */
export function declaredBy(id, resolution) {
	let declared = known.get(resolution);
	if (!declared) known.set(resolution, (declared = indexDeclarations(resolution)));
	return declared.get(id);
}

/** @param {Resolution} resolution @returns {Map<Node, Variable>} */
function indexDeclarations({ scopes }) {
	/** @type {Map<Node, Variable>} */
	const declared = new Map();
	for (const scope of new Set(scopes.values()))
		for (const variable of scope.variables.values())
			for (const { id } of variable.declarations) declared.set(id, variable);
	return declared;
}
