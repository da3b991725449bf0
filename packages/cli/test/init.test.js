import { editConfig } from '../src/init/edit-config.js';
import { removeEntry, setEntry } from '../src/init/edit-manifest.js';
import { planInit } from '../src/init/plan-init.js';
import { hashOf, planUndo } from '../src/init/record.js';
import { formatDiff } from '../src/output/diff.js';
import { createSandbox } from './sandbox.js';

const VITE = {
	module: '@lapidary/unplugin/vite',
	wish: { property: 'plugins', element: 'lapidary()' },
};
const IMPORT = `import lapidary from '${VITE.module}';\n`;

/**
 * @param {Record<string, string>} texts by path
 * @returns {ReturnType<typeof planInit>}
 */
function planFor(texts) {
	const list = (/** @type {string} */ folder) => {
		const prefix = folder === '.' ? '' : `${folder}/`;
		const inside = Object.keys(texts).filter((name) => name.startsWith(prefix));
		return [...new Set(inside.map((name) => name.slice(prefix.length).split('/')[0]))];
	};
	return planInit({ read: (name) => texts[name], list, manager: 'npm' }, '1.2.3');
}

/** @param {ReturnType<typeof planInit>} plan @param {string} name */
const textOf = ({ changes }, name) => changes.find(({ path }) => path === name)?.after;

