/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Changes } from './changes.js' */
/** @import { Primitives } from '../gem-copies/primitives.js' */
/** @import { Numbers } from './numbers.js' */
import { childrenOf, walk } from '../../ast/babel.js';
import { isCall, isFunction, isMember, isWrapper, unwrap } from '../../ast/shapes.js';

/**
 * `isSimple`: its text can stand twice. `kind`: what its value is; of what may be anything, accesses test it.
 *
 * @typedef {{ node: Node, isSimple: boolean, kind: 'number' | 'string' | 'unknown' }} Index
 */

/**
 * @param {Node} node an index expression
 * @param {{ analysis: EffectAnalysis, numbers: Numbers, changes: Changes }} setting
 * @returns {Index | null} null for one that does more than to compute
 */
export function indexOf(node, { analysis, numbers, changes }) {
	const isNumber = numbers.orUndefined(node);
	const kind = isNumber ? 'number' : isString(node, analysis) ? 'string' : 'unknown';
	const inner = /** @type {Node} */ (unwrap(node));
	const isName = inner.type === 'Identifier' && analysis.aliases.variableOf(inner) !== null;
	if (isName || (isNumber && isArithmetic(inner, analysis))) return { node, isSimple: true, kind };
	return isComputed(inner, { analysis, changes }) ? { node, isSimple: false, kind } : null;
}

/**
 * @param {Node} index that is simple
 * @param {{ numbers: Numbers, primitives: Primitives }} setting
 * @returns {string[]} variables that are converted when it is computed, and may hold objects
 */
export function convertedIn(index, { numbers, primitives }) {
	/** @type {Set<string>} */
	const found = new Set();
	if (unwrap(index)?.type === 'Identifier') return [];
	walk(index, (node) => {
		if (node.type !== 'Identifier' || numbers.orUndefined(node) || primitives.has(node)) return;
		found.add(node.name);
	});
	return [...found];
}

const OPERATORS = /^(\+|-|\*|\/|%|\*\*|<<|>>>?|&|\||\^|~)$/;

/** @param {Node} node of numbers @param {EffectAnalysis} analysis @returns {boolean} evaluating it twice cannot be told from once */
export function isArithmetic(node, analysis) {
	switch (node.type) {
		case 'NumericLiteral':
			return true;
		case 'Identifier':
			return analysis.aliases.variableOf(node) !== null;
		case 'UnaryExpression':
			return OPERATORS.test(node.operator) && isArithmetic(node.argument, analysis);
		case 'BinaryExpression':
			return (
				OPERATORS.test(node.operator) &&
				isArithmetic(node.left, analysis) &&
				isArithmetic(node.right, analysis)
			);
		default:
			return isWrapper(node) && isArithmetic(node.expression, analysis);
	}
}

const COMPUTED =
	/^(Identifier|(String|Numeric|Boolean|Null)Literal|TemplateLiteral|TemplateElement|BinaryExpression|LogicalExpression|ConditionalExpression)$/;

/** @param {Node} node @param {{ analysis: EffectAnalysis, changes: Changes }} setting @returns {boolean} it changes nothing, and holds no function */
function isComputed(node, setting) {
	const { changes } = setting;
	const isOfMember =
		isMember(node) || (node.type === 'UnaryExpression' && node.operator !== 'delete');
	const isAllowed = COMPUTED.test(node.type) || isOfMember || isWrapper(node);
	if (isFunction(node) || !(isAllowed || (isCall(node) && !changes.isChange(node)))) return false;
	return childrenOf(node).every((child) => isComputed(child, setting));
}

/** @param {Node} expression @param {EffectAnalysis} analysis @returns {boolean} it is a string, or undefined */
function isString(expression, analysis) {
	const node = /** @type {Node} */ (unwrap(expression));
	if (/^(StringLiteral|TemplateLiteral)$/.test(node.type)) return true;
	if (node.type === 'BinaryExpression')
		return (
			node.operator === '+' && (isString(node.left, analysis) || isString(node.right, analysis))
		);
	if (isCall(node))
		return node.callee.name === 'String' && !analysis.aliases.variableOf(node.callee);
	const variable = node.type === 'Identifier' ? analysis.aliases.variableOf(node) : null;
	if (!variable || variable.isReassigned || variable.declarations.length !== 1) return false;
	const [{ node: declarator, id }] = /** @type {[{ node: Node, id: Node }]} */ (
		variable.declarations
	);
	if (declarator.type !== 'VariableDeclarator' || declarator.id !== id) return false;
	const declaration = /** @type {Node} */ (analysis.parents.get(declarator));
	const holder = analysis.parents.get(declaration);
	if (holder?.type === 'ForInStatement' && holder.left === declaration) return true;
	return declarator.init != null && isString(declarator.init, analysis);
}
