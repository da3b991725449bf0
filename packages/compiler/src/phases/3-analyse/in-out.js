/** @import { CallSite, Unit } from '../../ir/module.js' */
/** @import { Node } from '../../types.js' */
/** @import { Parents } from '../../ast/parents.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Scope, Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
import { isFunction, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { isWithin, nodesOf } from '../../ast/tree.js';
import { isUsedAtomically } from '../../ir/atomic-use.js';
import { isGivenAlone } from '../../ir/given-alone.js';
import { goesOnTooEarly, runsHere } from '../../diagnostics/codes.js';
import { indexOfParameter } from '../../ir/parameters.js';
import { outermost } from '../../ast/parents.js';
import { markedOf } from '../../ir/marks.js';
import { proveWait } from './waiting/index.js';

/**
 * In-out arguments (copy-restore, as remote procedure calls have it): a unit changes what it is given, and the caller's own objects are
 * changed alike before the promise of the call is settled. The caller can see no difference as long as it waits for that
 * before it looks at them.
 *
 * @typedef {object} Changed
 * @property {Variable} variable of a parameter
 * @property {Node} place that changes it
 * @property {number} index of the parameter
 */

/**
 * A unit with in-out arguments, as the runtime has them; `withThis`: it changes what it is called on, too.
 *
 * @typedef {{ unit: Unit, inOut: readonly number[], withThis: boolean, reporter: Reporter }} Asking
 */

/**
 * What a unit changes of its arguments, and the caller may see.
 *
 * @param {Unit} unit
 * @param {EffectAnalysis} effects
 * @returns {Changed[]}
 */
export function changedArguments(unit, effects) {
	return [...effects.summarise(unit.node).mutated].flatMap(([variable, place]) => {
		if (isUsedAtomically(variable, effects.parents)) return [];
		if (isGivenAlone(unit, variable, effects)) return [];
		return [{ variable, place, index: indexOfParameter(unit.node, variable) }];
	});
}

/** The first argument of all that a rest parameter has: `-1 - index`. @param {Unit} unit @param {number} index @returns {number} as the runtime has it */
const codeOf = ({ node }, index) =>
	node.params[index].type === 'RestElement' ? -1 - index : index;

/** @param {Unit} unit @returns {boolean} no code of the caller's runs before the call ends, because of the unit */
export const mayComeBack = ({ isGenerator, callback, functions }) =>
	!isGenerator && !callback && functions.length === 0;

/**
 * Whether what a unit changes can come back with its result, as far as the unit shows: generators and callbacks hand out values before
 * there is one, and a function of the caller's would look at objects that have not followed yet.
 *
 * @param {Unit} unit
 * @param {readonly Changed[]} changed
 * @param {{ effects: EffectAnalysis, withThis: boolean }} context `withThis`: it changes what it is called on, too, and may keep an argument there
 * @returns {number[] | null} the arguments, as the runtime has them; null where it cannot
 */
export function inOutOf(unit, changed, { effects, withThis }) {
	if (!mayComeBack(unit) || changed.some(({ index }) => index < 0)) return null;
	if (usesArguments(unit, effects)) return [ALL];
	if (changed.length === 0 && !withThis) return null;
	const { variables } = /** @type {Scope} */ (effects.resolution.scopes.get(unit.node));
	const others = [...variables.values()].filter(
		(one) => one.kind === 'param' && !isOnlyRead(one, effects),
	);
	const indexes = [
		...changed,
		...others.map((one) => ({ index: indexOfParameter(unit.node, one) })),
	];
	return [...new Set(indexes.map(({ index }) => codeOf(unit, index)))].sort((a, b) => a - b);
}

/** The code of all arguments, as the runtime has it. */
const ALL = -1;

/** `arguments[0].push(1)`, `for (const list of arguments)`: any argument, by no name. @param {Unit} unit @param {EffectAnalysis} effects @returns {boolean} */
const usesArguments = ({ node }, { resolution, parents }) =>
	(resolution.globals.get('arguments') ?? []).some(({ node: name }) => {
		if (!isWithin(name, node) || functionOfArguments(name, parents) !== node) return false;
		const { parent } = outermost(name, parents);
		return !isMember(parent) || propertyName(parent) !== 'length';
	});

/** @param {Node} name @param {Parents} parents @returns {Node | undefined} the function whose arguments it means */
function functionOfArguments(name, parents) {
	let at = parents.get(name);
	while (at && !(isFunction(at) && at.type !== 'ArrowFunctionExpression')) at = parents.get(at);
	return at;
}

