/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
import { dottedName, isCall, isMember, isWrapper, propertyName } from '../../ast/shapes.js';
import { givesPrimitive, isMutatorMethod } from '../../knowledge/calls.js';

/** Where a value is passed on as it is, or looked at for what a primitive has. */
const PASSING =
	/^(AssignmentExpression|VariableDeclarator|ArrayExpression|UnaryExpression|TemplateLiteral|IfStatement|AssignmentPattern)$/;
const CHOOSING = /^(ConditionalExpression|LogicalExpression|SequenceExpression)$/;

/**
 * Whether a read takes a variable's value as it is. What an object holds may have changed before a call, the variable
 * that holds the object has not: `h.rows = rows` is the same at the call, `h.size = rows.length` is not.
 *
 * @param {Node} node a read
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
export function isWholeRead(node, { aliases, parents }) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(child));
	while (isWrapper(parent) || CHOOSING.test(parent.type)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(child));
	}
	if (PASSING.test(parent.type)) return true;
	if (parent.type === 'BinaryExpression') return !/^in/.test(parent.operator);
	if (isMember(parent)) return parent.property === child;
	if (parent.type === 'ObjectProperty') return parents.get(parent)?.type === 'ObjectExpression';
	if (!isCall(parent) || parent.callee === child) return false;
	const { callee } = parent;
	if (isMember(callee) && isMutatorMethod(propertyName(callee) ?? '')) return true;
	const path = dottedName(callee) ?? '';
	const isGlobal = aliases.variableOf(isMember(callee) ? callee.object : callee) === null;
	if (/^(Object|Reflect)\.defineProperty$/.test(path))
		return isGlobal && parent.arguments[1] === child;
	return isGlobal && givesPrimitive(path);
}
