/** @import { IdentityFact, LiveFacts, OwnStateFact } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Node } from '../../../types.js' */
/** @import { Tracker } from './tracker.js' */
/** @import { View } from './view.js' */
import { isBuiltin } from 'node:module';
import { isCall, isFunction } from '../../../ast/shapes.js';
import { nodesOf } from '../../../ast/tree.js';
import { exportValuesOf } from '../../../ir/export-values.js';
import { showsPrimitive } from '../../../ir/objects.js';
import { holdsSymbol } from '../../../ir/may-be-there.js';
import { isHandedOn, LOOKUPS, Observed, OBSERVING, RETURNING } from '../../../ir/observed.js';
import { methodCall } from '../../../ir/origins.js';
import { constantValueOf, functionOf, importOf } from '../../../ir/values.js';
import { findExportObjects } from './common-js-exports.js';
import { memberAround } from './members.js';
import { localOfExport } from './own-states.js';
import { findRequired, requiredPlaces } from './required-identities.js';

/**
 * Objects of the top level that functions of the module tell from copies, or return to code that may do so. Whoever calls a unit of
 * another file can give it such an object, and the unit can give it to them.
 *
 * @param {View} view
 * @param {EffectAnalysis} effects
 * @param {{ tracker: Tracker, states: readonly OwnStateFact[] }} context `states` that the module has
 * @returns {Pick<LiveFacts, 'identities' | 'required'>}
 */
export function findIdentities(view, effects, { tracker, states }) {
	const exported = new Set(states.map(({ local }) => local));
	/** @param {Variable} variable */
	const staysSame = (variable) =>
		variable.declarations.length > 0 &&
		!variable.isReassigned &&
		!effects.gems.has(variable) &&
		!isBuiltin(importOf(variable, view.parents)?.source ?? '');
	const shared = new Set([...view.topLevel.values()].filter(staysSame));
	const inExports = findInExports(view, tracker);
	const required = requiredPlaces(tracker);
	if (shared.size + required.size === 0 && exportValuesOf(effects).length === 0)
		return { identities: inExports, required: [] };
	/** @param {Variable} variable @returns {boolean} code of other modules may have it, or no clone could bring it */
	const isSeenElsewhere = (variable) =>
		exported.has(variable.name) ||
		functionOf(variable) !== null ||
		importOf(variable, view.parents) !== null ||
		holdsSymbol(constantValueOf(variable)) ||
		variable.references.some(({ node }) => isHandedOn(node, view.parents));
	const observed = new Observed(effects, shared, isSeenElsewhere);
	observed.isAllTold ||= required.size > 0;
	for (const node of nodesOf(view.program, OBSERVING)) observed.look(node);
	for (const node of nodesOf(view.program, RETURNING)) observed.lookAtReturn(node);
	observed.followParameters();
	observed.followMade(shared);
	const ofVariables = [...shared].flatMap((variable) => {
		const levelsOf = (/** @type {Map<Variable, Set<string>>} */ found) =>
			[...(found.get(variable) ?? [])]
				.filter((level) => observed.isThere(variable, level))
				.sort()
				.join('');
		const levels = levelsOf(observed.levels);
		const returned = levelsOf(observed.returned);
		return levels + returned === ''
			? []
			: [{ local: variable.name, state: variable.name, levels, returned }];
	});
	return {
		identities: [...ofVariables, ...withMade(inExports, observed.followExports())],
		required: findRequired(required, effects, observed),
	};
}

/** @param {IdentityFact[]} facts @param {ReturnType<Observed['followExports']>} made @returns {IdentityFact[]} by the variables' names, each once */
function withMade(facts, made) {
	const ofMade = made.map(({ name, levels, returned }) => ({
		...{ local: `exports.${name}`, state: localOfExport(name) },
		...{ levels: levels.join(''), returned: returned.join('') },
	}));
	const all = new Map(facts.map((one) => [one.local, one]));
	const either = (/** @type {string} */ one, /** @type {string} */ other) =>
		[...new Set(one + other)].sort().join('');
	for (const one of ofMade) {
		const known = all.get(one.local);
		const levels = either(known?.levels ?? '', one.levels);
		all.set(one.local, { ...one, levels, returned: either(known?.returned ?? '', one.returned) });
	}
	return [...all.values()];
}

/**
 * `x === exports.NONE` in a CommonJS module, which needs no variable for it.
 *
 * @param {View} view
 * @param {Tracker} tracker
 * @returns {IdentityFact[]}
 */
function findInExports(view, tracker) {
	/** @type {Map<string, { levels: Set<number>, returned: Set<number> }>} */
	const found = new Map();
	for (const node of findExportObjects(view)) {
		const { place, names } = memberAround(node, tracker);
		const [name] = names;
		if (name === undefined) continue;
		const { child, parent } = tracker.outermost(place);
		const list = isTold(child, parent) ? 'levels' : isGiven(child, parent) ? 'returned' : null;
		if (!list) continue;
		const known = found.get(name) ?? { levels: new Set(), returned: new Set() };
		found.set(name, known);
		known[list].add(names.length - 1);
	}
	const text = (/** @type {Set<number>} */ levels) => [...levels].sort().join('');
	return [...found].map(([name, { levels, returned }]) => ({
		...{
			local: `exports.${name}`,
			state: localOfExport(name),
			levels: text(levels),
			returned: text(returned),
		},
	}));
}

/** @param {Node} node @param {Node} parent @returns {boolean} whether its identity is compared */
function isTold(node, parent) {
	if (parent.type === 'BinaryExpression' && /^[!=]==?$/.test(parent.operator))
		return !showsPrimitive(parent.left === node ? parent.right : parent.left);
	if (parent.type === 'SwitchCase') return parent.test === node;
	const call = methodCall(parent);
	return call !== null && LOOKUPS.has(call.name) && call.args[0] === node;
}

/** @param {Node} node @param {Node} parent @returns {boolean} whether it is handed on */
const isGiven = (node, parent) =>
	/^(Return|Throw)Statement$|^ArrayExpression$|^ObjectProperty$|^YieldExpression$/.test(
		parent.type,
	) ||
	(isFunction(parent) && parent.body === node) ||
	(isCall(parent) && parent.arguments.includes(node));
