/** @import { Node } from '../types.js' */
/** @import { Planned } from './module.js' */

/**
 * The code of a source that its worker module has: kept statements, units, and what moves with them.
 *
 * @param {Pick<Planned, 'plans' | 'slice'>} planned
 * @returns {Node[]} may overlap
 */
export const codeOfWorker = ({ plans, slice }) => [
	...slice.filter((entry) => entry.kept).map((entry) => entry.fragment.node),
	...plans.map(({ unit }) => unit.node),
	...plans.flatMap(({ locals }) => locals.flatMap(({ node }) => (node ? [node] : []))),
];
