// Arguments of units that the module remembers: each call has a copy, so that no later call finds them.
/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { MadeObjects } from './made-objects.js' */
/** @import { Unit } from './module.js' */
import { Variable } from '../ast/scope.js';
import { dottedName, isCall, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { changesBehind } from './counting.js';
import { madeObjectsOf } from './made-objects.js';
import { showsPrimitive } from './objects.js';
import { methodCall } from './origins.js';
import { ownerOfThis } from './receiver.js';

const PUTTING = /^(add|set|push|unshift|splice|fill)$/;
/** What begins anew: what is taken out again is state of one call. */
const REMOVING = /^(delete|clear|pop|shift|splice)$/;

/**
 * ```js
 * const seen = new WeakSet();
 * async function visit(node) { 'use cpu_bound'; if (seen.has(node)) return; seen.add(node); node.count++; }
 * ```
 * `isChanged`: the unit changes the argument, which the caller's own follows: `seen` of the thread has the copy, and the caller goes on with its own.
 *
 * @typedef {{ node: Node, isChanged: boolean }} Remembered
 */

/**
 * @param {readonly Node[]} changes effects' nodes, of code that workers run, on one variable
 * @param {readonly Unit[]} units
 * @param {EffectAnalysis} analysis
 * @returns {Remembered | null} an argument that is surely an object, and is put there
 */
export function rememberedArgument(changes, units, analysis) {
	const all = [...new Set(changes.flatMap((one) => changesBehind(one, analysis)))];
	if (all.some((one) => removes(one, analysis))) return null;
	const made = madeObjectsOf(analysis);
	const found = all.flatMap((change) =>
		putBy(change, analysis).flatMap((node) => {
			const kept = ofArgument(node, units, made);
			if (!kept || !(kept.isItself || isWeak(change, made))) return [];
			return [{ node, isChanged: kept.isChanged }];
		}),
	);
	return found.find((one) => one.isChanged) ?? found[0] ?? null;
}

/** @param {Node} change @param {EffectAnalysis} analysis @returns {Node | undefined} `table.k = x`, of an effect that names the target or the assignment */
function assignmentOf(change, { parents }) {
	const parent = parents.get(change);
	const isTarget = parent?.type === 'AssignmentExpression' && parent.left === change;
	const write = isTarget ? parent : change;
	return write.type === 'AssignmentExpression' ? write : undefined;
}

/**
 * What lies under one name for a call is overwritten by the next one, and is found there only by a comparison.
 *
 * @param {Node} change
 * @param {EffectAnalysis} analysis
 * @returns {Node[]} expressions whose objects it puts there
 */
function putBy(change, analysis) {
	const write = assignmentOf(change, analysis);
	if (write) {
		const isKept = write.operator !== '=' || isCompared(unwrap(write.left), analysis);
		return isKept ? partsOf(write.right) : [];
	}
	const call = methodCall(change);
	return call && PUTTING.test(call.name) ? call.args.flatMap(partsOf) : [];
}

/** @param {Node} node @returns {Node[]} `item` of `{ item, n: 1 }`, which is another object in each call */
function partsOf(node) {
	const { type, elements, properties } = unwrap(node);
	const parts = elements ?? properties?.map((/** @type {Node} */ one) => one.value ?? one) ?? [];
	return /^(Array|Object)Expression$/.test(type)
		? parts.filter((/** @type {Node | null} */ one) => one && one.type !== 'SpreadElement')
		: [node];
}

/** @param {Node} target @param {EffectAnalysis} analysis @returns {boolean} `state.last === item` */
function isCompared(target, { resolution }) {
	const name = isMember(target) ? propertyName(target) : null;
	if (name === null) return false;
	return nodesOf(resolution.program.node, ['BinaryExpression']).some(
		({ operator, left, right }) =>
			/^[!=]==?$/.test(operator) &&
			!showsPrimitive(left) &&
			!showsPrimitive(right) &&
			[left, right].some((side) => isMember(unwrap(side)) && propertyName(unwrap(side)) === name),
	);
}

/** @param {Node} change @param {EffectAnalysis} analysis @returns {boolean} */
function removes(change, analysis) {
	const target = assignmentOf(change, analysis)?.left;
	if (target && isMember(target) && propertyName(target) === 'length') return true;
	if (change.type === 'UnaryExpression' && change.operator === 'delete') return true;
	return isCall(change) && REMOVING.test(methodCall(change)?.name ?? '');
}

/** @param {Node} change @param {MadeObjects} made @returns {boolean} its keys are objects */
function isWeak(change, made) {
	const call = methodCall(change);
	if (!call) return false;
	return [...made.made.from([[call.object, 0]])].some(
		(one) => one.type === 'NewExpression' && /^Weak(Map|Set)$/.test(dottedName(one.callee) ?? ''),
	);
}

/**
 * @param {Node} expression
 * @param {readonly Unit[]} units
 * @param {MadeObjects} made
 * @returns {{ isChanged: boolean, isItself: boolean } | null} `isItself`: the unit changes it, so that it is an object, which a part need not be;
 *   null where no unit is given it
 */
function ofArgument(expression, units, made) {
	const { effects } = made;
	const ofNode = new Map(units.map(({ node }) => [node, effects.summarise(node)]));
	const known = { isGiven: false, isChanged: false, isItself: false };
	const add = (/** @type {boolean} */ isChanged, /** @type {number} */ depth) => {
		known.isGiven = true;
		known.isChanged ||= isChanged;
		known.isItself ||= isChanged && depth === 0;
	};
	made.walk([[expression, 0]], (place, depth) => {
		if (place instanceof Variable) {
			const summary = place.kind === 'param' ? ofNode.get(place.scope.node) : undefined;
			if (summary) add(summary.mutated.has(place), depth);
			return !summary;
		}
		const node = /** @type {Node} */ (unwrap(place));
		const owner = node.type === 'ThisExpression' ? ownerOfThis(node, effects.parents) : null;
		const summary = owner ? ofNode.get(owner) : undefined;
		if (summary) add(summary.mutatesThis, depth);
		// A literal is another object than what it is made of.
		return depth > 0 || !/^(Array|Object)Expression$/.test(node.type);
	});
	return known.isGiven ? known : null;
}
