import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as abi from '@lapidary/runtime/abi';
import * as runtime from '@lapidary/runtime';
import * as host from '@lapidary/runtime/internal/host';
import { close } from '@lapidary/runtime';

afterAll(() => close());

/** Of an ES module, which has the same for its default. @param {Record<string, any>} module @returns {string[]} */
function namesOf({ default: all, ...named }) {
	expect(all).toEqual(named);
	return Object.keys(named).sort();
}

test('generated code finds exactly the names of the ABI, in both kinds of module', async () => {
	expect(namesOf(host)).toEqual([...abi.HOST_EXPORTS].sort());
	const required = createRequire(import.meta.url)('../src/internal/host.cjs');
	expect(Object.keys(required).sort()).toEqual([...abi.HOST_EXPORTS].sort());
	const worker = await import('@lapidary/runtime/internal/worker');
	expect(namesOf(worker)).toEqual([...abi.WORKER_EXPORTS].sort());
	expect(Object.keys(createRequire(import.meta.url)(abi.WORKER_MODULE)).sort()).toEqual(
		[...abi.WORKER_EXPORTS].sort(),
	);
	const gem = await import('@lapidary/runtime/internal/gem');
	expect(namesOf(gem)).toEqual([...abi.GEM_EXPORTS].sort());
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
	const types = readFileSync(new URL('../src/internal/gem.d.ts', import.meta.url), 'utf8');
	const sites = [...types.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name);
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
