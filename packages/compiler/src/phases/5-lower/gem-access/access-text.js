/** @import { Node } from '../../../types.js' */
/** @import { Access, Region } from '../../../ir/gem-access/model.js' */
/** @import { SiteText } from './site-text.js' */

/**
 * What an access needs around it: `render` gives the text of a range with the accesses in it lowered, `refresh` finds out again all
 * that is known in a region.
 *
 * @typedef {object} Setting
 * @property {SiteText} sites
 * @property {string} source
 * @property {(node: Node) => string} render
 * @property {(region: Region) => string} refresh
 * @property {(name: string) => string} local a variable of the region
 */

/** An index: `before`: expressions that are evaluated first, with a comma; `offset`: from the first that is known. @typedef {{ before: string, name: string, offset: string }} Key */

/**
 * The text in place of an expression that reads.
 *
 * ```js
 * rows[i]   // ($t = $v1[i - $o1]) !== undefined ? $t : ($t = rows[i], { v: $v1, o: $o1 } = $a1.enter(rows), $t)
 * ```
 *
 * @param {Access} access
 * @param {Setting} setting
 * @param {Key} [key] of an index that has been evaluated already
 * @returns {string} in parentheses
 */
export function readText(access, setting, key = keyOf(access, setting)) {
	const { source, sites, local } = setting;
	const { site, target, use, column } = access;
	if (use === 'length') {
		const n = sites.of(site, 'n');
		return `(${n} >= 0 ? ${n} : ${source.slice(target.start, target.end)})`;
	}
	const t = local('t');
	const slow = slowText(access, key.name, setting);
	/** @param {string} value */
	const general = (value) => `(${t} = ${value}, ${sites.enter(site)}, ${t})`;
	if (site.kind === 'keyed') {
		const f = sites.of(site, 'f');
		const fill = `${sites.of(site, 'a')}.fill(${f}, ${key.name}, ${slow})`;
		return `(${key.before}(${t} = ${f}.m.get(${key.name})) !== undefined ? ${t} : ${general(fill)})`;
	}
	if (site.kind === 'field')
		return `(${knownText(access, key, setting)} ? ${valueText(access, setting)} : ${general(slow)})`;
	const value = column ? valueText(access, setting) : t;
	return `(${key.before}${knownText(access, key, setting)} ? ${value} : ${general(slow)})`;
}

/** @param {Access} access @param {Key} key @param {Setting} setting @returns {string} whether something is known, into `t` where it is an element or a row, whose place is in `d` */
function knownText({ site, column, readsFrom }, key, { sites, local }) {
	if (site.kind === 'field') return `${sites.of(site, 'c')} !== undefined`;
	const from = column ? 'r' : readsFrom;
	const place = column || readsFrom === 'w' ? `${local('d')} = ${key.offset}` : key.offset;
	return `(${local('t')} = ${sites.of(site, from)}[${place}]) !== undefined`;
}

/** @param {Access} access @param {Setting} setting @returns {string} what is there, once it is known */
function valueText({ site, column }, { sites, local }) {
	const t = local('t');
	if (site.kind === 'field') return `${sites.of(site, 'g')}(${sites.of(site, 'c')}, 0)`;
	if (!column) return t;
	return `${sites.of(site, 'g', column)}(${t} + ${sites.of(site, 'k', column)}, ${local('d')})`;
}

/** @param {Access} access @param {Setting} setting @returns {Key} */
function keyOf(access, setting) {
	const { index, indexed, site, isIndexKept } = access;
	const { sites, render, local, source } = setting;
	if (!index) return { before: '', name: '', offset: '' };
	if (!isIndexKept) {
		const name = source.slice(index.node.start, index.node.end);
		return { before: '', name, offset: offsetText(access, name, setting) };
	}
	const name = access.use === 'read' ? local('j') : local(`j${access.number}_`);
	const holder = /** @type {Node} */ (indexed).object;
	// What comes before the index may throw, where nothing is known of it.
	const order = access.ordersIndex
		? `${sites.of(site, 'n')} < 0 && ${source.slice(holder.start, holder.end)}, `
		: '';
	const before = `${order}${name} = ${render(index.node)}, `;
	return { before, name, offset: offsetText(access, name, setting) };
}

/** @param {Access} access @param {string} name of the index @param {Setting} setting @returns {string} */
function offsetText({ index, site }, name, { sites }) {
	if (site.kind === 'keyed') return '';
	// Of operators, these bind as tight as the subtraction.
	const distance = `${/^[\w$.\s+*/%-]+$/.test(name) ? name : `(${name})`} - ${sites.of(site, 'o')}`;
	return index?.kind === 'number' ? distance : `typeof ${name} === "number" ? ${distance} : -1`;
}

/** @param {Access} access @param {string} key @param {Setting} setting @returns {string} the access as it is in the source */
function slowText({ target, index, isIndexKept }, key, { source }) {
	if (!index || !isIndexKept) return source.slice(target.start, target.end);
	const { start, end } = index.node;
	return `${source.slice(target.start, start)}${key}${source.slice(end, target.end)}`;
}

/**
 * The texts before and behind the right side of an assignment.
 *
 * @param {Access} access
 * @param {Region} region
 * @param {Setting} setting
 * @returns {{ head: string, tail: string }}
 */
