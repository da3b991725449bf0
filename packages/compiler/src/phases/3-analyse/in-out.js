/** @import { CallSite, Unit } from '../../ir/module.js' */
/** @import { Node } from '../../types.js' */
/** @import { Parents } from '../../ast/parents.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Scope, Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { RunningHere } from './running-here.js' */
/** @import { Written } from './waiting/written.js' */
import { isCall, isFunction, isMember, propertyName } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { isUsedAtomically } from '../../ir/atomic-use.js';
import { changedByMethods } from '../../ir/method-changes.js';
import { isGivenAlone } from '../../ir/given-alone.js';
import { goesOnTooEarly, runsHere } from '../../diagnostics/codes.js';
import { indexOfParameter } from '../../ir/parameters.js';
import { outermost } from '../../ast/parents.js';
import { importOf } from '../../ir/values.js';
import { isOfRuntime } from '../../knowledge/packages.js';
import { callsByOtherNames, thisCall } from '../../diagnostics/named-calls.js';
import { markedOf } from '../../ir/marks.js';
import { callersIn, isExportedValue } from './waiting/callers.js';
import { proveWait } from './waiting/index.js';
import { writtenBy } from './waiting/written.js';

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
 * A unit with in-out arguments, as the runtime has them; `withThis`: it changes what it is called on, too;
 * `handedOn`: where it becomes a value that other names may have; `isOutside`: it does in another file.
 *
 * @typedef {{ unit: Unit, inOut: readonly number[], withThis: boolean, handedOn: Node | null, isOutside: boolean, reporter: Reporter }} Asking
 */

/**
 * What a unit changes of its arguments, and the caller may see.
 *
 * @param {Unit} unit
 * @param {EffectAnalysis} effects
 * @returns {Changed[]}
 */
export function changedArguments(unit, effects) {
	const byMethods = [...changedByMethods(unit.node, effects)].filter(
		([{ kind }]) => kind === 'param',
	);
	const changed = new Map([...byMethods, ...effects.summarise(unit.node).mutated]);
	return [...changed].flatMap(([variable, place]) => {
		if (isUsedAtomically(variable, effects.parents)) return [];
		if (isGivenAlone(unit, variable, effects)) return [];
		return [{ variable, place, index: indexOfParameter(unit.node, variable) }];
	});
}

/** The first argument of all that a rest parameter has: `-1 - index`. @param {Unit} unit @param {number} index @returns {number} as the runtime has it */
const codeOf = ({ node }, index) =>
	node.params[index].type === 'RestElement' ? -1 - index : index;

/**
 * Whether no code of the caller's runs before the call ends, because of the unit. A call with functions that the unit can do without runs
 * where it is made (the runtime's host/here.js).
 *
 * @param {Unit} unit
 * @param {RunningHere} running
 * @returns {boolean}
 */
export const mayComeBack = (unit, running) =>
	!unit.isGenerator &&
	!unit.callback &&
	unit.functions.every(({ isRequired }) => !isRequired) &&
	(unit.functions.length === 0 || running.may(unit));

/**
 * Whether what a unit changes can come back with its result, as far as the unit shows: generators and callbacks hand out values before
 * there is one, and a function of the caller's would look at objects that have not followed yet.
 *
 * @param {Unit} unit
 * @param {readonly Changed[]} changed
 * @param {{ effects: EffectAnalysis, running: RunningHere, withThis: boolean }} context `withThis`: it changes what it is called on, too, and may keep an argument there
 * @returns {number[] | null} the arguments, as the runtime has them; null where it cannot
 */
