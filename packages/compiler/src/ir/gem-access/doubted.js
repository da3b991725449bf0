/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Region, Site } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { walk } from '../../ast/babel.js';
import { isMember, unwrap } from '../../ast/shapes.js';
import { Primitives } from '../gem-copies/primitives.js';
import { problemOfRoot } from './roots.js';

/** Operators that convert neither side to a primitive. */
const AS_THEY_ARE = /^(===|!==|in|instanceof|\|>)$/;
/** Assignments that convert nothing. */
const CHOOSING = /^(=|\?\?=|\|\|=|&&=)$/;

/**
 * Operands that may be objects of the program, whose `valueOf`, `toString` or `Symbol.hasInstance` may give up the right to a GEM in the
 * middle of an expression. What is known of the GEM would no longer hold then. So a site is entered with nothing as long as such an
 * operand is an object: each access takes the general way, which asks the policy.
 */
export class Doubted {
	/** @param {{ analysis: EffectAnalysis, numbers: Numbers }} setting */
	constructor({ analysis, numbers }) {
		this.analysis = analysis;
		this.numbers = numbers;
		this.primitives = new Primitives(analysis);
	}

	/** @param {Region} region gets for each site the variables that must be no objects */
	note({ sites, loop }) {
		for (const site of sites) site.doubted = this.variablesIn(loop, site);
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
			for (const operand of this.operandsOf(node)) {
				const inner = unwrap(operand);
				const variable = inner?.type === 'Identifier' ? aliases.variableOf(inner) : null;
				if (!variable || found.has(variable) || !/^(param|const|let|var)$/.test(variable.kind))
					continue;
				if (this.numbers.orUndefined(inner) || this.primitives.has(inner)) continue;
				if (problemOfRoot(variable, range, resolution, place) === null) found.add(variable);
			}
			return true;
		});
		return [...found];
	}

	/** @param {Node} node @returns {(Node | null | undefined)[]} what evaluating the node itself converts, or asks for `Symbol.hasInstance` */
	operandsOf(node) {
		if (isMember(node)) return node.computed ? [node.property] : [];
		switch (node.type) {
			case 'TemplateLiteral':
				return node.expressions;
			case 'BinaryExpression':
				if (node.operator === 'instanceof') return [node.right];
				if (node.operator === 'in') return [node.left];
				if (AS_THEY_ARE.test(node.operator) || isNullTest(node)) return [];
				return [node.left, node.right];
			case 'UnaryExpression':
				return /^[-+~]$/.test(node.operator) ? [node.argument] : [];
			case 'AssignmentExpression':
				return CHOOSING.test(node.operator) ? [] : [node.right];
			case 'ObjectProperty':
			case 'ObjectMethod':
				return node.computed ? [node.key] : [];
			default:
				return [];
		}
	}
}

/** @param {Node} node @returns {boolean} `x == null`, which converts nothing */
const isNullTest = ({ operator, left, right }) =>
	/^[!=]=$/.test(operator) && [left, right].some((one) => unwrap(one)?.type === 'NullLiteral');
