/** @import { Node } from '../../../types.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Tracker } from './tracker.js' */
import { dottedName, isCall, isMember, propertyName, unwrap } from '../../../ast/shapes.js';
import { memberAround } from './members.js';

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
	if (own.length > 0) return own.some(({ fn }) => fn.generator);
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

/** `next`, `ids.next`, `ids.@@iterator`. @param {string} changer @returns {boolean} */
export const isStep = (changer) =>
	[...STEPS, ITERATED].includes(/** @type {string} */ (changer.split('.').at(-1)));

/** @param {Variable} variable that holds an iterator, or an object with some @param {readonly string[]} changers names of what steps them @param {Tracker} tracker @returns {Node[]} where the module steps one */
export const stepsOf = ({ references }, changers, tracker) =>
	references.flatMap(({ node, role }) => {
		if (role !== 'read') return [];
		const { place, names } = memberAround(node, tracker);
		const isStep = names.some((_, at) => changers.includes(names.slice(0, at + 1).join('.')));
		const isTaken = changers.includes([...names, ITERATED].join('.')) && isIterated(place, tracker);
		return isStep || isTaken ? [node] : [];
	});
