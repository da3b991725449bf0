/** @import { Node } from '../../../types.js' */
/** @import { Access, Region, RowVariable } from '../../../ir/gem-access/model.js' */
/** @import { FastText } from './fast-text.js' */
/** @import { SiteText } from './site-text.js' */

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

/** An index: `before`: expressions that are evaluated first, with a comma; `offset`: from the first that is known. @typedef {{ before: string, name: string, offset: string }} Key */

/** @param {Access} access @param {Setting} setting @returns {Key} */
export function keyOf(access, setting) {
	const { index, indexed, site } = access;
	const { sites, render, local, source } = setting;
	if (!index) return { before: '', name: '', offset: '' };
	if (!isKept(access, setting)) {
		const name = source.slice(index.node.start, index.node.end);
		return { before: '', name, offset: offsetText(access, name, setting) };
	}
	const name = access.use === 'read' ? local('j') : local(`j${access.number}_`);
	const holder = /** @type {Node} */ (indexed).object;
	// What comes before the index may throw, where nothing is known of it.
	const order = access.ordersIndex
		? `${sites.of(site, 'n')} < 0 && ${source.slice(holder.start, holder.end)}, `
		: '';
	const asked = access.asksAtIndex ? setting.check(access.node) : '';
	const before = `${order}${name} = ${render(index.node)}, ${asked && `${asked}, `}`;
	return { before, name, offset: offsetText(access, name, setting) };
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

/** @param {Access} access @param {string} key @param {Setting} setting @returns {string} the access as it is in the source */
export function slowText(access, key, setting) {
	const { target, index } = access;
	const { source } = setting;
	if (!index || !isKept(access, setting)) return source.slice(target.start, target.end);
	const { start, end } = index.node;
	return `${source.slice(target.start, start)}${key}${source.slice(end, target.end)}`;
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
	const { index, chain, number, site } = row;
	const { source, sites, local, render } = setting;
	const { node } = /** @type {NonNullable<RowVariable['index']>} */ (index);
	if (!isRowIndexKept(row)) {
		const name = source.slice(node.start, node.end);
		return { before: '', name, offset: offsetText({ index, site }, name, setting) };
	}
	const name = local(`e${number}_`);
	const { object } = chain.node;
	const order =
		object.type === 'Identifier'
			? ''
			: `${sites.of(site, 'n')} < 0 && ${source.slice(object.start, object.end)}, `;
	const asked = row.asksAtIndex ? setting.check(chain.node) : '';
	const before = `${order}${name} = ${render(node)}, ${asked && `${asked}, `}`;
	return { before, name, offset: offsetText({ index, site }, name, setting) };
}
