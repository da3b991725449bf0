import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compile } from '@lapidary/compiler';
import { stageRuntime } from '../publish/stage.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCE = path.join(ROOT, 'packages/runtime');

/** A project that has installed the runtime as it is published. */
let project = '';
let library = '';
/** @type {Map<string, string[]>} file of code to the files that it imports */
let imports = new Map();
beforeAll(async () => {
	project = mkdtempSync(path.join(tmpdir(), 'lapidary-published-'));
	const target = path.join(project, 'node_modules/@lapidary/runtime');
	library = path.join(target, 'lib');
	mkdirSync(target, { recursive: true });
	symlinkSync(path.join(ROOT, 'node_modules/piscina'), path.join(project, 'node_modules/piscina'));
	const files = await stageRuntime(target);
	imports = new Map(files.map((one) => [one.file, one.imports]));
	writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

/**
 * Run a program of the project.
 *
 * @param {string} file
 * @param {string} source
 * @returns {string[]} lines that it has printed
 */
function run(file, source) {
	writeFileSync(path.join(project, file), source);
	const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
		cwd: project,
		encoding: 'utf8',
		env: { ...process.env, LAPIDARY_THREADS: '2' },
		timeout: 60_000,
	});
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	return stdout.split('\n').filter(Boolean);
}

/** @param {string} file @param {string} source of an annotated module; both modules that come of it are written */
function lower(file, source) {
	const { code, diagnostics, workerModules } = compile(source, { filename: file });
	expect({ diagnostics, count: workerModules.length }).toEqual({ diagnostics: [], count: 1 });
	writeFileSync(path.join(project, file), code);
	const [{ fileName, code: worker }] = workerModules;
	writeFileSync(path.join(project, fileName), worker);
}

/** @param {string} entry @returns {string[]} files of the package that loading it loads */
function loadedBy(entry) {
	const seen = new Set([entry]);
	for (const file of seen) {
		for (const one of imports.get(file) ?? []) if (imports.has(one)) seen.add(one);
	}
	return [...seen].sort();
}

test('what is published exports what the sources export', () => {
	const manifest = JSON.parse(readFileSync(path.join(SOURCE, 'package.json'), 'utf8'));
	const published = JSON.parse(readFileSync(path.join(library, '../package.json'), 'utf8'));
	expect(Object.keys(published.exports)).toEqual(Object.keys(manifest.exports));
	const modules = Object.entries(manifest.exports).flatMap(([name, target]) =>
		name.endsWith('.json') ? [] : [[name, target.default ?? target]],
	);
	expect(modules.length).toBeGreaterThan(8);
	const printed = run(
		'exports.js',
		`for (const [name, source] of ${JSON.stringify(modules)}) {
			const ours = await import('@lapidary/runtime' + name.slice(1));
			const theirs = await import(new URL(source, 'file://${SOURCE}/').href);
			console.log(name, Object.keys(ours).join() === Object.keys(theirs).join());
		}`,
	);
	expect(printed).toEqual(modules.map(([name]) => `${name} true`));
});

test('a thread of a pool loads two files before its first unit, the program three', () => {
	expect(loadedBy('worker/boot.js')).toEqual(['chunks/protocol.js', 'worker/boot.js']);
	const host = ['chunks/host.js', 'chunks/protocol.js', 'internal/host.js'];
	expect(loadedBy('internal/host.js')).toEqual(host);
	const hive = ['chunks/code-text.js', 'chunks/protocol.js', 'hive/evaluate.js'];
	expect(loadedBy('hive/evaluate.js')).toEqual(hive);
	expect(loadedBy('messaging/boot.js')).not.toContain('chunks/host.js');
	expect(loadedBy('hive/vat-boot.js')).not.toContain('chunks/host.js');
	expect(loadedBy('index.js')).not.toContain('chunks/gem.js');
});

test('lowered functions, options, errors, generators and GEMs, over all entries in one program', () => {
	lower(
		'work.js',
		`import { AtomicLK } from '@lapidary/runtime/gem';
		export async function sum(n) { 'use cpu_bound'; let s = 0; for (let i = 0; i < n; i++) s += i; return s; }
		export async function fail(text) { 'use cpu_bound'; throw new RangeError(text); }
		export function* count(n) { 'use cpu_bound'; for (let i = 0; i < n; i++) yield i; }
		export async function add(total, n) {
			'use cpu_bound';
			total.atomic(() => { total.n += n; });
		}
		export const makeTotal = () => AtomicLK.create({ n: 0 });`,
	);
	const printed = run(
		'main.js',
		`import { close, configure, stats, withOptions } from '@lapidary/runtime';
		import { isGem, snapshot } from '@lapidary/runtime/gem';
		import { Gem, Sync } from '@lapidary/runtime/gem/define';
		import { Hive, Vat } from '@lapidary/runtime/hive';
		import { add, count, fail, makeTotal, sum } from './work.js';
		configure({ pools: { one: { threads: 1 } } });
		console.log(await sum(5), await withOptions(sum, { pool: 'one' })(4));
		try { await fail('too far'); } catch (error) {
			console.log(error instanceof RangeError, error.message, /lapidary.runtime|piscina/.test(error.stack));
		}
		const seen = [];
		for await (const each of count(3)) seen.push(each);
		console.log(seen.join());
		const total = makeTotal();
		await Promise.all([1, 2, 3].map((n) => add(total, n)));
		console.log(isGem(total), snapshot(total).n, typeof Gem.define, typeof Sync.currentThread());
		console.log(await Hive.eval('6 * 7'), await Vat().eval('[1, 2, 3].length'));
		console.log(Object.keys(stats().pools).join(), stats().units['Hive.eval'].calls);
		await close();
		try { await sum(1); } catch (error) { console.log(error.code); }`,
	);
	expect(printed).toEqual([
		'10 6',
		'true too far false',
		'0,1,2',
		'true 6 function number',
		'42 3',
		'default,one 1',
		'LP8008',
	]);
});

test('threads of a program’s own, and CommonJS', () => {
	writeFileSync(
		path.join(project, 'part.js'),
		`import { worker } from '@lapidary/runtime/workers';
		worker.on('scatter', (part) => worker.reply(part.length));`,
	);
	const printed = run(
		'parts.js',
		`import { Workers } from '@lapidary/runtime/workers';
		const workers = new Workers(new URL('./part.js', import.meta.url), { size: 2 });
		console.log((await workers.scatter([1, 2, 3]).gather()).join());
		await workers.close();`,
	);
	expect(printed).toEqual(['1,2']);
	lower(
		'twice.cjs',
		`exports.twice = async function twice(n) { 'use cpu_bound'; let k = 0; while (k < 2 * n) k++; return k; };`,
	);
	expect(run('main.cjs', `require('./twice.cjs').twice(21).then(console.log);`)).toEqual(['42']);
});
