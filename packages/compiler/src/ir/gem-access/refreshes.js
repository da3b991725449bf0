/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Refresh, Region } from './model.js' */
/** @import { Loop, Scan } from './scan.js' */
import { isCall, isMember, isWrapper } from '../../ast/shapes.js';

/**
 * Where in the regions of a function what is known has to be found out again: after whatever may change a GEM or a right to
 * one, and where an exception that it throws may lead.
 *
 * @param {Scan} scan `changes`: those that are not lowered
 * @param {Map<Loop, Region>} regions by loop; get their refreshes, and the regions around them
 * @param {Parents} parents
 */
export function refreshesOf({ changes, tries }, regions, parents) {
	/** @param {Loop[]} loops @returns {Region | null} the innermost one */
	const regionIn = (loops) => {
		for (const loop of [...loops].reverse()) {
			const region = regions.get(loop);
			if (region && region.sites.length > 0) return region;
		}
		return null;
	};
	for (const region of regions.values()) region.outer = outerOf(region, [...regions.values()]);
	for (const { node, loops } of changes) {
		const region = regionIn(loops);
		if (!region) continue;
		if (/^For(Of|In)Statement$/.test(node.type)) {
			add(region, { kind: 'block', node: node.body, isStatement: true });
			const { outer } = region;
			const around = region.loop === node ? outer : region;
			if (around)
				add(around, { kind: 'statement', node: labelled(node, parents), isStatement: true });
		} else if (node.type === 'VariableDeclarator') {
			add(region, { kind: 'statement', node: wholeOf(node, parents), isStatement: true });
		} else {
			const expression = wholeOf(node, parents);
			const isStatement = parents.get(expression)?.type === 'ExpressionStatement';
			add(region, { kind: 'wrap', node: expression, isStatement });
		}
	}
	for (const { node, loops } of tries) {
		const region = regionIn(loops);
		if (!region) continue;
		for (const block of [node.handler?.body, node.finalizer])
			if (block) add(region, { kind: 'block', node: block, isStatement: true });
	}
}

/** @param {Region} region @param {Region[]} all of the function @returns {Region | null} the next one around it */
function outerOf(region, all) {
	const around = all.filter(
		({ sites, loop }) =>
			sites.length > 0 &&
			loop !== region.loop &&
			loop.start <= region.loop.start &&
			region.loop.end <= loop.end,
	);
	return around.sort((a, b) => b.loop.start - a.loop.start)[0] ?? null;
}

/** @param {Region} region @param {Refresh} refresh */
function add(region, refresh) {
	const isKnown = region.refreshes.some(
		({ kind, node }) => kind === refresh.kind && node === refresh.node,
	);
	if (!isKnown) region.refreshes.push(refresh);
}

/** @param {Node} statement @param {Parents} parents @returns {Node} with its labels */
function labelled(statement, parents) {
	let node = statement;
	for (let at = parents.get(node); at?.type === 'LabeledStatement'; at = parents.get(at)) node = at;
	return node;
}

/**
 * @param {Node} access
 * @param {Node} change
 * @param {Parents} parents
 * @returns {boolean} the access may be evaluated after the change, and before what is known is found out again
 */
export function isBetween(access, change, parents) {
	const whole = wholeOf(change, parents);
	const isIn = (/** @type {Node} */ node) => node.start <= access.start && access.end <= node.end;
	return whole !== change && isIn(whole) && !isIn(change);
}

/**
 * What the facts can be found out again behind, with a change in it: a spread's list, the whole of an optional chain, and a
 * declaration.
 *
 * @param {Node} node
 * @param {Parents} parents
 * @returns {Node}
 */
function wholeOf(node, parents) {
	const isInList = node.type === 'SpreadElement' || node.type === 'VariableDeclarator';
	let whole = isInList ? /** @type {Node} */ (parents.get(node)) : node;
	for (let at = whole; ;) {
		const parent = parents.get(at);
		if (!parent) return whole;
		const isInner = isMember(parent)
			? parent.object === at
			: isCall(parent) && parent.callee === at;
		if (!isInner && !isWrapper(parent)) return whole;
		at = parent;
		if (/^Optional/.test(parent.type)) whole = parent;
	}
}
