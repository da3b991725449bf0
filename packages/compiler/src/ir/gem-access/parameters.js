/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
import { chainRoot, isCall } from '../../ast/shapes.js';

/**
 * The parameters that a call in the module gives a GEM, or a part of one. Of what is given elsewhere, accesses find out at run time.
 *
 * @param {EffectAnalysis} analysis
 * @returns {Set<Variable>}
 */
export function parametersWithGems({ aliases, callees, gems, parents, resolution }) {
	/** @type {{ argument: Node, variable: Variable }[]} */
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
