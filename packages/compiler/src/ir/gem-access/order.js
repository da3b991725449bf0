/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Chain } from './chains.js' */
/** @import { Finder } from './finder.js' */
/** @import { Access } from './model.js' */
/** @import { Place } from './place.js' */
/** @import { Scan } from './scan.js' */
import { walk } from '../../ast/babel.js';
import { isFunction, unwrap } from '../../ast/shapes.js';
import { isArithmetic } from './indexes.js';
import { problemOfRoot } from './roots.js';

/**
 * What has to be done for everything to be evaluated in the order of the source.
 *
 * @param {Chain} chain
 * @param {Variable} root
 * @param {{ place: Place, scan: Scan, finder: Finder }} setting
 * @returns {Pick<Access, 'ordersIndex' | 'ordersObject' | 'isIndexKept'> | null} null where it cannot be
 */
export function orderOf({ steps, use, node }, root, { place, scan, finder }) {
	const { index, indexed } = place;
	const isComputed = index !== null && !index.isSimple;
	const ordersIndex = isComputed && unwrap(indexed?.object)?.type !== 'Identifier';
	if (use !== 'write') return { ordersIndex, ordersObject: false, isIndexKept: isComputed };
	const isDeep = steps.length > 1;
	const { right } = node;
	const isIn = (/** @type {Node} */ one) => right.start <= one.start && one.end <= right.end;
	const changes = scan.changes.some((one) => isIn(one.node));
	if (changes && (isDeep || root.isReassigned)) return null;
	const isName = /** @type {Node} */ (unwrap(right)).type === 'Identifier';
	const isSeen = isNoticed(right, finder) && !(node.operator === '=' && isName);
	// The slow path evaluates what leads to the element before the value, and once more to write it.
	if (isSeen && place.hole && place.hole.converted.length > 0) return null;
	const isIndexKept =
		isComputed ||
		(index !== null && !isLeftAlone(index.node, right, { isSeen, analysis: finder.analysis }));
	return {
		ordersIndex,
		ordersObject: isDeep && isSeen,
		isIndexKept,
	};
}

/** @param {Node} expression @param {Finder} finder @returns {boolean} evaluating it cannot be noticed, however often and in which order */
export function isInert(expression, { numbers, analysis }) {
	const node = /** @type {Node} */ (unwrap(expression));
	if (/^(String|Numeric|Boolean|Null)Literal$/.test(node.type)) return true;
	return numbers.has(node) && isArithmetic(node, analysis);
}

/** @param {Node} expression @param {Finder} finder @returns {boolean} it is noticed when it is evaluated: it may run code, if only where its operands are objects */
export const isNoticed = (expression, finder) =>
	!isInert(expression, finder) || finder.doubts.within(expression);

/** @param {Node} index @param {Node} right @param {{ isSeen: boolean, analysis: EffectAnalysis }} setting @returns {boolean} evaluating `right`, which may run code if it `isSeen`, leaves the variables of an index as they are */
function isLeftAlone(index, right, { isSeen, analysis }) {
	let isLeft = true;
	walk(index, (node) => {
		const variable = node.type === 'Identifier' ? analysis.aliases.variableOf(node) : null;
		if (!variable?.isReassigned) return;
		const isWrittenIn = variable.references.some(
			({ node: one, role }) => role !== 'read' && right.start <= one.start && one.end <= right.end,
		);
		if (isWrittenIn || (isSeen && isWrittenElsewhere(variable, analysis))) isLeft = false;
	});
	return isLeft;
}

/** @param {Variable} variable @param {EffectAnalysis} analysis @returns {boolean} a call may assign to it */
export function isWrittenElsewhere({ scope, references, isTopLevel }, { parents }) {
	const owner = (/** @type {Node} */ node) => {
		let at = /** @type {Node | undefined} */ (node);
		while (at && !isFunction(at)) at = parents.get(at);
		return at;
	};
	const own = owner(scope.node);
	return isTopLevel || references.some(({ node, role }) => role !== 'read' && owner(node) !== own);
}

/**
 * @param {Node} index that is simple
 * @param {Node} loop
 * @param {{ analysis: EffectAnalysis }} setting
 * @returns {boolean} it is the same before the loop and in all of it
 */
export function isKnownIn(index, loop, { analysis }) {
	let isKnown = true;
	walk(index, (node) => {
		const variable = node.type === 'Identifier' ? analysis.aliases.variableOf(node) : null;
		if (!variable) return;
		const isElsewhere = variable.isReassigned && isWrittenElsewhere(variable, analysis);
		if (isElsewhere || problemOfRoot(variable, loop, analysis.resolution, loop)) isKnown = false;
	});
	return isKnown;
}
