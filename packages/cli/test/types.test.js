import { chmodSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from './sandbox.js';

const TSC = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox({ 'package.json': '{ "name": "demo", "type": "module" }' });
});
afterEach(() => sandbox.remove());

/**
 * @param {...string} args
 * @returns {Promise<string[]>} `file: what is wrong`, one for each error
 */
async function tsc(...args) {
	const options = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--pretty', 'false'];
	const { stdout } = await sandbox.node([TSC, ...options, ...args]);
	return stdout
		.split('\n')
		.filter((line) => /error TS/.test(line))
		.map((line) => line.replace(/\((\d+),\d+\): error (TS\d+):.*/, ':$1 $2'));
}

const SOURCE = `export function square(n: number): number {
	'use cpu_bound';
	return n * n;
}
export const half = <T extends number>(n: T) => { 'use cpu_bound'; return n / 2; };
export function first(rows: string): string;
export function first(rows: number[]): number;
export function first(rows: any): any { 'use cpu_bound'; return rows[0]; }
export class Scorer { static of(rows: number[]) { 'use cpu_bound'; return { score: rows.length }; } }
export const table = { sum(xs: number[]) { 'use cpu_bound'; return xs.length; } };
export function parse(text: string, done?: (error: Error | null, size?: number) => void): number {
	'use cpu_bound';
	if (done) done(null, text.length);
	return text.length;
}
export function each(xs: number[], done: (x: number) => void): void { 'use cpu_bound'; xs.forEach((x) => done(x)); }
export function isText(x: unknown): x is string { 'use cpu_bound'; return typeof x === 'string'; }
export default function twice(n: number): number { 'use cpu_bound'; return 2 * n; }
export async function cube(n: number): Promise<number> { 'use cpu_bound'; return n ** 3; }
`;

/** Each line is right where calls give their results at once. */
const SYNC_CONSUMER = `import twice, { each, first, half, isText, parse, Scorer, square, table } from '../FOLDER/score.js';
export const a: number = square(2);
export const b: number = half(3);
export const c: string = first('abc');
export const d: number = first([1]).valueOf();
export const e: number = Scorer.of([1]).score;
export const f: number = table.sum([1]);
export const g: number = parse('abc');
export const h: number = twice(2);
export const i = (x: unknown) => (isText(x) ? x.length : 0);
each([1], (x) => x.toFixed());
`;
const SYNC_ERRORS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Each line is right where calls give promises. */
const ASYNC_CONSUMER = `import twice, { cube, each, first, half, isText, parse, Scorer, square, table } from '../FOLDER/score.js';
export const a: Promise<number> = square(2);
export const b: Promise<number> = half(3);
export const c = first('abc').then((text) => text.length);
export const d = first([1]).then((n) => n.toFixed());
export const e: number = (await Scorer.of([1]).then((one) => one)).score;
export const f: Promise<number> = table.sum([1]);
export const g: Promise<number> = parse('abc');
export const h: Promise<number> = twice(2);
export const i: Promise<boolean> = isText('x');
export const m: Promise<void> = each([1], (x) => x.toFixed());
export const j: void = parse('abc', (error, size) => error ?? size);
export const k = (done?: (error: Error | null) => void): void | Promise<number> => parse('abc', done);
export const l: Promise<number> = cube(2);
`;
const ASYNC_ERRORS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

test('a consumer is checked against what calls return: wrong before, right after, and the other way round', async () => {
	sandbox.write({
		'src/score.ts': SOURCE,
		'use/sync-before.ts': SYNC_CONSUMER.replace('FOLDER', 'dist'),
		'use/async-before.ts': ASYNC_CONSUMER.replace('FOLDER', 'dist'),
		'use/sync-after.ts': SYNC_CONSUMER.replace('FOLDER', 'typed'),
		'use/async-after.ts': ASYNC_CONSUMER.replace('FOLDER', 'typed'),
	});
	expect(await tsc('--declaration', '--outDir', 'dist', 'src/score.ts')).toEqual([]);

	const typed = await sandbox.lapidary(['types', 'src', '-t', 'dist', '-o', 'typed']);

	expect(typed).toMatchObject({ status: 0, stderr: '' });
	expect(typed.stdout).toMatch(/^typed 9 units in 1 of 1 declaration file, in \d+ ms\n$/);
	expect(Object.keys(sandbox.tree('typed'))).toEqual(['score.d.ts']);
	const errors = await tsc(
		'--noEmit',
		...Object.keys(sandbox.tree('use')).map((name) => `use/${name}`),
	);
	/** @param {string} name */
	const of = (name) => {
		const own = errors.filter((line) => line.startsWith(`use/${name}`));
		return [...new Set(own.map((line) => Number(/:(\d+) /.exec(line)?.[1])))];
	};
	expect(of('sync-before')).toEqual([]);
	expect(of('async-before')).toEqual(ASYNC_ERRORS);
	expect(of('sync-after')).toEqual(SYNC_ERRORS);
	expect(of('async-after')).toEqual([]);
});

