/** @import { Node } from '../../../types.js' */
/** @import { Access, Region } from '../../../ir/gem-access/model.js' */
/** @import { Key, Setting } from './key-text.js' */
import { keyOf, slowText } from './key-text.js';
import { beforeChange, beforeRow, rowText } from './row-text.js';

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
 * @param {string} [slow] the general way
 * @returns {string} in parentheses
 */
export function readText(
	access,
	setting,
	key = keyOf(access, setting),
	slow = slowText(access, key, setting),
) {
	const { source, sites, local } = setting;
	const { site, target, use, column, row } = access;
	if (use === 'length') {
		const n = sites.of(site, 'n');
		const { start, end } = target;
		if (setting.fast) return setting.fast.whole(access, n, source.slice(start, end));
		const guarded = access.isGuarded ? ` && ${setting.still}` : '';
		const general = source.slice(target.start, target.end);
		const asked = access.asksInHole ? setting.check(access.node) : '';
		const t = asked && local('t');
		return `(${n} >= 0${guarded} ? ${n} : ${asked ? `(${t} = ${general}, ${asked}, ${t})` : general})`;
	}
	const t = local('t');
	/** @param {string} value */
	const general = (value) => {
		if (setting.fast) return value;
		const check = access.asksInHole ? setting.check : setting.checkOthers;
		return sites.read(site, value, { t, check: check(access.node) });
	};
	if (setting.fast?.isKnown(access))
		return setting.fast.whole(access, valueText(access, setting), slow);
	if (site.kind === 'keyed') {
		const f = sites.of(site, 'f');
		const filled = `${sites.of(site, 'a')}.fill(${f}, ${key.name}, ${slow})`;
		const isGuarded = access.isGuarded || setting.fast?.isDoubted(access);
		const guard = both(isGuarded ? setting.still : '', key.same);
		const guarded = guard && `${guard} && `;
		// What is read of another object is not to be found in this one.
		const fill = key.same ? `${guard} ? ${filled} : ${slow}` : filled;
		return `(${key.before}${guarded}(${t} = ${f}.m.get(${key.name})) !== undefined ? ${t} : ${general(fill)})`;
	}
	if (row) return `(${knownText(access, key, setting)} ? ${valueText(access, setting)} : ${slow})`;
	if (site.kind === 'object')
		return `(${knownText(access, key, setting)} ? ${valueText(access, setting)} : ${general(slow)})`;
	const value = column ? valueText(access, setting) : t;
	return `(${key.before}${knownText(access, key, setting)} ? ${value} : ${general(slow)})`;
}

/** @param {Access} access @param {Key} key @param {Setting} setting @returns {string} whether something is known, into `t` where it is an element or a row, whose place is in `d` */
function knownText(access, key, setting) {
	const { site, column, readsFrom, row } = access;
	const { sites, local } = setting;
	const { fast } = setting;
	if (fast?.isKnown(access)) return fast.guard(access);
	const guard = guardText(access, setting);
	if (row) return both(rowText(row, setting).known, guard);
	if (site.kind === 'object') return both(`${sites.of(site, 'x')} !== undefined`, guard);
	const from = column ? 'r' : readsFrom;
	const place = column || readsFrom === 'w' ? `${local('d')} = ${key.offset}` : key.offset;
	const found = `(${local('t')} = ${sites.of(site, from)}[${place}]) !== undefined`;
	return both(both(fast ? fast.guard(access) : guard, key.same), found);
}

/** @param {Access} access @param {Setting} setting @returns {string} asks whether what was known still is, where code may have run in the same expression; empty elsewhere */
export function guardText({ isGuarded, row }, setting) {
	const { fast, still } = setting;
	if (!isGuarded || fast || !still) return '';
	return row ? `(${still} || (${beforeRow(row, setting)}, false))` : still;
}

/** @param {string} first may be empty, as the other: it holds @param {string} second @returns {string} */
export const both = (first, second) =>
	first && second ? `${first} && ${second}` : first || second;

/** @param {Access} access @param {Setting} setting @returns {string} what is there, once it is known */
function valueText(access, setting) {
	const { site, column, row } = access;
	const { sites, local } = setting;
	const known = setting.fast?.placeOf(access);
	if (known && !column) return known.place;
	if (known) {
		const [g, k] = ['g', 'k'].map((fact) => sites.of(site, fact, column));
		return `${g}(${known.place} + ${k}, ${known.offset})`;
	}
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
	const known = setting.fast?.placeOf(access);
	if (known && access.isInt && access.site.kind === 'elements' && !setting.fast?.isUnsure(access)) {
		const parentheses = isStatement ? ['', ''] : ['(', ')'];
		return { head: `${parentheses[0]}${known.place} = `, tail: parentheses[1] ?? '' };
	}
	const u = setting.local('u');
	const put = putText(access, key, { setting, value: u });
	const slow = `${slowText(access, key, setting)} = ${u}`;
	return {
		head: `${isStatement ? '' : '('}${key.before}${u} = ${old}${open}`,
		tail: `${close}, ${put} ${elseText(access, slow, { region, setting })}${isStatement ? '' : ')'}`,
	};
}

