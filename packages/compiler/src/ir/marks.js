/** @import { Node } from '../types.js' */
/** @import { Mark } from './summary.js' */
import { isCall, isMember, propertyName, unwrap } from '../ast/shapes.js';

/**
 * The expression of a call that is evaluated last before what it calls: around it, a call that runs where it is made has its mark.
 *
 * @param {Node} call
 * @returns {Node | null} null where none is, or where a function of the platform makes the calls
 */
export function markedOf(call) {
	if (!isCall(call)) return null;
	const callee = /** @type {Node} */ (unwrap(call.callee));
	if (isMember(callee) && HANDING.test(propertyName(callee) ?? '')) return null;
	const last = call.arguments.at(-1);
	if (last) return last.type === 'SpreadElement' ? last.argument : last;
	if (callee.type === 'Identifier') return callee;
	return isMember(callee) && callee.object.type !== 'Super' ? callee.object : null;
}

/** `rows.map(sort)`. */
const HANDING = /^(map|flatMap|forEach|from)$/;

/** @param {Node} node @returns {Mark} */
export const markOf = ({ type, start, end }) => ({
	start: Number(start),
	end: Number(end),
	isList: type === 'SequenceExpression',
});
