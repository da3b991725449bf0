/** @import { Node } from '../../types.js' */
/** @import { Analysed, Planned, Unit, UnitUse } from '../../ir/module.js' */
/** @import { Reference } from '../../ast/scope.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { MadeObjects } from '../../ir/made-objects.js' */
/** @import { Step } from '../../ir/origins.js' */
import { Variable } from '../../ast/scope.js';
import { dottedName } from '../../ast/shapes.js';
import { isWithin, nodesOf } from '../../ast/tree.js';
import { returnsSharedObject } from '../../diagnostics/codes.js';
import { returnedBy } from '../../ir/callees.js';
import { madeObjectsOf } from '../../ir/made-objects.js';
import { showsPrimitive } from '../../ir/objects.js';
import { LOOKUPS, OBSERVING } from '../../ir/observed.js';
import { methodCall } from '../../ir/origins.js';
import { takesFunctions } from '../../ir/method-changes.js';
import { indexOfParameter } from '../../ir/parameters.js';
import { Reached, ValueGraph } from '../../ir/value-graph.js';
import { constantValueOf, functionOf, importOf } from '../../ir/values.js';

/**
 * An object of the module that a result of a unit may be, because an argument leads to it, and that the host compares with that:
 *
 * ```js
 * const A = { next: B };
 * async function step(state) { 'use cpu_bound'; return state.next; }
 * (await step(A)) === B
 * ```
 * @typedef {{ variable: Variable, units: Unit[], place: Node, objects: Node[] }} Compared `objects`: where they are made
 */

/** The source does not change while a module is planned. @type {WeakMap<Analysed['effects'], Compared[]>} */
const KNOWN = new WeakMap();

/** @param {Pick<Analysed, 'effects' | 'resolution' | 'units' | 'callSites' | 'uses'>} analysed @returns {Compared[]} */
function findCompared(analysed) {
	const before = KNOWN.get(analysed.effects);
	if (before) return before;
	const found = search(analysed);
	KNOWN.set(analysed.effects, found);
	return found;
}

/** @param {Pick<Analysed, 'effects' | 'resolution' | 'units' | 'callSites' | 'uses'>} analysed @returns {Compared[]} */
function search({ effects, resolution, units, callSites, uses }) {
	const called = new Set(callSites.map(({ unit }) => unit));
	// What results may alias, and what a unit changes in place, is the caller's own object where it comes back.
	const taking = new Map(
		units.flatMap((unit) => {
			const { inOut } = /** @type {UnitUse} */ (uses.get(unit));
			const restored = inOut ?? [];
			return (unit.isGenerator || takesFunctions(unit, effects)) &&
				called.has(unit) &&
				unit.node.params.length > restored.length
				? [[unit.node, { unit, restored }]]
				: [];
		}),
	);
	if (taking.size === 0) return [];
	const made = madeObjectsOf(effects);
	const behind = new Reached(made.graph, (place) => unitsTaking(place, taking));
	const own = objectsWithoutUnits(made, taking);
	const inUnits = units.map(({ node }) => node);
	/** @type {Compared[]} */
	const found = [];
	for (const node of nodesOf(resolution.program.node, OBSERVING)) {
		if (inUnits.some((one) => isWithin(node, one))) continue;
		for (const [one, other] of pairsOf(node)) {
			const through = behind.from([one]);
			if (through.size === 0) continue;
			const others = made.madeWithClasses.from([other]);
			const common = [...made.made.from([one])].filter(
				(each) => others.has(each) && !isError(each, effects),
			);
			if (common.length === 0) continue;
			for (const variable of resolution.program.variables.values()) {
				if (!isConstant(variable, effects)) continue;
				const held = own.from(LEVELS.map((level) => [variable, level]));
				const objects = common.filter((each) => held.has(each));
				if (objects.length > 0) found.push({ variable, units: [...through], place: node, objects });
			}
		}
	}
	return found;
}

/** How deep in a constant's object others are looked for. */
const LEVELS = [0, 1, 2];

/** Errors of the host come back as they are. @param {Node} made @param {Analysed['effects']} effects @returns {boolean} */
function isError(made, effects) {
	if (made.type !== 'NewExpression') return false;
	const classes = effects.callees.ofCall(made).map(({ fn }) => fn.superClass);
	return [made.callee, ...classes].some((one) => /Error$/.test((one && dottedName(one)) ?? ''));
}

