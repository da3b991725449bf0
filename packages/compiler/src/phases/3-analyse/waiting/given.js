/** @import { Node } from '../../../types.js' */
import { isMember, propertyName, unwrap } from '../../../ast/shapes.js';
import { callbacksOf } from '../../../knowledge/methods.js';

/** `[row].map(bump)`, `bump.apply(null, [row])`: what is called gets other things than the arguments. */
const HANDING = /^(from|apply|call|bind)$/;

/** @param {string} name of a method @returns {boolean} */
const isHanding = (name) => HANDING.test(name) || callbacksOf(name).length > 0;

/** A variable, or no object. */
export const NAMED = /^(Identifier|ThisExpression)$|Literal$|^(Binary|Unary|Template)/;

/** @param {Node} call @param {{ indexes: readonly number[] | null, withThis?: boolean }} asked @returns {Node[]} expressions of what it may change */
export function expressionsGiven(call, { indexes, withThis }) {
	/** @type {Node[]} */
	const list = call.arguments ?? [];
	const callee = unwrap(call.callee);
	const isHanded = isMember(callee) && isHanding(propertyName(callee) ?? '');
	if (isHanded)
		return [callee.object, ...list]
			.flatMap((one) => one.elements ?? [one.argument ?? one])
			.filter(Boolean);
	if (call.type === 'NewExpression' && withThis) return [call, ...list];
	const receiver = withThis && isMember(callee) ? [callee.object] : [];
	const spread = list.findIndex(({ type }) => type === 'SpreadElement');
	const isGiven = (/** @type {number} */ at) =>
		indexes === null ||
		(spread >= 0 && at >= spread) ||
		indexes.some((index) => (index < 0 ? at >= -1 - index : index === at));
	return [...receiver, ...list.filter((_, at) => isGiven(at)).map((one) => one.argument ?? one)];
}
