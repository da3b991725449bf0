import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listPrograms, PROGRAMS, runPrograms } from '../lib/run-programs.js';

const FOLDER = fileURLToPath(new URL('../.out/programs-of-test', import.meta.url));

/** @type {Record<string, string>} */
const SOURCES = {
	equal: `export async function twice(x) { 'use cpu_bound'; return x * 2; }
console.log(await twice(21));
`,
	different: `export async function twice(x) { 'use cpu_bound'; return x * 2; }
console.log(await twice(Math.random()));
`,
	refused: `let calls = 0;
export async function count() { 'use cpu_bound'; return ++calls; }
console.log(await count(), calls);
`,
	plain: `console.log('no unit');
`,
};

/** @type {Map<string, import('../lib/types.js').ProgramOutcome>} */
const outcomes = new Map();

beforeAll(async () => {
	rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(path.join(FOLDER, 'src'), { recursive: true });
	writeFileSync(path.join(FOLDER, 'package.json'), '{ "type": "module" }');
	for (const [name, text] of Object.entries(SOURCES))
		writeFileSync(path.join(FOLDER, 'src', `${name}.js`), text);
	const all = await runPrograms(listPrograms(FOLDER), { folder: FOLDER });
	for (const one of all) outcomes.set(one.name, one);
}, 120_000);

afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

test('a program that prints the same on the pool is equal', () => {
	expect(outcomes.get('equal')).toEqual({
		...{ name: 'equal', calls: 1, told: [], refused: [], problems: [] },
	});
});

test('a program that prints anything else is not', () => {
	const { calls, problems } = outcomes.get('different') ?? {};
	expect(calls).toBe(1);
	expect(problems).toEqual([expect.stringMatching(/^prints \d/)]);
});

test('a program that is refused says why, and the others are run', () => {
	const { calls, refused, problems } = outcomes.get('refused') ?? {};
	expect(calls).toBe(0);
	expect(refused).toEqual(['LP2003']);
	expect(problems).toEqual(['refused: LP2003']);
});

test('a program without a call on the pool shows nothing', () => {
	expect(outcomes.get('plain')?.problems).toEqual(['no call ran on the pool']);
});

test('each of the programs has a unit and a package', async () => {
	const { readFile } = await import('node:fs/promises');
	const names = listPrograms();
	expect(names.length).toBeGreaterThan(60);
	for (const name of names) {
		const text = await readFile(path.join(PROGRAMS, 'src', `${name}.js`), 'utf8');
		expect(text).toMatch(/'use cpu_bound'/);
		expect(text).toMatch(/ from '[^.]/);
	}
});
