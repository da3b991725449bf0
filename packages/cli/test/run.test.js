import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSandbox } from './sandbox.js';

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const BROKEN = `let total = 0;
export async function sum(rows) {
	'use cpu_bound';
	for (const row of rows) total += row;
}
`;

describe('programs', () => {
	test('an ES module, with its arguments and its status', async () => {
		sandbox.write({
			'main.mjs': `import { where } from './where.mjs';
console.log(await where(), ...process.argv.slice(2));
process.exitCode = 7;
`,
			'where.mjs': `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
export async function where() { 'use cpu_bound'; return onHost() ? 'host' : 'worker'; }
`,
		});
		const ran = await sandbox.lapidary(['run', 'main.mjs', '--strict', 'two words']);
		expect(ran).toMatchObject({ status: 7, stdout: 'worker --strict two words\n', stderr: '' });
	});

	test('a CommonJS module in sloppy mode, whose worker requires from the place of the source', async () => {
		sandbox.write({
			'app/main.js':
				"const { where } = require('./where');\nwhere(2).then((r) => console.log(JSON.stringify(r)));\n",
			'app/where.js': `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
const path = require('path');
const { double } = require('./double');
function thisOf() { return typeof this; }
async function where(n) {
	'use cpu_bound';
	const { triple } = await import('./triple.mjs');
	return [onHost(), double(n), triple(n), path.basename(__filename), thisOf()];
}
module.exports = { where };
`,
			'app/double.js': 'exports.double = (n) => 2 * n;\n',
			'app/triple.mjs': 'export const triple = (n) => 3 * n;\n',
		});
		const ran = await sandbox.lapidary(['run', 'app/main.js']);
		expect(ran).toMatchObject({
			status: 0,
			stdout: '[false,4,6,"where.js","object"]\n',
			stderr: '',
		});
	});

	test('TypeScript, as ES module and as CommonJS, and files that it names by what they become', async () => {
		sandbox.write({
			'esm/package.json': '{ "type": "module" }',
			'esm/main.ts': `import { scale, type Row } from './scale.js';
const row: Row = { value: 4 };
console.log(JSON.stringify(await scale(row)));
`,
			'esm/scale.ts': `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
export interface Row { value: number }
enum Factor { Two = 2 }
export async function scale({ value }: Row): Promise<[number, boolean]> {
	'use cpu_bound';
	return [value * Factor.Two, onHost()];
}
`,
			'cjs/main.cts': `const { scale } = require('./scale.cjs');
scale(4 as number).then((result: unknown) => console.log(JSON.stringify(result)));
`,
			'cjs/scale.cts': `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
async function scale(value: number) { 'use cpu_bound'; return [value * 2, onHost()]; }
module.exports = { scale };
`,
		});
		for (const file of ['esm/main.ts', 'cjs/main.cts']) {
			expect(await sandbox.lapidary(['run', file])).toMatchObject({
				status: 0,
				stdout: '[8,false]\n',
				stderr: '',
			});
		}
	});

	test('the loader works by itself, for JavaScript', async () => {
		sandbox.write({
			'main.mjs': `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
async function where() { 'use cpu_bound'; return onHost(); }
console.log(await where());
`,
		});
		const loader = ['--import', '@lapidary/compiler/register'];
		const ran = await sandbox.node([...loader, 'main.mjs']);
		expect(ran).toMatchObject({ status: 0, stdout: 'false\n', stderr: '' });
		// Threads inherit what says of this text that it is an ES module.
		const text = ['--input-type=module', '-e', 'await import("./main.mjs?s=1")'];
		expect(await sandbox.node([...loader, ...text])).toEqual(ran);
	});

	test('the sources of the runtime are none of the program, wherever they are', async () => {
		sandbox.write({
			'package.json': '{ "type": "module" }',
			'tally.js': `import { Gem } from '@lapidary/runtime/gem/define';
export const Tally = Gem.define({ public: { add(n) { this.shared.sum += n; }, sum() { return this.shared.sum; } } });
`,
			'main.js': `import { Tally } from './tally.js';
export async function sum(list) {
	'use cpu_bound';
	const tally = Tally.create({ sum: 0 });
	for (const one of list) tally.add(one);
	return tally;
}
console.log((await sum([1, 2])).sum());
`,
		});
		// Following them took gigabytes.
		const env = { NODE_OPTIONS: '--max-old-space-size=400' };
		const ran = await sandbox.lapidary(['run', 'main.js'], { env });
		expect(ran).toMatchObject({ status: 0, stdout: '3\n', stderr: '' });
	});

	test('threads get what the main thread has made of a file', async () => {
		sandbox.write({
			'package.json': '{ "type": "module" }',
			'strip.cjs': `exports.strip = (code) => {
	require('node:fs').appendFileSync('made.txt', code.includes('lp_units') ? 'worker\\n' : 'host\\n');
	return { code: code.replace(/: (Int32Array|any)/g, ''), map: null, kind: 'module' };
};
`,
			'main.ts': `const words = new Int32Array(new SharedArrayBuffer(4));
async function meet(words: Int32Array) {
	'use cpu_bound';
	if (Atomics.add(words, 0, 1) === 0) return Atomics.wait(words, 0, 1, 60000);
	return Atomics.notify(words, 0) < 2;
}
const met = await Promise.all([meet(words), meet(words)]);
console.log(met.includes('timed-out'), words[0]);
`,
		});
		const url = new URL(import.meta.resolve('@lapidary/compiler/register'));
		url.searchParams.set('types', pathToFileURL(path.join(sandbox.root, 'strip.cjs')).href);
		const env = { LAPIDARY_THREADS: '2' };
		const ran = await sandbox.node(['--import', url.href, 'main.ts'], { env });
		expect(ran).toMatchObject({ status: 0, stdout: 'false 2\n', stderr: '' });
		expect(sandbox.tree()['made.txt']).toBe('worker\nhost\n');
	});

	/** Node takes types away by itself from 22.18 on. */
	const nativeTest = 'typescript' in process.features ? test : test.skip;
	nativeTest('the loader works by itself, for TypeScript that Node strips', async () => {
		sandbox.write({
			'package.json': '{ "type": "module" }',
			'main.ts': `import { scale, type Row } from './scale.ts';
import { twice } from './twice.cts';
const row: Row = { value: 4 };
console.log(JSON.stringify([await scale(row), await twice(4 as number)]));
await (await import('./scale.ts')).fail();
`,
			'scale.ts': `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
export interface Row { value: number }
export async function scale({ value }: Row): Promise<[number, boolean]> {
	'use cpu_bound';
	return [value * 2, onHost()];
}
export async function fail(): Promise<never> {
	'use cpu_bound';
	throw new RangeError('far' satisfies string);
}
`,
			'twice.cts': `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
async function twice(n: number): Promise<unknown> { 'use cpu_bound'; return [n * 2, onHost()]; }
exports.twice = twice;
`,
		});
		const ran = await sandbox.node(['--import', '@lapidary/compiler/register', 'main.ts']);
		expect(ran).toMatchObject({ status: 1, stdout: '[[8,false],[8,false]]\n' });
		expect(ran.stderr).toMatch(/RangeError: far\n {4}at fail \(\S*\/scale\.ts:9:\d+\)/);
	});

	test('packages in node_modules are run as they are', async () => {
		sandbox.write({
			'main.mjs': "import './lib/node_modules/broken/index.mjs';\nconsole.log('ran');\n",
		});
		sandbox.write({ 'lib/node_modules/broken/index.mjs': BROKEN });
		expect(await sandbox.lapidary(['run', 'main.mjs'])).toMatchObject({
			status: 0,
			stdout: 'ran\n',
		});
	});
});

