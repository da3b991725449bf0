/** @import { Node } from '../../../types.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Tracker } from './tracker.js' */
import { dottedName, isCall, isMember, propertyName, unwrap } from '../../../ast/shapes.js';

/** The methods that step an iterator. */
export const STEPS = Object.freeze(['next', 'return', 'throw']);

/** Stands for a step by a loop or a spread, where a method has its name. */
export const ITERATED = '@@iterator';

/** Methods that make an iterator of a collection; those of arrays called so, too. */
const MAKES_ITERATOR = /^(values|keys|entries|matchAll)$/;

/**
 * Whether an expression makes an iterator: `count()` of a generator function, `list.values()`,
 * `list[Symbol.iterator]()`. Each step of it changes what the next one gives.
 *
 * @param {Node | null} value
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
export function isIterator(value, { callees }) {
	if (!value || !isCall(value)) return false;
	const callee = /** @type {Node} */ (unwrap(value.callee));
	const own = callees.ofCall(value);
	if (own.length > 0) return own.some(({ fn }) => fn.generator && !fn.async);
	if (!isMember(callee) || dottedName(callee.object) === 'Object') return false;
	const isNamed = MAKES_ITERATOR.test(propertyName(callee) ?? '');
	return isNamed || (callee.computed && dottedName(callee.property) === 'Symbol.iterator');
}

/** @param {Node} node that names an iterator, or what it is part of @param {Tracker} tracker @returns {boolean} a loop, a spread or a pattern takes its values */
export function isIterated(node, tracker) {
	const { child, parent } = tracker.outermost(node);
	switch (parent.type) {
		case 'SpreadElement':
			return true;
		case 'ForOfStatement':
			return parent.right === child;
		case 'YieldExpression':
			return parent.delegate;
		case 'VariableDeclarator':
			return parent.init === child && parent.id.type === 'ArrayPattern';
		default:
			return false;
	}
}

/** @param {Variable} variable that holds an iterator @param {Tracker} tracker @returns {Node[]} where the module steps it */
export const stepsOf = ({ references }, tracker) =>
	references.flatMap(({ node, role }) => {
		if (role !== 'read') return [];
		const { child, parent } = tracker.outermost(node);
		const isStep =
			isMember(parent) && parent.object === child && STEPS.includes(String(propertyName(parent)));
		return isStep || isIterated(node, tracker) ? [node] : [];
	});
