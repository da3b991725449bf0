/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
import { isCall, isFunction, isMember, isWrapper, propertyName, unwrap } from '../../ast/shapes.js';
import { callsBack } from './methods.js';

/** @param {Node} node @param {Parents} parents @returns {Node | null} the function that it is in, or a parameter of */
export function ownerOf(node, parents) {
	for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) return at;
	return null;
}

/**
 * @param {Node} fn
 * @param {EffectAnalysis} analysis
 * @returns {boolean} it is called where it is written and nowhere else: by a method of an array
 */
export function isImmediate(fn, { parents, gems }) {
	if (!/^(Arrow)?FunctionExpression$/.test(fn.type) || fn.async || fn.generator) return false;
	let outer = fn;
	for (let at = parents.get(outer); at && isWrapper(at); at = parents.get(outer)) outer = at;
	const call = parents.get(outer);
	if (!call || !isCall(call) || call.arguments[0] !== outer) return false;
	const callee = /** @type {Node} */ (unwrap(call.callee));
	const name = isMember(callee) ? propertyName(callee) : null;
	return name !== null && callsBack(name) && !gems.isOwnMethod(name);
}
