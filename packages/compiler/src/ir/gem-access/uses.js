/** @import { Access, Region, Site } from './model.js' */
import { outermostOf } from './asked.js';

/**
 * Note what the accesses of a region need to know of each site.
 *
 * @param {Region} region
 */
export function noteUses(region) {
	shareLengths(region);
	for (const { site, isElement } of region.rows) if (isElement) site.uses.add('read');
	for (const { loop, site, index, isIndexDoubted } of region.rows)
		if (loop || !index?.isSimple || isIndexDoubted) site.uses.add('length');
	for (const { loop, site } of region.rows) if (loop) site.uses.add('through');
	for (const access of region.accesses) {
		if (access.use === 'read' && isWrittenAround(access, region)) access.readsFrom = 'w';
		for (const use of usesOf(access)) access.site.uses.add(use);
		const { column, use } = access;
		const isWrite = use === 'write' || use === 'update';
		if (isWrite) column?.uses.add('write');
		if (!isWrite || isChange(access)) column?.uses.add('read');
	}
}

/** @param {Access} access @returns {boolean} what is there is read, and written at once */
const isChange = ({ use, node }) => use === 'update' || (use === 'write' && node.operator !== '=');

/** @param {Access} access @returns {('read' | 'write' | 'store' | 'change' | 'length')[]} */
function usesOf(access) {
	const { use, readsFrom, site, ordersIndex, ordersObject } = access;
	const isOrdered = ordersIndex || (ordersObject && site.kind === 'elements');
	/** @type {('read' | 'write' | 'store' | 'change' | 'length')[]} */
	const uses = isOrdered ? ['length'] : [];
	if (use === 'length') return ['length'];
	if (use === 'read')
		return [...uses, readsFrom === 'w' && site.kind === 'elements' ? 'change' : 'read'];
	if (isChange(access)) return [...uses, 'change'];
	return [...uses, access.isInt ? 'store' : 'write'];
}

/**
 * `rows[i] = rows[i] + 1`: an array that is read and written through one variable is accessed faster than through two.
 *
 * @param {Access} access
 * @param {Region} region
 * @returns {boolean}
 */
function isWrittenAround({ node, site }, { accesses }) {
	return (
		site.kind === 'elements' &&
		accesses.some(
			(one) =>
				one.use === 'write' &&
				one.site === site &&
				one.node.right.start <= node.start &&
				node.end <= one.node.right.end,
		)
	);
}

/**
 * The length of an array whose elements or rows are accessed as well is known to their site.
 *
 * @param {Region} region
 */
function shareLengths(region) {
	const isUsed = (/** @type {Site} */ site) =>
		region.accesses.some((one) => one.site === site && one.use !== 'length') ||
		region.rows.some((one) => one.site === site);
	for (const access of region.accesses) {
		const { site, use } = access;
		if (use !== 'length' || isUsed(site)) continue;
		const other = region.sites.find(
			(one) =>
				one.kind === 'rows' &&
				one.root === site.root &&
				JSON.stringify(one.path) === JSON.stringify(site.path),
		);
		if (other) access.site = other;
	}
	region.sites = region.sites.filter(
		(site) => isUsed(site) || region.accesses.some((one) => one.site === site),
	);
}

/** Values of a region that are kept in variables. */
const MOST_HOISTED = 8;

/**
 * What an object has, and nothing in the loops of a function sets, is read when a loop is entered. Code that runs without an explicit call in
 * such a loop may set it as well, and a number over a number is no change that anybody hears of.
 *
 * @param {Region[]} regions of the function
 */
export function hoist(regions) {
	const writes = regions
		.flatMap(({ accesses }) => accesses)
		.filter(({ use }) => use === 'write' || use === 'update');
	const names = new Set(writes.map(({ column }) => column?.path.at(-1)));
	const isIndexed = writes.some(({ site }) => site.kind === 'elements');
	for (const region of regions) {
		if (region.entries || outermostOf(region).isAsking) continue;
		region.sites
			.filter(({ kind }) => kind === 'object')
			.flatMap(({ columns }) => columns)
			.filter(({ path: [key = ''] }) => !names.has(key) && !(isIndexed && /^\d/.test(key)))
			.slice(0, MOST_HOISTED)
			.forEach((column) => (column.isHoisted = true));
	}
}
