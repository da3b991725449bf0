import { chmodSync, linkSync, lstatSync, mkdirSync, statSync, symlinkSync, watch } from 'node:fs';
import path from 'node:path';
import { createSandbox } from './sandbox.js';

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

const UNIT = `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
export async function square(n) {
	'use cpu_bound';
	return [n * n, onHost()];
}
`;
const MAIN = `import { square } from './square.js';
console.log(JSON.stringify(await square(7)));
`;
const BROKEN = `let total = 0;
export async function sum(rows) {
	'use cpu_bound';
	for (const row of rows) total += row;
}
`;
const WORKER_MODULE = /^(.*)\.cpu_bound-[0-9a-f]{8}\.(\w+)$/;

/**
 * @param {Record<string, string>} tree
 * @returns {string[]} sorted paths, with the hashes of worker modules left out
 */
function names(tree) {
	return Object.keys(tree)
		.map((name) => name.replace(WORKER_MODULE, '$1.cpu_bound.$2'))
		.sort();
}

describe('what is written', () => {
	test('annotated files are lowered, the rest is copied, and the program runs on the pool', async () => {
		sandbox.write({ 'src/package.json': '{ "name": "demo", "type": "module" }' });
		sandbox.write({ 'src/main.js': MAIN, 'src/square.js': UNIT, 'src/data/a.txt': 'text' });
		const source = sandbox.tree('src');

		const built = await sandbox.lapidary(['build', 'src', '--out-dir', 'out']);

		expect(built).toMatchObject({ status: 0, stderr: '' });
		expect(built.stdout).toMatch(/^lowered 1 file \(1 unit\), copied 3, in \d+ ms\n$/);
		const tree = sandbox.tree('out');
		expect(names(tree)).toEqual([
			'data/a.txt',
			'main.js',
			'package.json',
			'square.cpu_bound.js',
			'square.js',
		]);
		expect(tree['square.js']).toContain('"demo/square.js#square"');
		expect(tree['main.js']).toBe(MAIN);
		expect(sandbox.tree('src')).toEqual(source);
		expect((await sandbox.node(['src/main.js'])).stdout).toBe('[49,true]\n');
		expect(await sandbox.node(['out/main.js'])).toMatchObject({
			status: 0,
			stdout: '[49,false]\n',
		});
	});

	test('bytes and permissions of what is copied stay as they are', async () => {
		const bytes = Buffer.from([0, 255, 254, 13, 10, 195, 40]);
		sandbox.write({ 'src/image.png': bytes, 'src/latin.js': Buffer.from([47, 47, 233, 10]) });
		sandbox.write({
			'src/tool.js': '#!/usr/bin/env node\n',
			'src/empty.js': '',
			'src/.hidden': 'x',
		});
		chmodSync(path.join(sandbox.root, 'src/tool.js'), 0o755);

		expect(await sandbox.lapidary(['build', 'src', '-o', 'out'])).toMatchObject({ status: 0 });

		expect(sandbox.tree('out')).toEqual(sandbox.tree('src'));
		expect(statSync(path.join(sandbox.root, 'out/tool.js')).mode & 0o777).toBe(0o755);
	});

	test('node_modules, .git and the cache are left out, and what --ignore names', async () => {
		sandbox.write({ 'src/a.js': 'a', 'src/node_modules/p/index.js': UNIT, 'src/.git/config': 'x' });
		sandbox.write({ 'src/.cache/00/00.json': '{}' });
		sandbox.write({ 'src/lib/a.test.js': BROKEN, 'src/lib/b.js': 'b', 'src/skip/c.js': 'c' });

		const built = await sandbox.lapidary([
			'build',
			'src',
			'-o',
			'out',
			'--ignore',
			'**/*.test.js',
			'--ignore',
			'skip',
			'--cache-dir',
			'src/.cache',
		]);

		expect(built).toMatchObject({ status: 0, stderr: '' });
		expect(names(sandbox.tree('out'))).toEqual(['a.js', 'lib/b.js']);
	});

	test('folders, files and patterns can be given together', async () => {
		sandbox.write({ 'app/one.js': '1', 'tools/two.js': '2', 'tools/three.js': '3' });
		sandbox.write({ 'packages/a/src/four.js': '4', 'packages/b/src/five.js': '5' });
		sandbox.write({ 'lib/six.js': '6', 'lib/deep/seven.js': '7' });

		const built = await sandbox.lapidary([
			'build',
			'app',
			'tools/two.js',
			'packages/*/src',
			'lib/**/*.js',
			'-o',
			'out',
		]);

		expect(built).toMatchObject({ status: 0, stderr: '' });
		expect(names(sandbox.tree('out'))).toEqual([
			'deep/seven.js',
			'five.js',
			'four.js',
			'one.js',
			'six.js',
			'two.js',
		]);
	});

	test('worker modules of earlier builds of the same source go, what others wrote stays', async () => {
		sandbox.write({
			'src/square.js': UNIT,
			'src/cube.js': UNIT,
			'out/other.cpu_bound-00000000.js': 'mine',
		});
		sandbox.write({ 'out/square.cpu_bound-00000000.mjs': 'mine', 'out/notes.txt': 'mine' });
		await sandbox.lapidary(['build', 'src', '-o', 'out']);
		const first = Object.keys(sandbox.tree('out'));
		sandbox.write({
			'src/square.js': UNIT.replace('n * n', 'n * n * 1'),
			'src/cube.js': 'export {};\n',
		});

		expect(await sandbox.lapidary(['build', 'src', '-o', 'out'])).toMatchObject({ status: 0 });

		const second = sandbox.tree('out');
		expect(names(second)).toEqual([
			'cube.js',
			'notes.txt',
			'other.cpu_bound.js',
			'square.cpu_bound.js',
			'square.cpu_bound.mjs',
			'square.js',
		]);
		const hashed = Object.keys(second).filter((name) => /^square\.cpu_bound-.*\.js$/.test(name));
		expect(hashed).toHaveLength(1);
		expect(first).not.toContain(hashed[0]);
		expect(second['square.js']).toContain(hashed[0]);
	});

	test('files that are copied and have not changed are left alone', async () => {
		sandbox.write({ 'src/a.js': 'a', 'src/b.js': 'b', 'src/square.js': UNIT });
		const inode = (/** @type {string} */ file) => statSync(path.join(sandbox.root, file)).ino;
		await sandbox.lapidary(['build', 'src', '-o', 'out']);
		const [a, b] = [inode('out/a.js'), inode('out/b.js')];
		sandbox.write({ 'src/b.js': 'c' });
		chmodSync(path.join(sandbox.root, 'src/square.js'), 0o755);
		const built = await sandbox.lapidary(['build', 'src', '-o', 'out']);
		expect(built.stdout).toMatch(/^lowered 1 file \(1 unit\), copied 2, /);
		expect(inode('out/a.js')).toBe(a);
		expect(inode('out/b.js')).not.toBe(b);
		expect(sandbox.tree('out')['b.js']).toBe('c');
		expect(statSync(path.join(sandbox.root, 'out/square.js')).mode & 0o777).toBe(0o755);
	});

	test('a relative path has the same id and the same output wherever it is built', async () => {
		sandbox.write({ 'one/package.json': '{ "name": "p" }', 'two/package.json': '{ "name": "p" }' });
		sandbox.write({ 'one/src/square.mjs': UNIT, 'two/src/square.mjs': UNIT });
		await sandbox.lapidary(['build', 'one/src', '-o', 'out/one']);
		await sandbox.lapidary(['build', './src/', '-o', '../out/two'], {
			cwd: path.join(sandbox.root, 'two'),
		});
		expect(sandbox.tree('out/one')).toEqual(sandbox.tree('out/two'));
		expect(sandbox.tree('out/one')['square.mjs']).toContain('"p/src/square.mjs#square"');
	});
});