describe('places', () => {
	test('a stack has the lines of the source, in the worker and in the host', async () => {
		sandbox.write({
			'main.mjs': `import { fail } from './fail.mjs';


await fail();
`,
			'fail.mjs': `const unrelated = 1;
// lines that are not in the worker module
export { unrelated };
export async function fail() {
	'use cpu_bound';
	throw new RangeError('far');
}
`,
		});
		const { status, stderr } = await sandbox.lapidary(['run', 'main.mjs']);
		expect(status).toBe(1);
		expect(stderr).toContain('RangeError: far');
		expect(stderr).toMatch(/at fail \(\S*\/fail\.mjs:6:\d+\)/);
		expect(stderr).toMatch(/\/main\.mjs:4:\d+/);
	});
});

describe('diagnostics', () => {
	test.each([
		['main.mjs', "console.log('never');\nimport './bad.mjs';\n", ''],
		[
			'main.cjs',
			"console.log('before');\nrequire('./bad.mjs');\nconsole.log('never');\n",
			'before\n',
		],
		['main.ts', "await import('./bad.mjs').catch(() => console.log('caught'));\nexport {};\n", ''],
	])('an error stops %s with its text', async (file, text, stdout) => {
		sandbox.write({ 'bad.mjs': BROKEN, [file]: text });
		const ran = await sandbox.lapidary(['run', file]);
		expect(ran).toMatchObject({ status: 1, stdout });
		expect(ran.stderr).toMatch(/^error LP2003 writes-capture\n {2}bad\.mjs:4:26 /);
		expect(ran.stderr).toMatch(/\n1 error\n$/);
	});

	test('a warning is told once, though workers load the file as well; --strict stops', async () => {
		sandbox.write({
			'main.mjs': `import { where } from './where.mjs';
console.log((await Promise.all([where(), where(), where()])).join());
`,
			'where.mjs': `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
export async function where() { 'use cpu_bound'; return onHost(); }
if (onHost()) where();
`,
		});
		const ran = await sandbox.lapidary(['run', 'main.mjs']);
		expect(ran).toMatchObject({ status: 0, stdout: 'false,false,false\n' });
		expect(ran.stderr.match(/LP5003/g)).toHaveLength(1);
		const strict = await sandbox.lapidary(['run', '--strict', 'main.mjs']);
		expect(strict).toMatchObject({ status: 1, stdout: '' });
		expect(strict.stderr).toMatch(/^error LP5003 /m);
	});

	test('a syntax error in a file without an annotation is shown with its place', async () => {
		sandbox.write({ 'main.ts': 'const n: = 1;\n' });
		const { status, stderr } = await sandbox.lapidary(['run', 'main.ts']);
		expect(status).toBe(1);
		expect(stderr).toMatch(/main\.ts: Unexpected token \(1:9\)/);
	});
});

