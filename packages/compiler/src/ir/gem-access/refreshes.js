/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Access, Refresh, Region, RowVariable } from './model.js' */
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
	/** @param {Region} region @param {Node} node @param {Node} whole what can be done behind @param {{ isAsked?: boolean }} how */
	const place = (region, node, whole, how) => {
		if (/^For(Of|In)Statement$/.test(node.type)) {
			add(region, { kind: 'block', node: node.body, isStatement: true, ...how });
			const { outer } = region;
			const around = region.loop === node ? outer : region;
			if (around)
				add(around, {
					kind: 'statement',
					node: labelled(node, parents),
					isStatement: true,
					...how,
				});
		} else if (/^VariableDeclarat(or|ion)$/.test(whole.type)) {
			add(region, { kind: 'statement', node: whole, isStatement: true, ...how });
		} else {
			const isStatement = parents.get(whole)?.type === 'ExpressionStatement';
			add(region, { kind: 'wrap', node: whole, isStatement, ...how });
		}
	};
	/** @type {Node[]} */
	const wholes = [];
	for (const { node, loops } of changes) {
		const region = regionIn(loops, regions);
		if (!region) continue;
		wholes.push(wholeOf(node, parents));
		place(region, node, wholeOf(node, parents), {});
	}
	const placed = [...regions.values()].flatMap(({ accesses, rows }) => [...accesses, ...rows]);
	for (const region of regions.values()) {
		const asked = region.doubts.filter(
			({ node }) => !placed.some((one) => isPartOf(node, one, parents)),
		);
		for (const { node, whole } of asked) {
			const isLate = [...wholes, ...asked.map((one) => one.whole)].some((one) =>
				isAskedAt(one, whole, placed),
			);
			if (!isLate) place(region, node, whole, { isAsked: true });
		}
	}
	for (const { node, loops } of tries) {
		const region = regionIn(loops, regions);
		if (!region) continue;
		for (const block of [node.handler?.body, node.finalizer])
			if (block) add(region, { kind: 'block', node: block, isStatement: true });
	}
}

/** @param {Map<Loop, Region>} regions by loop; get those around them */
export function linkRegions(regions) {
	for (const region of regions.values()) region.outer = outerOf(region, [...regions.values()]);
}

/** @param {Loop[]} loops @param {Map<Loop, Region>} regions @returns {Region | null} the innermost one that knows something */
export function regionIn(loops, regions) {
	for (const loop of [...loops].reverse()) {
		const region = regions.get(loop);
		if (region && region.sites.length > 0) return region;
	}
	return null;
}

/** @param {Node} around @param {Node} inner @param {(Access | RowVariable)[]} placed @returns {boolean} what is asked behind an expression need not be asked in it: it accesses nothing meanwhile */
function isAskedAt(around, inner, placed) {
	const isAround = around.start <= inner.start && inner.end <= around.end && around !== inner;
	if (!isAround || /Declarat|Statement/.test(around.type)) return false;
	return !placed.some((one) => {
		const { start, end } = 'use' in one ? one.node : one.chain.node;
		return inner.end <= end && end <= around.end && around.start <= start;
	});
}

/** @param {Node} node @param {Access | RowVariable} one @param {Parents} parents @returns {boolean} its text is written with the access: it is asked there */
function isPartOf(node, one, parents) {
	if (
		'use' in one &&
		(one.node === node || (one.use === 'length' && parents.get(one.node) === node))
	)
		return one.node === node || testAround(one.node, parents) === node;
	if ('use' in one && isInHole(one, node)) return true;
	const index = one.index?.node;
	return index !== undefined && index.start <= node.start && node.end <= index.end;
}

/** @param {Access} access @param {Node} node @returns {boolean} it is in the index that the path of its site has: the slow path alone evaluates it */
export const isInHole = ({ site, target, index }, node) =>
	site.hole !== null &&
	target.start <= node.start &&
	node.end <= (index ? index.node.start : target.end) &&
	!isMember(node);

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
		({ kind, node, isAsked = false }) =>
			kind === refresh.kind && node === refresh.node && (!isAsked || refresh.isAsked),
	);
	if (isKnown) return;
	// Facts that are recomputed in any case need no check.
	const isOther = (/** @type {Refresh} */ one) =>
		one.kind !== refresh.kind || one.node !== refresh.node;
	region.refreshes = [...region.refreshes.filter(isOther), refresh];
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

/** @param {Node} length @param {Parents} parents @returns {Node | null} the whole test of a loop, `i < rows.length` */
export function testAround(length, parents) {
	const test = parents.get(length);
	const isTest =
		test?.type === 'BinaryExpression' &&
		test.operator === '<' &&
		test.right === length &&
		test.left.type === 'Identifier';
	const loop = isTest ? parents.get(test) : null;
	return isTest && loop?.type === 'ForStatement' && loop.test === test ? test : null;
}
