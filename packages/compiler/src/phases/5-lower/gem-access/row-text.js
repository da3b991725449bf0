/** @import { Node } from '../../../types.js' */
/** @import { Region, RowVariable } from '../../../ir/gem-access/model.js' */
/** @import { Edit } from '../../../ir/module.js' */
/** @import { Setting } from './key-text.js' */
import { isWrapper } from '../../../ast/shapes.js';
import { isRowIndexKept, sourceOf, keyOfRow } from './key-text.js';

/**
 * A variable for a row: `$x` stands for the row in memory, and while it is not undefined the variable has no value; `$y` is its place.
 *
 * ```js
 * const row = table[i];   // let row = ($x = $r1[$y = i - $o1]) !== undefined ? undefined : ($t = table[i], … , $t);
 * row.age                 // ($x !== undefined ? $g1_0($x + $k1_0, $y) : row.age)
 * ```
 *
 * @param {RowVariable} row
 * @param {Setting} setting
 * @returns {Edit[]}
 */
export function rowEdits(row, setting) {
	const { declaration, chain, loop, site } = row;
	const { sites, local } = setting;
	const start = declaration.start;
	const keyword = { start, end: start + 'const'.length, text: 'let' };
	const t = local('t');
	if (!loop) {
		const [x, y] = namesOf(row, setting);
		const key = keyOfRow(row, setting);
		const general = sites.read(site, elementText(row, setting), {
			t,
			check: setting.checkOthers(chain.node),
		});
		const found = `${sites.of(site, 'r')}[${y} = ${key.offset}]`;
		const place = key.same ? `${key.same} ? ${found} : undefined` : found;
		const text = `${key.before ? '(' : ''}${key.before}(${x} = ${place}) !== undefined ? ${boundText(row, setting)} : ${general}${key.before ? ')' : ''}`;
		return [keyword, { start: chain.node.start, end: chain.node.end, text }];
	}
	const { right, body } = loop;
	const { list, turn } = loopText(row, setting);
	/** @type {Edit[]} */
	const around =
		body.type === 'BlockStatement'
			? [{ start: body.start + 1, end: body.start + 1, text: ` ${turn}` }]
			: [
					{ start: body.start, end: body.start, text: `{ ${turn} `, opens: body.end + 0.25 },
					{ start: body.end, end: body.end, text: ' }', closes: body.start - 0.25 },
				];
	return [keyword, { start: right.start, end: right.end, text: list }, ...around];
}

/**
 * What a loop goes through, where all is known: as many numbers as there are elements; and what gives the variable its value in each turn.
 *
 * @param {RowVariable} row
 * @param {Setting} setting
 * @returns {{ list: string, turn: string }}
 */
function loopText(row, setting) {
	const { loop, site, number, variable, isElement } = row;
	const { sites, local, source } = setting;
	const { right, body } = /** @type {Node} */ (loop);
	const { start, end } = right;
	const [b, z] = [local(`b${number}_`), local(`z${number}_`)];
	const [memory, o, n] = [isElement ? 'v' : 'r', 'o', 'n'].map((one) => sites.of(site, one));
	const isWhole = `${n} >= 0 && ${o} === 0 && ${memory}.length === ${n}`;
	// Where something has changed, the list may have become shorter.
	const { epoch } = setting;
	const known = epoch ? `(${b} = ${isWhole} ? ${epoch} : -1) >= 0` : `(${b} = ${isWhole})`;
	const ended = `if (${epoch} !== ${b}) { if (${z} + 1 >= ${listText(/** @type {Node} */ (loop), source)}.length) break; ${b} = ${epoch}; } `;
	const isOn = epoch ? `${b} >= 0` : b;
	const [before, after] = epoch ? [`{ ${ended}`, ' }'] : ['', ''];
	const t = local('t');
	const general = sites.read(site, elementText(row, setting), {
		t,
		check: setting.checkOthers(startOf(body)),
	});
	const next = `${memory}[++${z} - ${o}]`;
	if (isElement)
		return {
			list: `${known} ? (${z} = -1, ${memory}) : ${source.slice(start, end)}`,
			turn: `if (${isOn}) ${before}${variable.name} = (${t} = ${next}) !== undefined ? ${t} : ${general};${after}`,
		};
	const [x, y] = namesOf(row, setting);
	const found = `(${x} = ${memory}[${y} = ++${z} - ${o}]) !== undefined`;
	return {
		list: `${known} ? (${z} = -1, ${memory}) : (${x} = undefined, ${source.slice(start, end)})`,
		turn: `if (${isOn}) ${before}${variable.name} = ${found} ? ${boundText(row, setting)} : ${general};${after}`,
	};
}