/** @param {Node} node @returns {boolean} it needs no parentheses as an operand */
export const isAtom = ({ type, extra }) =>
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
	// What an element was is in a variable already, where it was looked for.
	const isKept = access.site.kind === 'elements' && !setting.fast?.isKnown(access);
	const old = isOld && !isKept ? `(${local('l')} = ${read})` : read;
	const [operator, operand] =
		use === 'update'
			? [node.operator[0], '1']
			: [node.operator.slice(0, -1), source.slice(node.right.start, node.right.end)];
	const right = use === 'update' || isAtom(node.right) ? operand : `(${operand})`;
	const value = `${u} = ${old} ${operator} ${right}`;
	const put = changedText(access, key, { setting, value });
	const start = source.slice(node.start, target.start);
	const slow = `${start}${slowText(access, key, setting)}${source.slice(target.end, node.end)}`;
	const result = isOld ? local(isKept ? 't' : 'l') : u;
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
	return both(known, put);
}

/**
 * The same in the version of a loop in which a turn begins anew where the value cannot be written.
 *
 * @param {Access} access
 * @param {Setting} setting
 * @returns {{ head: string, tail: string }} before and behind what is assigned
 */
export function redoneText(access, setting) {
	const { node, use, site } = access;
	const { sites, local } = setting;
	const u = local('u');
	const place = setting.fast?.placeOf(access)?.place;
	const [operator, old] =
		use === 'update'
			? [node.operator[0], valueText(access, setting)]
			: node.operator === '='
				? ['', '']
				: [node.operator.slice(0, -1), valueText(access, setting)];
	const isAlone = use === 'update' || operator === '' || isAtom(node.right);
	const one = use === 'update' ? '1' : '';
	const first = `${u} = ${old}${operator ? ` ${operator} ` : ''}${one}${isAlone ? '' : '('}`;
	const last = isAlone ? '' : ')';
	if (site.kind === 'elements')
		return {
			head: `if (!${setting.fast?.fits(site) ?? sites.of(site, 'q')}(${first}`,
			tail: `${last})) break; else ${place} = ${u}`,
		};
	const [head, tail] = putterText(access, '\n', setting).split('\n');
	// An `else` behind it belongs to an `if` around it.
	return { head: `if (${head}${first}`, tail: `${last}${tail}); else break` };
}

/** @param {Access} access @param {Key} key @param {{ setting: Setting, value: string }} context @returns {string} whether `value` can be written, and for rows and fields writes it */
export function putText(access, key, { setting, value }) {
	const { site } = access;
	const { sites, local } = setting;
	const { fast } = setting;
	if (site.kind !== 'elements')
		return both(knownText(access, key, setting), putterText(access, value, setting));
	const fits = access.isInt ? '' : `${sites.of(site, 'q')}(${value})`;
	if (fast?.isKnown(access)) return both(fast.guard(access), fits) || 'true';
	const holds = both(fast ? fast.guard(access) : guardText(access, setting), key.same);
	const known = `${sites.of(site, 'w')}[${local('d')} = ${key.offset}] !== undefined`;
	return both(both(holds, known), fits);
}

/** @param {Access} access @param {string} value @param {Setting} setting @returns {string} */
function putterText(access, value, setting) {
	const { site, column, row } = access;
	const { sites, local } = setting;
	if (!column) return value;
	if (site.kind === 'object')
		return `${sites.of(site, 'x')}.p${site.columns.indexOf(column)}(${value})`;
	const known = setting.fast?.placeOf(access);
	const cell = known ? known.place : row ? rowText(row, setting).x : local('t');
	return `${sites.of(site, 'p', column)}(${cell} + ${sites.of(site, 'k', column)}, ${value})`;
}

/**
 * @param {Access} access
 * @param {string} slow
 * @param {{ region: Region, setting: Setting, result?: string }} context `result`: the value of the whole, where it is written in memory
 * @returns {string} what follows the question whether it can be written: it is, or the general way is taken
 */
export function elseText(access, slow, { region, setting, result }) {
	const { site, isStatement, node } = access;
	const { sites, local, refresh } = setting;
	const u = local('u');
	const isElement = site.kind === 'elements';
	const first = beforeChange(node, region, setting);
	const again = refresh(region, node);
	const general =
		isStatement || again === ''
			? `(${first}${slow}${again && `, ${again}`})`
			: `(${first}${u} = ${slow}, ${again}, ${u})`;
	const isOld = result !== undefined && result !== u;
	if (isElement) {
		const place = setting.fast?.placeOf(access)?.place;
		const store = `${place ?? `${sites.of(site, 'w')}[${local('d')}]`} = ${u}`;
		return `? ${isOld ? `(${store}, ${result})` : store} : ${general}`;
	}
	return isStatement ? `|| ${general}` : `? ${result ?? u} : ${general}`;
}
