import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as abi from '@lapidary/runtime/abi';
import * as runtime from '@lapidary/runtime';
import * as gem from '@lapidary/runtime/internal/gem';
import * as host from '@lapidary/runtime/internal/host';
import { close } from '@lapidary/runtime';

afterAll(() => close());

test('generated code finds exactly the names of the ABI, in both kinds of module', async () => {
	expect(Object.keys(host).sort()).toEqual([...abi.HOST_EXPORTS].sort());
	const required = createRequire(import.meta.url)('../src/internal/host.cjs');
	expect(Object.keys(required).sort()).toEqual([...abi.HOST_EXPORTS].sort());
	const worker = await import('@lapidary/runtime/internal/worker');
	expect(Object.keys(worker).sort()).toEqual([...abi.WORKER_EXPORTS].sort());
	expect(Object.keys(createRequire(import.meta.url)(abi.WORKER_MODULE)).sort()).toEqual(
		[...abi.WORKER_EXPORTS].sort(),
	);
	expect(Object.keys(gem).sort()).toEqual([...abi.GEM_EXPORTS].sort());
	const requiredGem = createRequire(import.meta.url)(abi.GEM_MODULE);
	expect(Object.keys(requiredGem).sort()).toEqual([...abi.GEM_EXPORTS].sort());
	expect(import.meta.resolve(abi.GEM_MODULE)).toMatch(/src\/internal\/gem\.js$/);
	expect(abi.HOST_MODULE).toBe('@lapidary/runtime/internal/host');
	expect(import.meta.resolve(abi.HOST_MODULE)).toMatch(/src\/internal\/host\.js$/);
	expect(Number.isInteger(abi.ABI_VERSION)).toBe(true);
});

test('emitted TypeScript finds the names, too', () => {
	const file = new URL('../src/internal/emitted.d.ts', import.meta.url);
	const names = [...readFileSync(file, 'utf8').matchAll(/^export function (\w+)/gm)].map(
		([, name]) => name,
	);
	expect(names).toEqual(expect.arrayContaining([...abi.HOST_EXPORTS]));
	const gem = readFileSync(new URL('../src/internal/gem.d.ts', import.meta.url), 'utf8');
	const sites = [...gem.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
	expect(sites.sort()).toEqual([...abi.GEM_EXPORTS].sort());
});

test('the ABI is data', () => {
	for (const value of Object.values(abi)) {
		expect(['string', 'number', 'object']).toContain(typeof value);
	}
});

test('the public names', () => {
	expect(Object.keys(runtime).sort()).toEqual([
		'LapidaryError',
		'close',
		'configure',
		'cpuBound',
		'drain',
		'isLapidaryError',
		'stats',
		'transfer',
		'withOptions',
	]);
});

test('under Jest, where an ES module cannot be required, the CommonJS functions work too', async () => {
	const required = createRequire(import.meta.url)('../src/internal/host.cjs');
	const add = required.unit(
		'test/values.js#add',
		new URL('./units/values.js', import.meta.url).href,
	);
	expect(await required.call(add, [1, 2])).toBe(3);
});

describe('sites that know nothing', () => {
	const unknown = createRequire(import.meta.url)('../src/internal/unknown-sites.cjs');
	/** What the runtime alone calls. */
	const OWN = ['affords', 'allowed', 'constructor', 'forget'];

	/** @param {object} site @returns {string[]} what emitted code may call */
	function methodsOf(site) {
		const names = new Set();
		for (let at = site; at !== Object.prototype; at = Object.getPrototypeOf(at))
			for (const name of Object.getOwnPropertyNames(at))
				if (typeof (/** @type {any} */ (site)[name]) === 'function') names.add(name);
		return [...names].filter((name) => !OWN.includes(name));
	}

	test.each(['block', 'copies', 'elements', 'keyed', 'object', 'rows'])(
		'%s has all that emitted code calls',
		(kind) => {
			const known = gem[/** @type {'rows'} */ (kind)]([], [['a']]);
			const methods = methodsOf(unknown[kind]([]));
			const wanted = methodsOf(known).filter((name) => !/^(pays|derive)$/.test(name));
			expect(wanted.length).toBeGreaterThan(0);
			expect(methods).toEqual(expect.arrayContaining(wanted));
		},
	);

	test('they make each access go the general way', () => {
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
});