/**
 * @param {Node} loop
 * @param {string} source
 * @returns {string} the list that it goes through, as an operand of `.` and `[]`: behind `list as Row[]`, an index would belong to the type
 */
export function listText({ right }, source) {
	const text = source.slice(right.start, right.end);
	return isWrapper(right) ? `(${text})` : text;
}

/** @param {Node} node @returns {{ start: number, end: number }} */
const startOf = ({ start }) => ({ start, end: start });

/** @param {RowVariable} row @param {Setting} setting @returns {[string, string]} */
const namesOf = ({ number }, { local }) => [local(`x${number}_`), local(`y${number}_`)];

/** @param {RowVariable} row @param {Setting} setting @returns {{ known: string, x: string, y: string }} `known`: whether it is in memory */
export function rowText(row, setting) {
	const [x, y] = namesOf(row, setting);
	return { known: `${x} !== undefined`, x, y };
}

/** @param {RowVariable} row @param {Setting} setting @returns {string} gives the variable its value, by the general path */
export const fetchText = (row, setting) => `${row.variable.name} = ${keptText(row, setting)}`;

/** @param {RowVariable} row @param {Setting} setting @returns {string} the object that the variable stands for; it may have moved since */
function keptText(row, setting) {
	const { site } = row;
	if (!site.isHeld) return elementText(row, setting);
	const holder = setting.fast?.declares(row)
		? setting.sites.of(site, 'hd')
		: holderOf(row, setting);
	return `${holder}.row(${indexText(row, setting)})`;
}

/** @param {RowVariable} row @param {Setting} setting @returns {string} its index */
export function indexText(row, setting) {
	const { fast, local } = setting;
	if (!row.loop) return keyOfRow(row, setting).name;
	return fast?.declares(row) ? fast.local('z') : local(`z${row.number}_`);
}

/** @param {RowVariable} row @param {Setting} setting @returns {string} the value of the variable while the row is in memory: none; what holds the row is kept, since the site may be entered again for others */
function boundText(row, setting) {
	const { site } = row;
	if (!site.isHeld) return 'undefined';
	return `(${holderOf(row, setting)} = ${setting.sites.of(site, 'hd')}, undefined)`;
}

/** @param {RowVariable} row @param {Setting} setting @returns {string} */
export const holderOf = ({ number }, { local }) => local(`hr${number}_`);

/** @param {RowVariable} row @param {Setting} setting @returns {string} the element by the general path */
function elementText(row, setting) {
	const { chain, index, loop, number } = row;
	const { source, local } = setting;
	if (loop) return `${listText(loop, source)}[${local(`z${number}_`)}]`;
	const { start, end } = chain.node;
	if (!index || !isRowIndexKept(row)) return source.slice(start, end);
	return sourceOf({ start, end }, row, { key: keyOfRow(row, setting), source });
}

/** @param {RowVariable} row @param {Setting} setting @returns {string} gives the variable its value: from here on it stands for the row itself */
export function beforeRow(row, setting) {
	const { x } = rowText(row, setting);
	return `${fetchText(row, setting)}, ${x} = undefined`;
}

/**
 * What comes before something that may change what is known: the variables get their values, as they are now.
 *
 * @param {{ start: number, end: number }} node
 * @param {Region | null} region
 * @param {Setting} setting
 * @returns {string} expressions, each with a comma
 */
export function beforeChange(node, region, setting) {
	if (!region) return '';
	const texts = region.rows
		.filter(
			({ from, block, isElement }) => !isElement && from <= node.start && node.end <= block.end,
		)
		.map((row) => {
			if (setting.fast?.declares(row)) return `${fetchText(row, setting)}, `;
			return `${rowText(row, setting).known} && (${beforeRow(row, setting)}), `;
		});
	return `${beforeChange(node, region.outer, setting)}${texts.join('')}`;
}
