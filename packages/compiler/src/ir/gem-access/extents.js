/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Access, Region, Site } from './model.js' */
import { walk } from '../../ast/babel.js';
import { isFunction } from '../../ast/shapes.js';

/** What a statement may stand in, and run whenever that does. */
const STRAIGHT = /^(BlockStatement|ExpressionStatement)$/;
const JUMP = /^(Break|Continue|Return|Throw)Statement$/;

/**
 * Note the rows that a loop writes in each turn, one after the other: it pays to have them on a log before, many at once. What is written
 * in some turns only is logged by itself.
 *
 * @param {Region} region
 * @param {EffectAnalysis} analysis
 */
export function noteExtents(region, analysis) {
	const writes = region.accesses.filter(({ use }) => use === 'write' || use === 'update');
	for (const site of region.sites) {
		if (site.kind !== 'rows' || site.entry) continue;
		const own = writes.filter((one) => one.site === site);
		const list = own.find(({ row }) => row?.loop)?.row?.loop ?? null;
		if (!list && !site.first) continue;
		if (own.some((access) => isInEachTurn(access, list, analysis)))
			site.extent = list ? 'list' : extentOf(site);
	}
}

/** @param {Site} site whose indexes count up @returns {'all' | 'some'} */
const extentOf = ({ uses }) => (uses.has('length') ? 'all' : 'some');

/** @param {Access} access that writes @param {Node | null} list loop that goes through the rows @param {EffectAnalysis} analysis @returns {boolean} each turn of its loop writes, and another row */
function isInEachTurn({ node, index, row }, list, { aliases, parents }) {
	const at = index ?? row?.index ?? null;
	const variable = at?.node.type === 'Identifier' ? aliases.variableOf(at.node) : null;
	let child = node;
	let parent = parents.get(child);
	for (; parent && STRAIGHT.test(parent.type); parent = parents.get(child)) child = parent;
	if (!parent || parent.body !== child || hasJump(child)) return false;
	if (list) return parent === list;
	const init = parent.type === 'ForStatement' ? parent.init : null;
	return (
		init?.type === 'VariableDeclaration' &&
		init.declarations.some((/** @type {Node} */ one) => variable?.declarations[0]?.node === one)
	);
}

/** @param {Node} body @returns {boolean} its end may not be reached */
function hasJump(body) {
	let found = false;
	walk(body, (node) => {
		if (JUMP.test(node.type)) found = true;
		return !found && !isFunction(node);
	});
	return found;
}
