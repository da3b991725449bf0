// Ways of values through promises, reductions, entries and `catch`, back to where they come from.
/** @import { Parents } from '../ast/parents.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { Node } from '../types.js' */
/** @import { Step } from './origins.js' */
import { isCall, isFunction, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { returnedBy } from './callees.js';

/** Methods of a promise, which counts as its value, as for `await`. */
const OF_PROMISE = /^(catch|finally)$/;
const OF_REDUCTION = /^reduce(Right)?$/;

/**
 * @param {Node} call
 * @param {number} depth of what is asked for in its value
 * @returns {Step[]} to what its value comes from, where `Origins` has no steps
 */
export function stepsOfPassing(call, depth) {
	const method = methodOf(call);
	if (!method) return [];
	const { object, name } = method;
	const [first, second] = call.arguments;
	if (object.type === 'Identifier') {
		switch (`${object.name}.${name}`) {
			case 'Promise.resolve':
				return [[first, depth]];
			case 'Promise.all':
				return depth > 0 ? [[first, depth]] : [];
			case 'Promise.race':
			case 'Promise.any':
				return [[first, depth + 1]];
			case 'Object.fromEntries':
				// `[[key, value]]`, or a map, whose values count as its elements.
				return depth > 0 ? [1, 0].map((more) => [first, depth + more]) : [];
		}
	}
	/** @type {Step} */
	const ofObject = [object, depth];
	if (name === 'then') return resultsOf([first, second], depth);
	if (OF_PROMISE.test(name)) return [...resultsOf([first], depth), ofObject];
	if (!OF_REDUCTION.test(name)) return [];
	return [...resultsOf([first], depth), second ? [second, depth] : [object, depth + 1]];
}

/**
 * @param {Variable} variable a parameter, also one of `catch`
 * @param {number} depth of what is asked for in its value
 * @param {Parents} parents
 * @returns {Step[]} to what it gets
 */
export function stepsOfReceiving({ declarations: [declaration], kind }, depth, parents) {
	if (!declaration) return [];
	const { node, id } = declaration;
	if (node.type === 'CatchClause') return node.param === id ? thrownIn(node, depth, parents) : [];
	if (kind !== 'param' || node.params?.[0] !== id) return [];
	const call = parents.get(node);
	const method = call && isCall(call) && call.arguments[0] === node ? methodOf(call) : null;
	if (!call || !method) return [];
	if (method.name === 'then') return [[method.object, depth]];
	return OF_REDUCTION.test(method.name) ? stepsOfPassing(call, depth) : [];
}

/** @param {Node} clause @param {number} depth @param {Parents} parents @returns {Step[]} */
function thrownIn(clause, depth, parents) {
	const block = parents.get(clause)?.block;
	return block ? nodesOf(block, ['ThrowStatement']).map(({ argument }) => [argument, depth]) : [];
}

/** @param {(Node | undefined)[]} callbacks @param {number} depth @returns {Step[]} to what they return */
const resultsOf = (callbacks, depth) =>
	callbacks.flatMap((one) => {
		const fn = one && unwrap(one);
		return fn && isFunction(fn)
			? returnedBy(fn).map((value) => /** @type {Step} */ ([value, depth]))
			: [];
	});

/** @param {Node} call @returns {{ object: Node, name: string } | null} */
function methodOf(call) {
	const callee = isCall(call) ? unwrap(call.callee) : null;
	const name = callee && isMember(callee) ? propertyName(callee) : null;
	const object = callee && unwrap(callee.object);
	return name === null || !object ? null : { object, name };
}
