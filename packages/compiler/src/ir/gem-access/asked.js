/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Finder } from './finder.js' */
/** @import { Access, Doubt, Region, RowVariable, Site } from './model.js' */
/** @import { Loop, Scan } from './scan.js' */
import { walk } from '../../ast/babel.js';
import { isMember, unwrap } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { isInHole, regionIn } from './refreshes.js';

/**
 * Note in the regions of a function where code of the program may run that no text calls, and which accesses cannot be lowered without a
 * question whether what is known still holds.
 *
 * @param {Scan} scan `changes`: those that are not lowered
 * @param {Map<Loop, Region>} regions by loop, each with the next one around it
 * @param {Finder} finder
 */
export function noteDoubts(scan, regions, finder) {
	const found = [...regions.values()];
	const accesses = found.flatMap((region) => region.accesses);
	const rows = found.flatMap((region) => region.rows);
	const members = membersOf(accesses, rows);
	const isValue = valueTest(accesses, rows, finder);
	const changed = new Set(scan.changes.map(({ node }) => node));
	for (const doubt of scan.doubts) {
		if (changed.has(doubt.node) || members.has(doubt.node)) continue;
		if (rows.some(({ loop }) => loop === doubt.node)) continue;
		const region = regionIn(doubt.loops, regions);
		if (!region) continue;
		const around = doubt.loops.flatMap((loop) => regions.get(loop) ?? []);
		const asked = askedOf(doubt, { around, isValue, finder });
		if (!asked) continue;
		if (!isMixed(region, found) && !asked.isHard) {
			const [{ root }] = /** @type {[Site]} */ (outermostOf(region).sites);
			if (asked.accesses.every((one) => isValue(one) || liesIn(one, root, finder))) continue;
		}
		region.doubts.push(asked);
		outermostOf(region).isAsking = true;
		const indexes = indexesAround(doubt, [...accesses, ...rows]);
		for (const access of accesses) {
			guard(access, doubt, indexes);
			evaluateOnce(access, doubt);
		}
		for (const one of [...accesses, ...rows]) askAtIndex(one, doubt);
		for (const access of accesses) askInHole(access, doubt);
	}
	for (const one of [...accesses, ...rows]) {
		keepIndex(one, finder);
		if (one.asksAtIndex && isOrdered(one)) one.site.isListHeld = true;
	}
	for (const region of found) {
		const isShown = region.sites.every(({ root }) => finder.doubts.isSurely(root));
		if (!isShown && isMixed(region, found)) outermostOf(region).isAsking = true;
	}
	for (const region of found) {
		if (!outermostOf(region).isAsking) continue;
		for (const { site, isElement } of region.rows) if (!isElement) site.isHeld = true;
	}
}

/** @param {Region} region @returns {Region} the one that has no other around it */
export const outermostOf = (region) => (region.outer ? outermostOf(region.outer) : region);

/**
 * The slow path runs code of the program where a variable holds no GEM after all. It has no cached facts then; other variables may.
 *
 * @param {Region} region
 * @param {Region[]} all of the function
 * @returns {boolean} it is about more than one variable, with the regions around it and in it
 */
export function isMixed(region, all) {
	const outermost = outermostOf(region);
	const related = all.filter((one) => outermostOf(one) === outermost);
	return new Set(related.flatMap(({ sites }) => sites).map(({ root }) => root)).size > 1;
}

/** @param {Access[]} accesses @param {RowVariable[]} rows @returns {Set<Node>} members that are lowered, and what these lie in */
function membersOf(accesses, rows) {
	/** @type {Set<Node>} */
	const found = new Set();
	const ends = [...accesses.map(({ target }) => target), ...rows.map(({ chain }) => chain.node)];
	for (const end of ends)
		for (let at = unwrap(end); isMember(at); at = unwrap(at.object)) found.add(at);
	return found;
}

/** @param {Access[]} accesses @param {RowVariable[]} rows @param {Finder} finder @returns {(node: Node) => boolean} whether an expression is what a lowered access gives: a primitive value, where it is known */
function valueTest(accesses, rows, { analysis: { aliases } }) {
	const nodes = new Set(accesses.flatMap(({ node, target }) => [node, target]));
	const elements = new Set(
		rows.filter(({ isElement }) => isElement).map(({ variable }) => variable),
	);
	return (node) => {
		const variable = node.type === 'Identifier' ? aliases.variableOf(node) : null;
		return nodes.has(node) || (variable != null && elements.has(variable));
	};
}

/**
 * @param {Doubt} doubt
 * @param {{ around: Region[], isValue: (node: Node) => boolean, finder: Finder }} context
 * @returns {Region['doubts'][number] | null} null where nothing of the regions is known while code runs
 */