describe('a configuration', () => {
	test.each([
		[
			'a call, quotes, no semicolons',
			'import { defineConfig } from "vite"\n\n// https://vite.dev/config/\nexport default defineConfig({\n  plugins: [react()],\n})\n',
			'import { defineConfig } from "vite"\nimport lapidary from "@lapidary/unplugin/vite"\n\n// https://vite.dev/config/\nexport default defineConfig({\n  plugins: [lapidary(), react()],\n})\n',
		],
		[
			'a comment that gives the type',
			'/** @type {import("vite").UserConfig} */\nexport default {};\n',
			`${IMPORT}\n/** @type {import("vite").UserConfig} */\nexport default { plugins: [lapidary()] };\n`,
		],
		[
			'a comment about the file',
			"// @ts-check\nexport default { base: '/' };\n",
			`// @ts-check\n${IMPORT}\nexport default { plugins: [lapidary()], base: '/' };\n`,
		],
		[
			'CommonJS, tabs, a list on lines',
			"const path = require('path');\nmodule.exports = {\n\tentry: './src', // x\n\tplugins: [\n\t\tnew A(),\n\t],\n};\n",
			"const path = require('path');\nconst { default: lapidary } = require('@lapidary/unplugin/vite');\nmodule.exports = {\n\tentry: './src', // x\n\tplugins: [\n\t\tlapidary(),\n\t\tnew A(),\n\t],\n};\n",
		],
		[
			'a function, a comment beside the brace, CRLF',
			'export default defineConfig(({ mode }) => {\r\n  return { // note\r\n    base: mode,\r\n  };\r\n});\r\n',
			`${IMPORT.trimEnd()}\r\n\r\nexport default defineConfig(({ mode }) => {\r\n  return { // note\r\n    plugins: [lapidary()],\r\n    base: mode,\r\n  };\r\n});\r\n`,
		],
		[
			'a typed variable',
			'const config: UserConfig = {\n  /* options */\n};\nexport default config satisfies UserConfig;\n',
			`${IMPORT}\nconst config: UserConfig = {\n  plugins: [lapidary()],\n  /* options */\n};\nexport default config satisfies UserConfig;\n`,
		],
		[
			'a list of one',
			'export default [{ plugins: [] }];\n',
			`${IMPORT}\nexport default [{ plugins: [lapidary()] }];\n`,
		],
	])('is edited where it is: %s', (_, before, after) => {
		expect(editConfig(before, VITE)).toEqual({ text: after });
		// a second run finds it
		expect(editConfig(after, VITE)).toEqual({ text: after });
	});

	test.each([
		['export default { ...base };', 'what `...base` has in it is not known'],
		[
			"export default { ['plug' + 'ins']: [] };",
			"what `['plug' + 'ins']: []` has in it is not known",
		],
		['export default { plugins: shared };', 'it has `plugins` already'],
		['export default merge(a, b);', 'what it exports is computed'],
		['export default [{}, {}];', 'what it exports is computed'],
		['const c = {}; c.plugins = []; export default c;', '`c` is changed, or declared elsewhere'],
		['import c from "./c.js"; export default c;', '`c` is changed, or declared elsewhere'],
		[
			'export default () => { if (x) return {}; return {}; };',
			'it returns more than one configuration',
		],
		['module.exports = {}; module.exports = {};', 'it does not export one configuration'],
		['const lapidary = 1; export default {};', 'it uses the name `lapidary`'],
		['export default {', 'it cannot be parsed'],
	])('is left alone where it is not certain: %s', (source, reason) => {
		expect(editConfig(source, VITE)).toEqual({ reason });
	});

	const NEXT = { module: '@lapidary/unplugin/next', name: 'withLapidary', isWrapper: true };
	const WRAPPER = "import { withLapidary } from '@lapidary/unplugin/next';\n";

	test.each([
		[
			'a typed variable',
			"import type { NextConfig } from 'next';\n\nconst nextConfig: NextConfig = {};\n\nexport default nextConfig;\n",
			`import type { NextConfig } from 'next';\n${WRAPPER}\nconst nextConfig: NextConfig = {};\n\nexport default withLapidary(nextConfig);\n`,
		],
		[
			'a call',
			"import mdx from '@next/mdx'\nexport default mdx()({ a: 1 })\n",
			`import mdx from '@next/mdx'\n${WRAPPER.replace(';', '')}export default withLapidary(mdx()({ a: 1 }))\n`,
		],
		[
			'a function',
			'export default async function config(phase) {\n  return {};\n}\n',
			`${WRAPPER.replace(';', '')}\nexport default withLapidary(async function config(phase) {\n  return {};\n});\n`,
		],
		[
			'CommonJS',
			'module.exports = (phase) => ({ ...base });\n',
			"const { withLapidary } = require('@lapidary/unplugin/next');\n\nmodule.exports = withLapidary((phase) => ({ ...base }));\n",
		],
	])('of Next.js gets a call around it: %s', (_, before, after) => {
		expect(editConfig(before, NEXT)).toEqual({ text: after });
		expect(editConfig(after, NEXT)).toEqual({ text: after });
	});

	test.each([
		['export default function own() {}\nown.a = 1;\n', 'it uses `own` elsewhere'],
		['export const a = 1;\n', 'it does not export one configuration'],
	])('of Next.js is left alone: %s', (source, reason) => {
		expect(editConfig(source, NEXT)).toEqual({ reason });
	});

	test('esbuild without a program that calls it: what to write, and in place of which script', () => {
		const manifest = { scripts: { bundle: 'esbuild src/a.js' }, devDependencies: { esbuild: '0' } };
		const { left, changes } = planFor({ 'package.json': JSON.stringify(manifest) });
		expect(changes.map(({ path }) => path)).toEqual(['package.json']);
		expect(left).toMatchObject([
			{ path: 'package.json', reason: expect.stringContaining('the script `bundle`') },
		]);
		expect(left[0].lines).toContain("import lapidary from '@lapidary/unplugin/esbuild';");
	});

	test('a build script of esbuild is edited at its one call', () => {
		const edit = { ...VITE, module: '@lapidary/unplugin/esbuild', isBuildScript: true };
		const before = "import { build } from 'esbuild';\nawait build({ outdir: 'dist' });\n";
		expect(editConfig(before, edit)).toEqual({
			text: "import { build } from 'esbuild';\nimport lapidary from '@lapidary/unplugin/esbuild';\nawait build({ plugins: [lapidary()], outdir: 'dist' });\n",
		});
		expect(editConfig(before + before.split('\n')[1], edit)).toEqual({
			reason: 'it has 2 calls that build',
		});
	});
});

