/** @import { Access, Region } from '../../../ir/gem-access/model.js' */
/** @import { Key, Setting } from './key-text.js' */
import {
	assignmentText,
	both,
	elseText,
	guardText,
	isAtom,
	putText,
	readText,
} from './access-text.js';
import { sourceOf, keyOf } from './key-text.js';
import { holderOf, indexText, rowText } from './row-text.js';

/**
 * `rows[i].x = value`: JavaScript evaluates `rows[i]` before the value, which may run code, and writes to that object wherever it is by then. Where
 * nothing is known of the object, it is evaluated, and kept.
 *
 * ```js
 * $ho = $r1[i] !== undefined, $ho || ($ob = rows[i]), $u = …, … || (($ho ? rows[i] : $ob).x = $u, …)
 * ```
 *
 * The value may run code where the object is known as well: then the holder of the site is kept, and gives the object if anything has changed.
 *
 * ```js
 * $ho = $r1[i] !== undefined && $hd1, $ho || ($ob = rows[i]), $u = …, $hd1 === $ho && … || (($ho ? $ho.row(i) : $ob).x = $u, …)
 * ```
 *
 * @param {Access} access
 * @param {Region} region
 * @param {Setting} setting
 * @returns {{ head: string, tail: string }} before and behind the right side of the assignment
 */
export function heldText(access, region, setting) {
	const { node, isStatement, isHeld, number, row } = access;
	const { local, fast } = setting;
	// What a turn has looked for is there in all of it.
	if (fast?.isKnown(access) && !fast.isUnsure(access))
		return assignmentText(access, region, setting);
	const key = keyOf(access, setting);
	const [ho, ob, u] = [local(`ho${number}_`), local(`ob${number}_`), local('u')];
	const holder =
		row && !fast?.declares(row) ? holderOf(row, setting) : setting.sites.of(access.site, 'hd');
	const { before, behind } = partsOf(access, key, setting);
	const isKnown = `${ho} = ${both(knownText(access, key, setting), isHeld ? holder : '')}`;
	const operator = node.operator.slice(0, -1);
	const [open, close] = operator === '' || isAtom(node.right) ? ['', ''] : ['(', ')'];
	const slow = `(${ho} ? ${before} : ${ob})${behind}`;
	const read = operator && readText(access, setting, { ...key, before: '' }, slow);
	const old = operator && `${read} ${operator} `;
	const put = putText(access, key, { setting, value: u });
	const question = isHeld && !fast ? both(`${holder} === ${ho}`, put) : put;
	const kept = isHeld ? `${ho}.${callText(access, key, setting)}` : before;
	const general = `(${ho} ? ${kept} : ${ob})${behind} = ${u}`;
	return {
		head: `${isStatement ? '' : '('}${key.before}${isKnown}, ${ho} || (${ob} = ${before}), ${u} = ${old}${open}`,
		tail: `${close}, ${question} ${elseText(access, general, { region, setting })}${isStatement ? '' : ')'}`,
	};
}

/** @param {Access} access @param {Key} key @param {Setting} setting @returns {string} whether the object that is written to is known */
function knownText(access, key, setting) {
	const { site, row } = access;
	const { sites, fast } = setting;
	const guard = both(fast ? fast.guard(access) : guardText(access, setting), key.same);
	if (fast?.isKnown(access)) return guard;
	if (row) return both(rowText(row, setting).known, guard);
	if (site.kind === 'elements') return both(guard, `${sites.of(site, 'n')} >= 0`);
	if (site.kind === 'object') return both(guard, `${sites.of(site, 'x')} !== undefined`);
	return both(guard, `${sites.of(site, 'r')}[${key.offset}] !== undefined`);
}

/** @param {Access} access @param {Key} key @param {Setting} setting @returns {{ before: string, behind: string }} the object that is written to, and what is written of it */
function partsOf(access, key, { source }) {
	const { target } = access;
	const { start, end, extra } = target.object;
	// A node has none of the parentheses around it, `(g.list)[i]`.
	const parentheses = extra?.parenthesized ? (CLOSING.exec(source.slice(end))?.[0].length ?? 0) : 0;
	const text = (/** @type {number} */ from, /** @type {number} */ to) =>
		sourceOf({ start: from, end: to }, access, { key, source });
	return { before: text(start, end), behind: text(end + parentheses, target.end) };
}

const CLOSING = /^(?:\s|\/\*[^]*?\*\/|\/\/.*|\))*/;

/** @param {Access} access @param {Key} key @param {Setting} setting @returns {string} what gives the object that was held */
function callText({ site, column, row }, key, setting) {
	if (site.kind !== 'rows') return 'at()';
	const way = column && column.path.length > 1 ? `, ${site.columns.indexOf(column)}` : '';
	return `row(${row ? indexText(row, setting) : key.name}${way})`;
}
