// Where files lie, what they are called, and what they hold while a program runs.
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { createSandbox } from './sandbox.js';

const UNIT = `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
import { FACTOR } from './factor.js';
export async function scale(row) {
	'use cpu_bound';
	return [onHost(), row * FACTOR];
}
`;
const MODULE = '{ "type": "module", "name": "demo" }';
const factor = (/** @type {number} */ value) => `export const FACTOR = ${value};\n`;

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox();
});
afterEach(() => sandbox.remove());

describe('names', () => {
	test('a tree gives the same files wherever it lies and however it is named', async () => {
		for (const place of ['here', 'far/away/there']) {
			sandbox.write({
				[`${place}/package.json`]: MODULE,
				[`${place}/src/deep/scale.js`]: UNIT,
				[`${place}/src/deep/factor.js`]: factor(2),
			});
		}
		symlinkSync('far/away/there', path.join(sandbox.root, 'linked'));
		const cwd = path.join(sandbox.root, 'far/away');
		for (const [args, options] of [
			[['build', 'here/src', '-o', 'out/1']],
			[['build', path.join(sandbox.root, 'far/away/there/src'), '-o', '../../out/2'], { cwd }],
			[['build', 'linked/src', '-o', 'out/3']],
			[['build', './far/../here//src/', '-o', 'out/4']],
		]) {
			const built = await sandbox.lapidary(
				/** @type {string[]} */ (args),
				/** @type {any} */ (options),
			);
			expect(built).toMatchObject({ status: 0, stderr: '' });
		}
		const first = sandbox.tree('out/1');
		expect(first['deep/scale.js']).toContain('"demo/src/deep/scale.js#scale"');
		expect(Object.values(first).join('')).not.toContain(sandbox.root);
		for (const other of ['out/2', 'out/3', 'out/4']) expect(sandbox.tree(other)).toEqual(first);
	});

	test('a module is lowered behind a link, a query and a URL', async () => {
		sandbox.write({
			'package.json': MODULE,
			'real/scale.js': UNIT,
			'real/factor.js': factor(2),
			'main.js': `const loaded = [
	await import('./link/scale.js'),
	await import('./real/scale.js?fresh=1'),
	await import(new URL('./real/../real/scale.js', import.meta.url).href),
];
console.log(JSON.stringify(await Promise.all(loaded.map(({ scale }, index) => scale(index)))));
`,
		});
		symlinkSync('real', path.join(sandbox.root, 'link'));
		expect(await sandbox.lapidary(['run', 'main.js'])).toMatchObject({
			status: 0,
			stdout: '[[false,0],[false,2],[false,4]]\n',
			stderr: '',
		});
	});

	test('one path in two packages, and two versions of one package, are different units', async () => {
		const packages = { a: 'a', b: 'b', 'b/old': 'a' };
		for (const [index, [folder, name]] of Object.entries(packages).entries()) {
			sandbox.write({
				[`all/${folder}/package.json`]: `{ "type": "module", "name": "${name}", "version": "${index}.0.0" }`,
				[`all/${folder}/src/scale.js`]: UNIT,
				[`all/${folder}/src/factor.js`]: factor(index + 2),
			});
		}
		sandbox.write({
			'all/package.json': MODULE,
			'all/main.js': `const folders = ['a', 'b', 'b/old', 'a'];
const loaded = await Promise.all(folders.map((one) => import(\`./\${one}/src/scale.js\`)));
console.log(JSON.stringify(await Promise.all(loaded.map(({ scale }) => scale(10)))));
`,
		});
		const expected = '[[false,20],[false,30],[false,40],[false,20]]\n';
		expect(await sandbox.lapidary(['run', 'all/main.js'])).toMatchObject({
			status: 0,
			stdout: expected,
		});
		expect(await sandbox.lapidary(['build', 'all', '-o', 'out'])).toMatchObject({ status: 0 });
		const stubs = Object.entries(sandbox.tree('out')).filter(([name]) =>
			name.endsWith('/scale.js'),
		);
		expect(
			stubs.map(([name, text]) => [name, /\w+\/src\/scale\.js#scale/.exec(text)?.[0]]),
		).toEqual([
			['a/src/scale.js', 'a/src/scale.js#scale'],
			['b/old/src/scale.js', 'a/src/scale.js#scale'],
			['b/src/scale.js', 'b/src/scale.js#scale'],
		]);
		expect(await sandbox.node(['out/main.js'])).toMatchObject({ status: 0, stdout: expected });
	});
});

describe('an edit while the program runs', () => {
	const SOURCE = `const FACTOR = 2;
export async function scale(row, wait) {
	'use cpu_bound';
	if (wait) Atomics.wait(new Int32Array(wait), 0, 0);
	return row * FACTOR;
}
`;
	const edited = SOURCE.replace('= 2', '= 5');
	/** Loads both versions of a module, with calls of the first under way. @param {string} replace */
	const main = (replace) => `import { readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
const gate = new SharedArrayBuffer(4);
const old = await import('./scale.js');
const first = await old.scale(1);
const waiting = old.scale(2, gate);
${replace}
const fresh = await import('./scale.js?again');
const results = [first, await fresh.scale(1)];
Atomics.store(new Int32Array(gate), 0, 1);
Atomics.notify(new Int32Array(gate), 0);
results.push(await waiting, await fresh.scale(2));
console.log(JSON.stringify(results));
`;

	test('modules that are built again go with worker modules of their own', async () => {
		sandbox.write({
			'src/package.json': MODULE,
			'next/package.json': MODULE,
			'src/scale.js': SOURCE,
			'next/scale.js': edited,
			'src/main.js': main(`const next = new URL('../next-out/', import.meta.url);
for (const name of JSON.parse(process.argv[2])) writeFileSync(new URL(name, import.meta.url), readFileSync(new URL(name, next)));`),
		});
		expect(await sandbox.lapidary(['build', 'src', '-o', 'out'])).toMatchObject({ status: 0 });
		expect(await sandbox.lapidary(['build', 'next', '-o', 'next-out'])).toMatchObject({
			status: 0,
		});
		const names = Object.keys(sandbox.tree('next-out'));
		const before = Object.keys(sandbox.tree('out'));
		const ran = await sandbox.node(['out/main.js', JSON.stringify(names)]);
		expect(ran).toMatchObject({ status: 0, stdout: '[2,5,4,10]\n', stderr: '' });
		const added = names.filter((name) => !before.includes(name));
		expect(added).toEqual([expect.stringMatching(/^scale\.cpu_bound-\w{8}\.js$/)]);
	});

	test('the loader never joins stubs of one text and units of another', async () => {
		sandbox.write({
			'package.json': MODULE,
			'scale.js': SOURCE,
			'main.js': `import { readFileSync, writeFileSync } from 'node:fs';
const old = await import('./scale.js');
const source = new URL('./scale.js', import.meta.url);
writeFileSync(source, readFileSync(source, 'utf8').replace('= 2', '= 5'));
const fresh = await import('./scale.js?again');
console.log(await fresh.scale(1));
await old.scale(1).then(console.log, (error) => console.log(error.message));
`,
		});
		const ran = await sandbox.lapidary(['run', 'main.js']);
		expect(ran.stdout).toMatch(/^5\n.*scale\.js has changed since it was loaded/);
	});
});