describe('the runtime', () => {
	const where = `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
exports.where = async function where() { 'use cpu_bound'; return onHost(); };
`;

	test('is missed once where it is no production dependency, by `import` and `require`', async () => {
		sandbox.write({
			'package.json': '{ "name": "demo", "devDependencies": { "lapidary": "^0.1.0" } }',
			'main.mjs': `import cjs from './where.cjs';
import * as esm from './where.mjs';
console.log(await cjs.where(), await esm.where());
`,
			'where.cjs': where,
			'where.mjs': where.replace('exports.where =', 'export'),
		});
		const ran = await sandbox.lapidary(['run', 'main.mjs']);
		expect(ran).toMatchObject({ status: 0, stdout: 'false false\n' });
		expect(ran.stderr).toBe(`warning LP7031 runtime-not-in-production
  package.json  \`@lapidary/runtime\` is no production dependency of \`demo\`, and lowered programs import it
  help: \`npm install --save-prod @lapidary/runtime\`

1 warning
`);
		const built = await sandbox.lapidary([
			...['build', 'where.mjs', 'where.cjs', '--strict'],
			...['--out-dir', path.join(sandbox.root, 'out')],
		]);
		expect(built).toMatchObject({ status: 0, stderr: ran.stderr });
	});
});

describe('signals', () => {
	test('are passed on, and the program decides', async () => {
		sandbox.write({
			'main.mjs': `process.on('SIGTERM', () => { console.log('told'); process.exit(5); });
setInterval(() => {}, 1000);
console.log('ready');
`,
		});
		const running = sandbox.lapidary(['run', 'main.mjs']);
		running.child.stdout.once('data', () => running.child.kill('SIGTERM'));
		expect(await running).toMatchObject({ status: 5, stdout: 'ready\ntold\n' });
	});

	test('one that ends the program ends the command the same way', async () => {
		sandbox.write({ 'main.mjs': "process.kill(process.pid, 'SIGKILL');\n" });
		expect(await sandbox.lapidary(['run', 'main.mjs'])).toMatchObject({
			status: null,
			signal: 'SIGKILL',
		});
	});
});

describe('uses in other files', () => {
	const score = "export function score(n) { 'use cpu_bound'; return n + 1; }\n";
	const app = "import { score } from './lib/score.mjs';\nconsole.log(score(1) + 1);\n";

	test('a program that uses a promise for a result does not start', async () => {
		sandbox.write({ 'lib/score.mjs': score, 'app.mjs': app });
		const { status, stdout, stderr } = await sandbox.lapidary(['run', 'app.mjs']);
		expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
		expect(stderr).toMatch(/^error LP5020 missing-await\n {2}app\.mjs:2:13 /);
		const unlinked = await sandbox.lapidary(['run', '--no-link', 'app.mjs']);
		expect(unlinked).toMatchObject({ status: 1, stdout: '' });
		expect(unlinked.stderr).toMatch(/app\.mjs:2:22[^]*code: 'LP8016'/);
		const env = { NODE_ENV: 'production' };
		const unchecked = await sandbox.lapidary(['run', '--no-link', 'app.mjs'], { env });
		expect(unchecked).toMatchObject({ status: 0, stdout: '[object Promise]1\n' });
		sandbox.write({ 'app.mjs': app.replace('score(1)', '(await score(1))') });
		expect(await sandbox.lapidary(['run', 'app.mjs'])).toEqual({
			status: 0,
			signal: null,
			stdout: '3\n',
			stderr: '',
		});
	});

	test('files without directives show the state that units read', async () => {
		sandbox.write({
			'settings.mjs':
				'export const settings = { deep: { level: 1 } };\nexport const level = () => settings.deep.level;\n',
			'reader.mjs': "import { level } from './settings.mjs';\nexport const read = () => level();\n",
			'unit.mjs':
				"import { read } from './reader.mjs';\nexport async function run() { 'use cpu_bound'; return read(); }\n",
			'app.mjs':
				"import { settings } from './settings.mjs';\nimport { run } from './unit.mjs';\n(await Promise.resolve(settings.deep)).level = 2;\nconsole.log(await run());\n",
		});
		const { status, stderr } = await sandbox.lapidary(['run', 'app.mjs']);
		expect(status).toBe(0);
		expect(stderr).toContain('another content of `settings` of `settings.mjs`');
	});

	test('what the loader says of a file is said once', async () => {
		sandbox.write({
			'lib/score.mjs': `${score}export const twice = (n) => score(n) * 2;\n`,
			'app.mjs': "import { twice } from './lib/score.mjs';\nconsole.log(await twice(1));\n",
		});
		const { status, stderr } = await sandbox.lapidary(['run', 'app.mjs']);
		expect(status).toBe(0);
		expect(stderr.match(/LP5025/g)).toHaveLength(1);
	});
});
