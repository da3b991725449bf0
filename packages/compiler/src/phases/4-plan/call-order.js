/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { walk } from '../../ast/babel.js';
import { chainRoot, isFunction, isMember, unwrap } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { homeOf, outermostWithin } from './inner-lists.js';
import { partsRun } from './travels.js';

/**
 * Whether a unit can be called before a place of a list around it has run.
 *
 * A function that is made further down cannot; for any other it takes a statement in front of the place that calls it, or
 * hands it to code that cannot be seen.
 *
 * @param {Unit} unit
 * @param {{ list: Node, end: number }} place
 * @param {Analysed} analysed
 * @returns {boolean}
 */
export function mayBeCalledBefore(unit, { list, end }, { effects, resolution }) {
	const { parents } = resolution;
	const first = outermostWithin(unit.node, list, parents);
	const isHoisted = first.type === 'FunctionDeclaration';
	if (!isHoisted && first.start >= end) return false;
	const names = new Set(holdersOf(first, parents).map((id) => id.name));
	const holders = new Set([...names].map((name) => resolution.scopes.get(list)?.lookup(name)));
	const between = (list.body ?? []).filter(
		(/** @type {Node} */ one) =>
			one.start < end && (isHoisted || one.end > first.start) && !isFunction(one),
	);
	/** @type {Set<string>} what a function that may call the unit has been put into, by name */
	const stored = new Set();
	let isMentioned = false;
	return between.some((/** @type {Node} */ one) => {
		const mentions = isWithin(first, one) || mentionsAny(one, names);
		isMentioned ||= mentions;
		const target = one.type === 'ExpressionStatement' ? unwrap(one.expression).left : null;
		const calls = effects.immediate(one).filter(({ kind }) => kind === 'call');
		const isCalled = calls.some(
			(effect) =>
				effect.kind === 'call' &&
				([...effect.args, ...effect.receivers].some((given) => holders.has(given)) ||
					stored.has(chainRoot(effect.node.callee ?? effect.node).name)),
		);
		if (mentions && isMember(target)) stored.add(chainRoot(target).name);
		return isCalled || (isMentioned && returnsEarly(one)) || runs(first, one, effects);
	});
}

/**
 * @param {Variable} variable of a function or block
 * @param {Unit} unit
 * @param {Analysed} analysed
 * @returns {boolean} a call of the unit may come before the declaration that gives the variable its value
 */
export function isSetAfterCall(variable, unit, analysed) {
	const [declaration] = variable.declarations;
	if (!declaration) return false;
	const list = homeOf(variable, analysed.resolution.parents);
	return (
		isWithin(unit.node, list) &&
		mayBeCalledBefore(unit, { list, end: declaration.node.end }, analysed)
	);
}

/** @param {Node} fn @param {Node} statement @param {EffectAnalysis} effects @returns {boolean} */
const runs = (fn, statement, effects) =>
	[...partsRun(statement, effects)].some(
		(part) => part !== statement && (isWithin(fn, part) || part === fn.body),
	);

/** @param {Node} statement @param {Set<string>} names @returns {boolean} */
function mentionsAny(statement, names) {
	let found = false;
	walk(statement, (node) => {
		found ||= node.type === 'Identifier' && names.has(node.name);
		return !found;
	});
	return found;
}

/** @param {Node} statement @returns {boolean} the function around it may end there */
function returnsEarly(statement) {
	let found = false;
	walk(statement, (node) => {
		found ||= node.type === 'ReturnStatement';
		return !found && !isFunction(node);
	});
	return found;
}

/** @param {Node} fn @param {Parents} parents @returns {Node[]} names of what holds a function: itself, its class, the literal that it is in */
function holdersOf(fn, parents) {
	/** @type {Node[]} */
	const found = fn.id ? [fn.id] : [];
	for (let at = parents.get(fn); at && !/Statement$|^Program$/.test(at.type); at = parents.get(at))
		if (at.id?.type === 'Identifier') found.push(at.id);
	return found;
}
