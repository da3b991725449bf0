/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { OwnCall } from './callees.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Path } from './sources.js' */
import { extended } from '../ast/records.js';
import { heldAs, partsNamed } from './named-parts.js';
import { isOfClosure, returnedBy } from './callees.js';
import { argumentsAt, indexOfParameter, parametersOf } from './parameters.js';
import { keyOfPath } from './sources.js';
import { classOf, functionOf } from './values.js';

/** Variables, and the properties of theirs that hold what is returned; null: the object itself, or a part that has no name. @typedef {Map<Variable, Set<string | null>>} Returned */

/**
 * Answers which variables' objects a call of the module's own functions gives back: `getTable()` the
 * table that it returns, `add(list, row)` its argument, `builder.with(row)` its receiver.
 *
 * @param {EffectAnalysis} analysis
 * @returns {(call: Node, path: Path) => Set<Variable> | null} null for calls of anything else
 */
export function createReturnedValues(analysis) {
	/** @type {Map<Node, Map<string, Returned>>} by function and path, in its own terms */
	const known = new Map();

	/** @param {Node} fn @param {Path} path @returns {Returned} */
	const ofFunction = (fn, path) => {
		const paths = known.get(fn) ?? new Map();
		known.set(fn, paths);
		const key = keyOfPath(path);
		const found = paths.get(key);
		if (found) return found;
		/** @type {Returned} */
		const result = new Map();
		paths.set(key, result); // what a recursive call sees
		if (fn.async || fn.generator) return result;
		analysis.aliases.pending.count++;
		for (const value of returnedBy(fn)) {
			const parts = partsNamed(value, analysis.aliases);
			for (const variable of analysis.aliases.of(value, path)) {
				const known = result.get(variable) ?? new Set();
				result.set(variable, known.add(parts.get(variable) ?? null));
			}
		}
		analysis.aliases.pending.count--;
		return result;
	};

	return (call, path) => {
		const called = analysis.callees.ofCall(call);
		if (called.length === 0) return null;
		/** @type {Set<Variable>} */
		const result = new Set();
		for (const one of called) {
			for (const [variable, parts] of ofFunction(one.fn, path)) {
				for (const part of parts) {
					const inPart = extended(one, { call, path, part });
					for (const found of inTermsOfCaller(variable, inPart, analysis)) result.add(found);
				}
			}
		}
		return result;
	};
}

/** A path that is longer is cut: what lies deeper is taken for what lies there. */
const LONGEST_PATH = 16;

/**
 * @param {Variable} variable of the function's result
 * @param {OwnCall & { call: Node, path: Path, part: string | null }} ownCall
 * @param {EffectAnalysis} analysis
 * @returns {Iterable<Variable>}
 */
function inTermsOfCaller(variable, ownCall, { aliases, resolution }) {
	const { fn, args, receiver, holder, call, path, part } = ownCall;
	const lookUp = (/** @type {Node} */ expression) => {
		if (part === null) return aliases.of(expression, path);
		if (path.length === 0) return heldAs(part, expression, aliases);
		return aliases.of(expression, [part, ...path].slice(0, LONGEST_PATH));
	};
	if (variable.kind === 'this')
		return variable.scope.node === fn && receiver ? lookUp(receiver) : [variable];
	const scope = resolution.scopes.get(fn);
	if (!scope || !variable.scope.isWithin(scope))
		return holder && isOfClosure(variable, fn, call) ? aliases.of(holder) : [variable];
	const index = indexOfParameter(fn, variable);
	// Each call makes another class, and whoever has one of them may change it: `make().Row.prototype.add = …`.
	if (index < 0 && (functionOf(variable) || classOf(variable))) return [variable];
	const isRest = parametersOf(fn)[index]?.type === 'RestElement';
	const given = index < 0 || isRest ? [] : argumentsAt(args, index, fn);
	return given.flatMap((one) => [...lookUp(one)]);
}
