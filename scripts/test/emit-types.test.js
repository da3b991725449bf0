import { compile } from '@lapidary/compiler';
import { createTypedProject } from './typed-project.js';

/** @type {import('./typed-project.js').TypedProject} */
let project;
beforeAll(() => {
	project = createTypedProject();
});
afterAll(() => project.remove());

const MARKED = `import { cpuBound, type CpuBoundOptions } from '@lapidary/runtime/cpu-bound';
export const double = cpuBound((x: number) => 2 * x);
export const first = cpuBound(<T>(xs: T[]): T | undefined => xs[0]);
export const later = cpuBound({ pool: 'render', timeout: '5s' }, async (text: string) => text.length);
export const parse = cpuBound((text: string, done?: (error: Error | null, size?: number) => void): number => {
	if (done) done(null, text.length);
	return text.length;
});
export const typed: (x: number) => Promise<string> = cpuBound((x) => x.toFixed());
export const options: CpuBoundOptions = { priority: 'low' };
export function plain(x: number): number { 'use cpu_bound'; return x; }
export const fail = cpuBound((text: string): never => { throw new RangeError(text); });
export const failLater = cpuBound({ timeout: '1s' }, async (): Promise<never> => { throw new RangeError(); });
export const any = cpuBound((text: string) => JSON.parse(text));
export function stop(text: string): never { 'use cpu_bound'; throw new RangeError(text); }
export async function stopLater(): Promise<never> { 'use cpu_bound'; throw new RangeError(); }
export function isNumber(x: unknown): x is number { 'use cpu_bound'; return typeof x === 'number'; }
export function needNumber(x: unknown): asserts x is number { 'use cpu_bound'; if (typeof x !== 'number') throw new TypeError(); }
export function firstOf<T>(xs: T[]): T | undefined { 'use cpu_bound'; return xs[0]; }
export async function untyped(x: number) { 'use cpu_bound'; return { x }; }
export const total = async () => (await untyped(1)).x + 1;
export class Scorer { k = 2; score = cpuBound((x: number) => x); }
`;
const ITERATED = `import * as lp from '@lapidary/runtime';
export const count = lp.cpuBound(function* (n: number): Generator<number, string, boolean> { yield n; return 'x'; });
export const each = lp.cpuBound({ priority: 'low' }, function* <T>(xs: T[]) { for (const x of xs) yield x; });
export async function* none(): AsyncGenerator<never, never> { 'use cpu_bound'; throw new RangeError(); }
`;
const USES = `import { any, double, fail, failLater, first, later, parse, Scorer } from './marked.js';
import { count, each } from './iterated.js';
export const a: Promise<number> = double(1);
export const b: Promise<string | undefined> = first(['a']);
export const c: Promise<number> = later('a');
export const d: Promise<number> = parse('a');
export const e: Promise<number> = parse('a', (error, size) => error ?? size);
export const f: AsyncGenerator<number, string, boolean> = count(1);
export const g: Promise<number> = new Scorer().score(1);
export const h: Promise<never> = fail('a');
export const i: Promise<never> = failLater();
export const j: Promise<{ size: number }> = any('{}');
export const k: AsyncGenerator<string> = each(['a']);
export const l = async <T>(xs: T[]): Promise<T | undefined> => first(xs);
`;
const WRONG = `import { double, first, later, parse } from './marked.js';
import { count } from './iterated.js';
import { cpuBound } from '@lapidary/runtime';
export const a: number = double(1);
export const b: Promise<number | undefined> = first(['a']);
export const c = double('a');
export const d = parse('a', (error: number) => error);
export const e = [...count(1)];
export const f = cpuBound({ timeout: 'soon' }, (x: number) => x);
export const g = cpuBound({ pol: 'render' }, (x: number) => x);
export const h = cpuBound({ pool: 'render' });
`;

test('cpuBound gives promises, with generics, options, callbacks and generators', () => {
	const errors = project.check({
		'marked.ts': MARKED,
		'iterated.ts': ITERATED,
		'uses.ts': USES,
		'wrong.ts': WRONG,
	});
	const places = new Set(errors.map((error) => error.split(' ')[0]));
	expect([...places]).toEqual([4, 5, 6, 7, 8, 9, 10, 11].map((line) => `wrong.ts:${line}`));
});

test('lowered TypeScript type-checks, and so do its users', () => {
	const [marked, iterated] = [MARKED, ITERATED].map((source, index) => {
		const { code, diagnostics, workerModules } = compile(source, { filename: `${index}.ts` });
		expect({ diagnostics, count: workerModules.length }).toEqual({ diagnostics: [], count: 1 });
		return code;
	});
	expect(project.check({ 'marked.ts': marked, 'iterated.ts': iterated, 'uses.ts': USES })).toEqual(
		[],
	);
});

test('the compiler is typed', () => {
	const program = `import { compile, type CompileResult } from '@lapidary/compiler';
import { lowerDeclarations, typedUnits } from '@lapidary/compiler/declarations';
const result: CompileResult = compile('', { filename: 'a.js' });
export const code: string = result.code;
export const typed: string = lowerDeclarations('', { filename: 'a.d.ts', units: typedUnits(result.facts) }).code;
export const wrong: number = result.code;
`;
	expect(project.check({ 'compiler.ts': program })).toEqual(['compiler.ts:6 TS2322']);
});
