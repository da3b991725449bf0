/** @import { Node } from '../../types.js' */
/** @import { Analysed, ChecksOfUnit, Local, Planned, UnitPlan } from '../../ir/module.js' */
/** @import { Reference, Scope, Variable } from '../../ast/scope.js' */
/** @import { Linked } from '../../types.js' */
/** @import { Closure } from './closure.js' */
import { isBuiltin } from 'node:module';
import { isCall, isClass, isFunction, isPrimitiveLiteral, unwrap } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { isUsedAtomically } from '../../ir/atomic-use.js';
import { findClosedOver } from '../../ir/closed-over.js';
import { declaresOneOf } from '../../ir/declares.js';
import { isMemo } from '../../ir/memos.js';
import { createProofs } from '../../ir/proofs/index.js';
import { isHandedOn, isRegExp } from '../../ir/regexp-state.js';
import { isSent } from '../../ir/sent.js';
import { isOfRememberingPackage } from '../../ir/remembering-packages.js';
import { classOf, constantValueOf, hasPrototype, importOf } from '../../ir/values.js';
import { sitesOf } from './class-sites.js';
import { hasWeakState } from '../../ir/weak-collections.js';
import { isCode, mayHoldObject } from './contents.js';
import { callsExport } from './export-paths.js';
import { nameOfOwnGlobal } from './global-changes.js';
import { pragmaOf } from './pragmas.js';

/**
 * What has to be looked at when units run, because it is not proven: whether a unit changes its inputs, and whether
 * what its worker module repeats still is what the host has.
 *
 * What a diagnostic has told of is left out, and what a comment accepts.
 *
 * @param {Planned} planned
 * @param {Map<UnitPlan['unit'], Closure>} closures
 * @param {Pick<Linked, 'compared' | 'inside' | 'asked'>} linked
 * @returns {UnitPlan[]} the plans of `planned`, with their checks
 */
export function addChecks(planned, closures, { compared, inside, asked }) {
	const asksWeak = asked.length > 0 || hasWeakState(planned.effects, planned.source);
	const proofs = createProofs(planned);
	const { uses } = planned;
	const accepted = new Set(
		planned.fragments.flatMap((one) => (isAccepted(pragmaOf(one)) ? one.defines : [])),
	);
	/** @type {string[] | undefined} */
	let names;
	const closedOver = () =>
		(names ??= [...new Set([...findClosedOver(planned.effects), ...inside])].sort());
	return planned.plans.map((plan) => {
		const closure = /** @type {Closure} */ (closures.get(plan.unit));
		const { isGenerator, node } = plan.unit;
		const known = toldInputs(plan, planned);
		const hasInputs =
			isGenerator ||
			node.params.some((/** @type {Node} */ one) => !declaresOneOf(one, known)) ||
			isSending(plan, known);
		const inputs = hasInputs && !proofs.keepsInputs(plan.unit);
		const parts = partsCompared(closure, planned);
		const state = stateOf(closure, planned, { parts, inside, accepted }).filter(
			(one) => parts.get(one)?.length !== 0 && !proofs.keepsState(one),
		);
		const exports = exportsOf(closure);
		const globals = globalsOf(closure);
		const locals = localsOf(plan, planned);
		const loaded = new Set([
			...state.filter((one) => isFilledByWorkers(one, closure)),
			...plan.locals.flatMap((one) => (one.isScratch ? one.variable : [])),
		]);
		const others = othersOf(plan.unit.id, compared).filter(
			// A global that the file itself names is compared as that.
			({ file, local }) => file !== '' || !closure.ownGlobals.has(local),
		);
		const late = new Set([...state, ...locals].filter(({ initialisation }) => initialisation));
		const told = inputs ? known : null;
		const isAliased = mayHoldInputs(plan, uses) && !proofs.keepsResultsApart(plan.unit);
		// Also of an argument that no other code has: the unit may return it, changed.
		const aliased = isAliased ? (proofs.keepsInputs(plan.unit) ? 'kept' : 'watched') : null;
		const roots = state.length + exports.length + globals.length + locals.length + others.length;
		if (!inputs && roots === 0) return { ...plan, aliased };
		const isLookedInto = state.length + exports.length + locals.length > 0;
		const looked = isLookedInto ? closedOver() : [];
		// What moves by itself may stand at the top level of the worker module, and is compared by itself.
		const moved = plan.locals.map(({ variable }) => variable.name);
		const inClosures = looked.filter((one) => !moved.includes(one));
		const isAsked = asksWeak && roots > 0;
		const objects = isAsked ? knownObjects(plan, planned, { closure, state }) : null;
		const own = { state, known: objects, loaded, late, parts, exports, globals, locals, others };
		return { ...plan, aliased, checks: { told, ...own, closedOver: inClosures } };
	});
}