describe('all or nothing', () => {
	test('with an error in one file nothing appears, and every diagnostic is shown', async () => {
		sandbox.write({
			'src/a.js': BROKEN,
			'src/b/c.js': 'export const = 1; // cpu_bound\n',
			'src/ok.js': UNIT,
		});
		const before = sandbox.tree();

		const built = await sandbox.lapidary(['build', 'src', '-o', 'deep/out']);

		expect(built.status).toBe(1);
		expect(built.stderr).toMatch(/^error LP2003 writes-capture\n {2}src\/a\.js:4:26 /m);
		expect(built.stderr).toMatch(/^error LP6001 [\w-]+\n {2}src\/b\/c\.js:1:14 /m);
		expect(built.stderr).toContain('> 4 | \tfor (const row of rows) total += row;');
		expect(built.stderr).toMatch(/\n2 errors\n$/);
		expect(built.stdout).toMatch(/^2 errors in 3 files, nothing was written, in \d+ ms\n$/);
		expect(sandbox.tree()).toEqual(before);
	});

	test('with an error nothing changes in an out-dir that exists', async () => {
		sandbox.write({ 'src/a.js': UNIT });
		await sandbox.lapidary(['build', 'src', '-o', 'out']);
		sandbox.write({ 'src/a.js': BROKEN, 'src/new.js': 'new' });
		const before = sandbox.tree();
		expect(await sandbox.lapidary(['build', 'src', '-o', 'out'])).toMatchObject({ status: 1 });
		expect(sandbox.tree()).toEqual(before);
	});

	test('a place that is taken by a folder fails the build before anything is replaced', async () => {
		sandbox.write({ 'src/a.js': 'new', 'src/z.js': 'new', 'out/a.js': 'old', 'out/z.js/x': 'old' });
		const before = sandbox.tree();
		const built = await sandbox.lapidary(['build', 'src', '-o', 'out']);
		expect(built.status).toBe(1);
		expect(built.stderr).toMatch(
			/LP7008 unwritable-output\n.*`out\/z\.js` cannot be written: it is a folder/,
		);
		expect(sandbox.tree()).toEqual(before);
	});

	test('an out-dir that may not be written is said to be so', async () => {
		sandbox.write({ 'src/a.js': 'a', 'locked/.keep': '' });
		chmodSync(sandbox.root, 0o755);
		chmodSync(path.join(sandbox.root, 'locked'), 0o555);
		// permissions mean nothing to root: then the build runs as nobody
		const uid = process.getuid?.() === 0 ? 65_534 : undefined;
		const built = await sandbox.lapidary(['build', 'src', '-o', 'locked/out'], { uid });
		chmodSync(path.join(sandbox.root, 'locked'), 0o755);
		expect(built.status).toBe(1);
		expect(built.stderr).toMatch(
			/LP7008 unwritable-output\n.*`locked\/out` cannot be written: permission is denied/,
		);
		expect(names(sandbox.tree())).toEqual(['locked/.keep', 'src/a.js']);
	});

	test('an interrupted build leaves nothing behind', async () => {
		// many names of one file: quick to make, and long enough to copy
		sandbox.write({ 'src/f.js': 'export const filler = 1;\n'.repeat(500) });
		for (let index = 0; index < 6_000; index++) {
			linkSync(path.join(sandbox.root, 'src/f.js'), path.join(sandbox.root, `src/f${index}.js`));
		}
		const before = names(sandbox.tree());
		const running = sandbox.lapidary(['build', 'src', '-o', 'out']);
		const watcher = watch(sandbox.root, (_event, name) => {
			if (name?.startsWith('.out.lapidary-')) running.child.kill('SIGINT');
		});
		const { signal } = await running;
		watcher.close();
		expect(signal).toBe('SIGINT');
		expect(names(sandbox.tree())).toEqual(before);
	});

	test('what a killed build left behind is removed by the next one', async () => {
		const { child, ...exited } = sandbox.node(['-e', '']);
		await Promise.all([exited, new Promise((resolve) => child.on('exit', resolve))]);
		sandbox.write({ 'src/a.js': 'a', [`.out.lapidary-${child.pid}-0123abcd/b.js`]: 'b' });
		sandbox.write({ [`.out.lapidary-${process.pid}-0123abcd/b.js`]: 'of a build that still runs' });
		expect(await sandbox.lapidary(['build', 'src', '-o', 'out'])).toMatchObject({ status: 0 });
		expect(names(sandbox.tree())).toEqual([
			`.out.lapidary-${process.pid}-0123abcd/b.js`,
			'out/a.js',
			'src/a.js',
		]);
	});
});

