/** @import { Node } from '../../../types.js' */
/** @import { ChangeFact } from '../../../ir/summary.js' */
/** @import { Tracker } from './tracker.js' */
import { dottedName, isCall, isMember } from '../../../ast/shapes.js';
import { changesFirstArgument } from '../../../knowledge/calls.js';
import { isMutatorMethod, isReaderMethod } from '../../../knowledge/methods.js';
import { callOf, memberAround } from './members.js';

/**
 * `path`: to the object that changes, from what is imported; `member`: its property.
 *
 * @typedef {{ path: string[], member: string | null, kind: ChangeFact['kind'], isSure?: boolean, isKept?: boolean } & Pick<ChangeFact, 'alters' | 'by' | 'to'>} Change
 */

/**
 * @param {Node} node an expression
 * @param {Tracker} tracker
 * @returns {(Change & { node: Node }) | null} the call of a method of its value that may change it
 */
export function askedOf(node, tracker) {
	const called = callOf(node, tracker);
	const member = called?.names.at(-1);
	if (!called || member === undefined) return null;
	return isReaderMethod(member)
		? null
		: { node: called.call, path: called.names.slice(0, -1), member, kind: 'asked' };
}

/**
 * What the code around an expression does to its value: `require('./config').debug = true`, `(await import('./list.js')).list.push(1)`.
 *
 * @param {Node} root
 * @param {Tracker} tracker
 * @returns {(Change & { node: Node }) | null}
 */
export function changeOfExpression(root, tracker) {
	const waiting = tracker.outermost(root).parent;
	const { place, names } = memberAround(
		waiting.type === 'AwaitExpression' ? waiting : root,
		tracker,
	);
	let { child, parent } = tracker.outermost(place);
	/** @type {string | null} */
	let member = names.at(-1) ?? null;
	let path = names.slice(0, -1);
	if (isMember(parent) && parent.object === child) {
		path = names;
		member = null;
		({ child, parent } = tracker.outermost(parent));
	} else if (member === null && !isCall(parent)) return null;
	const isTarget =
		(parent.type === 'AssignmentExpression' && parent.left === child) ||
		parent.type === 'UpdateExpression' ||
		(parent.type === 'UnaryExpression' && parent.operator === 'delete');
	if (isTarget) return { node: parent, path, member, kind: 'change' };
	if (!isCall(parent)) return null;
	if (parent.callee === child)
		return isMutatorMethod(member ?? '')
			? { node: parent, path, member: null, kind: 'change' }
			: null;
	const isSure = isChanger(parent) && parent.arguments[0] === child;
	return { node: parent, path: names, member: null, kind: isSure ? 'change' : 'given' };
}

/** @param {Node} call @returns {boolean} `Object.assign(…)` */
export const isChanger = (call) => changesFirstArgument(dottedName(call.callee));
