// Policy × form: functions that get plain copies in place of parts of GEMs give what the same functions give through proxies, and let out the
// parts themselves.
/** @import { Way } from './gem-ways.js' */
import { compile } from '@lapidary/compiler';
import * as gems from '@lapidary/runtime/gem';
import { policies } from '../../runtime/test/gem/conformance/policies.js';
import { attempts, Program } from './gem-ways.js';

/** Bodies of functions of `gem`, an array of rows, `log`, and `key`, some string. */
const FORMS = {
	nested:
		'for (let i = 0; i < gem.length; i++) for (let j = 0; j < gem[i].tags.length; j++) log.push(gem[i].tags[j], gem[i].id);',
	'computed indexes':
		'const order = [2, 0, 1]; for (let i = 0; i < 3; i++) log.push(gem[order[i]].tags[i], gem[order[i]]?.place.x);',
	'beyond the end': 'for (let i = 0; i < gem.length + 1; i++) log.push(gem[i].tags[0]);',
	'an index that is no number': `for (const i of [0, '1', 'length', -1, 0.5, NaN, undefined, {}]) log.push(typeof gem[i], gem[i]?.tags?.[0]);`,
	'for of':
		'for (const row of gem) { for (const tag of row.tags) log.push(tag); if (row.id === 2) break; }',
	'for of twice':
		'for (let k = 0; k < 2; k++) for (const row of gem) for (const tag of row.tags) log.push(tag, row.place.x);',
	'for in':
		'for (const i in gem) for (const name in gem[i]) log.push(i, name, typeof gem[i][name]);',
	'for in of a part': 'for (const name in gem[0].place) log.push(name, gem[0].place[name]);',
	patterns:
		'for (const { id, tags: [first, ...more], place: { x, z = 7 } } of gem) log.push(id, first, more.length, x, z);',
	'pattern of an element':
		'for (let i = 0; i < gem.length; i++) { const { id, ...others } = gem[i]; log.push(id, Object.keys(others)); }',
	entries: 'for (const [i, row] of gem.entries()) log.push(i, row.tags.length, row.id);',
	'entries of objects':
		'for (const row of gem) for (const [name, value] of Object.entries(row)) log.push(name, typeof value, value?.x);',
	keys: 'for (let i = 0; i < gem.length; i++) log.push(Object.keys(gem[i]).join(), Object.values(gem[i].place));',
	reduce: 'log.push(gem.reduce((sum, row) => sum + row.tags.length, 0));',
	'reduce without a beginning':
		'const most = gem.reduce((a, b) => (a.tags.length > b.tags.length ? a : b)); log.push(most.id, most === gem[0]);',
	'map and filter': `log.push(gem.filter((row) => row.tags.includes('b')).map((row) => row.id), gem.map(({ tags }) => tags.length));`,
	'map of objects':
		'const all = gem.map((row) => row.place); log.push(all[0] === gem[0].place, all[0].x);',
	'filter that leaves':
		'const some = gem.filter((row) => row.tags.length > 1); log.push(some.length, some[0] === gem[0], Array.isArray(some)); return some;',
	'find, some and every':
		'log.push(gem.find((row) => row.id === 2)?.tags[0], gem.some((row) => row.tags.length > 2), gem.every(({ id }) => id > 0), gem.findIndex((row) => row.id === 3));',
	'find that leaves':
		'for (let k = 0; k < 2; k++) { const one = gem.find((row) => row.tags.length === 1); log.push(one === gem[1]); }',
	'each with index and list':
		'gem.forEach((row, i, all) => { log.push(i, all.length, all[i] === row, row.tags.at(-1)); });',
	includes: `for (const row of gem) log.push(row.tags.includes(key), row.tags.indexOf('b'), row.tags.includes(row), gem.includes(row), gem.indexOf(row.place));`,
	'join and slice': `for (const row of gem) log.push(row.tags.join('-'), row.tags.slice(1), row.name.slice(0, 2), row.name.toUpperCase());`,
	'lists of lists':
		'for (const row of gem) log.push(row.grid.flat().length, row.grid.map((line) => line.join()), row.grid[1]?.[0], Math.max(...row.grid[0]));',
	sorted:
		'log.push(gem.slice().sort((a, b) => b.id - a.id).map((row) => row.id), [...gem].reverse()[0] === gem[gem.length - 1]);',
	spread: 'for (const row of gem) log.push([...row.tags, row.id], { ...row.place });',
	json: 'log.push(JSON.stringify(gem), JSON.stringify(gem[1], null, 1)); for (const row of gem) log.push(JSON.stringify(row.place));',
	identity:
		'const first = gem[0]; let same = 0; for (let i = 0; i < gem.length; i++) for (let j = 0; j < gem.length; j++) { if (gem[i] === gem[j]) same++; if (gem[i] === first) log.push(i); if (gem[i].tags === gem[j].tags) same += 10; if (gem[i].id == gem[j].id) same += 100; if (gem[i].tags[0] === key) same += 1000; } log.push(same);',
	'what leaves a loop':
		'let best = null; const kept = []; const byId = new Map(); for (const row of gem) { if (row.tags.length > 1) best = row; if (!best) continue; byId.set(row.id, row.place); } log.push(best === gem[2] || best === gem[0], byId.get(3) === gem[2].place, best.tags[0]);',
	'a closure that stays':
		'const later = []; for (const row of gem) { for (const tag of row.tags) if (tag === "b") later[later.length] = () => row.id; } log.push(later.map((one) => one()));',
	'what a function returns':
		'for (let i = 0; i < gem.length; i++) { const one = pick(gem[i], 1); log.push(one === gem[i].tags || one === gem[i].place, typeof one); }',
	'a recursive function': 'log.push(weigh(gem));',
	'a recursive function that collects':
		'for (const row of gem) { const found = collect(row, []); log.push(found.length, found[0] === row.tags); }',
	'a recursive function with for of': 'log.push(depth(gem), depth(gem[0]));',
	'functions by name': 'log.push(gem.map(idOf), gem.filter(isLong).length);',
	'an error below': 'for (let i = 0; i < gem.length; i++) log.push(gem[i].missing.tags[0]);',
	'an error of a call': 'for (const row of gem) log.push(row.tags.nothing());',
	'methods of the GEM':
		'for (const row of gem) { log.push(typeof gem.subset, typeof row.subset, row.hasOwnProperty("id"), "tags" in row, "x" in gem, gem.hasOwnProperty("atomic")); for (const name in row.place) log.push(name); }',
	'names that a GEM has':
		'for (const name of ["subset", "atomic", "length", "map", "constructor"]) { log.push(typeof gem[name], typeof gem[0][name]); for (const one of gem) log.push(one[name] === undefined); }',
	'values of all kinds':
		'for (const row of gem) for (const name in row) log.push(String(row[name]), `${row[name]}`, !row[name], row[name] + "", Array.isArray(row[name]), row[name] == null);',
	'optional chains':
		'for (let i = 0; i < 5; i++) log.push(gem[i]?.tags?.[0]?.length, gem?.[i]?.place?.x ?? "none");',
	'after a change':
		'for (let k = 0; k < 3; k++) { let sum = 0; for (const row of gem) for (const tag of row.tags) sum += tag.length + row.id; log.push(sum); gem[1].id = gem[1].id + 1; if (k === 1) gem[0].tags.push("more"); }',
	'after a change in memory':
		'for (let k = 0; k < 3; k++) { let sum = 0; for (const row of gem) for (const tag of row.tags) sum += tag.length + row.id * 10; log.push(sum); for (let i = 0; i < gem.length; i++) gem[i].id += 1; }',
	'a change around it':
		'for (let i = 0; i < gem.length; i++) { gem[i].id += 5; let sum = 0; for (const row of gem) for (const tag of row.tags) sum += row.id; log.push(sum, total(gem)); }',
};