/**
 * Whether what a unit returns, throws or gives its callback can be the caller's own objects: what the unit changes in place is anyway,
 * and with generators and functions of the caller's, code of the caller's runs in between. A call without the functions that the unit can do
 * without is like any other.
 *
 * @param {UnitPlan} plan
 * @param {Planned['uses']} uses
 * @returns {boolean}
 */
function mayHoldInputs({ unit, receiver, captures }, uses) {
	const hasObjects =
		unit.node.params.length > 0 ||
		receiver !== null ||
		captures.some(({ channel }) => isSent(channel));
	const isHandedOut = unit.isGenerator || unit.functions.some(({ isRequired }) => isRequired);
	return hasObjects && !isHandedOut && !uses.get(unit)?.inOut;
}

/** @param {UnitPlan} plan @param {Set<Variable>} told @returns {boolean} whether the host sends what the unit could change */
const isSending = ({ receiver, snapshots, statements }, told) =>
	receiver !== null ||
	snapshots.some((one) => !told.has(one)) ||
	statements.some(({ property }) => property);

/**
 * Inputs of which the text says what becomes of them: parameters that it changes, of which LP3002 has told, and GEMs, which
 * all threads share.
 *
 * @param {UnitPlan} plan
 * @param {Analysed} analysed
 * @returns {Set<Variable>}
 */
function toldInputs({ unit, snapshots }, { effects, resolution }) {
	const changed = [...effects.summarise(unit.node).mutated.keys()];
	// Whether memory is shared shows when the unit runs.
	const told = new Set(changed.filter((one) => !isUsedAtomically(one, resolution.parents)));
	const { variables } = /** @type {Scope} */ (resolution.scopes.get(unit.node));
	for (const variable of variables.values()) {
		if (effects.gems.has(variable) || variable.references.some(isNamedGem)) told.add(variable);
	}
	for (const variable of snapshots) if (effects.gems.has(variable)) told.add(variable);
	return told;

	/** `const list = rows`, where a comment says that it is a GEM. @param {Reference} reference @returns {boolean} */
	function isNamedGem({ node, scope }) {
		const declarator = resolution.parents.get(node);
		if (declarator?.type !== 'VariableDeclarator' || declarator.init !== node) return false;
		const named = scope.lookup(declarator.id.name ?? '');
		return named !== null && effects.gems.has(named);
	}
}

/**
 * Top-level variables that a unit and the code that it uses read, and that its worker module makes again.
 *
 * @param {Closure} closure
 * @param {Planned} planned
 * @param {{ parts: Map<Variable, string[]>, inside: readonly string[], accepted: Set<Variable> }} looked `inside`: as `Linked` has it; `accepted`: by comments
 * @returns {Variable[]} in order of first use
 */
function stateOf(closure, planned, { parts, inside, accepted }) {
	const { needed, channels, exports } = closure;
	const { resolution, units } = planned;
	return [...needed.keys()].filter((variable) => {
		const { channel, problems } = channels.of(variable);
		if (channel !== 'slice' && channel !== 'import') return false;
		// Of what is exported a diagnostic can say that other files might change it; whether they do shows when it runs.
		if (isOfRememberingPackage(variable, planned.effects, channels.isWorkerCode)) return false;
		if (accepted.has(variable) || problems.some(({ kind }) => !/^(exported|cache)$/.test(kind)))
			return false;
		const isFilled = isFilledByWorkers(variable, closure);
		if (isFilled && (variable.initialisation || isCache(variable, planned))) return false;
		// The exports of a worker module are those that its units use.
		const isExports = channels.worker.exportsRead.has(variable);
		if ((isExports || exports.aliases.get(variable) === '*') && !parts.has(variable)) return false;
		if (units.some((one) => one.variable === variable)) return false;
		// Properties of a function matter to code that does more than call it.
		if (isCode(variable) && !channels.isMoreThanCalled(variable)) return false;
		// Where a search begins is judged by the text, as long as that shows every use.
		if (isRegExp(variable) && !isHandedOn(variable, resolution.parents)) return false;
		const mayBeClosure = inside.length > 0;
		if (channel === 'import' && !mayBeClosure && isCalledAlone(variable, closure)) return false;
		if (isOfThread(variable) || isUnchangeable(variable) || variable.isPerCall) return false;
		const source = importOf(variable, resolution.parents)?.source;
		return source === undefined || !(isBuiltin(source) || isElided(variable, planned));
	});
}

