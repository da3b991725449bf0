/** @import { Node } from '../../../types.js' */
/** @import { Judge } from '../judge.js' */
import { isCall, isMember, propertyName } from '../../../ast/shapes.js';

/**
 * @param {Node} node
 * @param {Judge<any>} judge
 * @returns {{ place: Node, names: string[] }} the longest chain of known properties that starts at it
 */
export function memberAround(node, judge) {
	/** @type {string[]} */
	const names = [];
	let place = node;
	for (;;) {
		const { child, parent } = judge.outermost(place);
		const name = isMember(parent) && parent.object === child ? propertyName(parent) : null;
		if (name === null) return { place, names };
		names.push(name);
		place = parent;
	}
}

/**
 * @param {Node} node
 * @param {Judge<any>} judge
 * @returns {{ call: Node, names: string[] } | null} the call of it, or of a property that the names lead to: `lib.store.get(key)`
 */
export function callOf(node, judge) {
	const { place, names } = memberAround(node, judge);
	const { child, parent } = judge.outermost(place);
	return isCall(parent) && parent.callee === child ? { call: parent, names } : null;
}
