import { describe, expect, test } from '@jest/globals';
import { Parser } from 'acorn';
import { compile, mayContainDirective, mayUseGems } from '../src/index.js';
import { changedStatements } from '../src/phases/6-emit/changed-statements.js';
import { freeNames } from '../src/phases/6-emit/free-names.js';
import { verifyModule } from '../src/phases/6-emit/verify.js';

const parse = (/** @type {string} */ code) =>
	/** @type {any} */ (Parser.parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));

describe('the second opinion on emitted modules', () => {
	test.each([
		['const a = b;', ['b']],
		['function f(x, { y = z }) { return x + y + f; }', ['z']],
		['import a, { b as c } from "m"; a(c); export { c as d };', []],
		['class A extends B { static x = A; m() { return this.q; } }', ['B']],
		['for (const i of xs) { var v = i; } v; label: for (;;) { continue label; }', ['xs']],
		['try { a } catch ({ message }) { message }', ['a']],
		['const o = { k: 1, [c]: 2, m() { return arguments; } }; o.p.q;', ['c']],
	])('%s', (code, expected) => {
		expect([...freeNames(parse(code))]).toEqual(expected);
	});

	const shared = {
		moduleKind: /** @type {const} */ ('module'),
		language: /** @type {const} */ ('js'),
		fileName: 'x.js',
	};

	test('an undeclared name in a worker module is a bug of ours, reported as one', () => {
		expect(() =>
			verifyModule('export const f = () => lost;', { ...shared, globals: new Set() }),
		).toThrow(/LP9001.*`lost`/);
		expect(() =>
			verifyModule('export const f = () => lost;', { ...shared, globals: new Set(['lost']) }),
		).not.toThrow();
	});

	test('so is text that does not parse', () => {
		expect(() => verifyModule('const a = ;', { ...shared, globals: null })).toThrow(
			/LP9001.*does not parse/,
		);
	});
});

describe('what a worker module does when it loads', () => {
	const check = (/** @type {string} */ code, moduleKind = 'module') =>
		verifyModule(code, {
			moduleKind: /** @type {'module'} */ (moduleKind),
			language: 'js',
			fileName: 'x.cpu_bound.js',
			globals: new Set(['lost']),
		});
	const table = `
		async function f(x) { return x; }
		async function g() { return this; }
		export const $lp_units = {
			"x#f": () => f,
			"x#g": ([$lp_this, $lp_c0]) => { level = $lp_c0; return (g).bind($lp_this); },
		};
		let level;`;

	test.each([
		[`console.log('loaded');`, 'console.log'],
		[`for (const x of [1]) console.log(x);`, 'console.log'],
		[`if (level) { setInterval(() => {}, 5); }`, 'setInterval'],
		[`process.exitCode = 3;`, 'process'],
		[`globalThis.process.title = 'x';`, 'process'],
		[`await f(3);`, 'f'],
		[`const r = await g();`, 'g'],
		[`[1, 2].map(f);`, 'f'],
		[`Promise.resolve(1).then(f);`, 'f'],
		[`Promise.resolve(1).then(console.log);`, 'console.log'],
		[`Promise.resolve(1).then((one) => { console.log(one); });`, 'console.log'],
		[`function main() { console.log(1); } function run() { main(); } run();`, 'console.log'],
		[`const main = async () => { await f(1); }; main();`, 'f'],
		[`(async () => { console.log(1); })();`, 'console.log'],
		[`(function () { [1].forEach((x) => console.log(x)); })();`, 'console.log'],
		[`class A { static { console.log(1); } }`, 'console.log'],
		[`class A { static x = f(1); }`, 'f'],
		[`import { writeFileSync } from 'node:fs'; writeFileSync('x', '1');`, 'writeFileSync'],
		[`import * as fs from 'fs'; fs.rmSync('x');`, 'fs.rmSync'],
		[`import fs from 'fs'; const { size } = fs.statSync('x');`, 'fs.statSync'],
		[`import { weigh } from './lib.js'; const table = [1].map((x) => weigh(x));`, 'weigh'],
		[`import { Cache } from './lib.js'; const cache = new Cache();`, 'Cache'],
		['const text = f`1`;', 'f'],
		[`new Promise((resolve) => { setTimeout(resolve, 1); });`, 'setTimeout'],
		[`/* cpu_bound: snapshot */\nconsole.log(1);`, 'console.log'],
		[`import { __decorate } from './rt.js'; __decorate([console.log], class {});`, 'console.log'],
		[`import { __decorate as d } from 'tslib'; d([console.log], class {});`, 'console.log'],
		[`import { weigh } from './lib.js'; const w = /* of PURE */ weigh(3);`, 'weigh'],
		[`import * as lib from './lib.js'; const w = (0, lib.weigh)(3);`, 'lib.weigh'],
	])('%s is an act', (code, what) => {
		expect(() => check(`${code}\n${table}`)).toThrow(what);
		expect(() => check(`${code}\n${table}`)).toThrow(/^LP9001 internal: each worker that loads/);
	});

	test.each([
		[`const t = new Map(); for (const k of ['a']) t.set(k, Math.max(1, k.length));`],
		[`function print(x) { console.log(x); } const table = { print };`],
		[`const run = () => f(1); const later = { async a() { await f(2); } };`],
		[`class A { static x = 1; static print() { console.log(1); } b = console.log(1); }`],
		[`/* cpu_bound: keep */\nconsole.log(1);`],
		[`/* cpu_bound: reeval */\nconst r = await f(1);`],
		[`import { weigh } from './lib.js'; const w = 2 * /*#__PURE__*/ weigh(3);`],
		[`import { weigh } from './lib.js'; const w =\n// #__PURE__\nweigh(3);`],
		[`import { weigh } from './lib.js'; const w = /*#__PURE__*/ /* grams */ (weigh(3));`],
		[`import { __decorate as d, __param } from 'tslib'; d([], class {});`],
		[`import * as t from 'tslib'; t.__decorate([t.__param(0, Math.abs)], class {});`],
		[`import { __extends } from 'tslib'; class A {} __extends(A, Map);`],
		[`import { join } from 'node:path'; const p = join('a', 'b');`],
		[`import { gem } from '@lapidary/runtime/gem'; const G = gem.define({});`],
		[`Math.double = (x) => 2 * x; globalThis.shared = new Set();`],
		[`const memoise = (fn) => (x) => fn(x); const m = memoise((x) => { console.log(x); });`],
		[`const rows = [{ log: 1 }].map((console) => console.log);`],
		[`const log = (() => { const console = { log() {} }; console.log(1); })();`],
	])('%s is none', (code) => {
		expect(() => check(`${code}\n${table}`)).not.toThrow();
	});

	test.each([
		[`const fs = require('fs'); fs.writeFileSync('x', '1');`, 'fs.writeFileSync'],
		[`const { rmSync: remove } = require('node:fs'); remove('x');`, 'remove'],
		[`f(1).then(console.log);`, 'f'],
	])('%s is an act in CommonJS', (code, what) => {
		const units = `async function f() {} module.exports.$lp_units = { "x#f": () => f };`;
		expect(() => check(`${code}\n${units}`, 'commonjs')).toThrow(what);
		expect(() => check(`exports.a = exports.b = 1;\n${units}`, 'commonjs')).not.toThrow();
	});
});

