/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { isConstruction } from '../ast/class-parts.js';
import { isCall, isClass, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { isOfClosure } from './callees.js';
import { advancedBy } from './iterator-state.js';
import { textOf } from './memos.js';

/**
 * State that goes on from what an earlier call has left: counters, generators of numbers, iterators. What is remembered, overwritten
 * or only grows gives the same in each thread; a counter does not, unless other code of the module begins it anew.
 *
 * @param {Node} change node of an effect
 * @param {EffectAnalysis} analysis
 * @returns {boolean}
 */
export const countsUp = (change, analysis) =>
	changesBehind(change, analysis).some((node) => isCounting(node, analysis));

/**
 * What changes the state itself, behind calls of functions of the module.
 *
 * @param {Node} change node of an effect
 * @param {EffectAnalysis} analysis
 * @returns {Node[]} `this.#seen.add(x)` for `Registry.note(x)`
 */
export function changesBehind(change, analysis) {
	/** @type {Node[]} */
	const found = [];
	const changes = new Set([change]);
	for (const node of changes) {
		const run = analysis.mayRun(node).filter((fn) => !isClass(fn));
		if (run.length === 0) found.push(node);
		for (const fn of run) for (const one of changedBy(fn, node, analysis)) changes.add(one); // a Set grows while it is walked
	}
	return found;
}

/** @param {Node} fn @param {Node} call @param {EffectAnalysis} analysis @returns {Node[]} places where it changes its object, or variables that are not of the call */
function changedBy(fn, call, analysis) {
	const ofOthers = analysis.summarise(fn).effects.flatMap((effect) => {
		const isState =
			'variable' in effect &&
			!effect.isCached &&
			(effect.variable.isTopLevel || isOfClosure(effect.variable, fn, call));
		return isState ? [effect.node] : [];
	});
	const ofThis = analysis.effectsOnThis(fn).filter(({ isCached }) => !isCached);
	return [...ofThis.map(({ node }) => node), ...ofOthers];
}

/** @param {Node} node @param {EffectAnalysis} analysis @returns {boolean} */
function isCounting(node, analysis) {
	if (isCall(node)) return advancedBy(node, analysis) !== null;
	const parent = analysis.parents.get(node);
	const isTarget = node.type === 'Identifier' && parent && targetOf(parent) === node;
	const write = isTarget ? parent : node;
	const target = targetOf(write);
	if (!target || !goesOn(write, target)) return false;
	return !isBegunAnew(target, write, analysis);
}

/** @param {Node} node @returns {Node | null} what it assigns to, if the text names that */
function targetOf(node) {
	const isWrite = node.type === 'UpdateExpression' || node.type === 'AssignmentExpression';
	const target = isWrite ? unwrap(node.left ?? node.argument) : null;
	if (!target) return null;
	const isNamed =
		target.type === 'Identifier' || (isMember(target) && propertyName(target) !== null);
	return isNamed ? target : null;
}

/** `n++`, `n += 1`, `n = n + 1`. @param {Node} write @param {Node} target @returns {boolean} */
function goesOn({ type, operator, right }, target) {
	if (type === 'UpdateExpression') return true;
	if (operator !== '=') return /^[-+*/%&|^<>]+=$/.test(operator) && !/^(&&|\|\|)=$/.test(operator);
	const text = textOf(target);
	return nodesOf(right, [target.type]).some((one) => textOf(one) === text);
}

/** `reset() { this.n = 0; }` @param {Node} target @param {Node} write @param {EffectAnalysis} analysis @returns {boolean} */
function isBegunAnew(target, write, { aliases, hidden, instances, parents }) {
	const variable = target.type === 'Identifier' ? aliases.variableOf(target) : null;
	const others = isMember(target)
		? (instances.assignments().get(/** @type {string} */ (propertyName(target))) ?? [])
		: (variable?.references ?? []).flatMap(({ node }) => {
				const parent = parents.get(node);
				return parent?.type === 'AssignmentExpression' && parent.left === node ? [parent] : [];
			});
	return others.some((one) => {
		const around = hidden.functionAround(one);
		return (
			one !== write &&
			one.operator === '=' &&
			!goesOn(one, unwrap(one.left)) &&
			around !== undefined &&
			!isConstruction(around)
		);
	});
}
