import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import babel from '@babel/core';
import { afterEach, describe, expect, test } from '@jest/globals';
import PLUGIN from '../src/adapters/babel/index.js';
import { compile } from '../src/index.js';

const require = createRequire(import.meta.url);
const PLUGIN_FILE = require.resolve('../src/adapters/babel/index.js');
const SCORER = [
	`import { dot } from './linalg.js';`,
	`const SCALE = 10;`,
	`function norm(x) { return x / SCALE; }`,
	``,
	`export function makeScorer(weights) {`,
	`  return async function score(rows) {`,
	`    "use cpu_bound";`,
	`    return rows.map((row) => norm(dot(row, weights)));`,
	`  };`,
	`}`,
	``,
].join('\n');

/** @type {string[]} */
const folders = [];
afterEach(() =>
	folders.splice(0).forEach((one) => fs.rmSync(one, { recursive: true, force: true })),
);

function makeFolder() {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lapidary-babel-'));
	folders.push(folder);
	return folder;
}

/** Babel with the plugin alone, and Babel over what compile() gives, by the same generator. */
function bothWays(source, filename, parserOpts = {}) {
	const root = path.dirname(filename);
	const shared = {
		configFile: false,
		babelrc: false,
		filename,
		root,
		cwd: root,
		sourceMaps: true,
		parserOpts,
	};
	/** @type {{ fileName: string, code: string }[]} */
	const workers = [];
	const onWorkerModule = (/** @type {any} */ worker) => workers.push(worker);
	const plugin = babel.transformSync(source, {
		...shared,
		plugins: [[PLUGIN, { package: 'demo', onWorkerModule }]],
	});
	const compiled = compile(source, { filename, id: `demo/${path.basename(filename)}` });
	const plain = babel.transformSync(compiled.code, { ...shared, sourceMaps: false });
	return { plugin, plain, workers, compiled, shared };
}

