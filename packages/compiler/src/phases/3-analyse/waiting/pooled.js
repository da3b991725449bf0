/** @import { Node } from '../../../types.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
import { isCall, isMember, propertyName, unwrap } from '../../../ast/shapes.js';
import { constantValueOf, functionOf, importOf } from '../../../ir/values.js';
import { isOfRuntime } from '../../../knowledge/packages.js';

/** Which calls go to the pool, where they wait for others that have one of their objects. */
export class Pooled {
	#call;
	#effects;
	#here;
	/** whether functions do nothing but call a unit @type {Map<Node, boolean>} */
	#wrappers = new Map();

	/** @param {Node} call beside which others are asked for @param {EffectAnalysis} effects @param {{ has(call: Node): boolean } | undefined} here calls that run where they are made */
	constructor(call, effects, here) {
		this.#call = call;
		this.#effects = effects;
		this.#here = here;
	}

	/** @param {Node} call @returns {boolean} of a unit, which waits for another call that has one of its objects */
	has(call) {
		if (!isCall(call) || this.#here?.has(call)) return false;
		const { callees, units } = this.#effects;
		const own = callees.ofCall(call);
		if (own.length > 0) return own.every(({ fn }) => units.has(fn) || this.#isWrapperOfUnit(fn));
		const callee = unwrap(call.callee);
		const called = this.#configuredBy(callee);
		if (called && (called === this.#configuredBy(this.#call.callee) || isOneOf(called, units)))
			return true;
		const name = isMember(callee) ? propertyName(callee) : null;
		return name !== null && [...units].some((one) => propertyName(one) === name);
	}

	/** `slow(list)`, where `slow` is `withOptions(grow, …)`: that is `grow`. @param {Node} callee @returns {Variable | null} */
	#configuredBy(callee) {
		const { aliases, parents } = this.#effects;
		const variable = callee.type === 'Identifier' ? aliases.variableOf(callee) : null;
		const value = unwrap(variable && constantValueOf(variable));
		if (!variable || !value || !isCall(value) || value.callee.type !== 'Identifier')
			return variable ?? null;
		const maker = aliases.variableOf(value.callee);
		const from = maker ? importOf(maker, parents) : null;
		const isRuntime = from !== null && isOfRuntime(from.source) && from.name === 'withOptions';
		const [unit] = value.arguments;
		return isRuntime && unit?.type === 'Identifier' ? (aliases.variableOf(unit) ?? null) : variable;
	}

	/** `const step = (row) => bump(row, 1)`. @param {Node} fn @returns {boolean} */
	#isWrapperOfUnit(fn) {
		const body = fn.type === 'ArrowFunctionExpression' ? unwrap(fn.body) : null;
		if (!body || !isCall(body)) return false;
		const known = this.#wrappers.get(fn);
		if (known !== undefined) return known;
		this.#wrappers.set(fn, false); // what a function that calls itself sees
		const isPlain = body.arguments.every((/** @type {Node} */ one) => PLAIN.test(one.type));
		this.#wrappers.set(fn, isPlain && this.has(body));
		return this.#wrappers.get(fn) === true;
	}
}

/** @param {Variable} variable @param {ReadonlySet<Node>} units @returns {boolean} it has one of them */
function isOneOf(variable, units) {
	const fn = functionOf(variable);
	return fn !== null && units.has(fn);
}

/** Evaluating it looks into no object. */
const PLAIN = /^Identifier$|^ThisExpression$|Literal$/;
