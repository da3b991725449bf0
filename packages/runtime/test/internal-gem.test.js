// What emitted code has of GEMs: that CommonJS modules and TypeScript have all of it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as gem from '@lapidary/runtime/internal/gem';

const unknown = createRequire(import.meta.url)('../src/internal/unknown-sites.cjs');
const TYPES = readFileSync(new URL('../src/internal/gem.d.ts', import.meta.url), 'utf8');

const KINDS = /** @type {const} */ (['block', 'copies', 'elements', 'keyed', 'object', 'rows']);
/** What the runtime alone calls. */
const OWN = [
	...[
		'affords',
		'affordsCopy',
		'allowed',
		'constructor',
		'derive',
		'forget',
		'hold',
		'noteCopied',
		'pays',
	],
];

/** @param {object} site @returns {string[]} what emitted code may call */
function methodsOf(site) {
	const names = new Set();
	for (let at = site; at !== Object.prototype; at = Object.getPrototypeOf(at))
		for (const name of Object.getOwnPropertyNames(at))
			if (typeof (/** @type {any} */ (site)[name]) === 'function') names.add(name);
	return [...names].filter((name) => !OWN.includes(name));
}

describe.each(KINDS)('%s', (kind) => {
	const wanted = methodsOf(gem[/** @type {'rows'} */ (kind)]([], [['a']]));

	test('a site that knows nothing has all that emitted code calls', () => {
		expect(wanted.length).toBeGreaterThan(0);
		expect(methodsOf(unknown[kind]([]))).toEqual(expect.arrayContaining(wanted));
	});

	test('emitted TypeScript finds all of it', () => {
		const declared = [...TYPES.matchAll(/^\t(\w+)\(/gm)].map(([, name]) => name);
		expect(declared).toEqual(expect.arrayContaining(wanted));
	});
});

test('sites that know nothing make each access go the general way', () => {
	const rows = unknown.elements([]).writing('all');
	for (const { n, v, w, o, q } of [
		...[rows.enter([1]), rows.enterFrom([1], 0)],
		...[rows.enterAt([[1]], 0), rows.glance([1])],
	]) {
		expect([n, v[0], w[0], o, q(1)]).toEqual([-1, undefined, undefined, 0, false]);
	}
	expect(unknown.object([], ['a']).glance({ a: 1 }).x).toBeUndefined();
	expect(unknown.rows([], [['a']]).enter([{ a: 1 }]).r[0]).toBeUndefined();
	const keys = unknown.keyed([]);
	const facts = keys.enter({ a: 1 });
	expect([facts.m.get('a'), keys.fill(facts, 'a', 1), facts.m.get('a')]).toEqual([
		...[undefined, 1],
		undefined,
	]);
	const copies = unknown.copies([]);
	expect([copies.whole([1]), copies.each([1]), copies.fill([1], 0)[0]]).toEqual([
		...[undefined, undefined],
		undefined,
	]);
	const block = unknown.block('atomic');
	expect([block.of({}), block.fn]).toEqual([undefined, undefined]);
	expect(unknown.apart({})).toBe(false);
	const value = {};
	expect([unknown.original(value), unknown.originals(value)]).toEqual([value, value]);
});