describe('the Babel plugin', () => {
	test.each([
		['the scorer', SCORER],
		[
			'a sync unit whose call is awaited',
			`function f(x) { 'use cpu_bound'; return x + 1; }\nexport const y = f(1) * 2;\n`,
		],
		[
			'a unit with a table',
			`const T = [];\nfor (let i = 0; i < 9; i++) T[i] = i * i;\nexport const f = async (x) => {\n\t'use cpu_bound';\n\treturn T[x];\n};\n`,
		],
	])('gives what compile() gives: %s', (_title, source) => {
		const { plugin, plain, workers, compiled, shared } = bothWays(source, '/demo/score.js');
		expect(plugin?.code).toBe(plain?.code);
		expect(workers.map((one) => one.fileName)).toEqual(
			compiled.workerModules.map((one) => one.fileName),
		);
		const worker = babel.transformSync(compiled.workerModules[0]?.code ?? '', {
			...shared,
			sourceMaps: false,
		});
		expect(workers[0]?.code).toBe(worker?.code);
	});

	test('keeps the positions of the source in its map', () => {
		const { plugin } = bothWays(SCORER, '/demo/score.js');
		const { TraceMap, originalPositionFor } = require('@jridgewell/trace-mapping');
		const map = new TraceMap(plugin?.map);
		const lines = /** @type {string} */ (plugin?.code).split('\n');
		const line = lines.findIndex((one) => one.includes('function norm'));
		const found = originalPositionFor(map, {
			line: line + 1,
			column: /** @type {string} */ (lines[line]).indexOf('norm'),
		});
		expect(found).toMatchObject({ line: 3, column: 9, name: 'norm' });
	});

	test('runs before presets, and sends worker modules through them', () => {
		/** @type {{ fileName: string, code: string }[]} */
		const workers = [];
		const source = `interface Row { v: number }\nexport async function sum(rows: Row[]): Promise<number> {\n\t'use cpu_bound';\n\treturn rows.reduce((a, r) => a + r.v, 0);\n}\n`;
		const result = babel.transformSync(source, {
			configFile: false,
			filename: '/demo/sum.ts',
			presets: [require.resolve('@babel/preset-typescript')],
			plugins: [[PLUGIN, { onWorkerModule: (/** @type {any} */ one) => workers.push(one) }]],
		});
		expect(result?.code).not.toMatch(/interface|: Row|Promise</);
		expect(result?.code).toContain(`./${workers[0]?.fileName}`);
		expect(workers[0]?.fileName).toMatch(/^sum\.cpu_bound-[0-9a-f]{8}\.js$/);
		expect(workers[0]?.code).not.toMatch(/interface|: Row|Promise</);
	});

	test('names the worker module as CommonJS can, when modules become CommonJS', () => {
		const result = babel.transformSync(SCORER, {
			configFile: false,
			filename: '/demo/score.js',
			presets: [
				[require.resolve('@babel/preset-env'), { targets: { node: '20' }, modules: 'commonjs' }],
			],
			plugins: [[PLUGIN, { onWorkerModule: () => {} }]],
		});
		expect(result?.code).not.toContain('import.meta');
		expect(result?.code).toContain('__dirname + "/score.cpu_bound-');
	});

	test('writes worker modules to the folder that mirrors the source', () => {
		const folder = makeFolder();
		const source = path.join(folder, 'src', 'deep', 'score.js');
		fs.mkdirSync(path.dirname(source), { recursive: true });
		fs.writeFileSync(source, SCORER);
		const output = path.join(folder, 'dist', 'deep');
		fs.mkdirSync(output, { recursive: true });
		const others = ['a.score.cpu_bound-00000000.js', 'score.cpu_bound-00000000.mjs'];
		const earlier = ['score.cpu_bound-00000000.js', 'score.cpu_bound-00000000.js.map'];
		for (const one of [...others, ...earlier]) fs.writeFileSync(path.join(output, one), '');
		const config = {
			plugins: [[PLUGIN_FILE, { srcDir: 'src', outDir: 'dist' }]],
			sourceMaps: true,
		};
		fs.writeFileSync(path.join(folder, 'babel.config.json'), JSON.stringify(config));
		// A process of its own: Babel loads a plugin by name with `require`, which Jest's cannot do for ES modules.
		const script = `const babel = require(${JSON.stringify(require.resolve('@babel/core'))});
			process.stdout.write(babel.transformFileSync(${JSON.stringify(source)}, { cwd: ${JSON.stringify(folder)} }).code)`;
		const code = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
		const written = fs.readdirSync(output).filter((one) => !others.includes(one));
		expect(fs.readdirSync(output)).toEqual(expect.arrayContaining(others));
		const name = written.find((one) => one.endsWith('.js'));
		expect(written.sort()).toEqual([name, `${name}.map`]);
		expect(code).toContain(`./${name}`);
		expect(fs.readFileSync(path.join(output, String(name)), 'utf8')).toContain('$lp_units');
	});

	test('stops the build with all errors of a file', () => {
		const source = `let a = 0, b = 0;\nexport async function f() {\n\t'use cpu_bound';\n\ta++;\n\tb++;\n}\n`;
		const run = () =>
			babel.transformSync(source, { configFile: false, filename: '/demo/f.js', plugins: [PLUGIN] });
		expect(run).toThrow(/LP2003[\s\S]*`a`[\s\S]*LP2003[\s\S]*`b`/);
	});

	test('refuses options that it does not know', () => {
		const run = () =>
			babel.transformSync(SCORER, {
				configFile: false,
				filename: '/demo/f.js',
				plugins: [[PLUGIN, { outdir: 'x' }]],
			});
		expect(run).toThrow(/unknown option 'outdir'/);
	});

	test('asks @babel/cli users where worker modules belong', () => {
		const run = () =>
			babel.transformSync(SCORER, {
				configFile: false,
				filename: '/demo/f.js',
				plugins: [PLUGIN],
				caller: { name: '@babel/cli' },
			});
		expect(run).toThrow(/set the option 'outDir'/);
	});

	test('lowers accesses of GEMs in a file without directives', () => {
		const source = `import { ReadOnly } from '@lapidary/runtime/gem';\nconst list = ReadOnly.create([1]);\nexport function sum() {\n\tlet total = 0;\n\tfor (let i = 0; i < list.length; i++) total += list[i];\n\treturn total;\n}\n`;
		const { plugin, plain, workers } = bothWays(source, '/demo/score.js');
		expect(plugin?.code).toBe(plain?.code);
		expect(plugin?.code).toContain('$lp_a1');
		expect(workers).toEqual([]);
	});

	test('leaves a file without directives as Babel found it', () => {
		const source = `export const a = 1;\n`;
		const result = babel.transformSync(source, {
			configFile: false,
			filename: '/demo/a.js',
			plugins: [PLUGIN],
		});
		expect(result?.code).toBe(`export const a = 1;`);
		expect(result?.metadata).not.toHaveProperty('lapidary');
	});
});
