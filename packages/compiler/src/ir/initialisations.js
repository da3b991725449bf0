/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { Initialisation, Variable } from '../ast/scope.js' */
/** @import { Imported } from './effect-analysis.js' */
/** @import { Resolution } from '../ast/resolve.js' */
import { EffectAnalysis } from './effect-analysis.js';
import { inWorker } from './views.js';

/** Where running code changes what a variable holds. @typedef {(variable: Variable, effects: EffectAnalysis) => Node[]} FindChanges */

/**
 * The effects of a module, in which the variables that each thread initialises for itself count as constants, as long as
 * nothing shows that a thread would give them another value.
 *
 * The text says which variables these may be, before any effect is known (`ast/initialisation`). A variable whose
 * initialisation prints, reads a clock or calls code that cannot be seen turns out to be no constant only by effects that were
 * computed as if it was one. They are computed again without it, until none is left.
 *
 * @param {Resolution} resolution
 * @param {Set<Node>} units
 * @param {FindChanges[]} [searches] asked one after the other: the cheap ones first
 * @param {Imported} [imported] what calls of imports do
 * @returns {EffectAnalysis}
 */
export function analyseEffects(resolution, units, searches = [], imported = undefined) {
	const variables = [...resolution.scopes.values()].flatMap((scope) =>
		[...scope.variables.values()].filter(({ initialisation }) => initialisation),
	);
	for (;;) {
		const effects = new EffectAnalysis(resolution, units, imported);
		const unfit = variables.filter(
			(one) => one.initialisation && !isRepeatable(one, one.initialisation, effects, searches),
		);
		if (unfit.length === 0) return effects;
		for (const one of unfit) {
			one.unfitRegions = one.initialisation?.regions ?? [];
			one.initialisation = null;
		}
	}
}

/**
 * @param {Variable} variable
 * @param {Initialisation} initialisation
 * @param {EffectAnalysis} effects
 * @param {FindChanges[]} searches
 * @returns {boolean} every thread gets the same
 */
function isRepeatable(variable, { regions, ends }, effects, searches) {
	const parts = regions.flatMap(bodyOf);
	// A call of one of several functions has effects at a copy of its node.
	const isEnd = (/** @type {Node} */ node) =>
		ends.some(({ start, end }) => node.start === start && node.end === end);
	const isOfEnd = (/** @type {Effect} */ { node, via }) => isEnd(node) || via.some(isEnd);
	const isOfRegion = (/** @type {Node} */ node) =>
		regions.some((one) => one.start <= node.start && node.end <= one.end);
	const acts = parts.flatMap((one) => inWorker(effects.immediate(one)));
	if (!acts.every((one) => isOfEnd(one) || !ACTS.has(one.kind))) return false;
	const read = new Set(parts.flatMap((one) => [...effects.readsNow(one)]));
	read.delete(variable);
	return searches.every((changesOf) =>
		[...read].every((one) => changesOf(one, effects).every(isOfRegion)),
	);
}

const ACTS = new Set(['call', 'external', 'fresh', 'shared']);

/** @param {Node} region @returns {Node[]} */
const bodyOf = (region) => (region.params ? [region.body] : [region]);
