/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { isCall, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { makesIterator } from '../knowledge/methods.js';
import { constantValueOf } from './values.js';

const STEPS = /^(next|return|throw)$/;

/**
 * `steps.next()` of `const steps = count()`, where `count` is a generator, or of `rows.values()`: what a variable of the top level
 * has left to give is state, though no property of it changes.
 *
 * @param {Node} node a call of a method
 * @param {EffectAnalysis} analysis
 * @returns {Node | null} the iterator that it advances; null for none
 */
export function advancedBy(node, { aliases, callees }) {
	const callee = /** @type {Node} */ (unwrap(node.callee));
	if (!isMember(callee) || !STEPS.test(propertyName(callee) ?? '')) return null;
	const target = /** @type {Node} */ (unwrap(callee.object));
	const variable = target.type === 'Identifier' ? aliases.variableOf(target) : null;
	// That of an enclosing function would have to be cloned, which is refused for itself.
	const value = variable?.isTopLevel ? unwrap(constantValueOf(variable)) : null;
	if (!value || !isCall(value)) return null;
	const made = callees.functions(value.callee);
	const isGenerator = made.length > 0 && made.every((/** @type {Node} */ fn) => fn.generator);
	const isOfPlatform =
		made.length === 0 && isMember(value.callee) && makesIterator(propertyName(value.callee) ?? '');
	return isGenerator || isOfPlatform ? target : null;
}
