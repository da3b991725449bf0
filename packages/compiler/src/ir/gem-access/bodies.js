/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Entry, Site } from './model.js' */
/** @import { Reason } from './reasons.js' */
/** @import { Scan } from './scan.js' */
import { problemOfRoot } from './roots.js';

/**
 * Where a function enters the sites of a variable: before the statement with its first access, in the innermost block that has all of them.
 *
 * @param {Variable} root
 * @param {Scan} scan of a function without loops
 * @param {EffectAnalysis} analysis
 * @returns {Entry}
 */
export function entryOf(root, { fn, references }, { parents, aliases }) {
	const { body } = fn;
	const nodes = references
		.map(({ node }) => node)
		.filter((node) => aliases.variableOf(node) === root);
	const isAround = (/** @type {Node} */ { start, end }) =>
		nodes.every((node) => start <= node.start && node.end <= end);
	/** @type {Node} */
	let statement = body;
	for (let at = /** @type {Node} */ (nodes[0]); at !== body;) {
		const parent = /** @type {Node} */ (parents.get(at));
		statement = at;
		at = parent;
		if (parent.type === 'BlockStatement' && isAround(parent)) return { statement, block: parent };
	}
	return { statement: body, block: body };
}

/**
 * @param {Variable} root
 * @param {Entry} entry
 * @param {Resolution} resolution
 * @returns {Reason | null} why what is known there does not hold up to the end of the block
 */
export function problemOfEntry(root, { statement, block }, resolution) {
	return problemOfRoot(root, { ...statement, end: block.end }, resolution, statement);
}

/**
 * Whether it matters to a site that something may have changed what is known: it is known there, and accessed later. What is later in the text is
 * later in time, without loops.
 *
 * @param {Site} site
 * @param {{ start: number, end: number }} change
 * @param {{ start: number, end: number }[]} accesses of the site
 * @returns {boolean}
 */
export function isUsedAfter({ entry }, change, accesses) {
	if (!entry) return true;
	const { statement, block } = entry;
	const isKnown = statement.start <= change.start && change.end <= block.end;
	// A write comes behind all that is in it.
	const isIn = (/** @type {{ start: number, end: number }} */ { start, end }) =>
		start < change.start && change.end <= end;
	return isKnown && accesses.some((one) => one.end > change.end || isIn(one));
}
