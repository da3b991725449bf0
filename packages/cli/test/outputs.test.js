import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isStripFailure } from '../src/build/strip-types.js';
import { createSandbox } from './sandbox.js';

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const THROWS = `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output

export async function fail(text) {
	'use cpu_bound';
	if (onHost()) throw new Error('not lowered');
	throw new RangeError(text);
}
`;

describe('--source-maps', () => {
	test('stacks of the output show places in the source', async () => {
		sandbox.write({ 'src/fail.mjs': THROWS });
		sandbox.write({
			'src/main.mjs': "import { fail } from './fail.mjs';\nawait fail('too far');\n",
		});
		expect(await sandbox.lapidary(['build', 'src', '-o', 'out', '--source-maps'])).toMatchObject({
			status: 0,
		});
		const maps = readdirSync(path.join(sandbox.root, 'out')).filter((name) =>
			name.endsWith('.map'),
		);
		expect(maps).toHaveLength(2);
		for (const name of maps) {
			const map = JSON.parse(readFileSync(path.join(sandbox.root, 'out', name), 'utf8'));
			expect(map).toMatchObject({
				version: 3,
				sources: ['../src/fail.mjs'],
				sourcesContent: [THROWS],
			});
			expect(map.file).toBe(name.replace(/\.map$/, ''));
		}
		const { stderr, status } = await sandbox.node(['--enable-source-maps', 'out/main.mjs']);
		expect(status).toBe(1);
		expect(stderr).toContain('RangeError: too far');
		expect(stderr).toContain(path.join(sandbox.root, 'src/fail.mjs:6:'));
		expect(stderr).not.toContain('cpu_bound-');
	});

	test('maps of an earlier transform are composed, and replaced in the output', async () => {
		const generated = THROWS.replace('\n\n', '\n');
		// line by line: generated line n comes from line n + 10 of the original
		const mappings = `AAUA;${'AACA;'.repeat(5)}`;
		const map = {
			version: 3,
			sources: ['original.coffee'],
			names: [],
			mappings,
			sourcesContent: ['x'],
		};
		sandbox.write({ 'src/fail.mjs': `${generated}//# sourceMappingURL=fail.mjs.map\n` });
		sandbox.write({ 'src/fail.mjs.map': JSON.stringify(map) });
		expect(await sandbox.lapidary(['build', 'src', '-o', 'out', '--source-maps'])).toMatchObject({
			status: 0,
		});
		const composed = JSON.parse(readFileSync(path.join(sandbox.root, 'out/fail.mjs.map'), 'utf8'));
		expect(composed.sources).toEqual(['../src/original.coffee']);
		const code = readFileSync(path.join(sandbox.root, 'out/fail.mjs'), 'utf8');
		expect(code.match(/sourceMappingURL/g)).toHaveLength(1);
	});
});

