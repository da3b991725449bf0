/** @import { Node } from '../../../types.js' */
/** @import { MentionFact, OwnStateFact, SiteFact } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Reference, Variable } from '../../../ast/scope.js' */
/** @import { Placed } from './codes.js' */
/** @import { Tracker } from './tracker.js' */
/** @import { View } from './view.js' */
import { chainRoot, isCall, isFunction, isMember, propertyName } from '../../../ast/shapes.js';
import { isMutatorMethod } from '../../../knowledge/methods.js';
import { functionOf } from '../../../ir/values.js';
import { spanOf } from './spans.js';

/** @typedef {{ states: OwnStateFact[], reads: Placed<SiteFact>[], changes: Placed<SiteFact>[] }} OwnStates */

/** `/* cpu_bound: reeval *\/` before a declaration: each thread may have its own. */
const REEVAL = /^\s*cpu_bound:\s*reeval\s*$/;

/**
 * The variables of the top level that functions of the module change, with the places that do and those that read them.
 *
 * @param {View} view
 * @param {EffectAnalysis} effects
 * @param {Tracker} tracker
 * @returns {OwnStates}
 */
export function findOwnStates(view, effects, tracker) {
	/** @type {Map<Variable, number>} */
	const indexes = new Map();
	/** @type {OwnStates} */
	const found = { states: [], reads: [], changes: [] };
	/** @param {Variable} variable @returns {number} */
	const indexOf = (variable) => {
		const known = indexes.get(variable);
		if (known !== undefined) return known;
		const { id } = /** @type {import('../../../ast/scope.js').Declaration} */ (
			variable.declarations[0]
		);
		indexes.set(variable, found.states.length);
		return found.states.push({ ...spanOf(id), local: variable.name }) - 1;
	};
	for (const effect of effects.anywhere(view.program)) {
		const isChange = effect.kind === 'write' || effect.kind === 'mutate';
		if (!isChange || effect.via.length > 0 || !isLater(effect.node, view, effects)) continue;
		if (!isState(effect.variable, view, tracker)) continue;
		const fact = { ...spanOf(effect.node), state: indexOf(effect.variable) };
		found.changes.push({ start: effect.node.start, fact });
	}
	for (const [variable, state] of indexes) {
		for (const { node } of variable.references.filter((one) => isRead(one, tracker)))
			found.reads.push({ start: node.start, fact: { ...spanOf(node), state } });
	}
	return found;
}

/** @param {Node} node @param {View} view @param {EffectAnalysis} effects @returns {boolean} in a function that is not over when the module has loaded */
function isLater(node, { parents }, effects) {
	for (let at = parents.get(node); at; at = parents.get(at)) {
		if (isFunction(at) && !effects.isOverAtOnce(at)) return true;
	}
	return false;
}

/** @param {Variable} variable @param {View} view @param {Tracker} tracker @returns {boolean} data of the module's own */
function isState(variable, { parents }, { holders }) {
	const [declaration] = variable.declarations;
	if (!variable.isTopLevel || !declaration || variable.kind === 'import') return false;
	if (holders.has(variable) || functionOf(variable)) return false;
	let at = /** @type {Node | undefined} */ (declaration.id);
	for (; at; at = parents.get(at)) {
		const comments = /** @type {Node[]} */ (at.leadingComments ?? []);
		if (comments.some(({ value }) => REEVAL.test(value))) return false;
	}
	return true;
}

/** Whether a mention of a state makes use of its value: `hits += 1;` and `seen.add(x);` do not. @param {Reference} reference @param {Tracker} tracker @returns {boolean} */
function isRead({ node, role }, tracker) {
	if (role === 'write' || role === 'export') return false;
	let { child, parent } = tracker.outermost(node);
	while (isMember(parent) && parent.object === child) {
		const outer = tracker.outermost(parent);
		const isMutator =
			isCall(outer.parent) &&
			outer.parent.callee === outer.child &&
			isMutatorMethod(propertyName(parent) ?? '');
		if (isMutator) return !isDropped(outer.parent, tracker);
		({ child, parent } = outer);
	}
	const isTarget =
		(parent.type === 'AssignmentExpression' && parent.left === child) ||
		parent.type === 'UpdateExpression' ||
		(parent.type === 'UnaryExpression' && parent.operator === 'delete');
	return !isTarget || !isDropped(parent, tracker);
}

/** @param {Node} node @param {Tracker} tracker @returns {boolean} nobody looks at its value */
const isDropped = (node, tracker) => tracker.outermost(node).parent.type === 'ExpressionStatement';

/**
 * Where a module mentions what it imports, or a property of it.
 *
 * @param {View} view
 * @param {Tracker} tracker
 * @returns {Placed<MentionFact>[]}
 */
export function findMentions({ discovered }, tracker) {
	/** @type {Placed<MentionFact>[]} */
	const found = [];
	for (const { node, variable, role } of discovered.resolution.references) {
		const targets = variable ? tracker.holders.get(variable) : undefined;
		if (!targets || role === 'export' || role === 'write') continue;
		const { place, names } = memberAround(node, tracker);
		const { parent, child } = tracker.outermost(place);
		// The variables that get its parts are mentioned where they are used.
		const isTakenApart =
			parent.type === 'VariableDeclarator' &&
			parent.init === child &&
			parent.id.type === 'ObjectPattern';
		if (isTakenApart) continue;
		for (const { origin } of targets) {
			if (origin.kind !== 'import') continue;
			const path = [...origin.path, ...names];
			found.push({ start: node.start, fact: { ...spanOf(place), import: origin.import, path } });
		}
	}
	// `require('./levels').set(3)` has no variable.
	for (const { node, callee } of tracker.uses) {
		const { origin } = callee;
		const root = chainRoot(isCall(node) ? node.callee : node);
		if (origin.kind !== 'import' || !(isCall(root) || root.type === 'AwaitExpression')) continue;
		const { import: index, path } = origin;
		found.push({ start: node.start, fact: { ...spanOf(node), import: index, path } });
	}
	return found;
}

/** @param {Node} node @param {Tracker} tracker @returns {{ place: Node, names: string[] }} the longest chain of known properties that starts at it */
function memberAround(node, tracker) {
	/** @type {string[]} */
	const names = [];
	let place = node;
	for (;;) {
		const { child, parent } = tracker.outermost(place);
		const name = isMember(parent) && parent.object === child ? propertyName(parent) : null;
		if (name === null) return { place, names };
		names.push(name);
		place = parent;
	}
}
