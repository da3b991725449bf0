/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { GemAccess, Replaced } from './model.js' */
import { mayShowGems } from '../../knowledge/gems.js';
import { findCopies, NO_COPIES } from '../gem-copies/index.js';
import { Finder } from './finder.js';
import { givenArguments } from './parameters.js';
import { Roots } from './roots.js';

/** Of code without accesses of GEMs. @type {GemAccess} */
export const NO_ACCESS = Object.freeze({
	regions: [],
	fastLoops: [],
	blocks: [],
	copies: NO_COPIES,
	general: [],
});

/**
 * Find the accesses of GEMs in loops, and what has to be known for each to be done in memory.
 *
 * @param {Node[]} code of one module that is emitted; may overlap
 * @param {{ analysis: EffectAnalysis, source: string } & Replaced} setting
 * @returns {GemAccess}
 */
export const findGemAccess = (code, { analysis, source, ...replaced }) => {
	// Most modules know of no GEMs, and the search takes a fifth of the time of compiling one.
	if (!mayShowGems(source)) return NO_ACCESS;
	const given = givenArguments(analysis);
	const roots = new Roots(analysis, given);
	// Its methods have the names of a GEM's, and nothing in it is a GEM.
	if (!roots.hasAny()) return NO_ACCESS;
	const copies = findCopies(code, { analysis, source, roots, ...replaced });
	return new Finder(analysis, source, { ...replaced, copies, given, roots }).find(code);
};

/** @param {GemAccess} found @returns {GemAccess} in which all takes the general path, as the option says */
export const allGeneral = ({ regions, general, copies }) => ({
	...NO_ACCESS,
	general: [
		...general,
		...copies.copies.map(({ node, path, site: { root } }) => ({
			...{
				node,
				root,
				path,
				use: /** @type {const} */ ('read'),
				reason: /** @type {const} */ ('general'),
				params: {},
			},
		})),
		...regions.flatMap(({ accesses }) =>
			accesses.map(({ node, path, use, site: { root } }) => ({
				...{ node, root, path, use, reason: /** @type {const} */ ('general'), params: {} },
			})),
		),
	],
});
