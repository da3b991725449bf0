/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { GemAccess, Replaced } from './model.js' */
/** @import { Reason } from './reasons.js' */
import { Finder } from './finder.js';

/**
 * Find the accesses of GEMs in loops, and what has to be known for each to be done in memory.
 *
 * @param {Node[]} code of one module that is emitted; may overlap
 * @param {{ analysis: EffectAnalysis, source: string } & Replaced} setting
 * @returns {GemAccess}
 */
export const findGemAccess = (code, { analysis, source, ...replaced }) =>
	new Finder(analysis, source, replaced).find(code);

/** @param {GemAccess} found @param {Reason} reason @returns {GemAccess} in which all takes the general path */
export const allGeneral = ({ regions, general }, reason) => ({
	regions: [],
	fastLoops: [],
	general: [
		...general,
		...regions.flatMap(({ accesses }) =>
			accesses.map(({ node, path, use, site: { root } }) => ({
				...{ node, root, path, use, reason, params: {} },
			})),
		),
	],
});
