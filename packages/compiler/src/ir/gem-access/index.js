/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { GemAccess } from './model.js' */
/** @import { Reason } from './reasons.js' */
import { Finder } from './finder.js';

/**
 * Find the accesses of GEMs in loops, and what has to be known for each to be done in memory.
 *
 * @param {Node[]} code of the worker module; may overlap
 * @param {{ analysis: EffectAnalysis, source: string }} setting
 * @returns {GemAccess}
 */
export const findGemAccess = (code, { analysis, source }) =>
	new Finder(analysis, source).find(code);

/** @param {GemAccess} found @param {Reason} reason @returns {GemAccess} in which all takes the general path */
export const allGeneral = ({ regions, general }, reason) => ({
	regions: [],
	general: [
		...general,
		...regions.flatMap(({ accesses }) =>
			accesses.map(({ node, path, use, site: { root } }) => ({
				...{ node, root, path, use, reason, params: {} },
			})),
		),
	],
});
