/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { OwnCall } from './callees.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Path } from './sources.js' */
import { isOfClosure, returnedBy } from './callees.js';
import { argumentsAt, indexOfParameter, parametersOf } from './parameters.js';
import { keyOfPath } from './sources.js';
import { classOf, functionOf } from './values.js';

/**
 * Answers which variables' objects a call of the module's own functions gives back: `getTable()` the
 * table that it returns, `add(list, row)` its argument, `builder.with(row)` its receiver.
 *
 * @param {EffectAnalysis} analysis
 * @returns {(call: Node, path: Path) => Set<Variable> | null} null for calls of anything else
 */
export function createReturnedValues(analysis) {
	/** @type {Map<Node, Map<string, Set<Variable>>>} by function and path, in its own terms */
	const known = new Map();

	/** @param {Node} fn @param {Path} path @returns {Set<Variable>} */
	const ofFunction = (fn, path) => {
		const paths = known.get(fn) ?? new Map();
		known.set(fn, paths);
		const key = keyOfPath(path);
		const found = paths.get(key);
		if (found) return found;
		/** @type {Set<Variable>} */
		const result = new Set();
		paths.set(key, result); // what a recursive call sees
		if (fn.async || fn.generator) return result;
		for (const value of returnedBy(fn))
			for (const variable of analysis.aliases.of(value, path)) result.add(variable);
		return result;
	};

	return (call, path) => {
		const called = analysis.callees.ofCall(call);
		if (called.length === 0) return null;
		/** @type {Set<Variable>} */
		const result = new Set();
		for (const one of called) {
			for (const variable of ofFunction(one.fn, path))
				for (const found of inTermsOfCaller(variable, { ...one, call, path }, analysis))
					result.add(found);
		}
		return result;
	};
}

/**
 * @param {Variable} variable of the function's result
 * @param {OwnCall & { call: Node, path: Path }} ownCall
 * @param {EffectAnalysis} analysis
 * @returns {Iterable<Variable>}
 */
function inTermsOfCaller(variable, ownCall, { aliases, resolution }) {
	const { fn, args, receiver, holder, call, path } = ownCall;
	if (variable.kind === 'this')
		return variable.scope.node === fn && receiver ? aliases.of(receiver, path) : [variable];
	const scope = resolution.scopes.get(fn);
	if (!scope || !variable.scope.isWithin(scope))
		return holder && isOfClosure(variable, fn, call) ? aliases.of(holder) : [variable];
	const index = indexOfParameter(fn, variable);
	// Each call makes another class, and whoever has one of them may change it: `make().Row.prototype.add = …`.
	if (index < 0 && (functionOf(variable) || classOf(variable))) return [variable];
	const isRest = parametersOf(fn)[index]?.type === 'RestElement';
	const given = index < 0 || isRest ? [] : argumentsAt(args, index, fn);
	return given.flatMap((one) => [...aliases.of(one, path)]);
}