/** Forms in which something may change the GEM, or has a row later. */
const GENERAL = [
	'a closure that stays',
	'a recursive function that collects',
	'an error of a call',
];

const MORE = `
function pick(row, which) { for (const name in row) if (name === 'tags' && which) return row[name]; return row.place; }
function weigh(node) {
	if (typeof node === 'number') return node;
	if (typeof node === 'string') return node.length;
	if (typeof node !== 'object' || node === null) return node === true ? 1 : 0;
	let total = 0;
	if (Array.isArray(node)) for (let i = 0; i < node.length; i++) total += weigh(node[i]);
	else for (const key in node) total += weigh(node[key]);
	return total;
}
function collect(node, into) {
	for (const key in node) {
		const value = node[key];
		if (Array.isArray(value)) into[into.length] = value;
		else if (typeof value === 'object' && value) collect(value, into);
	}
	return into;
}
function depth(node) {
	if (!Array.isArray(node)) return typeof node === 'object' && node ? 1 + depth(node.grid ?? null) : 0;
	let most = 0;
	for (const child of node) most = Math.max(most, depth(child));
	return most + 1;
}
function idOf({ id }) { return id; }
function isLong(row) { return row.tags.length > 1; }
function total(rows) { let sum = 0; for (const { id, tags } of rows) sum += id + tags.length; return sum; }
`;

