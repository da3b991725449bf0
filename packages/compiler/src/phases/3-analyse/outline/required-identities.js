/** @import { Node } from '../../../types.js' */
/** @import { ImportFact, RequiredIdentityFact } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Step } from '../../../ir/origins.js' */
/** @import { Spot } from '../../../ir/value-graph.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Tracker } from './tracker.js' */
import { isMember, propertyName } from '../../../ast/shapes.js';
import { madeObjectsOf } from '../../../ir/made-objects.js';
import { Reached } from '../../../ir/value-graph.js';

/** What lies there of a module: an import by its index, and the properties that the text names. @typedef {{ import: number, path: string[] }} Required */

/** Expressions, and variables, that have a property of another module. @typedef {Map<Node | Variable, Required>} RequiredPlaces */

/**
 * `require('./kinds').NONE`, `const { NONE } = require('./kinds')` in a function: no variable of the top level has what the text compares
 * or gives. The link determines which module owns it. In files that are loaded by such a `require`, it does so for variables of the top level as
 * well, which the other side may not have yet.
 *
 * @param {Tracker} tracker
 * @returns {RequiredPlaces}
 */
export function requiredPlaces(tracker) {
	/** @type {RequiredPlaces} */
	const found = new Map();
	const add = (/** @type {Node} */ node, /** @type {Required} */ { import: index, path }) => {
		const fact = tracker.roots[index]?.fact;
		if (!isRequired(fact)) return;
		let place = node;
		for (let names = path; ;) {
			if (names.length > 0) found.set(place, { import: index, path: names });
			const { child, parent } = tracker.outermost(place);
			const name = isMember(parent) && parent.object === child ? propertyName(parent) : null;
			if (name === null) return;
			names = [...names, name];
			place = parent;
		}
	};
	for (const { node, target } of tracker.values)
		if (target.origin.kind === 'import') add(node, target.origin);
	for (const [variable, targets] of tracker.holders) {
		const [target, ...others] = targets;
		if (others.length > 0 || target?.origin.kind !== 'import') continue;
		const { import: index, path } = target.origin;
		const isPart = path.length > 0 && isRequired(tracker.roots[index]?.fact);
		if (isPart) found.set(variable, { import: index, path });
		for (const { node } of variable.references) add(node, target.origin);
	}
	return found;
}

/** @param {ImportFact | undefined} fact @returns {boolean} of another module, which a thread can load at once */
const isRequired = (fact) =>
	fact !== undefined && fact.specifier !== null && fact.how !== 'import' && !fact.isPattern;

/**
 * @param {RequiredPlaces} places
 * @param {EffectAnalysis} effects
 * @param {{ told: Step[], given: Step[] }} values that the text compares or looks up, and that functions give
 * @returns {RequiredIdentityFact[]}
 */
export function findRequired(places, effects, { told, given }) {
	if (places.size === 0) return [];
	const { graph } = madeObjectsOf(effects);
	const reached = new Reached(graph, (place, depth) =>
		places.has(place) ? [/** @type {Spot} */ (graph.spotOf([place, depth]))] : [],
	);
	/** @type {Map<string, RequiredIdentityFact>} */
	const found = new Map();
	const add = (/** @type {Spot} */ spot, /** @type {'levels' | 'returned'} */ list) => {
		const required = /** @type {Required} */ (places.get(spot.place));
		const key = JSON.stringify(required);
		const fact = found.get(key) ?? { ...required, levels: '', returned: '' };
		found.set(key, fact);
		const level = String(spot.depth);
		if (!fact[list].includes(level)) fact[list] = [...fact[list], level].sort().join('');
	};
	for (const spot of reached.from(told)) add(spot, 'levels');
	for (const spot of reached.from(given)) add(spot, 'returned');
	return [...found.values()];
}
