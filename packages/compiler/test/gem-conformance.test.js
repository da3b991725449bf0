// Policy × (allowed access, forbidden access, out of range, other types, nested objects, a right that is gone): compiled loops give what
// the same loops give through proxies, whatever the content lets them do in memory.
/** @import { Way } from './gem-ways.js' */
import { compile } from '@lapidary/compiler';
import { policies } from '../../runtime/test/gem/conformance/policies.js';
import { attempts, Program } from './gem-ways.js';

const SOURCE = `
function read(gem, log) {
	for (let i = 0; i < gem.length + 1; i++) log.push(gem[i]);
	for (const value of gem) log.push(value);
	for (let i = 0; i < gem.length; i++) if (gem[i] === 'three') log.push(i);
}
function write(gem, log) {
	for (let i = 1; i < gem.length; i++) { gem[i] = i * 3; gem[i] += 1; gem[i]++; log.push(gem[i]); }
	for (let i = 1; i < gem.length; i++) { gem[i] = i % 2 ? i / 2 : -0; log.push(gem[i]--); }
	for (let i = 1; i < gem.length; i++) { gem[i] = i === 3 ? 'text' : NaN; log.push(gem[i]); }
	for (let i = 1; i < gem.length; i++) { gem[i] = [i]; log.push(gem[i].length); }
}
function beyond(gem, log) {
	const end = gem.length + 1;
	for (let i = end - 2; i < end; i++) { gem[i] = 7; log.push(i); }
}
function rows(gem, log) {
	for (let i = 0; i < gem.length; i++) { log.push(gem[i].n, gem[i].deep.x, gem[i].s); }
	for (const row of gem) { log.push(row.n); row.n = row.n + 0.5; row.s = 'new'; }
	for (let i = 0; i < gem.length; i++) { const row = gem[i]; row.n += 1; row.deep.x = i; log.push(row.n, row.missing); }
}
function fields(gem, log) {
	const first = gem[0];
	for (let i = 0; i < 3; i++) { log.push(first.n, first.s, first.deep.x); first.n = i; first.deep.x += i; }
}
function lists(gem, log) {
	for (let y = 0; y < gem.length; y++)
		for (let x = 0; x < gem[y].length + 1; x++) {
			log.push(gem[y][x], gem[y].length);
			gem[y][x] = x / 2;
			gem[y][x]++;
			if (x === 2) gem[y] = [9, gem[0][0]];
			log.push(gem[y][x]);
			if (x > 4) break;
		}
}
function texts(gem, log) {
	let total = 0;
	for (let i = 0; i < gem.length; i++) total += gem[i].length;
	log.push(total);
	for (let i = 0; i < gem.length; i++) { log.push(i); gem[i] = gem[i].slice(1); log.push(gem[i].indexOf('e')); }
}
function turns(gem, log) {
	for (let i = 0; i < gem.length; i++) { gem[i].n = i; gem[i].deep.x = i === 1 ? 0.5 : i; gem[i].s = i === 2 ? 7 : 's'; }
	for (let i = 0; i < gem.length; i++) if (i > 1) gem[i].n = i * 2; else gem[i].deep.x = i / 2;
	for (let i = 0; i < gem.length; i++) { gem[i].n = gem[i].deep.x; gem[i].deep.x = i - 0.5; log.push(gem[i].n, gem[i].deep.x, gem[i].s); }
}
function made(gem, log) {
	for (let i = 1; i < gem.length; i++) { const last = gem[i] * 2; gem[i] = i > 2 ? last / 0 : -last; log.push(gem[i]); }
	for (let i = 1; i < gem.length; i++) { gem[i] -= gem[i]; log.push(gem[i]); }
	for (let i = 1; i < gem.length; i++) { gem[i] = i === 1 ? null : i * 0.5; log.push(gem[i]); }
}
const at = (gem, i) => gem[i];
function put(gem, i, value) { gem[i] = value; return gem[i]; }
function age(gem, i) { const row = gem[i]; row.n = (row.n ?? 0) + 0.5; return row.n + row.deep.x; }
function calls(gem, log) {
	for (let i = 0; i < 4; i++) log.push(at(gem, i), put(gem, i, i * 2), at(gem, i), put(gem, 3 - i, i / 2), at(gem, 9));
	log.push(put(gem, 1, 'text'), at(gem, 1), put(gem, 1, -0), put(gem, 2, NaN), at(gem, 2));
}
function calledWithRows(gem, log) {
	for (let i = 0; i < 6; i++) log.push(age(gem, i % 3));
}
export function run(/* cpu_bound: gem */ gem, unit) {
	'use cpu_bound';
	const log = [];
	try {
		if (unit === 'read') read(gem, log);
		if (unit === 'write') write(gem, log);
		if (unit === 'beyond') beyond(gem, log);
		if (unit === 'rows') rows(gem, log);
		if (unit === 'fields') fields(gem, log);
		if (unit === 'lists') lists(gem, log);
		if (unit === 'calls') calls(gem, log);
		if (unit === 'calledWithRows') calledWithRows(gem, log);
		if (unit === 'texts') texts(gem, log);
		if (unit === 'turns') turns(gem, log);
		if (unit === 'made') made(gem, log);
	} catch (error) {
		log.push(error.code ?? error.name);
	}
	return log;
}
`;