describe('the statements that edits touch', () => {
	const source = "#!/usr/bin/env node\n'use strict';\nlet a = 1;let b = 2;\n\nf(a);\ng(b)\n";
	const program = {
		directives: [{ start: 20, end: 33 }],
		body: [
			{ start: 34, end: 44 },
			{ start: 44, end: 54 },
			{ start: 56, end: 61 },
			{ start: 62, end: 66 },
		],
	};
	/** @param {{ start: number, end: number, text: string }[]} edits */
	const changed = (edits) => {
		const code = edits.reduceRight(
			(text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end),
			source,
		);
		return changedStatements(code, { source, program: /** @type {any} */ (program), edits });
	};

	test.each([
		[[{ start: 58, end: 59, text: 'await a' }], 'f(await a);'],
		[[{ start: 33, end: 33, text: ' var x;' }], "'use strict'; var x;"],
		[[{ start: 44, end: 44, text: 'await ' }], 'let a = 1;await let b = 2;'],
		[[{ start: 55, end: 55, text: 'var x;' }], 'var x;'],
		[
			[
				{ start: 34, end: 44, text: '' },
				{ start: 62, end: 63, text: 'gg' },
			],
			'let b = 2;\ngg(b)',
		],
	])('%j', (edits, expected) => expect(changed(edits)).toBe(expected));

	test('is the whole text when they cannot be told', () => {
		const edits = [{ start: 58, end: 59, text: 'b' }];
		const from = { source, program: /** @type {any} */ (program), edits };
		expect(changedStatements('f(b, b);', from)).toBe('f(b, b);');
	});
});

