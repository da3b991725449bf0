import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { compileAlone } from '../src/adapters/packages/compile-alone.js';
import { createReadPackage } from '../src/adapters/packages/index.js';
import { capabilitiesOfFile } from '../src/capabilities/of-file.js';
import { CAN } from '../src/knowledge/capabilities.js';
import { KNOWN_PACKAGES } from '../src/knowledge/packages.js';

/** @param {string} source @param {string} [filename] @returns {string[]} kinds and lines: `clock 1` */
const kindsOf = (source, filename = 'index.js') =>
	capabilitiesOfFile(source, filename).capabilities.map(({ kind, line }) => `${kind} ${line}`);

describe('what a file can do', () => {
	test.each([
		['Date.now()', 'clock'],
		['const at = new Date();', 'clock'],
		['const { random } = Math; random();', 'random'],
		['setTimeout(() => {}, 1)', 'timers'],
		['console.warn("old")', 'prints'],
		['process.env.HOME', 'environment'],
		['fetch("x")', 'network'],
		['new Function("a", "return a")', 'text'],
		['Array.prototype.last = 1', 'globals'],
		['Object.assign(String.prototype, {})', 'globals'],
		['globalThis.x = 1', 'globals'],
		['var root = typeof globalThis === "object" ? globalThis : this; root.setTimeout(f)', 'timers'],
		['var root = Function("return this")(); root.x = 1', 'globals'],
		['var proto = Array.prototype; proto.last = 1', 'globals'],
		['undeclared = 1', 'globals'],
		['require("fs").readFileSync("a")', 'files'],
		[
			'import { readFileSync } from "node:fs"; export const read = () => readFileSync("a");',
			'files',
		],
		['import cp from "child_process"; cp.spawn("a")', 'processes'],
		['import { randomBytes } from "crypto"; randomBytes(3)', 'random'],
		['require(name)', 'unread'],
		['import(name)', 'unread'],
		['require("./build/addon.node")', 'unread'],
		['this is no program', 'unread'],
	])('%s', (source, kind) => {
		expect(kindsOf(source)).toEqual([`${kind} 1`]);
	});

	test.each([
		'Math.max(1, 2); JSON.parse("1"); new Map();',
		'new Date(0).getTime()',
		'x instanceof Date; typeof setTimeout === "function";',
		'const Date = makeDate(); Date.now()',
		'class A { fetch() { return this.process.env; } }',
		'if (typeof window !== "undefined") { window.x = 1; setTimeout(f, 1); }',
		'(function (root, f) { typeof exports === "object" ? (module.exports = f()) : (root.x = f()); })(this, () => 1)',
		'exports.a = 1; module.exports.b = 2; Object.defineProperty(exports, "c", {});',
		'import path from "node:path"; path.join("a", "b"); import { inspect } from "util"; inspect(1);',
		'import { createHash } from "crypto"; createHash("sha1").update("a").digest("hex");',
		'process.platform === "win32"',
	])('nothing: %s', (source) => {
		expect(kindsOf(source)).toEqual([]);
	});

	test('counters of modules and of objects are told from scratch variables', () => {
		const { counter, stepping } = capabilitiesOfFile(
			'let id = 0;\nexport const next = () => id++;',
			'a.js',
		);
		expect([counter, stepping]).toEqual([2, null]);
		const scratch =
			'let at = 0;\nexport function read(s) { at = 0; while (s[at]) at++; return at; }';
		expect(capabilitiesOfFile(scratch, 'a.js')).toMatchObject({ counter: null, stepping: null });
		const own =
			'export class A {\n\tnext() { return this.n++; }\n\ttake() { return this.list.shift(); }\n}';
		expect(capabilitiesOfFile(own, 'a.js')).toMatchObject({ counter: null, stepping: 2 });
		const closure = 'export const make = () => {\n\tlet n = 0;\n\treturn () => ++n;\n};';
		expect(capabilitiesOfFile(closure, 'a.js')).toMatchObject({ stepping: 3 });
	});
});

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'lapidary-capabilities-')));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {Record<string, string>} files below `node_modules` */
function install(files) {
	for (const [name, text] of Object.entries(files)) {
		const file = path.join(folder, 'node_modules', name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, text);
	}
}
const FROM = path.join(folder, 'app.js');

describe('what a package can do', () => {
	test('counts its dependencies, by the conditions of exports', () => {
		install({
			'one/package.json':
				'{ "exports": { ".": { "import": "./index.mjs", "require": "./index.cjs" }, "./lib/*": "./lib/*.js" } }',
			'one/index.mjs': 'import two from "two"; export default two;',
			'one/index.cjs': 'console.log("one");',
			'one/lib/part.js': 'exports.a = 1;',
			'two/package.json': '{ "main": "./lib" }',
			'two/lib/index.js': 'module.exports = () => Date.now();',
		});
		const read = createReadPackage();
		const [clock] = read('one', FROM, 'import').capabilities;
		expect(clock).toMatchObject({ kind: 'clock', place: 'two/lib/index.js:1' });
		expect(read('one', FROM, 'import')).toMatchObject({
			name: 'one',
			files: 2,
			names: ['one', 'two'],
		});
		expect(read('one', FROM, 'require').capabilities).toMatchObject([{ kind: 'prints' }]);
		expect(read('one/lib/part', FROM, 'import').capabilities).toEqual([]);
	});

	test('what is not there is not read; in a try, it need not be', () => {
		install({
			'three/package.json': '{}',
			'three/index.js': 'try { require("gone"); } catch {}',
			'three/other.js': 'require("gone");',
		});
		const read = createReadPackage();
		expect(read('three', FROM, 'require').capabilities).toEqual([]);
		expect(read('three/other.js', FROM, 'require').capabilities).toMatchObject([
			{ kind: 'unread' },
		]);
		expect(read('four', FROM, 'import').capabilities).toMatchObject([{ kind: 'unread' }]);
	});

	test('the list of well-known packages names kinds that there are', () => {
		const kinds = Object.keys(CAN);
		for (const { accepts } of Object.values(KNOWN_PACKAGES))
			for (const kind of accepts) expect(kinds).toContain(kind);
	});
});

describe('a file that is compiled alone', () => {
	const source = [
		"import { Table } from 'tables';",
		'const table = new Table(3);',
		"export async function read(i) { 'use cpu_bound'; return table.at(i); }",
	].join('\n');

	test('is lowered with what its packages can do', () => {
		install({
			'tables/package.json': '{ "type": "module", "main": "index.js" }',
			'tables/index.js': 'export class Table {}',
		});
		const { diagnostics, workerModules } = compileAlone(
			source,
			{ filename: 'app.js' },
			{ file: FROM },
		);
		expect(diagnostics).toEqual([]);
		expect(workerModules[0]?.code).toContain('const table = new Table(3);');
	});

	test('reads no package where nothing is refused', () => {
		const plain =
			"import { lost } from 'lost';\nexport async function run(x) { 'use cpu_bound'; return lost(x); }";
		expect(compileAlone(plain, { filename: 'app.js' }, { file: FROM }).diagnostics).toEqual([]);
	});
});
