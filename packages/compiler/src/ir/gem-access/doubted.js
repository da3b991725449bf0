/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Primitives } from '../gem-copies/primitives.js' */
/** @import { Region, Site } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { walk } from '../../ast/babel.js';
import { unwrap } from '../../ast/shapes.js';
import { convertedBy } from './converted.js';
import { isWrittenElsewhere } from './order.js';
import { problemOfRoot } from './roots.js';

/**
 * Operands that may be objects of the program, whose `valueOf` or `toString` may give up the right to a GEM in the
 * middle of an expression. What is known of the GEM would no longer hold then. So a site is entered with nothing as long as such an
 * operand is an object: each access takes the general way, which asks the policy.
 */
export class Doubted {
	/** @param {{ analysis: EffectAnalysis, numbers: Numbers, primitives: Primitives }} setting */
	constructor({ analysis, numbers, primitives }) {
		this.analysis = analysis;
		this.numbers = numbers;
		this.primitives = primitives;
	}

	/** @param {Region} region gets for each site the variables that must be no objects */
	note({ sites, loop }) {
		for (const site of sites) site.doubted = this.variablesIn(loop, site);
	}

	/** @param {Variable} variable @returns {Variable | null} the one that it begins with, and counts on from: while that is no object, neither is this */
	basisOf({ kind, declarations, references }) {
		const { aliases, parents } = this.analysis;
		const declarator = declarations[0]?.node;
		const init = declarator?.type === 'VariableDeclarator' ? unwrap(declarator.init) : null;
		if (kind !== 'let' || declarations.length > 1 || init?.type !== 'Identifier') return null;
		const isCounted = references.every(({ node, role }) => {
			if (role !== 'write' && role !== 'update') return true;
			const parent = /** @type {Node} */ (parents.get(node));
			return (
				parent.type === 'UpdateExpression' ||
				(parent.type === 'AssignmentExpression' &&
					parent.left === node &&
					/^[^&|?]{1,3}=$/.test(parent.operator))
			);
		});
		return (isCounted && aliases.variableOf(init)) || null;
	}

	/** @param {Node} loop @param {Site} site @returns {Variable[]} that stay the same while what is known of the site is in use */
	variablesIn(loop, { entry }) {
		const { aliases, resolution } = this.analysis;
		const place = entry?.statement ?? loop;
		const range = entry ? { ...place, end: entry.block.end } : loop;
		/** @type {Set<Variable>} */
		const found = new Set();
		walk(entry?.block ?? loop, (node) => {
			if (node.end <= range.start) return false;
			for (const operand of convertedBy(node)) {
				const inner = unwrap(operand);
				const own = inner?.type === 'Identifier' ? aliases.variableOf(inner) : null;
				if (!own || this.numbers.orUndefined(inner) || this.primitives.has(inner)) continue;
				for (const variable of [own, this.basisOf(own)]) {
					if (!variable || found.has(variable) || !/^(param|const|let|var)$/.test(variable.kind))
						continue;
					if (variable.isReassigned && isWrittenElsewhere(variable, this.analysis)) continue;
					if (problemOfRoot(variable, range, resolution, place) === null) found.add(variable);
				}
			}
			return true;
		});
		return [...found];
	}
}