const names = Object.keys(FORMS);
const bodies = Object.values(FORMS);
const SOURCE = `${MORE}
${bodies.map((body, at) => `function form${at}(gem, log, key) { ${body} }`).join('\n')}
export function run(/* cpu_bound: gem */ gem, form, key) {
	'use cpu_bound';
	const log = [];
	let result;
	try {
		switch (form) {
			${bodies.map((_, at) => `case ${at}: result = form${at}(gem, log, key); break;`).join('\n')}
		}
	} catch (error) {
		log.push(error.code ?? error.name + error.message.replace(/.* is not/, ''));
	}
	return [result, log];
}
`;

const CONTENT = [
	{ id: 1, name: 'one', tags: ['a', 'b', null], place: { x: 1, y: 0.5 }, grid: [[1, 2], [3]] },
	{ id: 2, name: 'two', tags: ['c'], place: { x: 2, y: -0 }, grid: [[0.5]] },
	{ id: 3, name: 'three', tags: ['b', 'b'], place: { x: 3, y: NaN }, grid: [[], [1]], more: true },
];

/** @type {Record<'plain' | 'lowered', Way>} */
let ways;
const program = new Program(SOURCE, 'copies');

beforeAll(async () => {
	ways = { plain: await program.plain(), lowered: await program.lowered() };
});
afterAll(() => program.remove());

/** @param {unknown} value @returns {unknown} */
const shown = (value) => {
	if (typeof value !== 'object' || value === null) return value;
	if (gems.isGem(value)) return 'a part';
	return Array.isArray(value) ? value.map(shown) : Object.entries(value).map(shown);
};

test('the forms have copies', () => {
	const { facts } = compile(SOURCE, { filename: 'copies.js', id: 'copies' });
	const lines = SOURCE.split('\n');
	const copied = facts.gemAccesses.filter(({ how }) => how === 'copies');
	const found = new Set(
		copied.map(({ start }) => /^function form(\d+)/.exec(lines[start.line - 1])?.[1]),
	);
	const without = names.filter((_, at) => !found.has(String(at)));
	expect(without).toEqual(GENERAL);
});

const cases = Object.keys(policies).flatMap((policy) =>
	[true, false].map((hasRight) => ({ policy, hasRight })),
);

test.each(cases)('$policy, $hasRight', ({ policy, hasRight }) => {
	const setting = { policy, content: CONTENT, hasRight };
	for (const [form, name] of names.entries()) {
		const run = (/** @type {Way} */ way) => attempts(setting, (gem) => shown(way(gem, form, 'b')));
		expect([name, run(ways.lowered)]).toEqual([name, run(ways.plain)]);
	}
});