describe('compile()', () => {
	const source = `const K = 2;\nexport async function f(x) {\n\t'use cpu_bound';\n\treturn x * K;\n}\n`;

	test('gives the same bytes for the same input', () => {
		const first = compile(source, { filename: '/a/f.js', id: 'p/f.js' });
		const second = compile(source, { filename: '/b/f.js', id: 'p/f.js' });
		expect(second.code).toBe(first.code);
		expect(second.workerModules[0]?.fileName).toBe(first.workerModules[0]?.fileName);
		expect(first.code + first.workerModules[0]?.code).not.toContain('/a/');
	});

	test('keeps every line of the host where it was', () => {
		const { code } = compile(source, { filename: 'f.js' });
		expect(code.split('\n')).toHaveLength(source.split('\n').length);
		expect(code.split('\n')[1]).toMatch(/^export async function f\(x\)/);
	});

	test('refers to the source itself for loaders', () => {
		const { code, workerModules } = compile(source, {
			filename: 'f.js',
			worker: { locate: 'query' },
		});
		const [, hash] = /cpu_bound-(\w+)\.js$/.exec(String(workerModules[0]?.fileName)) ?? [];
		expect(code).toContain(`"./f.js?cpu_bound=${hash}"`);
	});

	test('names both modules as its caller says, in ES modules and in CommonJS', () => {
		const text = `${source}export const here = import.meta.url;\nexport function g() {\n\t'use cpu_bound';\n\treturn here;\n}\n`;
		/** @type {string[]} */
		const asked = [];
		const { code, workerModules } = compile(text, {
			filename: 'f.js',
			worker: {
				locate: ({ fileName, units }) => {
					asked.push(fileName, ...units.map((one) => one.name));
					return '"$& of " + place';
				},
				host: 'globalThis.place',
			},
		});
		expect(asked).toEqual([workerModules[0]?.fileName, 'f', 'g']);
		expect(code.split('"$& of " + place')).toHaveLength(3);
		expect(workerModules[0]?.code).toContain('const here = globalThis.place;');
		const commonjs = compile(
			'exports.f = async function f(x) {\n\t"use cpu_bound";\n\treturn x;\n};\n',
			{
				filename: 'f.cjs',
				worker: { locate: () => 'there' },
			},
		);
		expect(commonjs.code).toContain('("f.cjs#f", there, { aliased: "kept" })');
	});

	test('gives units the paths of the host module that its caller says, or those of the output', () => {
		const text = `export function f() {\n\t'use cpu_bound';\n\treturn [import.meta.url, import.meta.dirname, import.meta.filename];\n}\n`;
		const worker = { locate: () => 'there', host: '__bundler_place__' };
		const emitted = (/** @type {object} */ more) =>
			String(
				compile(text, { filename: 'f.js', worker: { ...worker, ...more } }).workerModules[0]?.code,
			);
		const file = `globalThis.process.getBuiltinModule("node:url").fileURLToPath(__bundler_place__)`;
		expect(emitted({})).toContain(
			`return [__bundler_place__, globalThis.process.getBuiltinModule("node:path").dirname(${file}), ${file}];`,
		);
		expect(emitted({ paths: { filename: '__bundler_file__', dirname: null } })).toContain(
			'return [__bundler_place__, import.meta.dirname, __bundler_file__];',
		);
		const host = (/** @type {string} */ kind) => `__place_of_${kind}__`;
		const commonjs = `exports.f = function f() {\n\t'use cpu_bound';\n\treturn [__filename, { __dirname }];\n};\n`;
		const options = { filename: 'f.cjs', worker: { ...worker, host } };
		expect(compile(commonjs, options).workerModules[0]?.code).toMatch(
			/return \[.+fileURLToPath\(__place_of_commonjs__\), \{ __dirname: .+dirname\(.+fileURLToPath\(__place_of_commonjs__\)\) \}\];/,
		);
	});

	test('names TypeScript in units as the host module is called: by its output, or by its source under a loader', () => {
		const text = `export function f() {\n\t'use cpu_bound';\n\treturn [import.meta.url, import.meta.filename];\n}\n`;
		const emitted = (/** @type {any} */ locate) =>
			String(compile(text, { filename: 'f.ts', worker: { locate } }).workerModules[0]?.code);
		expect(emitted('file')).toMatch(/new URL\("\.\/f\.js", .+ => "f\.js"\)\];/);
		expect(emitted('query')).toMatch(/new URL\("\.\/f\.ts", .+ => "f\.ts"\)\];/);
	});

	test('takes names that a bundler replaces for no globals', () => {
		const text = `export function f() {\n\t'use cpu_bound';\n\treturn [__A__, globalThis.b, other, process.env.NODE_ENV, process.chdir];\n}\n`;
		const codesOf = (/** @type {string[]} */ constants) =>
			compile(text, { filename: 'f.js', constants }).diagnostics.map(({ code, message }) => [
				code,
				/`([^`]+)`/.exec(message)?.[1],
			]);
		const host = expect.arrayContaining(['LP2007']);
		expect(codesOf([])).toEqual([
			['LP2008', '__A__'],
			['LP2008', 'globalThis.b'],
			['LP2008', 'other'],
			host,
		]);
		const constants = ['__A__', 'globalThis.b', 'process.env.NODE_ENV'];
		expect(codesOf(constants)).toEqual([['LP2008', 'other'], host]);
	});

	test.each(['', 'a\nb', /** @type {any} */ (undefined)])(
		'refuses %j for the place of a worker module',
		(text) => {
			const options = { filename: 'f.js', worker: { locate: () => text } };
			expect(() => compile(source, options)).toThrow(/an expression on one line/);
		},
	);

	test('composes an input map into both maps', () => {
		const inputSourceMap = {
			version: 3,
			sources: ['f.ts'],
			names: [],
			mappings: 'AAAA;AAEA;AACA;AACA;AACA',
		};
		const { map, workerModules } = compile(source, { filename: 'f.js', inputSourceMap });
		expect(map?.sources).toEqual(['f.ts']);
		expect(workerModules[0]?.map.sources).toEqual(['f.ts']);
	});

	test('writes nothing of a file that has an error', () => {
		const wrong = `let n = 0;\nexport async function f() {\n\t'use cpu_bound';\n\tn++;\n}\nexport async function g() {\n\t'use cpu_bound';\n}\n`;
		const result = compile(wrong, { filename: 'f.js' });
		expect(result.diagnostics.map((one) => one.code)).toEqual(['LP2003']);
		expect(result).toMatchObject({ code: wrong, map: null, workerModules: [] });
	});

	test('does not take names that the source has already', () => {
		const { code } = compile(`const $lp_call = 1;\n${source}export { $lp_call };\n`, {
			filename: 'f.js',
		});
		expect(code).toContain('call as $lp1_call');
	});

	test.each([
		[1, {}, /must be a string/],
		['', {}, /options.filename/],
		['', { filename: 'a.js', minify: true }, /unknown option 'minify'/],
		['', { filename: 'a.js', sourceType: 'script' }, /'module' or 'commonjs'/],
		['', { filename: 'a.js', worker: { locate: 'here' } }, /'file', 'query' or a function/],
	])('refuses options that mean nothing: %j %j', (text, options, message) => {
		expect(() => compile(/** @type {any} */ (text), /** @type {any} */ (options))).toThrow(message);
	});
});

describe('the pre-scan', () => {
	test.each([
		[`'use cpu_bound'`, true],
		[`"use try_cpu_bound pool=x"`, true],
		[`"use cpu-bound"`, true],
		[`'use cpubound'`, true],
		['`use cpu_bond`', true],
		[`import { cpuBound as f } from '@lapidary/runtime';`, true],
		[`import * as lp from "@lapidary/runtime"; lp.cpuBound(() => 1)`, true],
		[`export * from '@lapidary/runtime/cpu-bound'`, true],
		[`const cpus = 1, cpu = 'cpu', b = 'cpuB'; f(cpuBou, cpucpu_bound)`, true],
		[`const cpus = 1, cpu = 'cpu', b = 'cpuB'; f(cpuBou, CpuBound, 'cpu bound')`, false],
		[`'use strict'; 'use client'; // use the cpu`, false],
		[`const text = 'use all cpus, bound to cores';`, false],
	])('%s → %s', (text, expected) => {
		expect(mayContainDirective(text)).toBe(expected);
		expect(mayContainDirective(new TextEncoder().encode(text))).toBe(expected);
	});

	test.each([
		[`import { ReadOnly } from '@lapidary/runtime/gem';`, true],
		[`import { worker } from "@lapidary/runtime/workers";`, true],
		[`import { configure } from '@lapidary/runtime';`, false],
		[`import { other } from '@other/runtime/gem';`, false],
	])('%s may use GEMs: %s', (text, expected) => {
		expect(mayUseGems(text)).toBe(expected);
		expect(mayUseGems(new TextEncoder().encode(text))).toBe(expected);
	});

	test.each([
		[
			'it has no loop',
			`import { ReadOnly } from '@lapidary/runtime/gem';\nReadOnly.create([1]);\n`,
		],
		['it cannot be parsed', `import { ReadOnly } from '@lapidary/runtime/gem';\nlet let = 1;\n`],
	])('what may use GEMs and does not is given back as it is: %s', (_, source) => {
		const { code, map, diagnostics } = compile(source, { filename: 'a.js' });
		expect({ code, map, diagnostics }).toEqual({ code: source, map: null, diagnostics: [] });
	});
});
