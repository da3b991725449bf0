/** @import { Node } from '../types.js' */
/** @import { Analysed, Unit, UnitPlan } from './module.js' */
/** @import { Replaced } from './gem-access/model.js' */

import { isFunction } from '../ast/shapes.js';

/** A `try_` unit may run on the host, too: where that is cheaper, or its values cannot cross. @param {Unit} unit @returns {boolean} */
export const keepsBody = (unit) => unit.isOptional;

/**
 * The code of a source that its host module runs, and what stubs change in it. What only units use stands there, and is as good as gone.
 *
 * @param {Analysed & { plans: UnitPlan[] }} planned
 * @returns {{ code: Node[] } & Required<Replaced>}
 */
export function hostCode({ file, plans, callSites, sites }) {
	const units = plans.map(({ unit }) => unit);
	const gone = new Set(units.filter((unit) => !keepsBody(unit)).map(({ node }) => node));
	const waits = callSites.filter(
		({ unit, action }) => units.includes(unit) && /^await/.test(action),
	);
	return {
		code: [file.program],
		isGone: (node) => gone.has(node) || (isFunction(node) && !sites.isHostLive(node)),
		stubs: new Set(units.map(({ node }) => node)),
		waits: new Set(waits.map(({ node }) => node)),
	};
}