describe('--strip-types', () => {
	test('TypeScript and JSX become JavaScript that plain Node runs, imports included', async () => {
		sandbox.write({
			'src/package.json': '{ "name": "typed", "type": "module" }',
			'src/main.ts': `import { scale, type Row } from './lib';
import { unit } from './unit.mts';
import { bold } from './view';
const row: Row = { value: 4 };
console.log(JSON.stringify(await scale(row)), unit, await bold('b'));
`,
			'src/lib/index.ts': "export * from '../scale';\n",
			'src/scale.ts': `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
import { unit } from './unit.mts';
export interface Row { value: number }
enum Factor { Two = 2 }
export async function scale({ value }: Row): Promise<[number, string, boolean]> {
	'use cpu_bound';
	return [value * Factor.Two, unit, onHost()];
}
`,
			'src/unit.mts': "export const unit: string = 'm';\n",
			'src/h.js':
				'export const h = (tag, _props, ...kids) => `<${tag}>${kids.join("")}</${tag}>`;\n',
			'src/view.jsx':
				"/** @jsxRuntime classic */\n/** @jsx h */\nimport { h } from './h.js';\nexport const bold = (text) => <b>{text}</b>;\n",
			'src/plain.js':
				"export { scale } from './scale.ts';\nexport const url = new URL('./unit.mts', import.meta.url);\nconst there = new URL('./unit.mts', url);\n",
			'src/types.d.ts': 'export type T = 1;\n',
		});
		const built = await sandbox.lapidary([
			'build',
			'src',
			'-o',
			'out',
			'--strip-types',
			'--source-maps',
		]);
		expect(built).toMatchObject({ status: 0, stderr: '' });
		const files = Object.keys(sandbox.tree('out')).filter((name) => !name.endsWith('.map'));
		expect(files.map((name) => name.replace(/-[0-9a-f]{8}/, ''))).toEqual([
			'h.js',
			'lib/index.js',
			'main.js',
			'package.json',
			'plain.js',
			'scale.cpu_bound.js',
			'scale.js',
			'types.d.ts',
			'unit.mjs',
			'view.js',
		]);
		const ran = await sandbox.node(['out/main.js']);
		expect(ran).toMatchObject({ status: 0, stdout: '[8,"m",false] m <b>b</b>\n', stderr: '' });
		const plain = sandbox.tree('out')['plain.js'];
		expect(plain).toContain('./scale.js');
		expect(plain).toContain('new URL("./unit.mjs", import.meta.url)');
		expect(plain).toMatch(/new URL\(['"]\.\/unit\.mts['"], url\)/);
		const map = JSON.parse(sandbox.tree('out')['scale.js.map']);
		expect(map.sources).toEqual(['../src/scale.ts']);
	});

	test('without it TypeScript stays, and the stub names what the compiler of the user will write', async () => {
		sandbox.write({
			'src/a.ts': "export async function f(n: number) { 'use cpu_bound'; return n; }\n",
		});
		expect(await sandbox.lapidary(['build', 'src', '-o', 'out'])).toMatchObject({ status: 0 });
		const tree = sandbox.tree('out');
		const worker = Object.keys(tree).find((name) => name.includes('cpu_bound'));
		expect(worker).toMatch(/^a\.cpu_bound-[0-9a-f]{8}\.ts$/);
		expect(tree['a.ts']).toContain(`"./${worker?.replace(/ts$/, 'js')}"`);
		expect(tree['a.ts']).toContain('f(n: number)');
	});

	test('fields are JavaScript’s, but for those with `declare`, `@jsx` names the factory, and frames the source', async () => {
		sandbox.write({
			'src/package.json': '{ "name": "typed", "type": "module" }',
			'src/main.tsx': `/** @jsx h */
const h = (tag: string, props: object | null, ...kids: string[]) => [tag, ...kids].join();
class Row { declare z: number; x!: number; y?: string; constructor() { (this as Row).z = 9; } }
export async function keys(): Promise<unknown> { 'use cpu_bound'; const row = new Row(); return [Object.keys(row), row.z]; }
export async function fail(): Promise<never> { 'use cpu_bound'; interface Local {} throw new Error('x'); }
const [, frame] = await fail().catch(({ stack }: Error) => String(stack).split('\\n'));
console.log(JSON.stringify(await keys()), <b>text</b>, /\\w+\\.\\w+:\\d+/.exec(frame)?.[0]);
`,
		});
		const args = ['build', 'src', '-o', 'out', '--strip-types'];
		expect(await sandbox.lapidary(args)).toMatchObject({ status: 0, stderr: '' });
		const ran = await sandbox.node(['out/main.js']);
		expect(ran).toMatchObject({ status: 0, stdout: '[["x","y","z"],9] b,text main.tsx:5\n' });
	});

	test.each([
		['decorators', '@sealed class A {}', 'decorators are'],
		['accessors', 'class A { accessor x = 1; }', '`accessor` fields are'],
	])('%s are refused with what to do', async (_title, text, what) => {
		sandbox.write({ 'src/a.ts': `const sealed = (one: unknown) => one;\n${text}\n` });
		const args = ['build', 'src', '-o', 'out', '--strip-types'];
		const { status, stderr } = await sandbox.lapidary(args);
		expect(status).toBe(1);
		expect(stderr).toContain(`error LP7028 syntax-not-stripped\n  src/a.ts:2:`);
		expect(stderr).toContain(`${what} no JavaScript that Node reads`);
		expect(stderr).toContain('help: compile the file with `tsc` or Babel first');
	});

	test('what is said of it crosses threads', () => {
		const loc = Object.assign(Object.create({ constructor: class Position {} }), {
			line: 2,
			column: 4,
		});
		const error = { code: 'BABEL_PARSE_ERROR', loc, message: 'src/a.ts: Unexpected token (2:4)' };
		const { start } = isStripFailure(error, 'src/a.ts') ?? {};
		expect(start).toStrictEqual({ line: 2, column: 4 });
	});

	test('a syntax error has its place', async () => {
		sandbox.write({ 'src/a.ts': 'export const a = 1;\nconst b: = 2;\n' });
		const { status, stderr } = await sandbox.lapidary([
			'build',
			'src',
			'-o',
			'out',
			'--strip-types',
		]);
		expect(status).toBe(1);
		expect(stderr).toMatch(
			/^error LP7016 types-not-stripped\n {2}src\/a\.ts:2:10 .*: Unexpected token\n/,
		);
		expect(stderr).toContain('> 2 | const b: = 2;');
	});
});

describe('--cache-dir', () => {
	test('the second build takes results from the cache, by content, and a damaged entry does no harm', async () => {
		sandbox.write({ 'src/a.mjs': THROWS, 'src/b.mjs': THROWS.replace('far', 'near') });
		const build = (/** @type {string[]} */ ...more) =>
			sandbox.lapidary(['build', 'src', '--cache-dir', 'cache', ...more]);
		expect((await build('-o', 'one')).stdout).toContain('lowered 2 files (2 units),');
		expect((await build('-o', 'two')).stdout).toContain('(2 units, 2 from the cache)');
		expect((await build('-o', 'three', '--source-maps')).stdout).toContain('(2 units),');
		for (const file of Object.keys(sandbox.tree('cache'))) {
			const absolute = path.join(sandbox.root, 'cache', file);
			writeFileSync(absolute, readFileSync(absolute, 'utf8').replaceAll('RangeError', 'TypeError'));
		}
		expect((await build('-o', 'four')).stdout).toContain('(2 units),');
		for (const name of ['two', 'four']) expect(sandbox.tree(name)).toEqual(sandbox.tree('one'));
	});
});
