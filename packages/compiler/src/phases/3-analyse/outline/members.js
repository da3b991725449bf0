/** @import { Node } from '../../../types.js' */
/** @import { Judge } from '../judge.js' */
import { isMember, propertyName } from '../../../ast/shapes.js';

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
