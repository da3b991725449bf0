/** @import { Node } from '../types.js' */
/** @import { OwnCall } from './callees.js' */
/** @import { Effect } from './module.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { isMember, propertyName, unwrap } from '../ast/shapes.js';
import { inline } from './inlined-effects.js';
import { membersRead, readsWhole } from './members-read.js';
import { importOf } from './values.js';

/**
 * What reading and assigning properties does where these are accessors: `get next() { return ++this.#n; }`. What an accessor
 * changes of the public properties of its object, the checks of state see at run time. Private members and variables that
 * closures share nothing sees there.
 */

/** What most nodes do. @type {Effect[]} */
const NONE = /** @type {Effect[]} */ (/** @type {unknown} */ (Object.freeze([])));

/**
 * @param {Node} node a member expression, or what may read several properties
 * @param {EffectAnalysis} analysis
 * @returns {Effect[]} of the accessors that evaluating the node itself runs
 */
export function effectsOfAccessors(node, analysis) {
	if (analysis.resolution.accessorNames.size === 0) return NONE;
	if (isMember(node)) return ofMember(node, analysis);
	const members = membersRead(node, analysis);
	const whole = readsWhole(node, analysis.parents);
	if (members.length === 0 && whole.length === 0) return NONE;
	return [
		...members.flatMap((one) => ofRead(one, node, analysis)),
		...whole.flatMap((one) =>
			analysis.callees
				.gettersWithin(one)
				.flatMap((fn) => ofAccessor({ fn, args: [], receiver: one, holder: one }, node, analysis)),
		),
	];
}

/** @param {Node} member @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofMember(member, analysis) {
	const parent = analysis.parents.get(member);
	const isTarget = parent?.type === 'AssignmentExpression' && parent.left === member;
	const isUpdated = parent?.type === 'UpdateExpression';
	const ofWrite = isTarget || isUpdated ? ofAssigned(member, parent, analysis) : NONE;
	if (isTarget && parent.operator === '=') return ofWrite;
	const found = ofRead(member, member, analysis);
	return ofWrite.length === 0 ? found : [...found, ...ofWrite];
}

/** The object itself counts as changed anyway. @param {Node} member @param {Node} parent @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofAssigned(member, parent, analysis) {
	const args = parent.right ? [parent.right] : [];
	return analysis.callees
		.setters(member)
		.flatMap((fn) => inline({ fn, args, receiver: null, holder: member.object }, member, analysis));
}

/** @param {Node} member @param {Node} node that reads it @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofRead(member, node, analysis) {
	const name = propertyName(member);
	if (name !== null && !analysis.resolution.accessorNames.has(name)) return NONE;
	const { object } = member;
	const own = analysis.callees.getters(member);
	if (own.length === 0) return ofUnknown(member, name, node, analysis);
	return own.flatMap((fn) =>
		ofAccessor({ fn, args: [], receiver: object, holder: object }, node, analysis),
	);
}

/** @param {OwnCall} call @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[]} */
function ofAccessor(call, node, analysis) {
	const isSeen = !analysis.ownChanges.arePrivate(call.fn);
	return inline(isSeen ? { ...call, receiver: null } : call, node, analysis);
}

/**
 * `nodes.get('a').visit`: which object that is, the text does not show. It may be of each class that has such a getter.
 *
 * @param {Node} member
 * @param {string | null} name
 * @param {Node} node
 * @param {EffectAnalysis} analysis
 * @returns {Effect[]} on the object alone: other state that a getter changes is compared when units run
 */
function ofUnknown(member, name, node, analysis) {
	const { aliases, callees, parents } = analysis;
	if (name === null || callees.objects(member.object).length > 0) return NONE;
	const getters = analysis.classes.gettersOf(name);
	if (!getters.some((fn) => analysis.ownChanges.arePrivate(fn))) return NONE;
	const roots = [...aliases.of(member.object)];
	const isForeign = roots.some(
		(one) => importOf(one, parents) || analysis.units.has(one.scope.node),
	);
	if (isForeign) return NONE;
	const receiver = /** @type {Node} */ (unwrap(member.object));
	return getters
		.flatMap((fn) => inline({ fn, args: [], receiver, holder: null }, node, analysis))
		.filter((effect) => effect.kind === 'mutate' && roots.includes(effect.variable));
}