export function inOutOf(unit, changed, { effects, running, withThis }) {
	if (!mayComeBack(unit, running) || changed.some(({ index }) => index < 0)) return null;
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
 * @param {{ sites: readonly CallSite[], effects: EffectAnalysis, running: RunningHere, atOnce: ReadonlyMap<Node, MarkedCall> }} calls `sites`: in this file; `atOnce`: calls that
 *   run here in any case
 * @returns {{ marked: Map<Node, MarkedCall>, waits: Map<Node, { units: Unit[], outside: Node[] }> }} `marked`: calls that run here, and those on the pool of
 *   units that run here otherwise; `waits`: calls that others wait for, and functions whose callers do
 */
export function callsHere(asking, { sites, effects, running, atOnce }) {
	/** @type {Map<Node, { isAwaited: boolean, asking: Asking[] }>} a method may be that of one class or of another */
	const calls = new Map();
	for (const one of asking) {
		for (const { node, isAwaited } of callsOf(one, sites, effects)) {
			const known = calls.get(node) ?? { isAwaited, asking: [] };
			calls.set(node, known);
			known.asking.push(one);
		}
	}
	/** @param {Node[]} units @returns {Written | null} */
	const writtenByAll = (units) => {
		const all = units.map((unit) => writtenBy(unit, effects));
		if (all.includes(null)) return null;
		const names = new Set(all.flatMap((one) => [...(one?.names ?? [])]));
		return { names, elements: all.some((one) => one?.elements) };
	};
	/** @type {Map<Node, { units: Unit[], place: Node | null }>} */
	const here = new Map([...atOnce].map(([node, { units }]) => [node, { units, place: null }]));
	/** @type {Map<Node, { units: Unit[], outside: Node[] }>} */
	const waits = new Map();
	for (let isSettled = false; !isSettled;) {
		isSettled = true;
		for (const [node, { isAwaited, asking: asked }] of calls) {
			if (here.has(node)) continue;
			const indexes = asked.flatMap(({ inOut }) => inOut);
			const withThis = asked.some((one) => one.withThis);
			const written = writtenByAll(asked.map(({ unit }) => unit.node));
			const search = { indexes, withThis, effects, here, written };
			const { isProven, place, outside } = proveWait(node, search, isAwaited);
			waits.set(node, { units: asked.map(({ unit }) => unit), outside });
			if (isProven) continue;
			here.set(node, { units: asked.map(({ unit }) => unit), place });
			isSettled = false;
		}
	}
	for (const [node, { place }] of here) {
		if (atOnce.has(node)) continue;
		const related = place ? [{ message: 'this may look at it before', place }] : [];
		const asked = calls.get(node)?.asking ?? [];
		const unfit = asked.find(({ unit }) => !markedOf(node) || !running.may(unit));
		const { unit, reporter } = /** @type {Asking} */ (unfit ?? asked[0]);
		if (unfit) goesOnTooEarly(reporter, node, { unit: unit.name }, related);
		else runsHere(reporter, node, { what: thisCall(unit.name) }, related);
	}
	/** @type {Map<Node, MarkedCall>} */
	const marked = new Map([...here].map(([node, { units }]) => [node, { units, isHere: true }]));
	for (const { unit, handedOn, isOutside, reporter } of asking) {
		if (!handedOn && !isOutside) continue;
		const what = callsByOtherNames(unit.name);
		if (handedOn && running.may(unit)) runsHere(reporter, handedOn, { what });
		else if (handedOn) goesOnTooEarly(reporter, handedOn, { unit: unit.name });
		for (const [node, { asking: asked }] of calls)
			if (!here.has(node) && asked.some((one) => one.unit === unit) && isCallOf(node, unit))
				marked.set(node, { units: [unit], isHere: false });
	}
	for (const node of here.keys()) waits.delete(node);
	return { marked, waits };

	/** @param {Node} node @param {Unit} unit @returns {boolean} it surely calls the unit: a mark that nothing takes would be that of another call */
	function isCallOf(node, unit) {
		const called = effects.callees.ofCall(node);
		return markedOf(node) !== null && called.length === 1 && called[0]?.fn === unit.node;
	}
}

/**
 * @param {Asking} asking
 * @param {readonly CallSite[]} sites
 * @param {EffectAnalysis} effects
 * @returns {{ node: Node, isAwaited: boolean }[]} calls of the unit; `isAwaited`: by the compiler
 */
function callsOf({ unit, handedOn }, sites, effects) {
	const own = sites.filter(({ unit: called }) => called === unit);
	const judged = new Set(own.map(({ node }) => node));
	const left = own.flatMap(({ action, rule, node }) => {
		if (action === 'leave')
			return /^(promise|dropped)$/.test(rule) ? [{ node, isAwaited: false }] : [];
		return /^await/.test(action) ? [{ node, isAwaited: true }] : [];
	});
	const isNamed = unit.variable !== null && !handedOn;
	const methods = isNamed
		? []
		: callersIn(effects)
				.of(unit.node)
				.filter(({ type }) => type !== 'NewExpression');
	const others = methods.filter((one) => !judged.has(one));
	return [...left, ...others.map((node) => ({ node, isAwaited: false }))];
}

/**
 * @param {Unit} unit
 * @param {{ effects: EffectAnalysis, isHostLive: (node: Node) => boolean }} context
 * @returns {Node | null} where the function becomes a value that other names may have
 */
export function handedOnAt({ node, variable, isAsync }, { effects, isHostLive }) {
	const { parents } = effects;
	if (!isAsync) return null;
	if (!variable) return callersIn(effects).areAll(node) ? null : node;
	/** @param {Variable} one @returns {Node | undefined} */
	const find = (one) =>
		one.references.find(({ node: name, role }) => {
			if (role !== 'read' || isWithin(name, node) || !isHostLive(name)) return false;
			const { child, parent } = outermost(name, parents);
			if (isFunction(parent)) return parent.body === child;
			if (/^(Export|Unary|ExpressionStatement|TSTypeQuery)/.test(parent.type)) return false;
			if (/^Binary/.test(parent.type)) return false;
			if (isMember(parent)) return parent.object === child && propertyName(parent) === 'bind';
			if (!isCall(parent)) {
				const alias = aliasOf(parent, child, effects);
				return alias ? find(alias) !== undefined : !isExportedValue(name, parents);
			}
			if (parent.callee === child) return false;
			return markedOf(parent) !== null && !isWithOptions(parent, effects);
		})?.node;
	return find(variable) ?? null;
}

/** `const also = add;`, whose uses are those of the unit. @param {Node} parent @param {Node} value @param {EffectAnalysis} effects @returns {Variable | null} */
function aliasOf(parent, value, { resolution }) {
	if (parent.type !== 'VariableDeclarator' || parent.init !== value) return null;
	const { variable } =
		resolution.references.find((one) =>
			one.variable?.declarations.some(({ id }) => id === parent.id),
		) ?? {};
	return variable && !variable.isReassigned ? variable : null;
}

/** @param {Node} call @param {EffectAnalysis} effects @returns {boolean} `withOptions(add, …)` of the runtime */
function isWithOptions(call, { aliases, parents }) {
	const maker = call.callee.type === 'Identifier' ? aliases.variableOf(call.callee) : null;
	const from = maker ? importOf(maker, parents) : null;
	return from !== null && isOfRuntime(from.source) && from.name === 'withOptions';
}

/** @typedef {{ units: Unit[], isHere: boolean }} MarkedCall */