const CONTENTS = {
	integers: [5, 2, 9, -1, 3],
	doubles: [0.5, 2, 9.25, -1, 3],
	texts: ['one', 'two', 'three', 'one'],
	mixed: [1, 'three', null, true, 2.5],
	lists: [[1, 2, 3], [4.5, 5], ['a', 6], []],
	objects: [
		{ n: 1, s: 'a', deep: { x: 1 } },
		{ n: 2, s: 'b', deep: { x: 2 } },
		{ n: 3, s: 'c', deep: { x: 3 } },
	],
};

const units = [
	'read',
	'write',
	'beyond',
	'rows',
	'fields',
	'lists',
	'calls',
	'calledWithRows',
	'texts',
	'turns',
	'made',
];

/** @type {Record<'plain' | 'lowered' | 'host', Way>} */
let ways;
const program = new Program(SOURCE, 'cells');

beforeAll(async () => {
	ways = {
		plain: await program.plain(),
		lowered: await program.lowered(),
		host: await program.host(),
	};
});
afterAll(() => program.remove());

/** @param {Way} way @param {string} unit @param {{ policy: string, content: string, when: string }} one */
const run = (way, unit, { policy, content, when }) =>
	attempts(
		{
			policy,
			content: /** @type {Record<string, unknown[]>} */ (CONTENTS)[content],
			hasRight: when === 'with the right',
		},
		// Parts of the GEM may not be looked at later.
		(gem) =>
			way(gem, unit).map((/** @type {unknown} */ one) =>
				typeof one === 'object' && one !== null ? 'a part' : one,
			),
	);

const cases = Object.keys(policies).flatMap((policy) =>
	Object.keys(CONTENTS).flatMap((content) =>
		['with the right', 'without the right'].map((when) => ({ policy, content, when })),
	),
);

test('the units access in memory, and not only through proxies', () => {
	const { facts } = compile(SOURCE, { filename: 'cells.js', id: 'cells' });
	const general = facts.gemAccesses.filter(({ reason }) => reason);
	expect(facts.gemAccesses.length - general.length).toBeGreaterThan(25);
});

test.each(cases)('$policy, $content, $when', (one) => {
	for (const unit of units) {
		const expected = run(ways.plain, unit, one);
		expect([unit, run(ways.lowered, unit, one)]).toEqual([unit, expected]);
		expect([unit, run(ways.host, unit, one)]).toEqual([unit, expected]);
		expect(expected.logs).toHaveLength(one.when === 'without the right' ? 1 : 3);
	}
});
