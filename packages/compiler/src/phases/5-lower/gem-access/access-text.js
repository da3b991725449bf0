/** @import { Node } from '../../../types.js' */
/** @import { Access, Region } from '../../../ir/gem-access/model.js' */
/** @import { Key, Setting } from './key-text.js' */
import { keyOf, slowText } from './key-text.js';
import { beforeChange, rowText } from './row-text.js';

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
	const { site, target, use, column, row } = access;
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
	if (row) return `(${knownText(access, key, setting)} ? ${valueText(access, setting)} : ${slow})`;
	if (site.kind === 'object')
		return `(${knownText(access, key, setting)} ? ${valueText(access, setting)} : ${general(slow)})`;
	const value = column ? valueText(access, setting) : t;
	return `(${key.before}${knownText(access, key, setting)} ? ${value} : ${general(slow)})`;
}

/** @param {Access} access @param {Key} key @param {Setting} setting @returns {string} whether something is known, into `t` where it is an element or a row, whose place is in `d` */
function knownText({ site, column, readsFrom, row }, key, setting) {
	const { sites, local } = setting;
	if (row) return rowText(row, setting).known;
	if (site.kind === 'object') return `${sites.of(site, 'x')} !== undefined`;
	const from = column ? 'r' : readsFrom;
	const place = column || readsFrom === 'w' ? `${local('d')} = ${key.offset}` : key.offset;
	return `(${local('t')} = ${sites.of(site, from)}[${place}]) !== undefined`;
}

/** @param {Access} access @param {Setting} setting @returns {string} what is there, once it is known */
function valueText({ site, column, row }, setting) {
	const { sites, local } = setting;
	if (row && column) {
		const { x, y } = rowText(row, setting);
		return `${sites.of(site, 'g', column)}(${x} + ${sites.of(site, 'k', column)}, ${y})`;
	}
	const t = local('t');
	if (site.kind === 'object' && column)
		return column.isHoisted
			? sites.of(site, 'h', column)
			: `${sites.of(site, 'x')}.g${site.columns.indexOf(column)}()`;
	if (!column) return t;
	return `${sites.of(site, 'g', column)}(${t} + ${sites.of(site, 'k', column)}, ${local('d')})`;
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
	const old = isOld && access.site.kind !== 'elements' ? `(${local('l')} = ${read})` : read;
	const [operator, operand] =
		use === 'update'
			? [node.operator[0], '1']
			: [node.operator.slice(0, -1), source.slice(node.right.start, node.right.end)];
	const right = use === 'update' || isAtom(node.right) ? operand : `(${operand})`;
	const value = `${u} = ${old} ${operator} ${right}`;
	const put = changedText(access, key, { setting, value });
	const start = source.slice(node.start, target.start);
	const slow = `${start}${slowText(access, key.name, setting)}${source.slice(target.end, node.end)}`;
	const result = isOld ? (access.site.kind === 'elements' ? local('t') : local('l')) : u;
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
	return access.isInt ? known : `${known} && ${sites.of(site, 'q')}(${value})`;
}

/** @param {Access} access @param {string} value @param {Setting} setting @returns {string} */
function putterText({ site, column, row }, value, setting) {
	const { sites, local } = setting;
	if (!column) return value;
	if (site.kind === 'object')
		return `${sites.of(site, 'x')}.p${site.columns.indexOf(column)}(${value})`;
	const cell = row ? rowText(row, setting).x : local('t');
	return `${sites.of(site, 'p', column)}(${cell} + ${sites.of(site, 'k', column)}, ${value})`;
}

/**
 * @param {Access} access
 * @param {string} slow
 * @param {{ region: Region, setting: Setting, result?: string }} context `result`: the value of the whole, where it is written in memory
 * @returns {string} what follows the question whether it can be written: it is, or the general way is taken
 */
function elseText({ site, isStatement, node }, slow, { region, setting, result }) {
	const { sites, local, refresh } = setting;
	const u = local('u');
	const isElement = site.kind === 'elements';
	const first = beforeChange(node, region, setting);
	const general = isStatement
		? `(${first}${slow}, ${refresh(region)})`
		: `(${first}${u} = ${slow}, ${refresh(region)}, ${u})`;
	const isOld = result !== undefined && result !== u;
	if (isElement) {
		const store = `${sites.of(site, 'w')}[${local('d')}] = ${u}`;
		return `? ${isOld ? `(${store}, ${result})` : store} : ${general}`;
	}
	return isStatement ? `|| ${general}` : `? ${result ?? u} : ${general}`;
}

/** @param {Access} access @param {Key} key @param {Setting} setting @returns {string} what is written to is evaluated before what is written, where it may throw */
function objectText(access, key, setting) {
	const { site, target, row } = access;
	const { sites, source } = setting;
	const { start, end } = target.object;
	if (site.kind === 'elements')
		return `${sites.of(site, 'n')} < 0 && ${source.slice(start, end)}, `;
	const whole = slowText(access, key.name, setting);
	const object = whole.slice(0, whole.length - (target.end - end));
	const place = row
		? rowText(row, setting).x
		: site.kind === 'rows'
			? `${sites.of(site, 'r')}[${key.offset}]`
			: sites.of(site, 'x');
	return `${place} === undefined && ${object}, `;
}
