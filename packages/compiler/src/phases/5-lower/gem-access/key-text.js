/** @import { Node } from '../../../types.js' */
/** @import { Access, Region, RowVariable } from '../../../ir/gem-access/model.js' */
/** @import { FastText } from './fast-text.js' */
/** @import { SiteText } from './site-text.js' */
import { isOrdered, listOf } from '../../../ir/gem-access/asked.js';

/**
 * What an access needs around it: `render` gives the text of a range with the accesses in it lowered, `refresh` finds out again all
 * that is known in a region.
 *
 * @typedef {object} Setting
 * @property {SiteText} sites
 * @property {string} source
 * @property {(node: Node) => string} render
 * @property {(region: Region, change: { start: number, end: number }) => string} refresh empty where nothing of it matters after the change
 * @property {(node: { start: number, end: number }) => string} check revalidates the guards at a place; empty where nothing can have invalidated them
 * @property {(node: { start: number, end: number }) => string} checkOthers the same behind the slow path of a site, which is entered again: empty where it is the only site
 * @property {ReadonlySet<Node>} asked what may run code of the program that no text calls
 * @property {string} epoch the number that changes then; empty
 * @property {string} still asks whether nothing has changed; empty where nothing can have
 * @property {(name: string) => string} local a variable of the region
 * @property {FastText} [fast] of the version of a loop in which nothing is found out again
 */

/**
 * An index. `before`: expressions that are evaluated first, with a comma; `offset`: from the first that is known; `list`: what has the index, as it was
 * before, empty where the source gives that; `same`: asks whether what is known is still about that, empty where it is.
 *
 * @typedef {{ before: string, name: string, offset: string, list: string, same: string }} Key
 */

/** @param {Access} access @param {Setting} setting @returns {Key} */
export function keyOf(access, setting) {
	const { index } = access;
	const { render, local, source, fast, still } = setting;
	if (!index) return { before: '', name: '', offset: '', list: '', same: '' };
	if (!isKept(access, setting)) {
		const name = source.slice(index.node.start, index.node.end);
		return { before: '', name, offset: offsetText(access, name, setting), list: '', same: '' };
	}
	const name = access.use === 'read' ? local('j') : local(`j${access.number}_`);
	const guard = fast ? fast.guard(access) : access.isGuarded ? still : '';
	const { order, list, same } = keptListText(access, { guard, letter: 'i', setting });
	const asked = access.asksAtIndex ? setting.check(index.node) : '';
	const before = `${order}${name} = ${render(index.node)}, ${asked && `${asked}, `}`;
	return { before, name, offset: offsetText(access, name, setting), list, same };
}

/**
 * JavaScript evaluates what has an index before the index, which may run code of the program that puts something else in its place. So it is kept: by the holder
 * of the site where it is known, and as it is elsewhere.
 *
 * ```js
 * grid[y][odd * 1]   // $hi = $n1 >= 0 && $hd1, $hi || ($oi = grid[y]), $j = odd * 1, … : ($hi ? $hi.at() : $oi)[$j]
 * ```
 *
 * @param {Access | RowVariable} one whose index is kept
 * @param {{ guard: string, letter: string, setting: Setting }} context `guard`: asks whether what is known holds before the index
 * @returns {{ order: string, list: string, same: string }} `order`: expressions that come before the index, each with a comma
 */
function keptListText(one, { guard, letter, setting: { sites, source, local } }) {
	if (!isOrdered(one)) return { order: '', list: '', same: '' };
	const { site, number, asksAtIndex } = one;
	const { start, end } = /** @type {Node} */ (listOf(one));
	const text = source.slice(start, end);
	const [h, o] = [local(`h${letter}${number}_`), local(`o${letter}${number}_`)];
	const known =
		site.kind === 'keyed'
			? `${sites.of(site, 'f')} !== ${sites.of(site, 'a')}.nothing`
			: `${sites.of(site, 'n')} >= 0`;
	const holder = sites.of(site, 'hd');
	const conditions = asksAtIndex ? [guard, known, holder] : [known];
	const order = `${h} = ${conditions.filter(Boolean).join(' && ')}, ${h} || (${o} = ${text}), `;
	const list = `(${h} ? ${asksAtIndex ? `${h}.at()` : text} : ${o})`;
	return { order, list, same: asksAtIndex ? `${holder} === ${h}` : '' };
}

/** @param {Pick<Access, 'index' | 'site'>} access @param {string} name of the index @param {Pick<Setting, 'sites'>} setting @returns {string} */
export function offsetText({ index, site }, name, { sites }) {
	if (site.kind === 'keyed') return '';
	if (site.first) return name;
	// Of operators, these bind as tight as the subtraction.
	const distance = `${/^[\w$.\s+*/%-]+$/.test(name) ? name : `(${name})`} - ${sites.of(site, 'o')}`;
	return index?.kind === 'number' ? distance : `typeof ${name} === "number" ? ${distance} : -1`;
}

/** @param {Access} access @param {Setting} setting @returns {boolean} its index is evaluated once, and kept */
const isKept = ({ isIndexKept, isIndexDoubted }, { fast }) =>
	isIndexKept || (isIndexDoubted && !fast);

/** @param {Access} access @param {Key} key @param {Setting} setting @returns {string} the access as it is in the source */
export function slowText(access, key, setting) {
	const { target, index } = access;
	const { source } = setting;
	if (!index || !isKept(access, setting)) return source.slice(target.start, target.end);
	return sourceOf(target, access, { key, source });
}

/**
 * @param {{ start: number, end: number }} range of the source
 * @param {Access | RowVariable} one whose index is in it, or what has that, or neither
 * @param {{ key: Key, source: string }} context
 * @returns {string} its text with what is kept of these
 */
export function sourceOf({ start, end }, one, { key, source }) {
	const list = listOf(one);
	const index = one.index?.node;
	let [text, at] = ['', start];
	for (const [node, kept] of /** @type {const} */ ([
		[list, key.list],
		[index, key.name],
	])) {
		if (!node || !kept || node.start < at || end < node.end) continue;
		text += source.slice(at, node.start) + kept;
		at = node.end;
	}
	return text + source.slice(at, end);
}

/** @param {RowVariable} row @returns {boolean} */
export const isRowIndexKept = ({ index, isIndexDoubted }) =>
	index !== null && (!index.isSimple || isIndexDoubted);

/**
 * The key of the row that a variable stands for.
 *
 * @param {RowVariable} row of `const row = table[i]`
 * @param {Setting} setting
 * @returns {Key}
 */
export function keyOfRow(row, setting) {
	const { index, number, site } = row;
	const { source, local, render } = setting;
	const { node } = /** @type {NonNullable<RowVariable['index']>} */ (index);
	if (!isRowIndexKept(row)) {
		const name = source.slice(node.start, node.end);
		const offset = offsetText({ index, site }, name, setting);
		return { before: '', name, offset, list: '', same: '' };
	}
	const name = local(`e${number}_`);
	const { order, list, same } = keptListText(row, { guard: '', letter: 'e', setting });
	const asked = row.asksAtIndex ? setting.check(node) : '';
	const before = `${order}${name} = ${render(node)}, ${asked && `${asked}, `}`;
	return { before, name, offset: offsetText({ index, site }, name, setting), list, same };
}
