/** @import { Planned } from '../module.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */

/**
 * Where names stand: `references` is null for a global, and has no entry for what is no use of a variable.
 *
 * @typedef {{ references: Map<Node, Variable | null>, declarations: Map<Node, Variable> }} Names
 */

/** @param {Pick<Planned, 'resolution' | 'effects'>} planned @returns {Names} */
export function indexNames({ resolution, effects }) {
	const references = effects.aliases.variables;
	/** @type {Map<Node, Variable>} */
	const declarations = new Map();
	/** @param {Variable} variable */
	const index = (variable) => {
		for (const { id } of variable.declarations) declarations.set(id, variable);
	};
	for (const scope of [resolution.program, ...resolution.scopes.values()])
		for (const variable of scope.variables.values()) index(variable);
	// Of scopes that no node opens by itself, such as that of the name of a function expression, references tell.
	for (const variable of references.values()) {
		if (!variable) continue;
		if (variable.kind === 'function-name') index(variable);
		for (const block of variable.blocks) index(block);
		if (variable.hoistedAs) index(variable.hoistedAs);
	}
	return { references, declarations };
}
