import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { createSandbox } from './sandbox.js';

const UNIT = `export async function square(n) {
	'use cpu_bound';
	return n * n;
}
`;
const BROKEN = UNIT.replace("'use cpu_bound';", "'use cpu_bound';\n\tthis.x = 1;");

/**
 * @param {import('./sandbox.js').Running} running
 * @returns {() => Promise<string>} waits for the end of the next build, and gives what was printed until then
 */
function followBuilds({ child }) {
	let printed = '';
	/** @type {() => void} */
	let onPrint = () => {};
	const listen = (/** @type {Buffer} */ data) => {
		printed += data;
		onPrint();
	};
	child.stdout.on('data', listen);
	child.stderr.on('data', listen);
	return () =>
		new Promise((resolve) => {
			onPrint = () => {
				const end = printed.indexOf('watching src\n');
				if (end < 0) return;
				const text = printed.slice(0, end);
				printed = printed.slice(end + 'watching src\n'.length);
				onPrint = () => {};
				resolve(text);
			};
			onPrint();
		});
}

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
/** @type {import('./sandbox.js').Running | undefined} */
let running;
beforeEach(() => {
	sandbox = createSandbox({ 'src/square.mjs': UNIT, 'src/cube.mjs': UNIT, 'src/note.txt': 'one' });
});
afterEach(async () => {
	running?.child.kill('SIGKILL');
	await running;
	sandbox.remove();
});

test('changed files are built again, and only those; an error leaves the last output and goes on', async () => {
	running = sandbox.lapidary(['build', 'src', '-o', 'out', '--watch']);
	const nextBuild = followBuilds(running);
	const inode = (/** @type {string} */ file) => statSync(path.join(sandbox.root, 'out', file)).ino;

	expect(await nextBuild()).toMatch(/lowered 2 files \(2 units\), copied 1,/);
	const [cube, square] = [inode('cube.mjs'), inode('square.mjs')];

	sandbox.write({ 'src/square.mjs': UNIT.replace('n * n', 'n ** 2') });
	expect(await nextBuild()).toMatch(/lowered 1 file \(1 unit\), copied 0,/);
	expect(inode('cube.mjs')).toBe(cube);
	expect(inode('square.mjs')).not.toBe(square);
	const workers = () => Object.keys(sandbox.tree('out')).filter((name) => /cpu_bound-/.test(name));
	expect(workers()).toHaveLength(2);
	const good = sandbox.tree('out');

	sandbox.write({ 'src/cube.mjs': BROKEN });
	expect(await nextBuild()).toMatch(/^error LP\d{4} [^]*nothing was written/m);
	sandbox.write({ 'src/note.txt': 'two' });
	expect(await nextBuild()).toMatch(/^error LP\d{4} /m);
	expect(sandbox.tree('out')).toEqual(good);

	sandbox.write({ 'src/cube.mjs': UNIT });
	expect(await nextBuild()).toMatch(/lowered 1 file \(1 unit\), copied 1,/);
	expect(sandbox.tree('out')).toEqual({ ...good, 'note.txt': 'two' });

	rmSync(path.join(sandbox.root, 'src/cube.mjs'));
	await nextBuild();
	expect(Object.keys(sandbox.tree('out')).map((name) => name.replace(/-[0-9a-f]{8}/, ''))).toEqual([
		'note.txt',
		'square.cpu_bound.mjs',
		'square.mjs',
	]);

	running.child.kill('SIGINT');
	expect(await running).toMatchObject({ status: 0, signal: null });
});

test('with --types, a change of either builds a source and its declarations', async () => {
	const sync = UNIT.replace('async ', '');
	const declared = 'export declare function square(n: number): number;\n';
	sandbox.write({ 'src/square.mjs': sync, 'src/square.d.mts': declared });
	running = sandbox.lapidary(['build', 'src', '-o', 'out', '--watch', '--types']);
	const nextBuild = followBuilds(running);
	await nextBuild();
	const typed = () => sandbox.tree('out')['square.d.mts'];
	expect(typed()).toContain('Promise<number>');

	sandbox.write({ 'src/square.d.mts': `// again\n${declared}` });
	expect(await nextBuild()).toMatch(/lowered 1 file \(1 unit\), copied 1,/);
	expect(typed()).toContain(
		'// again\nexport declare function square(n: number): Promise<number>;',
	);

	sandbox.write({ 'src/square.mjs': UNIT });
	expect(await nextBuild()).toMatch(/lowered 1 file \(1 unit\), copied 1,/);
	expect(typed()).toContain(': number;');
});

test('a change of one file is linked with those that stayed as they were', async () => {
	const using = "import { f } from './f.mjs';\nexport const run = async (n) => f(n) + 1;\n";
	const plain = 'export function f(n) {\n\treturn n;\n}\n';
	const unit = plain.replace('\n', "\n\t'use cpu_bound';\n");
	sandbox.write({ 'src/f.mjs': plain, 'src/app.mjs': using });
	running = sandbox.lapidary(['build', 'src', '-o', 'out', '--watch']);
	const nextBuild = followBuilds(running);
	await nextBuild();
	const before = sandbox.tree('out');

	sandbox.write({ 'src/f.mjs': unit });
	const broken = await nextBuild();
	expect(broken).toMatch(/^error LP5020 missing-await\n {2}src\/app\.mjs:2:/m);
	expect(sandbox.tree('out')).toEqual(before);

	sandbox.write({ 'src/app.mjs': using.replace('f(n) +', '(await f(n)) +') });
	expect(await nextBuild()).not.toContain('error');
	const after = sandbox.tree('out');
	expect(after['app.mjs']).toContain('await f(n)');
	expect(after['f.mjs']).toContain('$lp_f');

	sandbox.write({ 'src/app.mjs': using });
	expect(await nextBuild()).toContain('error LP5020');
});

test('an out-dir that was removed is filled again, and folders without outputs go', async () => {
	sandbox.write({ 'src/deep/er/four.txt': 'four' });
	running = sandbox.lapidary(['build', 'src', '-o', 'out', '--watch']);
	const nextBuild = followBuilds(running);
	await nextBuild();
	const whole = sandbox.tree('out');

	rmSync(path.join(sandbox.root, 'out'), { recursive: true });
	sandbox.write({ 'src/note.txt': 'two' });
	expect(await nextBuild()).toMatch(/lowered 2 files \(2 units\), copied 2,/);
	expect(sandbox.tree('out')).toEqual({ ...whole, 'note.txt': 'two' });

	rmSync(path.join(sandbox.root, 'src/deep'), { recursive: true });
	await nextBuild();
	expect(existsSync(path.join(sandbox.root, 'out/deep'))).toBe(false);
});