test('what the types say is what a lowered program does', async () => {
	sandbox.write({ 'src/score.ts': SOURCE });
	sandbox.write({
		'main.js': `import twice, * as all from './out/score.js';
			const { isPromise } = await import('node:util/types').then((m) => m);
			const calls = [all.square(2), all.half(4), all.first('abc'), all.Scorer.of([1]), all.table.sum([1]),
				all.parse('abc'), all.parse('abc', undefined), all.isText('x'), twice(2)];
			console.log(calls.every(isPromise), JSON.stringify(await Promise.all(calls)));
			const size = await new Promise((resolve) => {
				console.log(all.parse('abc', (_error, length) => resolve(length)));
			});
			console.log(await all.each([7], () => undefined));
			console.log(size);`,
	});
	expect(await sandbox.lapidary(['build', 'src', '-o', 'out', '--strip-types'])).toMatchObject({
		status: 0,
		stderr: '',
	});
	expect(await sandbox.node(['main.js'])).toMatchObject({
		stdout: 'true [4,2,"a",{"score":1},1,3,3,true,4]\nundefined\nundefined\n3\n',
		stderr: '',
	});
});

test('emitted TypeScript that shows and compares state passes the type checker', async () => {
	sandbox.write({
		'src/store.ts': `const make = () => {
	let hits = 0;
	return { hit: () => { hits += 1; }, hits: () => hits };
};
class Stats { #seen = 0; see() { this.#seen += 1; } get seen() { return this.#seen; } }
export const store = make();
const stats: Stats = new Stats();
export const see = () => [1].forEach(() => stats.see());
export const seen = () => stats.seen;
`,
		'src/report.ts': `import { seen, store } from './store.js';
const counter = () => {
	let calls = 0;
	return { call: () => { calls += 1; }, calls: () => calls };
};
const own = counter();
const handlers = new Map([['call', { run: own.call }]]);
for (const [, { run }] of handlers) [1].map(run);
export async function report(): Promise<number> { 'use cpu_bound'; return own.calls() + store.hits() + seen(); }
`,
		'src/main.ts': `import { report } from './report.js';
import { store } from './store.js';
[1].forEach(store.hit);
await report();
`,
	});
	expect(await sandbox.lapidary(['build', 'src', '-o', 'out'])).toMatchObject({ status: 0 });
	const built = sandbox.tree('out');
	expect(built['report.ts']).toMatch(/print\(.*\["calls"/);
	expect(built['store.ts']).toMatch(/show\("store\.ts", .*\["hits"/);
	expect(built['store.ts']).toContain('static {');
	const files = Object.keys(built).filter((name) => name.endsWith('.ts'));
	const options = ['--noEmit', '--skipLibCheck', '--lib', 'es2023,dom'];
	expect(await tsc(...options, ...files.map((name) => `out/${name}`))).toEqual([]);
});

const UNIT = "export function square(n) { 'use cpu_bound'; return n * n; }\n";
const DECLARED = '/** Of n. */\nexport declare function square(n: number): number; // kept\n';
const TYPED = DECLARED.replace(': number;', ': Promise<number>;');

describe('--write, --out-dir and --check', () => {
	beforeEach(() =>
		sandbox.write({
			'src/a.js': UNIT,
			'src/a.d.ts': DECLARED,
			'src/b.js': 'export const b = 1;\n',
			'src/b.d.ts': 'export declare const b = 1;\n',
		}),
	);

	test('--write changes what is wrong and nothing else, once', async () => {
		const file = path.join(sandbox.root, 'src/a.d.ts');
		const other = path.join(sandbox.root, 'src/b.d.ts');
		chmodSync(file, 0o640);
		const inode = statSync(other).ino;
		const before = sandbox.tree();
		expect(await sandbox.lapidary(['types', 'src', '--write'])).toMatchObject({
			status: 0,
			stderr: '',
		});
		expect(sandbox.tree()).toEqual({ ...before, 'src/a.d.ts': TYPED });
		expect(statSync(file).mode & 0o777).toBe(0o640);
		expect(statSync(other).ino).toBe(inode);
		const again = await sandbox.lapidary(['types', 'src', '--write']);
		expect(again.stdout).toMatch(/^typed 0 units in 0 of 2 declaration files,/);
		expect(sandbox.tree()).toEqual({ ...before, 'src/a.d.ts': TYPED });
	});

	test('--out-dir writes all declarations and leaves the source alone', async () => {
		const before = sandbox.tree('src');
		expect(await sandbox.lapidary(['types', 'src', '-o', 'types'])).toMatchObject({ status: 0 });
		expect(sandbox.tree('src')).toEqual(before);
		expect(sandbox.tree('types')).toEqual({ 'a.d.ts': TYPED, 'b.d.ts': before['b.d.ts'] });
	});

	test('--check shows each declaration that is wrong, and fails', async () => {
		const before = sandbox.tree();
		const { status, stderr } = await sandbox.lapidary(['types', 'src', '--check']);
		expect(status).toBe(1);
		expect(stderr).toContain('error LP7018 stale-declaration\n  src/a.d.ts:2:');
		expect(stderr).toContain(
			'`square` is declared to return `number`, but a call of it returns `Promise<number>`',
		);
		expect(sandbox.tree()).toEqual(before);
	});

	test('with an error nothing is written', async () => {
		sandbox.write({ 'src/c.js': UNIT, 'src/c.d.ts': 'export declare const square: Square;\n' });
		const before = sandbox.tree();
		for (const mode of ['--write', '--out-dir=types']) {
			const { status, stderr, stdout } = await sandbox.lapidary(['types', 'src', mode]);
			expect({ status, code: /LP\d+/.exec(stderr)?.[0] }).toEqual({ status: 1, code: 'LP7020' });
			expect(stdout).toContain('nothing was written');
			expect(sandbox.tree()).toEqual(before);
		}
	});

	test('a source that cannot be lowered is an error, as its calls do what they did', async () => {
		sandbox.write({
			'src/c.js': `let total = 0;\n${UNIT.replace('return', 'total++; return')}`,
			'src/c.d.ts': DECLARED,
		});
		const { status, stderr } = await sandbox.lapidary(['types', 'src', '--write']);
		expect(status).toBe(1);
		expect(stderr).toMatch(/^error LP2003 /m);
		expect(sandbox.tree('src')['a.d.ts']).toBe(DECLARED);
	});

	test.each([
		[['types', 'src'], 2, '`lapidary types` needs one of `--out-dir`, `--write`, `--check`'],
		[
			['types', 'src', '--write', '--check'],
			2,
			'takes one of `--out-dir`, `--write`, `--check`, but got 2',
		],
		[['types', 'src', '-t', 'none', '--write'], 2, '`none` does not exist'],
		[['types', 'src', '-o', 'src'], 2, 'the out-dir `src` is the source `src`'],
		[['types', 'src', '-t', 'src', '-o', 'src/types'], 2, 'is inside the source'],
	])('lapidary %j ends with %d', async (args, expected, text) => {
		const before = sandbox.tree();
		const { status, stderr } = await sandbox.lapidary(args);
		expect(status).toBe(expected);
		expect(stderr).toContain(text);
		expect(sandbox.tree()).toEqual(before);
	});
});

describe('where declarations are looked for', () => {
	test.each(['js', 'jsx', 'ts', 'tsx', 'mjs', 'mts', 'cjs', 'cts'])(
		'of a .%s file',
		async (extension) => {
			const kind = /^[mc]/.exec(extension)?.[0] ?? '';
			const unit =
				kind === 'c' ? UNIT.replace('export function square', 'exports.square = function') : UNIT;
			sandbox.write({ [`src/deep/a.${extension}`]: unit, [`types/deep/a.d.${kind}ts`]: DECLARED });
			expect(await sandbox.lapidary(['types', 'src', '-t', 'types', '-w'])).toMatchObject({
				status: 0,
				stderr: '',
			});
			expect(sandbox.tree('types')[`deep/a.d.${kind}ts`]).toBe(TYPED);
		},
	);

	test('a declaration map says which source it is of, and follows the change', async () => {
		sandbox.write({
			'packages/one/src/score.ts': `const zero = 0;\n${SOURCE}`,
			'packages/one/src/other.ts': 'export const other = 1;\n',
			'use.ts': "import { square } from './types/src/score.js';\nvoid square(1);\n",
		});
		const files = ['packages/one/src/score.ts', 'packages/one/src/other.ts'];
		const emit = ['--declaration', '--declarationMap', '--outDir', 'dist/one/src'];
		expect(await tsc(...emit, ...files)).toEqual([]);

		const args = ['types', 'packages/one', '-t', 'dist/one', '-o', 'types'];
		expect(await sandbox.lapidary(args)).toMatchObject({ status: 0, stderr: '' });

		const tree = sandbox.tree('types');
		expect(tree['src/score.d.ts']).toContain('square(n: number): Promise<number>;');
		const [map, other] = ['score', 'other'].map((name) => JSON.parse(tree[`src/${name}.d.ts.map`]));
		expect(map.sources).toEqual(['../../packages/one/src/score.ts']);
		expect(other.sources).toEqual(['../../packages/one/src/other.ts']);
		expect(map.file).toBe('score.d.ts');
	});

	test('a folder of declarations elsewhere than its sources needs the map', async () => {
		const map = {
			version: 3,
			file: 'a.d.ts',
			sourceRoot: '../../src/',
			sources: ['a.js'],
			names: [],
			mappings: '',
		};
		sandbox.write({
			'src/a.js': UNIT,
			'dist/deep/a.d.ts': `${DECLARED}//# sourceMappingURL=a.d.ts.map`,
			'dist/deep/a.d.ts.map': JSON.stringify(map),
			'dist2/deep/a.d.ts': DECLARED,
		});
		const args = ['types', 'src', '--write', '--types-dir'];
		expect(await sandbox.lapidary([...args, 'dist'])).toMatchObject({ status: 0, stderr: '' });
		expect(sandbox.tree('dist')['deep/a.d.ts']).toContain('Promise<number>');
		const { status, stderr } = await sandbox.lapidary([...args, 'dist2']);
		expect(status).toBe(1);
		expect(stderr.match(/^error LP7019/gm)).toHaveLength(1);
		expect(stderr).toContain('there is no `dist2/a.d.ts`');
	});
});

describe('build --types', () => {
	test('declarations beside their sources are rewritten in the output', async () => {
		sandbox.write({
			'src/a.js': UNIT,
			'src/a.d.ts': DECLARED,
			'src/b.js': UNIT,
			'src/c.d.ts': DECLARED,
		});
		const plain = await sandbox.lapidary(['build', 'src', '-o', 'plain']);
		expect(plain).toMatchObject({ status: 0, stderr: '' });
		expect(sandbox.tree('plain')['a.d.ts']).toBe(DECLARED);
		const args = ['build', 'src', '-o', 'out', '--types', '--cache-dir', 'cache'];
		for (const _time of ['first', 'from the cache']) {
			expect(await sandbox.lapidary(args)).toMatchObject({ status: 0, stderr: '' });
			expect(sandbox.tree('out')).toMatchObject({ 'a.d.ts': TYPED, 'c.d.ts': DECLARED });
		}
		expect(sandbox.tree('src')['a.d.ts']).toBe(DECLARED);
	});

	test('a declaration that cannot be rewritten stops the build', async () => {
		sandbox.write({ 'src/a.js': UNIT, 'src/a.d.ts': 'export declare const square: Square;\n' });
		const { status, stderr } = await sandbox.lapidary(['build', 'src', '-o', 'out', '--types']);
		expect(status).toBe(1);
		expect(stderr).toMatch(/^error LP7020 declaration-of-named-type\n {2}src\/a\.d\.ts:1:/m);
		expect(Object.keys(sandbox.tree())).not.toContain('out/a.js');
	});
});