test.each([
	['{}\n', '{\n  "dependencies": {\n    "b": "1"\n  }\n}\n'],
	[
		'{\r\n\t"dependencies": { "a": "1", "c": "1" }\r\n}',
		'{\r\n\t"dependencies": { "a": "1", "b": "1", "c": "1" }\r\n}',
	],
	[
		'\ufeff{\n    "dependencies": {\n        "b": "0"\n    }\n}\n',
		'\ufeff{\n    "dependencies": {\n        "b": "1"\n    }\n}\n',
	],
	[
		'{\n  "devDependencies": {}\n}\n',
		'{\n  "dependencies": {\n    "b": "1"\n  },\n  "devDependencies": {}\n}\n',
	],
])('package.json keeps its layout: %j', (before, after) => {
	expect(setEntry(before, 'dependencies', 'b', '1')).toBe(after);
	expect(JSON.parse(after.replace('\ufeff', '')).dependencies.b).toBe('1');
});

test.each([
	['{ "d": { "a": "1", "b": "2" } }', '{ "d": { "a": "1" } }'],
	['{\n\t"d": {\n\t\t"b": "1",\n\t\t"c": "2"\n\t}\n}\n', '{\n\t"d": {\n\t\t"c": "2"\n\t}\n}\n'],
	['{ "d": { "a": "1" } }', '{ "d": { "a": "1" } }'],
	['{ "d": { "b": "1" } }', '{ "d": {  } }'],
	['{}', '{}'],
])('an entry leaves package.json: %j', (before, after) => {
	expect(removeEntry(before, 'd', 'b')).toBe(after);
});

