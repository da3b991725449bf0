/** @import { Parents } from '../ast/parents.js' */
/** @import { Variable } from '../ast/scope.js' */
import { dottedName, isCall } from '../ast/shapes.js';

/** Whoever calls `Atomics` on an array shares its memory. @param {Variable} variable @param {Parents} parents @returns {boolean} */
export const isUsedAtomically = (variable, parents) =>
	variable.references.some(({ node }) => {
		const call = parents.get(node);
		return (
			call &&
			isCall(call) &&
			call.arguments[0] === node &&
			/^Atomics\./.test(dottedName(call.callee) ?? '')
		);
	});
