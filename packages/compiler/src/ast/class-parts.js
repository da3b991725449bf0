/** @import { Node } from '../types.js' */
import { membersOf } from './shapes.js';

/**
 * @param {Node} definition a class
 * @returns {Node[]} what evaluating it runs: its base, decorators, computed names, static blocks and values of static properties
 */
export function partsEvaluated(definition) {
	const { decorators, superClass } = definition;
	const parts = [...(decorators ?? []), ...(superClass ? [superClass] : [])];
	for (const member of membersOf(definition)) {
		parts.push(...(member.decorators ?? []));
		if (member.computed) parts.push(member.key);
		if (member.type === 'StaticBlock') parts.push(member);
		else if (member.static && /Property$/.test(member.type) && member.value)
			parts.push(member.value);
	}
	return parts;
}