/** @param {Node} node of a type that is `OBSERVING` @returns {[Step, Step][]} what is compared with what, both ways */
function pairsOf(node) {
	/** @type {[Step, Step][]} */
	const pairs = [];
	const add = (/** @type {Step} */ one, /** @type {Step} */ other) =>
		pairs.push([one, other], [other, one]);
	if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) {
		if (!showsPrimitive(node.left) && !showsPrimitive(node.right))
			add([node.left, 0], [node.right, 0]);
	} else if (node.type === 'SwitchStatement') {
		for (const { test } of node.cases)
			if (test && !showsPrimitive(test)) add([node.discriminant, 0], [test, 0]);
	} else {
		const call = methodCall(node);
		const [first, second] = call?.args ?? [];
		const isTold = first && !showsPrimitive(first);
		if (second && isTold && dottedName(node.callee) === 'Object.is') add([first, 0], [second, 0]);
		else if (call && LOOKUPS.has(call.name) && isTold) add([first, 0], [call.object, 1]);
	}
	return pairs;
}

/** @typedef {{ unit: Unit, restored: readonly number[] }} Taking `restored`: in-out arguments, by their indexes */

/** @param {Node | Variable} place @param {Map<Node, Taking>} taking units with parameters, by their functions @returns {Unit[]} the unit that gets copies by this parameter */
function unitsTaking(place, taking) {
	const isParam = place instanceof Variable && place.kind === 'param';
	const known = isParam ? taking.get(place.scope.node) : undefined;
	if (!known) return [];
	const index = indexOfParameter(known.unit.node, /** @type {Variable} */ (place));
	return known.restored.includes(index) ? [] : [known.unit];
}

/**
 * What values have otherwise than from the results of units: by their parameters, these have objects of others.
 *
 * @param {MadeObjects} made
 * @param {Map<Node, Taking>} taking
 * @returns {Reached<Node>} where the objects are made
 */
const objectsWithoutUnits = (made, taking) =>
	made.reachedIn(
		new ValueGraph((place, depth) =>
			unitsTaking(place, taking).length > 0 ? [] : made.next(place, depth),
		),
	);

/** @param {Variable} variable @param {Analysed['effects']} effects @returns {boolean} a constant of the file with an object of its own */
const isConstant = (variable, { parents }) =>
	constantValueOf(variable) !== null && !functionOf(variable) && !importOf(variable, parents);

/**
 * Workers make such objects, too, where they stay the same: then these cross by their names. As long as no unit changes what it is given, the
 * object of the worker's own is as good as a copy.
 *
 * @param {Analysed} analysed
 * @returns {ObjectsFor} as if the units named the objects
 */
export function findArgumentObjects(analysed) {
	const { effects, sites } = analysed;
	/** @type {Map<Variable, Set<Unit>>} */
	const found = new Map();
	for (const { variable, units } of findCompared(analysed)) {
		if (sites.later.has(variable)) continue;
		if (units.some(({ node }) => effects.summarise(node).mutatedParams.size > 0)) continue;
		found.set(variable, new Set([...(found.get(variable) ?? []), ...units]));
	}
	return new Map(
		[...found].map(([variable, units]) => {
			const { name, scope } = variable;
			const node = /** @type {Node} */ (variable.declarations[0]?.id);
			return [{ ...{ node, name, variable, scope }, role: 'read', why: WHY }, units];
		}),
	);
}

/** @typedef {Map<Reference, ReadonlySet<Unit>>} ObjectsFor */

const WHY = 'a result may be its object';

/**
 * The analysis says what a variable may have: that it has a name is enough for an object that no other variable holds itself.
 *
 * @param {Compared[]} all
 * @param {ReadonlySet<Variable>} named
 * @param {Analysed['effects']} effects
 * @returns {Set<Node>} objects that cross by their names
 */
function objectsNamed(all, named, effects) {
	const made = madeObjectsOf(effects);
	/** @type {Set<Node>} */
	const known = new Set();
	/** @type {Set<Node>} */
	const unnamed = new Set();
	for (const { variable, objects } of all) {
		if (named.has(variable)) for (const one of objects) known.add(one);
		else for (const one of made.made.from([[variable, 0]])) unnamed.add(one);
	}
	for (const one of unnamed) known.delete(one);
	return known;
}

/**
 * Tell of the others: such a result is a copy.
 *
 * @param {Planned} planned
 * @param {Reporter} reporter LP3011
 */
export function checkComparedArguments(planned, reporter) {
	const named = new Set(planned.classes.map(({ variable }) => variable));
	const all = findCompared(planned);
	const known = objectsNamed(all, named, planned.effects);
	/** @type {Set<string>} */
	const told = new Set();
	for (const { variable, units, place, objects } of all) {
		if (named.has(variable) || objects.every((one) => known.has(one))) continue;
		for (const unit of units.filter((one) => planned.units.includes(one))) {
			const key = `${unit.name} ${variable.name}`;
			if (told.has(key)) continue;
			told.add(key);
			const [returned] = returnedBy(unit.node);
			const params = { unit: unit.name, name: variable.name, use: 'the module compares elsewhere' };
			const message = `\`${variable.name}\`, or a part of it, is compared here`;
			returnsSharedObject(reporter, returned ?? unit.node, params, [{ message, place }]);
		}
	}
}