/**
 * `pixels[i] + rows.length`: what else becomes of an argument may change it where no text shows it, as `pattern.test(text)` does.
 *
 * @param {Variable} param
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
const isOnlyRead = ({ references, isReassigned }, { parents }) =>
	!isReassigned &&
	references.every(({ node }) => {
		const { child, parent } = outermost(node, parents);
		if (VALUES.test(parent.type) || isAdded(child, parent)) return true;
		if (!isMember(parent) || parent.object !== child) return parent.property === child;
		const { child: part, parent: user } = outermost(parent, parents);
		return VALUES.test(user.type) || (isMember(user) && user.property === part);
	});

/** `row.n += by`. @param {Node} operand @param {Node} parent @returns {boolean} */
const isAdded = (operand, { type, right, operator }) =>
	type === 'AssignmentExpression' && right === operand && !/^(=|&&=|\|\|=|\?\?=)$/.test(operator);

/** What makes a primitive value of its operands. */
const VALUES = /^(Binary|Unary|Update|TemplateLiteral|IfStatement|WhileStatement|ForStatement)/;

/**
 * Which calls of units whose arguments are in-out wait: the others run where they are made, as in the plain program.
 *
 * A call that runs here is no call of the pool that other calls would wait for, so that the search begins anew with each.
 *
 * @param {readonly Asking[]} asking
 * @param {{ sites: readonly CallSite[], effects: EffectAnalysis }} calls `sites`: in this file
 * @returns {Map<Node, { units: Unit[] }>} calls that run here
 */
export function callsHere(asking, { sites, effects }) {
	/** @type {Map<Node, { isAwaited: boolean, asking: Asking[] }>} a method may be that of one class or of another */
	const calls = new Map();
	for (const one of asking) {
		for (const { node, isAwaited } of callsOf(one.unit, sites, effects)) {
			const known = calls.get(node) ?? { isAwaited, asking: [] };
			calls.set(node, known);
			known.asking.push(one);
		}
	}
	/** @type {Map<Node, { units: Unit[], place: Node | null }>} */
	const here = new Map();
	for (let isSettled = false; !isSettled;) {
		isSettled = true;
		for (const [node, { isAwaited, asking: asked }] of calls) {
			if (here.has(node)) continue;
			const indexes = asked.flatMap(({ inOut }) => inOut);
			const withThis = asked.some((one) => one.withThis);
			const { isProven, place } = proveWait(node, { indexes, withThis, effects, here }, isAwaited);
			if (isProven) continue;
			here.set(node, { units: asked.map(({ unit }) => unit), place });
			isSettled = false;
		}
	}
	for (const [node, { place }] of here) {
		const related = place ? [{ message: 'this may look at it before', place }] : [];
		const asked = calls.get(node)?.asking ?? [];
		const unfit = asked.find(({ unit }) => !markedOf(node) || !mayRunHere(unit, effects));
		const { unit, reporter } = /** @type {Asking} */ (unfit ?? asked[0]);
		(unfit ? goesOnTooEarly : runsHere)(reporter, node, { unit: unit.name }, related);
	}
	return here;
}

/**
 * @param {Unit} unit
 * @param {readonly CallSite[]} sites
 * @param {EffectAnalysis} effects
 * @returns {{ node: Node, isAwaited: boolean }[]} calls of the unit; `isAwaited`: by the compiler
 */
function callsOf(unit, sites, effects) {
	const own = sites.filter(({ unit: called }) => called === unit);
	const judged = new Set(own.map(({ node }) => node));
	const left = own.flatMap(({ action, rule, node }) => {
		if (action === 'leave')
			return /^(promise|dropped)$/.test(rule) ? [{ node, isAwaited: false }] : [];
		return /^await/.test(action) ? [{ node, isAwaited: true }] : [];
	});
	const methods = isMethod(unit) ? callsOfMethod(unit, effects) : [];
	const others = methods.filter((one) => !judged.has(one));
	return [...left, ...others.map((node) => ({ node, isAwaited: false }))];
}

/**
 * A call that runs where it is made hands a mark to the stub, which keeps the function of the source for it: calls of other units in that would be calls
 * of their stubs.
 *
 * @param {Pick<Unit, 'node' | 'variable'>} unit
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
export const mayRunHere = ({ node, variable }, { callees, units }) =>
	nodesOf(node, CALLS).every((inner) =>
		callees.ofCall(inner).every(({ fn }) => !units.has(fn) || (fn === node && variable !== null)),
	);

/** @param {Unit} unit @returns {boolean} */
const isMethod = ({ kind }) => kind === 'method' || kind === 'class-method';

/** Calls of a method are no uses of its unit, which nothing names. @param {Unit} unit @param {EffectAnalysis} effects @returns {Node[]} those outside of it that call it, or a method of that name of what they do not show */
function callsOfMethod({ node }, { callees, resolution }) {
	const name = propertyName(node);
	return nodesOf(resolution.program.node, CALLS).filter((call) => {
		if (isWithin(call, node)) return false;
		const own = callees.ofCall(call);
		const callee = /** @type {Node} */ (unwrap(call.callee));
		const isNamed = name !== null && isMember(callee) && propertyName(callee) === name;
		return own.length === 0 ? isNamed : own.some(({ fn }) => fn === node);
	});
}

const CALLS = ['CallExpression', 'OptionalCallExpression'];
