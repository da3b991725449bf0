/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Region, Site } from './model.js' */
import { problemOfRoot } from './roots.js';

/**
 * Note the sites of a region all of whose indexes are variables that count up from one place: what they find needs no offset, which takes
 * as long as the access itself.
 *
 * @param {Region} region
 * @param {EffectAnalysis} analysis
 */
export function noteCounters(region, analysis) {
	for (const site of region.sites) {
		// A function without loops looks as seldom as it pays, and at all that there is.
		if (site.entry || site.hole || !/^(elements|rows)$/.test(site.kind)) continue;
		site.first = firstOf(site, region, analysis);
	}
}

/**
 * @param {Site} site
 * @param {Region} region
 * @param {EffectAnalysis} analysis
 * @returns {Node | null} what the variables begin with
 */
function firstOf(site, region, analysis) {
	const rows = region.rows.filter((row) => row.site === site);
	if (rows.some(({ loop, isElement }) => loop || isElement)) return null;
	const accesses = region.accesses.filter(
		(one) => one.site === site && one.use !== 'length' && !one.row,
	);
	/** @type {Node | null} */
	let first = null;
	for (const { index } of [...accesses, ...rows]) {
		const variable =
			index?.node.type === 'Identifier' ? analysis.aliases.variableOf(index.node) : null;
		const start = variable ? startOf(variable, analysis.resolution) : null;
		if (!start || !isKnownBefore(start, region, analysis)) return null;
		if (first && !isSame(first, start)) return null;
		first = start;
	}
	return first;
}

/** @param {Node} a @param {Node} b @returns {boolean} */
const isSame = (a, b) => a.type === b.type && a.value === b.value && a.name === b.name;

/** @param {Variable} variable @param {Resolution} resolution @returns {Node | null} `from`, of `for (let i = from; …; i++)` and nothing else that changes `i` */
function startOf({ kind, declarations, references }, { parents }) {
	const declarator = declarations[0]?.node;
	if (kind !== 'let' || declarations.length !== 1 || declarator?.type !== 'VariableDeclarator')
		return null;
	const declaration = /** @type {Node} */ (parents.get(declarator));
	const loop = parents.get(declaration);
	if (loop?.type !== 'ForStatement' || loop.init !== declaration || !declarator.init) return null;
	const isCounted = references.every(({ node, role }) => {
		if (role !== 'write' && role !== 'update') return true;
		const change = parents.get(node);
		return change === loop.update && isStep(change);
	});
	return isCounted ? declarator.init : null;
}

/** @param {Node | undefined} node @returns {boolean} `i++`, `i += 2` */
function isStep(node) {
	if (node?.type === 'UpdateExpression') return node.operator === '++';
	return (
		node?.type === 'AssignmentExpression' &&
		node.operator === '+=' &&
		node.right.type === 'NumericLiteral'
	);
}

/** @param {Node} start @param {Region} region @param {EffectAnalysis} analysis @returns {boolean} it is the same when the region is entered */
function isKnownBefore(start, region, { resolution, aliases }) {
	if (start.type === 'NumericLiteral') return true;
	const variable = start.type === 'Identifier' ? aliases.variableOf(start) : null;
	if (!variable || !/^(param|const|let)$/.test(variable.kind) || variable.isTopLevel) return false;
	return (
		!variable.isReassigned && problemOfRoot(variable, region.loop, resolution, region.loop) === null
	);
}
