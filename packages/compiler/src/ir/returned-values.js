/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { walk } from '../ast/babel.js';
import { isFunction, isMember, patternNames, propertyName, unwrap } from '../ast/shapes.js';
import { methodsOf } from './call-effects.js';
import { functionOf } from './values.js';

/**
 * Answers which variables' objects a call of the module's own functions gives back: `getTable()` the
 * table that it returns, `add(list, row)` its argument, `builder.with(row)` its receiver.
 *
 * @param {EffectAnalysis} analysis
 * @returns {(call: Node) => Set<Variable> | null} null for calls of anything else
 */
export function createReturnedValues(analysis) {
	/** @type {Map<Node, Set<Variable>>} by function, in its own terms */
	const known = new Map();

	/** @param {Node} fn @returns {Set<Variable>} */
	const ofFunction = (fn) => {
		const found = known.get(fn);
		if (found) return found;
		/** @type {Set<Variable>} */
		const result = new Set();
		known.set(fn, result); // what a recursive call sees
		if (fn.async || fn.generator) return result;
		for (const value of returnedBy(fn))
			for (const variable of analysis.aliases.of(value)) result.add(variable);
		return result;
	};

	return (call) => {
		const callee = /** @type {Node} */ (unwrap(call.callee));
		const receiver = isMember(callee) ? callee.object : null;
		const called = functionsCalled(callee, analysis);
		if (called.length === 0) return null;
		/** @type {Set<Variable>} */
		const result = new Set();
		for (const fn of called) {
			for (const variable of ofFunction(fn)) {
				for (const one of inTermsOfCaller(variable, { fn, call, receiver }, analysis))
					result.add(one);
			}
		}
		return result;
	};
}

/** @param {Node} callee @param {EffectAnalysis} analysis @returns {Node[]} */
function functionsCalled(callee, analysis) {
	if (isMember(callee))
		return methodsOf(
			/** @type {Node} */ (unwrap(callee.object)),
			propertyName(callee) ?? '',
			analysis,
		);
	const variable = callee.type === 'Identifier' ? analysis.aliases.variableOf(callee) : null;
	const fn = variable ? functionOf(variable) : isFunction(callee) ? callee : null;
	return fn ? [fn] : [];
}

/** @param {Node} fn @returns {Node[]} the expressions whose values it returns */
function returnedBy(fn) {
	if (fn.body.type !== 'BlockStatement') return [fn.body];
	/** @type {Node[]} */
	const values = [];
	walk(fn.body, (node) => {
		if (node.type === 'ReturnStatement' && node.argument) values.push(node.argument);
		return !isFunction(node);
	});
	return values;
}

/**
 * @param {Variable} variable of the function's result
 * @param {{ fn: Node, call: Node, receiver: Node | null }} setting
 * @param {EffectAnalysis} analysis
 * @returns {Iterable<Variable>}
 */
function inTermsOfCaller(variable, { fn, call, receiver }, { aliases, resolution }) {
	if (variable.kind === 'this')
		return variable.scope.node === fn && receiver ? aliases.of(receiver) : [variable];
	const scope = resolution.scopes.get(fn);
	if (!scope || !variable.scope.isWithin(scope)) return [variable];
	const index = fn.params.findIndex((/** @type {Node} */ param) =>
		patternNames(param).some((id) => variable.declarations.some((one) => one.id === id)),
	);
	const isRest = fn.params[index]?.type === 'RestElement';
	const given = index < 0 || isRest ? [] : [call.arguments[index]];
	return given.flatMap((one) => [...aliases.of(one)]);
}