describe('a project', () => {
	test('without a bundler gets the runtime, the command line and scripts; TypeScript is stripped', () => {
		const files = { 'package.json': '{ "name": "a" }', 'tsconfig.json': '{}', 'src/a.ts': '' };
		const plan = planFor(files);
		expect(plan.left).toEqual([]);
		expect(JSON.parse(String(textOf(plan, 'package.json')))).toEqual({
			name: 'a',
			dependencies: { '@lapidary/runtime': '^1.2.3' },
			devDependencies: { lapidary: '^1.2.3' },
			scripts: {
				'lapidary:check': 'lapidary check src',
				build: 'lapidary build src --out-dir dist --strip-types',
			},
		});
	});

	test('without a folder of sources gets no build, and is checked as a whole', () => {
		const plan = planFor({ 'package.json': '{ "name": "a" }', 'pkgs/a/src/a.js': '' });
		expect(JSON.parse(String(textOf(plan, 'package.json'))).scripts).toEqual({
			'lapidary:check': 'lapidary check .',
		});
	});

	test.each([
		['workspaces', '{ "workspaces": ["pkgs/*"] }', {}],
		['pnpm', '{}', { 'pnpm-workspace.yaml': 'packages: [pkgs/*]\n' }],
	])(
		'that only holds packages is told which of them need the runtime: %s',
		(_, manifest, files) => {
			const texts = { 'package.json': manifest, ...files, 'pkgs/a/src/a.js': '' };
			const plan = planFor(texts);
			expect(plan.left).toEqual([
				{
					path: 'package.json',
					reason: 'each package of the workspace that has annotated functions needs the runtime',
					lines: ['"dependencies": { "@lapidary/runtime": "^1.2.3" }'],
				},
			]);
			const text = String(textOf(plan, 'package.json'));
			expect(JSON.parse(text).dependencies).toBeUndefined();
			// one that has sources of its own, too
			const withSources = planFor({ ...texts, 'src/a.js': '' });
			expect(withSources.left).toEqual([]);
			expect(textOf(withSources, 'package.json')).toContain('"dependencies"');
		},
	);

	test('whose runtime is there for development alone gets it where lowered programs run', () => {
		const sections = { devDependencies: { '@lapidary/runtime': '1', lapidary: '1' } };
		const plan = planFor({ 'package.json': JSON.stringify(sections) });
		expect(JSON.parse(String(textOf(plan, 'package.json')))).toMatchObject({
			dependencies: { '@lapidary/runtime': '1' },
			devDependencies: { lapidary: '1' },
		});
		const peer = { ...sections, peerDependencies: { '@lapidary/runtime': '1' } };
		const { after = '' } = planFor({ 'package.json': JSON.stringify(peer) }).changes[0];
		expect(JSON.parse(after)).toMatchObject(peer);
	});

	test.each(['[]', 'null', '1', '"a"'])('is refused where package.json is %s', (text) => {
		expect(() => planFor({ 'package.json': text })).toThrow(new SyntaxError(`it is ${text}`));
	});

	test.each([
		['ts-jest', "['ts-jest', {}]"],
		['@swc/jest', "'@swc/jest'"],
		['babel-jest', "'babel-jest'"],
	])('is tested by Jest behind what transforms files there: %s', (name, transformer) => {
		const sections = { devDependencies: { jest: '30', [name]: '1' } };
		const config = 'export default { preset: "x" };';
		const inFile = planFor({ 'package.json': JSON.stringify(sections), 'jest.config.js': config });
		const line = `  '\\\\.[jt]sx?$': ['@lapidary/compiler/jest', { transformer: ${transformer} }],`;
		expect(inFile.left[0].lines).toContain(line);
		const inManifest = (/** @type {object} */ jest) =>
			planFor({ 'package.json': JSON.stringify({ ...sections, jest }) }).left;
		const [{ lines }] = inManifest({ testEnvironment: 'node' });
		const jest = JSON.parse(`{ ${lines.join('\n')} }`);
		expect(jest.transform['\\.[jt]sx?$'][0]).toBe('@lapidary/compiler/jest');
		expect(inManifest(jest)).toEqual([]);
	});

	test('with Vite and Vitest gets both plugins in the configuration that both read', () => {
		const manifest = '{ "devDependencies": { "vite": "8", "vitest": "4" } }';
		const plan = planFor({ 'package.json': manifest, 'src/a.js': '' });
		expect(textOf(plan, 'vite.config.mjs')).toContain('plugins: [lapidaryTests(), lapidary()],');
		expect(JSON.parse(String(textOf(plan, 'package.json'))).devDependencies).toEqual({
			'@lapidary/compiler': '^1.2.3',
			'@lapidary/unplugin': '^1.2.3',
			lapidary: '^1.2.3',
			vite: '8',
			vitest: '4',
		});
	});

	test('with Next.js builds with webpack, where its scripts say nothing else', () => {
		const scripts = { dev: 'next dev --turbopack', build: 'a && next build', start: 'next start' };
		const plan = planFor({
			'package.json': JSON.stringify({ scripts, dependencies: { next: '16', webpack: '5' } }),
			'next.config.mjs': 'export default {};\n',
		});
		expect(JSON.parse(String(textOf(plan, 'package.json'))).scripts).toEqual({
			...scripts,
			build: 'a && next build --webpack',
			'lapidary:check': 'lapidary check . --ignore ".next/**"',
		});
		expect(textOf(plan, 'next.config.mjs')).toBe(
			"import { withLapidary } from '@lapidary/unplugin/next';\n\nexport default withLapidary({});\n",
		);
		expect(plan.left).toEqual([
			{
				path: 'package.json',
				reason: 'its script `dev` may choose the bundler itself',
				lines: ['"dev": "next dev --webpack"'],
			},
		]);
	});

	test.each([
		[
			{ devDependencies: { webpack: '5' } },
			{},
			'webpack.config.js',
			"import lapidary from '@lapidary/unplugin/webpack';",
		],
		[{ jest: { preset: 'ts-jest' } }, {}, 'package.json', '"transform": {'],
		[
			{ devDependencies: { jest: '30' } },
			{ 'jest.config.js': "module.exports = { preset: 'ts-jest' };" },
			'jest.config.js',
			'transform: {',
		],
		[
			{},
			{ 'tsconfig.json': '{ // comment\n "compilerOptions": { "moduleResolution": "Node" } }' },
			'tsconfig.json',
			'"module": "node16", "moduleResolution": "node16"',
		],
	])('says what is left to its owner: %j %j', (manifest, files, path, line) => {
		const { left } = planFor({ 'package.json': JSON.stringify(manifest), ...files });
		expect(left.map((one) => [one.path, one.lines[0]])).toEqual([[path, line]]);
	});

	test('that has everything is left as it is', () => {
		const first = planFor({ 'package.json': '{}', 'vite.config.js': 'export default {};' });
		const texts = Object.fromEntries(first.changes.map(({ path, after }) => [path, after]));
		expect(Object.keys(texts).sort()).toEqual(['package.json', 'vite.config.js']);
		expect(planFor(texts).changes).toEqual([]);
	});
});

