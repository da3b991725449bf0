/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
import { chainRoot, isCall } from '../../ast/shapes.js';

/** An argument that a call in the module gives a parameter. @typedef {{ argument: Node, variable: Variable }} Given */

/**
 * @param {EffectAnalysis} analysis
 * @returns {Given[]}
 */
export function givenArguments({ callees, parents, resolution }) {
	/** @type {Given[]} */
	const given = [];
	for (const node of parents.keys()) {
		if (!isCall(node)) continue;
		for (const { fn, args } of callees.ofCall(node)) {
			const scope = resolution.scopes.get(fn);
			(fn.params ?? []).forEach((/** @type {Node} */ param, /** @type {number} */ at) => {
				const name = param.type === 'AssignmentPattern' ? param.left.name : param.name;
				const variable = name === undefined ? null : scope?.variables.get(name);
				const argument = args[at];
				if (variable && argument && argument.type !== 'SpreadElement')
					given.push({ argument, variable });
			});
		}
	}
	return given;
}

/**
 * The parameters that a call in the module gives a GEM, or a part of one. Of what is given elsewhere, accesses find out at run time.
 *
 * @param {Given[]} given
 * @param {EffectAnalysis} analysis
 * @returns {Set<Variable>}
 */
export function parametersWithGems(given, { aliases, gems }) {
	/** @type {Set<Variable>} */
	const found = new Set();
	for (let size = -1; size < found.size;) {
		size = found.size;
		for (const { argument, variable } of given) {
			const root = chainRoot(argument);
			const from = root.type === 'Identifier' ? aliases.variableOf(root) : null;
			if (gems.isGem(argument) || (from && found.has(from))) found.add(variable);
		}
	}
	return found;
}