/**
 * Objects, classes and functions that both sides have and that are no state: weak collections are asked for them. Of what the host sends a
 * unit has a copy, which no collection of its thread knows.
 *
 * @param {UnitPlan} plan
 * @param {Planned} planned
 * @param {{ closure: Closure, state: readonly Variable[] }} compared
 * @returns {Variable[]} in order of first use
 */
function knownObjects({ snapshots }, planned, { closure: { needed, channels }, state }) {
	const repeated = [...needed.keys()].filter((variable) => {
		const { channel } = channels.of(variable);
		if (snapshots.includes(variable)) return false;
		if (state.includes(variable) || !(channel === 'slice' || channel === 'import')) return false;
		if (planned.units.some((one) => one.variable === variable)) return false;
		if (variable.initialisation || variable.isPerCall || isOfThread(variable)) return false;
		const source = importOf(variable, planned.resolution.parents)?.source;
		if (source !== undefined) return !isBuiltin(source) && !isElided(variable, planned);
		return isCode(variable) || mayHoldObject(variable);
	});
	return [...repeated, ...snapshots.filter(mayHoldObject)];
}

/** What LP2013 has told of: each worker fills its own, and begins with what the module fills while it loads. @param {Variable} variable @param {Closure} closure @returns {boolean} */
const isFilledByWorkers = (variable, { channels }) =>
	channels.of(variable).problems.some(({ kind }) => kind === 'cache');

/** It makes no difference which of its entries are there already: each side would compute the same. @param {Variable} variable @param {Analysed} analysed @returns {boolean} */
const isCache = (variable, analysed) =>
	sitesOf(variable, analysed).every(
		({ node, isCached }) => isCached || isMemo(variable, node, analysed.effects),
	);

/**
 * Of a class, a function or a literal that the host alone changes, where no worker code looks, and of one that is all exports of its
 * module: the properties that worker code reads, and the prototype. The others differ, and nothing depends on them.
 *
 * @param {Closure} closure
 * @param {Analysed} analysed
 * @returns {Map<Variable, string[]>}
 */
function partsCompared({ needed, channels, exports }, { resolution }) {
	/** @type {Map<Variable, string[]>} */
	const parts = new Map();
	const { worker } = channels;
	for (const variable of needed.keys()) {
		const makes = classOf(variable) !== null || hasPrototype(variable, resolution.parents);
		const isAll = worker.exportsRead.has(variable) || exports.aliases.get(variable) === '*';
		const read =
			channels.partsRead(variable) ?? (makes && isAll ? worker.dataRead(variable) : null);
		if (read) parts.set(variable, makes ? [...read, 'prototype'] : read);
	}
	return parts;
}

/** Exports that a unit of a CommonJS module reads. @param {Closure} closure @returns {string[]} */
function exportsOf({ exports, exportKeys, unit, analysed }) {
	const own = analysed.resolution.scopes.get(unit.node);
	if (own?.lookup('module')) return [];
	const { firstCalls, effects } = analysed.sites;
	const called = analysed.fragments.filter((one) => effects.get(one)?.some(callsExport));
	const firstCall = Math.min(...[...firstCalls.values(), ...called].map(({ index }) => index));
	return [...exportKeys].filter((key) => {
		if (key === '*') return false;
		const { fragments, problems } = exports.of(key);
		if (problems.some(({ kind }) => kind !== 'exported')) return false;
		// `exports.run(); exports.limit = 5;`
		if (fragments.some(({ index }) => index > firstCall)) return true;
		return !fragments.every(({ node }) => isConstant(unwrap(node.expression?.right)));
	});
}