describe('taking back', () => {
	const base64 = (/** @type {string} */ text) => Buffer.from(text).toString('base64');
	const record = /** @type {const} */ ({
		version: 1,
		runs: [
			{
				files: [
					{ path: 'a', before: base64('1'), after: hashOf('2') },
					{ path: 'new', before: null, after: hashOf('n') },
				],
			},
			{ files: [{ path: 'a', before: base64('2'), after: hashOf('3') }] },
		],
	});
	/** @param {Record<string, string>} disk */
	const undo = (disk) =>
		planUndo(/** @type {any} */ (record), (name) =>
			Object.hasOwn(disk, name) ? Buffer.from(disk[name]) : undefined,
		);

	test('goes through all runs, the last one first', () => {
		const { files, changed } = undo({ a: '3', new: 'n' });
		expect(changed).toEqual([]);
		expect(String(files.get('a')?.original)).toBe('1');
		expect(files.get('new')?.original).toBeUndefined();
	});

	test.each([
		[{ a: '4', new: 'n' }, ['a']],
		[{ a: '3', new: 'edited' }, ['new']],
		[{ new: 'n' }, ['a']],
		// taken back by hand, or never written
		[{ a: '2' }, []],
	])('finds what was changed since: %j', (disk, expected) => {
		expect(undo(/** @type {any} */ (disk)).changed).toEqual(expected);
	});
});

test('the command shows the difference, writes it, and restores every byte', async () => {
	const files = { 'package.json': '{"name":"demo"}', 'rollup.config.mjs': 'export default {}\r\n' };
	const sandbox = createSandbox(files);
	try {
		const done = await sandbox.lapidary(['init', '--yes']);
		expect(done).toMatchObject({ status: 0, stderr: '' });
		const after = sandbox.tree();
		for (const name of /** @type {const} */ (['package.json', 'rollup.config.mjs'])) {
			expect(after[name]).not.toBe(files[name]);
			expect(done.stdout).toContain(formatDiff(name, files[name], after[name]));
		}
		expect(await sandbox.lapidary(['init', '--undo', '--yes'])).toMatchObject({ status: 0 });
		expect(sandbox.tree()).toEqual(files);
	} finally {
		sandbox.remove();
	}
});

test.each([
	[
		'a\nb\n',
		'a\nx\nb\nc',
		'--- a/f\n+++ b/f\n@@ -1,2 +1,4 @@\n a\n+x\n b\n+c\n\\ No newline at end of file\n',
	],
	[undefined, 'a\n', '--- /dev/null\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\n'],
	['a\n', undefined, '--- a/f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n'],
])('a diff of %j and %j', (before, after, diff) => {
	expect(formatDiff('f', before, after)).toBe(diff);
});
