import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRuntimeCheck } from '../src/adapters/install/runtime-check.js';

let folder = '';
beforeEach(() => {
	folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'lapidary-runtime-check-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** @param {Record<string, object | string>} files */
function write(files) {
	for (const [name, content] of Object.entries(files)) {
		const file = path.join(folder, name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
	}
}

/** @param {string[]} sources below the folder */
const check = (...sources) =>
	createRuntimeCheck()(sources.map((one) => path.join(folder, one))).map(
		({ code, severity, filename, help }) =>
			`${severity} ${code} ${path.relative(folder, filename)} ${help}`,
	);

const tools = { lapidary: '^0.1.0' };
const runtime = { '@lapidary/runtime': '^0.1.0' };

describe('the runtime is missed', () => {
	test.each([
		['package-lock.json', '`npm install --save-prod @lapidary/runtime`'],
		['npm-shrinkwrap.json', '`npm install --save-prod @lapidary/runtime`'],
		['pnpm-lock.yaml', '`pnpm add --save-prod @lapidary/runtime`'],
		['yarn.lock', '`yarn add @lapidary/runtime`'],
		['bun.lock', '`bun add @lapidary/runtime`'],
		['bun.lockb', '`bun add @lapidary/runtime`'],
	])('where only the command line is named; the command is that of %s', (lockfile, help) => {
		write({ 'package.json': { name: 'demo', devDependencies: tools }, [lockfile]: '' });
		expect(check('src/a.js')).toEqual([`warning LP7031 package.json ${help}`]);
	});

	test('with the command of the package manager that the nearest package.json names', () => {
		write({
			'package.json': { name: 'root', private: true, packageManager: 'pnpm@10.0.0+sha512.a' },
			'a/package.json': { name: 'demo', devDependencies: tools },
			'b/package.json': { name: 'demo', devDependencies: tools, packageManager: 'yarn@4.0.0' },
		});
		expect(check('a/a.js')[0]).toMatch(/ `pnpm add --save-prod @lapidary\/runtime`$/);
		expect(check('b/b.js')[0]).toMatch(/ `yarn add @lapidary\/runtime`$/);
	});

	test('where it is a development dependency, which not every package manager moves', () => {
		write({ 'package.json': { name: 'demo', devDependencies: { ...tools, ...runtime } } });
		expect(check('a.js')[0]).toMatch(/ `npm install --save-prod @lapidary\/runtime`$/);
		write({ 'yarn.lock': '' });
		expect(check('a.js')[0]).toMatch(
			/ `yarn remove @lapidary\/runtime && yarn add @lapidary\/runtime`$/,
		);
	});

	test('in production under pnpm, where the command line is a dependency', () => {
		write({ 'package.json': { name: 'demo', dependencies: tools } });
		expect(check('a.js')).toHaveLength(1);
	});

	test('in a member of a workspace, with the command for the lockfile of its root', () => {
		write({
			'package.json': { name: 'root', private: true, workspaces: ['packages/*'] },
			'pnpm-lock.yaml': '',
			'packages/a/package.json': { devDependencies: { '@lapidary/compiler': '^0.1.0' } },
			'packages/a/src/package.json': { type: 'module' },
		});
		expect(check('packages/a/src/x.js', 'packages/a/src/deep/y.js', 'packages/a/z.js')).toEqual([
			'warning LP7031 packages/a/package.json `pnpm add --save-prod @lapidary/runtime`',
		]);
	});
});

describe('nothing is missed', () => {
	test.each([
		['a dependency', { dependencies: runtime, devDependencies: tools }],
		[
			'a peer of a library',
			{ peerDependencies: runtime, devDependencies: { ...tools, ...runtime } },
		],
		['optional', { optionalDependencies: runtime, devDependencies: tools }],
		['not named, nor is the compiler', { devDependencies: { eslint: '10' } }],
		['the package itself', { name: '@lapidary/runtime', devDependencies: tools }],
		['named in what is no package.json of npm', { devDependencies: ['lapidary'] }],
	])('it is %s', (_title, manifest) => {
		write({ 'package.json': { name: 'demo', ...manifest } });
		expect(check('src/a.js')).toEqual([]);
	});

	test('the root of a workspace has the tools, and its members name none of them', () => {
		write({
			'package.json': { private: true, workspaces: ['packages/*'], devDependencies: tools },
			'packages/a/package.json': { name: 'a' },
		});
		expect(check('packages/a/x.js')).toEqual([]);
	});

	test('the root of a workspace has the runtime for its members', () => {
		write({
			'package.json': { private: true, workspaces: ['packages/*'], dependencies: runtime },
			'packages/a/package.json': { name: 'a', devDependencies: tools },
		});
		expect(check('packages/a/x.js')).toEqual([]);
	});

	test('there is no package.json, or it is no JSON', () => {
		expect(check('a.js')).toEqual([]);
		write({ 'package.json': '{ "devDependencies": { "lapidary": ' });
		expect(check('a.js')).toEqual([]);
	});
});

test('each package is told of once', () => {
	write({
		'a/package.json': { name: 'a', devDependencies: tools },
		'b/package.json': { name: 'b', devDependencies: tools },
	});
	const checkRuntime = createRuntimeCheck();
	const found = ['a/1.js', 'a/2.js', 'b/1.js', 'a/deep/3.js'].map(
		(file) => checkRuntime([path.join(folder, file)]).length,
	);
	expect(found).toEqual([1, 0, 1, 0]);
});
