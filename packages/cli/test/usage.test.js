import { readFileSync } from 'node:fs';
import { createSandbox } from './sandbox.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox({ 'src/a.js': 'export {};\n' });
});
afterEach(() => sandbox.remove());

const GOOD = "export async function square(n) { 'use cpu_bound'; return n * n; }\n";

test.each(['', 'init', 'build', 'check', 'types', 'run', 'explain'])(
	'README shows what `lapidary %s --help` prints',
	async (command) => {
		const args = [command, '--help'].filter(Boolean);
		const { status, stdout, stderr } = await sandbox.lapidary(args);
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		const [, shown] = README.split(`\n$ lapidary ${args.join(' ')}\n`);
		expect(shown?.slice(0, shown.indexOf('\n```') + 1)).toBe(stdout);
		expect(stdout).toContain('Examples:\n  $ lapidary ');
	},
);

test('--version prints the version of the package', async () => {
	expect(await sandbox.lapidary(['--version'])).toMatchObject({
		status: 0,
		stdout: `${version}\n`,
	});
});

test.each([
	[[], 2, '`lapidary` needs a command'],
	[['biuld', 'src'], 2, 'did you mean `build`?'],
	[['build', 'src', '--outdir', 'x'], 2, 'did you mean `--out-dir`?'],
	[['build', 'src', '--nope'], 2, '`lapidary build --help` lists the options'],
	[['check', 'src', '--out-dir', 'x'], 2, '`--out-dir` is not an option of `lapidary check`'],
	[['build', '-o', 'out'], 2, '`lapidary build` needs <paths>'],
	[['build', 'src', '-o'], 2, 'needs a value for `-o, --out-dir <dir>`'],
	[['build', 'src', '-o', 'out', '--jobs', '0'], 2, 'a whole number from 1 to 512, not `0`'],
	[['build', 'src', '-o', 'out', '--jobs', '1.5'], 2, 'not `1.5`'],
	[['build', 'src', '-o', 'out', '--format', 'xml'], 2, 'pretty, json, github or sarif, not `xml`'],
	[['build', 'scr', '-o', 'out'], 2, 'did you mean `src`?'],
	[['build', 'none/*.js', '-o', 'out'], 2, '`none/*.js` does not exist'],
	[['run', 'mian.js'], 2, '`mian.js` does not exist'],
	[['explain', 'LP20034'], 2, 'no diagnostic has the code `LP20034`'],
])('lapidary %j ends with %d', async (args, expected, text) => {
	const before = sandbox.tree();
	const { status, stdout, stderr } = await sandbox.lapidary(args);
	expect(status).toBe(expected);
	expect(stdout).toBe('');
	expect(stderr).toContain(text);
	expect(sandbox.tree()).toEqual(before);
});

describe('colour and progress', () => {
	const ESCAPE = '\u001b';

	test('nothing but text goes to a pipe', async () => {
		const { stdout, stderr } = await sandbox.lapidary(['build', 'src', '-o', 'src/out']);
		expect(stdout + stderr).not.toContain(ESCAPE);
		expect(stderr).toContain('LP7004');
	});

	test.each([
		[{ FORCE_COLOR: '1' }, true],
		[{ FORCE_COLOR: '0' }, false],
		[{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
	])('%j: colour %s', async (env, isColoured) => {
		const { stderr } = await sandbox.lapidary(['build', 'src', '-o', 'src/out'], { env });
		expect(stderr.includes(ESCAPE)).toBe(isColoured);
	});
});

describe('configuration', () => {
	test('options come from lapidary.config.js, relative to it, and the command line wins', async () => {
		sandbox.write({ 'src/b.mjs': GOOD });
		sandbox.write({
			'lapidary.config.mjs': "export default { outDir: 'from-config', sourceMaps: true };\n",
		});
		const inside = await sandbox.lapidary(['build', '.'], { cwd: `${sandbox.root}/src` });
		expect(inside).toMatchObject({ status: 0, stderr: '' });
		expect(Object.keys(sandbox.tree('from-config'))).toContain('b.mjs.map');
		expect(await sandbox.lapidary(['build', 'src', '-o', 'mine'])).toMatchObject({ status: 0 });
		expect(Object.keys(sandbox.tree('mine'))).toContain('b.mjs.map');
	});

	test('options come from package.json', async () => {
		sandbox.write({
			'package.json': '{ "lapidary": { "outDir": "dist", "ignore": ["*.txt"] } }',
			'src/x.txt': 'x',
		});
		expect(await sandbox.lapidary(['build', 'src'])).toMatchObject({ status: 0, stderr: '' });
		expect(sandbox.tree('dist')).toEqual({ 'a.js': 'export {};\n' });
	});

	test.each([
		[
			'export default { outdir: "x", jobs: "many" };',
			['unknown key `outdir`', 'did you mean `outDir`?', '`jobs`'],
		],
		['export default { watch: true };', ['unknown key `watch`']],
		['export default { jsx: { runtime: "new" } };', ['as `jsx`']],
		['export default [];', ['is not an object']],
		['export const options = {};', ['is empty']],
		['export default {', ['cannot be loaded: ']],
	])('%s is refused', async (text, expected) => {
		sandbox.write({ 'lapidary.config.mjs': text });
		const { status, stderr } = await sandbox.lapidary(['build', 'src', '-o', 'out']);
		expect(status).toBe(2);
		expect(stderr).toMatch(
			/^error LP7007 bad-configuration\n {2}lapidary\.config\.mjs {2}the configuration /m,
		);
		for (const part of expected) expect(stderr).toContain(part);
		expect(Object.keys(sandbox.tree())).not.toContain('out/a.js');
	});
});
