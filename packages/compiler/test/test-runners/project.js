import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const NODE_MODULES = path.resolve(import.meta.dirname, '../../../../node_modules');

/** What a user tests, in TypeScript. */
export const SCORE = `import { norm } from './norm.js';
export interface Row { value: number }
export class Point { x: number; constructor(x: number) { this.x = x; } }
const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
export async function score(rows: Row[]): Promise<number[]> {
	'use cpu_bound';
	return rows.map((row) => norm(row.value));
}
export async function same<T>(value: T): Promise<T> { 'use cpu_bound'; return value; }
export async function move(point: Point): Promise<Point> { 'use cpu_bound'; return new Point(point.x + 1); }
export async function where() { 'use cpu_bound'; return onHost() ? 'host' : 'thread'; }
export async function fail(): Promise<never> {
	'use cpu_bound';
	throw new RangeError('far');
}
export async function* steps(n: number) { 'use cpu_bound'; for (let i = 0; i < n; i++) yield { i }; }
export function later(n: number, done: (error: Error | null, value?: number[]) => void) {
	'use cpu_bound';
	if (n > 1) { done(new Error('big')); return; }
	done(null, [n]);
}
function inner(n: number) { 'use cpu_bound'; return n + 1; }
export async function outer(n: number) { 'use cpu_bound'; return inner(n) * 2; }
`;

/** The tests of it, which hold on threads and without. */
export const TESTS = `import { score, same, move, where, fail, steps, later, outer, Point } from './score';
test('results', async () => { expect(await score([{ value: 10 }])).toStrictEqual([1]); });
test('a unit that another one calls gives its result at once', async () => { expect(await outer(1)).toBe(4); });
test('own objects', async () => {
	const value = { deep: [1], map: new Map([[1, { b: 2 }]]) };
	const given = same(value);
	value.deep.push(2);
	const got = await given;
	expect(got).toBe(value);
	expect(got).toStrictEqual({ deep: [1, 2], map: new Map([[1, { b: 2 }]]) });
});
test('instances', async () => {
	const point = new Point(1);
	const moved = await move(point);
	expect(moved).toBeInstanceOf(Point);
	expect([point.x, moved.x]).toEqual([1, 2]);
});
test('errors, in the lines of the source', async () => {
	const error = await fail().catch((error) => error);
	expect(error).toBeInstanceOf(RangeError);
	expect(error.stack).toMatch(/score\\.ts:14:/);
});
test('generators', async () => {
	const out = [];
	for await (const { i } of steps(2)) out.push(i);
	expect(out).toEqual([0, 1]);
});
test('callbacks come in a later turn', async () => {
	const order: unknown[] = [];
	await new Promise<void>((resolve) => {
		later(1, (error, value) => { order.push(error, value); resolve(); });
		order.push('called');
	});
	expect(order).toEqual(['called', null, [1]]);
});
test('where', async () => { expect(await where()).toBe(process.env.WHERE ?? 'host'); });
`;

/**
 * @param {Record<string, string>} files
 * @returns {{ root: string, run: (args: string[], env?: Record<string, string>) => { status: number | null, output: string }, remove: () => void }}
 */
export function createProject(files) {
	const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'lapidary-tests-')));
	symlinkSync(NODE_MODULES, path.join(root, 'node_modules'));
	for (const [name, text] of Object.entries(files)) {
		const file = path.join(root, name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, text);
	}
	const {
		NODE_OPTIONS: _options,
		FORCE_COLOR: _color,
		JEST_WORKER_ID: _id,
		...inherited
	} = process.env;
	return {
		root,
		run(args, env = {}) {
			const options = { cwd: root, env: { ...inherited, NO_COLOR: '1', ...env } };
			const { status, stdout, stderr } = spawnSync(process.execPath, args, {
				...options,
				encoding: 'utf8',
			});
			return { status, output: stdout + stderr };
		},
		remove: () => rmSync(root, { recursive: true, force: true }),
	};
}
