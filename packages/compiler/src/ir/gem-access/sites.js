/** @import { Variable } from '../../ast/scope.js' */
/** @import { Column, Region, Site } from './model.js' */
/** @import { Place } from './place.js' */

/** Sites of a region: what is found out takes time, and registers. */
const MOST_SITES = 12;

/** @param {Region} region @param {Variable} root @param {Place} place @param {() => number} count numbers of sites @returns {Site | null} null when there are too many */
export function siteOf(region, root, place, count) {
	const { kind, path, rest, isOwn, hole = null } = place;
	const known = region.sites.find(
		(one) =>
			one.kind === kind &&
			one.root === root &&
			isSamePath(one.path, path) &&
			one.hole?.text === hole?.text &&
			one.hole?.at === hole?.at &&
			one.isOwn === isOwn &&
			(!isOwn || (rest.length > 0 && columnOf(one, place) !== null)),
	);
	if (known) {
		if (hasColumns(kind) && !columnOf(known, place))
			known.columns.push({ path: rest, uses: new Set(), isHoisted: false });
		return known;
	}
	if (region.sites.length >= MOST_SITES) return null;
	/** @type {Site} */
	const site = {
		hole,
		entry: region.entries?.get(root) ?? null,
		number: count(),
		kind,
		root,
		path,
		isOwn,
		columns: [],
		first: null,
		extent: null,
		isHeld: false,
		isListHeld: false,
		doubted: [],
		uses: new Set(),
	};
	if (rest.length > 0) site.columns.push({ path: rest, uses: new Set(), isHoisted: false });
	region.sites.push(site);
	return site;
}

/** @param {Site['kind']} kind @returns {boolean} it has a list of what is accessed below */
const hasColumns = (kind) => kind === 'rows' || kind === 'object';

/** @param {string[]} a @param {string[]} b */
export const isSamePath = (a, b) => a.length === b.length && a.every((name, at) => name === b[at]);

/** @param {Site} site @param {Place} place @returns {Column | null} */
export const columnOf = ({ kind, columns }, { rest }) =>
	hasColumns(kind) ? (columns.find(({ path }) => isSamePath(path, rest)) ?? null) : null;