describe('links', () => {
	test('an out-dir that is a link is followed once, and overlaps are found behind it', async () => {
		sandbox.write({ 'src/a.js': 'a', 'real/.keep': '' });
		symlinkSync('real', path.join(sandbox.root, 'out'));
		symlinkSync('src', path.join(sandbox.root, 'loop'));
		expect(await sandbox.lapidary(['build', 'src', '-o', 'out/x'])).toMatchObject({ status: 0 });
		expect(sandbox.tree('real')).toEqual({ '.keep': '', 'x/a.js': 'a' });
		const looped = await sandbox.lapidary(['build', 'src', '-o', 'loop']);
		expect(looped.status).toBe(2);
		expect(looped.stderr).toMatch(/LP7004 .*\n.*the out-dir `loop` is the source `src`/);
	});

	test('a link inside the out-dir leads no write out of it', async () => {
		sandbox.write({
			'src/lib/a.js': 'new',
			'src/b.js': 'new',
			'outside/a.js': 'old',
			'outside/b.js': 'old',
		});
		mkdirSync(path.join(sandbox.root, 'out'));
		symlinkSync('../outside', path.join(sandbox.root, 'out/lib'));
		const refused = await sandbox.lapidary(['build', 'src', '-o', 'out']);
		expect(refused.status).toBe(1);
		expect(refused.stderr).toMatch(/LP7008 .*\n.*`out\/lib` cannot be written: it is a link/);
		expect(sandbox.tree('outside')).toEqual({ 'a.js': 'old', 'b.js': 'old' });

		symlinkSync('../outside/b.js', path.join(sandbox.root, 'out/b.js'));
		expect(await sandbox.lapidary(['build', 'src/b.js', '-o', 'out'])).toMatchObject({ status: 0 });
		expect(sandbox.tree('outside')).toEqual({ 'a.js': 'old', 'b.js': 'old' });
		expect(sandbox.tree('out')).toEqual({ 'b.js': 'new', lib: '-> ../outside' });
	});

	test('links of the source become files, inside it; what leaves it or circles is reported', async () => {
		sandbox.write({ 'src/lib/a.js': 'a', 'shared/s.js': 's' });
		const link = (/** @type {string} */ target, /** @type {string} */ name) =>
			symlinkSync(target, path.join(sandbox.root, 'src', name));
		link('lib/a.js', 'file.js');
		link('../shared/s.js', 'outside.js');
		link('lib', 'folder');
		link('../shared', 'away');
		link('..', 'lib/up');
		const built = await sandbox.lapidary(['build', 'src', '-o', 'out']);
		expect(built.status).toBe(0);
		expect(
			[...built.stderr.matchAll(/^warning LP7017 .*\n {2}(\S+) /gm)].map(([, place]) => place),
		).toEqual(['src/away', 'src/folder/up', 'src/lib/up']);
		expect(sandbox.tree('out')).toEqual({
			'file.js': 'a',
			'folder/a.js': 'a',
			'lib/a.js': 'a',
			'outside.js': 's',
		});
		expect(lstatSync(path.join(sandbox.root, 'out/file.js')).isSymbolicLink()).toBe(false);
	});
});