function askedOf({ node, whole, at, isHard, operands, holder }, { around, isValue, finder }) {
	const { aliases } = finder.analysis;
	const sites = around.flatMap((region) => region.sites);
	const open = operands.filter((one) => {
		const variable = one.type === 'Identifier' ? aliases.variableOf(one) : null;
		if (!variable) return true;
		const basis = finder.doubted.basisOf(variable);
		return !sites.every(
			({ doubted }) => doubted.includes(variable) || (basis && doubted.includes(basis)),
		);
	});
	if (holder) open.push(holder);
	if (!isHard && open.length === 0) return null;
	return { node, whole, at, isHard, isSoft: !isHard && open.every(isValue), accesses: open };
}

/**
 * @param {Node} expression
 * @param {Variable} root
 * @param {Finder} finder
 * @returns {boolean} its value is a part of what the variable holds, be it a GEM or not
 */
function liesIn(expression, root, finder) {
	let node = /** @type {Node} */ (unwrap(expression));
	while (isMember(node)) node = /** @type {Node} */ (unwrap(node.object));
	const { aliases, parents } = finder.analysis;
	const variable = node.type === 'Identifier' ? aliases.variableOf(node) : null;
	if (!variable || variable === root) return variable === root;
	if (!finder.roots.isPart(variable)) return false;
	const declarator = /** @type {Node} */ (variable.declarations[0]?.node);
	const loop = parents.get(/** @type {Node} */ (parents.get(declarator)));
	return liesIn(loop?.type === 'ForOfStatement' ? loop.right : declarator.init, root, finder);
}

/** @param {Doubt} doubt @param {(Access | RowVariable)[]} all @returns {Node[]} the indexes that it is in: it is asked behind these, and not behind what is in them */
const indexesAround = ({ node }, all) =>
	all.flatMap(({ index }) => (index && isWithin(node, index.node) ? [index.node] : []));

/** @param {Access} access @param {Doubt} doubt @param {Node[]} indexes that the doubt is in */
function guard(access, { node, whole, at }, indexes) {
	if (access.node === node) access.isGuarded = true;
	const { start, end } = access.node;
	const isBehind = at <= start || (at <= end && access.use === 'write' && access.target.end <= at);
	if (isBehind && [whole, ...indexes].some((one) => end < one.end)) access.isGuarded = true;
}

/** @param {Access} access @param {Doubt} doubt in what is assigned: it is evaluated once, behind what is written to, which is kept meanwhile */
function evaluateOnce(access, { node }) {
	const { use, target, node: assignment } = access;
	const right = use === 'write' ? assignment.right : null;
	if (!right) return;
	const isIn = isWithin(node, right);
	if (!isIn && (node !== assignment || access.isTwice)) return;
	access.isTwice = false;
	if (unwrap(target.object)?.type !== 'Identifier') {
		access.isHeld = true;
		access.site.isHeld = true;
		access.ordersObject = true;
	}
}

/** @param {Access | RowVariable} one @param {Doubt} doubt */
function askAtIndex(one, { node }) {
	const index = one.index?.node;
	if (!index || !isWithin(node, index)) return;
	one.asksAtIndex = true;
	one.index = { .../** @type {NonNullable<Access['index']>} */ (one.index), isSimple: false };
	one.isIndexKept = true;
	noteOrder(one);
}

/** @param {Access} access @param {Doubt} doubt */
function askInHole(access, { node }) {
	if (isInHole(access, node)) access.asksInHole = true;
}

/** @param {Access | RowVariable} one whose index is converted once, on the slow path too @param {Finder} finder */
function keepIndex(one, { doubts }) {
	if (!one.index?.isSimple || one.index.node.type === 'Identifier') return;
	let isDoubted = false;
	walk(one.index.node, (node) => {
		isDoubted ||= node.type === 'Identifier' && !doubts.isShown(node);
		return !isDoubted;
	});
	if (!isDoubted) return;
	one.isIndexDoubted = true;
	noteOrder(one);
}

/** @param {Access | RowVariable} one whose index is kept */
function noteOrder(one) {
	if ('use' in one) one.ordersIndex = unwrap(listOf(one))?.type !== 'Identifier';
}

/** @param {Access | RowVariable} one @returns {Node | undefined} what has the index */
export const listOf = (one) => ('use' in one ? one.indexed : one.chain.node)?.object;

/** @param {Access | RowVariable} one whose index is kept @returns {boolean} what has the index has to be evaluated before it */
export const isOrdered = (one) =>
	'use' in one ? one.ordersIndex : unwrap(listOf(one))?.type !== 'Identifier';
