// Calls of which it is not known what they run: they may do anything, and the message that says so names them.
/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { dottedName, isCall, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { handedOn } from './handed-on.js';
import { targetOf } from './param-calls.js';

/** @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[]} of a call that may run a closure of the module */
export const ofUnknown = (node, callee, analysis) => [
	...analysis.hidden
		.sharersOfUnknown(callee)
		.map((variable) => ({ kind: /** @type {const} */ ('mutate'), variable, node, via: [] })),
	unknown(node, callee, analysis),
];

/** @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect} */
export function unknown(node, callee, analysis) {
	const holders = isMember(callee) ? [callee.object] : (bindingOf(callee, analysis)?.given ?? []);
	const receivers = holders.flatMap((one) => [...analysis.aliases.of(one)]);
	const values = /** @type {Node[]} */ (node.arguments ?? []);
	const isSpread = values.some(({ type }) => type === 'SpreadElement');
	return {
		kind: 'call',
		node,
		text: chainText(callee) ?? 'an expression',
		receivers,
		args: values.flatMap((one) => handedOn(one, analysis)),
		via: [],
		target: isCall(node) ? targetOf(callee, analysis) : null,
		given: isSpread
			? undefined
			: values.map((one) => (analysis.gems.isGem(one) ? [] : [...analysis.aliases.of(one)])),
	};
}

/** @param {Node} callee @returns {string | null} `app.use(…).use` for a link of a chain of calls */
function chainText(callee) {
	const name = dottedName(callee);
	if (name !== null || !isMember(callee)) return name;
	const object = unwrap(callee.object);
	const method = isCall(object) ? propertyName(callee) : null;
	const before = method === null ? null : chainText(unwrap(object.callee));
	return before === null ? null : `${before}(…).${method}`;
}

/** `list.push.bind(list, row)` of a constant that holds it. @param {Node} callee @param {EffectAnalysis} analysis @returns {{ target: Node, given: Node[] } | null} */
export function bindingOf(callee, { callees }) {
	const made = callees.valueOf(callee);
	const isBound = made && isCall(made) && propertyName(made.callee) === 'bind';
	return isBound ? { target: unwrap(made.callee.object), given: made.arguments } : null;
}
