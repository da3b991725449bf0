import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatExportedReadme } from '../lib/exported/report.js';
import { runExported } from '../lib/exported/run-exported.js';

const FOLDER = fileURLToPath(new URL('../.out/exported-of-test', import.meta.url));
const SOURCES = {
	equal: 'export const twice = (x) => x * 2; export class Own {} export const max = Math.max;',
	unsteady: 'export function draw() { return globalThis.process.pid; }',
	different: "export function where() { return new Error().stack.includes('.cpu_bound-'); }",
	refused:
		'let calls = 0; export function count() { return ++calls; } export const used = () => calls;',
};
/** @type {Record<string, import('../lib/exported/types.js').PackageOutcome>} */
let outcomes;

beforeAll(async () => {
	rmSync(FOLDER, { recursive: true, force: true });
	for (const [name, text] of Object.entries(SOURCES)) {
		const folder = path.join(FOLDER, 'node_modules', name);
		mkdirSync(folder, { recursive: true });
		const manifest = { name, version: '1.0.0', type: 'module', exports: './index.js' };
		writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
		writeFileSync(path.join(folder, 'index.js'), text);
	}
	const all = await runExported(Object.keys(SOURCES), { folder: FOLDER });
	outcomes = Object.fromEntries(all.map((one) => [one.name, one]));
}, 240_000);

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test('a function that is lowered is called', () => {
	const { problems, functions, missing } = outcomes.equal;
	expect(problems).toEqual([]);
	expect(functions).toEqual([expect.objectContaining({ name: 'twice', together: [], alone: [] })]);
	expect(functions[0].calls).toBeGreaterThan(10);
	expect(functions[0].equal).toBe(functions[0].calls);
	expect(missing.map(({ name }) => name)).toEqual(['Own', 'max']);
});

test('a refusal is known by its code, alone and together', () => {
	const [count, used] = outcomes.refused.functions;
	expect(count.together).toEqual(['LP2003']);
	expect(count.alone).toEqual([expect.objectContaining({ code: 'LP2003', place: 'index.js:1' })]);
	expect(used.alone).toEqual([]);
});

test('a call with another outcome in each process is left out', () => {
	const { problems, functions } = outcomes.unsteady;
	expect(problems).toEqual([]);
	expect(functions[0].calls).toBe(0);
});

test('a call with another outcome on the pool is a problem', () => {
	const { problems, functions } = outcomes.different;
	expect(problems[0]).toMatch(
		/^where, 16 of 16 calls, arguments \d+: plain and lowered differ at \d+:/,
	);
	expect(functions[0].equal).toBe(0);
});

test('the report names what is refused', () => {
	const text = formatExportedReadme(Object.values(outcomes));
	expect(text).toMatch(/\| lowered alone \| 4 \(80\.0 %\) \|/);
	expect(text).toMatch(/- \*\*refused\*\* `count` LP2003, index\.js:1: `count` assigns to `calls`/);
});