/**
 * Globals of the program that a unit and the code that it uses read: each thread has its own, and other files, aliases and
 * evaluated text can change them unseen. Of what worker code changes, LP3005 has told.
 *
 * @param {Closure} closure
 * @returns {string[]} their names
 */
function globalsOf({ ownGlobals, analysed, channels }) {
	if (ownGlobals.size === 0) return [];
	const told = analysed.effects
		.anywhere(analysed.resolution.program.node)
		.flatMap((effect) =>
			'changes' in effect && channels.isWorkerCode(effect.node) && !isRepeated(effect.node)
				? (nameOfOwnGlobal(effect.changes ?? null) ?? [])
				: [],
		);
	return [...ownGlobals].filter((name) => !told.includes(name));

	/** A statement of the top level, which each worker runs. @param {Node} node @returns {boolean} */
	function isRepeated(node) {
		return !analysed.sites.runsLater(node);
	}
}

/** @param {Node | null | undefined} value @returns {boolean} */
const isConstant = (value) =>
	Boolean(value) &&
	(isFunction(value) ||
		isPrimitiveLiteral(/** @type {Node} */ (value)) ||
		value?.type === 'Identifier');

/** @param {string} id of a unit @param {readonly string[]} compared @returns {ChecksOfUnit['others']} */
const othersOf = (id, compared) =>
	compared.flatMap((one) => {
		const [unit, local = '', file = '', late] = one.split('\0');
		return unit === id ? [{ file, local, isLate: late !== undefined }] : [];
	});

/** A function that replaces itself: each thread does so to the same. An object that each makes may be changed. @param {Variable} variable @returns {boolean} */
const isUnchangeable = ({ initialisation }) => initialisation?.kind === 'function';

/** What moves of enclosing functions, and may hold more than code. @param {UnitPlan} plan @param {Analysed} analysed @returns {Variable[]} */
function localsOf({ locals, statements, unit }, analysed) {
	const completed = (/** @type {Variable} */ { references }) =>
		statements.some(({ node }) => references.some((one) => isWithin(one.node, node)));
	const isState = (/** @type {Local} */ { variable, node, channel, isScratch }) => {
		if (channel !== 'move' || !node || variable === unit.variable) return false;
		if (isUnchangeable(variable)) return false;
		if (isScratch && isCache(variable, analysed)) return false;
		if (!isCode(variable)) return mayHoldObject(variable);
		return completed(variable) || (isClass(node) && node.body.body.some(isStaticData));
	};
	return locals.filter(isState).map(({ variable }) => variable);
}

/** @param {Node} member @returns {boolean} */
const isStaticData = (member) =>
	member.type === 'StaticBlock' || (member.static && /Property$/.test(member.type));

/** Whether worker code calls an import, and does nothing else with it. @param {Variable} variable @param {Closure} closure @returns {boolean} */
const isCalledAlone = ({ references }, { analysed, channels }) =>
	references.every(({ node, role }) => {
		const parent = analysed.resolution.parents.get(node);
		const isCalled = parent !== undefined && isCall(parent) && parent.callee === node;
		return isCalled || role === 'export' || !channels.isWorkerCode(node);
	});

/** `const self = this`, `const meta = import.meta`. @param {Variable} variable @returns {boolean} */
function isOfThread(variable) {
	const value = constantValueOf(variable);
	return value?.type === 'ThisExpression' || value?.type === 'MetaProperty';
}

/**
 * TypeScript leaves out an import that only the bodies of units use. Reading it in a stub would make the host load what it does
 * not use; classes and objects that cross by name are read there anyway.
 *
 * @param {Variable} variable
 * @param {Planned} planned
 * @returns {boolean}
 */
const isElided = (variable, { language, units, classes }) =>
	language !== 'js' &&
	!classes.some((one) => one.variable === variable) &&
	variable.references.every(({ node }) => units.some((unit) => isWithin(node, unit.node)));

/** @param {ReturnType<typeof pragmaOf>} pragma @returns {boolean} whether each worker may have its own */
const isAccepted = (pragma) => pragma === 'reeval' || pragma === 'keep';