describe('wrong input', () => {
	test.each([
		['src', 'src', 'is'],
		['src', 'src/deep/out', 'is inside'],
		['src/deep', 'src', 'contains'],
		['src/a.js', 'src', 'contains'],
	])('build %s --out-dir %s: the out-dir %s the source', async (source, outDir, relation) => {
		sandbox.write({ 'src/a.js': 'a', 'src/deep/b.js': 'b' });
		const before = sandbox.tree();
		const { status, stderr } = await sandbox.lapidary(['build', source, '--out-dir', outDir]);
		expect(status).toBe(2);
		expect(stderr).toContain(`the out-dir \`${outDir}\` ${relation} the source \`${source}\``);
		expect(sandbox.tree()).toEqual(before);
	});

	test('a file and a folder that meet collide, and the same file given twice does not', async () => {
		sandbox.write({ 'a/x/one.js': '1', 'b/x': 'file', 'a/two.js': '2' });
		const met = await sandbox.lapidary(['build', 'a', 'b', '-o', 'out']);
		expect(met.status).toBe(1);
		expect(met.stderr).toContain('`b/x` and `a/x/one.js` would both be written to `out/x`');
		expect(await sandbox.lapidary(['build', 'a', 'a/two.js', '-o', 'out'])).toMatchObject({
			status: 0,
		});
		expect(names(sandbox.tree('out'))).toEqual(['two.js', 'x/one.js']);
	});

	test('an annotated file that is not UTF-8 is refused with the place', async () => {
		const bytes = Buffer.concat([Buffer.from(`${UNIT}// é`), Buffer.from([0xe9, 0x0a])]);
		sandbox.write({ 'src/a.js': bytes });
		const { status, stderr } = await sandbox.lapidary(['build', 'src', '-o', 'out']);
		expect(status).toBe(1);
		const offset = bytes.length - 2;
		expect(stderr).toContain(
			`src/a.js:6:5  \`src/a.js\` is not UTF-8: the byte at offset ${offset}`,
		);
	});
});