export function assignmentText(access, region, setting) {
	const { node, isStatement } = access;
	const key = keyOf(access, setting);
	const operator = node.operator.slice(0, -1);
	const [open, close] = operator === '' || isAtom(node.right) ? ['', ''] : ['(', ')'];
	const old =
		operator === '' ? '' : `${readText(access, setting, { ...key, before: '' })} ${operator} `;
	const order = access.ordersObject ? objectText(access, key, setting) : '';
	const u = setting.local('u');
	const put = putText(access, key, { setting, value: u });
	const slow = `${slowText(access, key.name, setting)} = ${u}`;
	return {
		head: `${isStatement ? '' : '('}${key.before}${order}${u} = ${old}${open}`,
		tail: `${close}, ${put} ${elseText(access, slow, { region, setting })}${isStatement ? '' : ')'}`,
	};
}

/** @param {Node} node @returns {boolean} it needs no parentheses as an operand */
const isAtom = ({ type, extra }) =>
	/^(Identifier|NumericLiteral|StringLiteral|CallExpression|MemberExpression)$/.test(type) &&
	!extra?.parenthesized;

/**
 * `rows[i] += 1`, `rows[i]++`: where what is assigned can be evaluated twice, the general way is that of the source.
 *
 * @param {Access} access
 * @param {Region} region
 * @param {Setting} setting
 * @returns {string}
 */
export function changeText(access, region, setting) {
	const { node, target, isStatement, use } = access;
	const { source, local } = setting;
	const key = keyOf(access, setting);
	const u = local('u');
	const isOld = use === 'update' && !node.prefix && !isStatement;
	const read = valueText(access, setting);
	const old = isOld && access.site.kind !== 'elements' ? `(${local('p')} = ${read})` : read;
	const [operator, operand] =
		use === 'update'
			? [node.operator[0], '1']
			: [node.operator.slice(0, -1), source.slice(node.right.start, node.right.end)];
	const right = use === 'update' || isAtom(node.right) ? operand : `(${operand})`;
	const value = `${u} = ${old} ${operator} ${right}`;
	const put = changedText(access, key, { setting, value });
	const start = source.slice(node.start, target.start);
	const slow = `${start}${slowText(access, key.name, setting)}${source.slice(target.end, node.end)}`;
	const result = isOld ? (access.site.kind === 'elements' ? local('t') : local('p')) : u;
	const general = elseText(access, slow, { region, setting, result });
	const text = `${key.before}${put} ${general}`;
	return isStatement ? text : `(${text})`;
}

/** @param {Access} access @param {Key} key @param {{ setting: Setting, value: string }} context @returns {string} whether what comes of the old value is written */
function changedText(access, key, { setting, value }) {
	const { site } = access;
	const known = knownText(access, key, setting);
	const put =
		site.kind === 'elements'
			? `${setting.sites.of(site, 'q')}(${value})`
			: putterText(access, value, setting);
	return `${known} && ${put}`;
}

/** @param {Access} access @param {Key} key @param {{ setting: Setting, value: string }} context @returns {string} whether `value` can be written, and for rows and fields writes it */
function putText(access, key, { setting, value }) {
	const { site } = access;
	const { sites, local } = setting;
	if (site.kind !== 'elements')
		return `${knownText(access, key, setting)} && ${putterText(access, value, setting)}`;
	const known = `${sites.of(site, 'w')}[${local('d')} = ${key.offset}] !== undefined`;
	return `${known} && ${sites.of(site, 'q')}(${value})`;
}

/** @param {Access} access @param {string} value @param {Setting} setting @returns {string} */
function putterText({ site, column }, value, { sites, local }) {
	if (!column) return `${sites.of(site, 'p')}(${sites.of(site, 'c')}, ${value})`;
	return `${sites.of(site, 'p', column)}(${local('t')} + ${sites.of(site, 'k', column)}, ${value})`;
}

/**
 * @param {Access} access
 * @param {string} slow
 * @param {{ region: Region, setting: Setting, result?: string }} context `result`: the value of the whole, where it is written in memory
 * @returns {string} what follows the question whether it can be written: it is, or the general way is taken
 */
function elseText({ site, isStatement }, slow, { region, setting, result }) {
	const { sites, local, refresh } = setting;
	const u = local('u');
	const isElement = site.kind === 'elements';
	const general = isStatement
		? `(${slow}, ${refresh(region)})`
		: `(${u} = ${slow}, ${refresh(region)}, ${u})`;
	const isOld = result !== undefined && result !== u;
	if (isElement) {
		const store = `${sites.of(site, 'w')}[${local('d')}] = ${u}`;
		return `? ${isOld ? `(${store}, ${result})` : store} : ${general}`;
	}
	return isStatement ? `|| ${general}` : `? ${result ?? u} : ${general}`;
}

/** @param {Access} access @param {Key} key @param {Setting} setting @returns {string} what is written to is evaluated before what is written, where it may throw */
function objectText(access, key, setting) {
	const { site, target, column } = access;
	const { sites, source } = setting;
	const { start, end } = target.object;
	if (site.kind === 'elements')
		return `${sites.of(site, 'n')} < 0 && ${source.slice(start, end)}, `;
	const whole = slowText(access, key.name, setting);
	const object = whole.slice(0, whole.length - (target.end - end));
	const place = column ? `${sites.of(site, 'r')}[${key.offset}]` : sites.of(site, 'c');
	return `${place} === undefined && ${object}, `;
}
