// What minifiers and bundlers make of emitted modules, run.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { rollup } from 'rollup';
import { minify } from 'terser';
import { compile } from '../src/index.js';

const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** @type {Record<string, string>} */
const SOURCES = {
	'main.js': `import { FACTOR } from './shared.js';
import { Row, ScoreError, score, sum } from './score.js';
console.log('loaded once');
const failed = await score([new Row(-1)]).catch((error) => error);
const scored = await score([new Row(1), new Row(2)]);
const seen = [];
await sum([1, 2], (row) => seen.push(row));
console.log(JSON.stringify([
	scored.map((row) => [row instanceof Row, row.value, row.doubled()]),
	failed instanceof ScoreError, failed.message, failed.row, seen, FACTOR,
]));
`,
	'score.js': `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
import { FACTOR, weigh } from './shared.js';
export class ScoreError extends Error {
	constructor(message, row) { super(message); this.row = row; }
}
export class Row {
	constructor(value) { this.value = value; }
	doubled() { return this.value * 2; }
}
const TABLE = [];
for (let index = 0; index < 10; index++) TABLE[index] = index * FACTOR;
export async function score(rows) {
	'use cpu_bound';
	if (onHost()) throw new Error('not in a worker');
	return rows.map((row) => {
		if (row.value < 0) throw new ScoreError('negative', row.value);
		return new Row(weigh(TABLE[row.value]) + row.doubled());
	});
}
export async function sum(rows, visit) {
	'use cpu_bound';
	for (const row of rows) visit(row);
	return rows.reduce((total, row) => total + row, 0);
}
export async function unused(rows) {
	'use cpu_bound';
	return rows.map((row) => row + TABLE[1]);
}
`,
	'shared.js': `export const FACTOR = 10;
export const weigh = (value) => value + 1;
`,
};
const EXPECTED = 'loaded once\n[[[true,13,26],[true,25,50]],true,"negative",-1,[1,2],10]\n';

/** @type {string} */
let folder;
/** @type {string} */
let workerName;
beforeEach(() => {
	folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'lapidary-minified-')));
	fs.symlinkSync(NODE_MODULES, path.join(folder, 'node_modules'));
	write('package.json', '{ "type": "module" }');
	for (const [name, source] of Object.entries(SOURCES)) {
		const { code, workerModules } = compile(source, { filename: name, id: `demo/${name}` });
		write(`emitted/${name}`, code);
		for (const worker of workerModules) {
			write(`emitted/${worker.fileName}`, worker.code);
			workerName = worker.fileName;
		}
	}
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** @param {string} name @param {string} text */
function write(name, text) {
	const file = path.join(folder, name);
	fs.mkdirSync(path.dirname(file), { recursive: true });
	fs.writeFileSync(file, text);
}

const read = (/** @type {string} */ name) => fs.readFileSync(path.join(folder, name), 'utf8');
const names = (/** @type {string} */ name) => fs.readdirSync(path.join(folder, name)).sort();
const run = (/** @type {string} */ name) =>
	execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' });

/** @param {string} code @returns {Promise<string>} */
async function shorten(code) {
	const options = { module: true, toplevel: true, compress: { passes: 3 }, mangle: true };
	return String((await minify(code, options)).code);
}

/**
 * @param {string} input below emitted
 * @param {import('rollup').OutputOptions} output
 */
async function bundle(input, output) {
	const build = await rollup({
		input: path.join(folder, 'emitted', input),
		external: [/^node:/, /^@lapidary\//],
		plugins: [{ name: 'shorten', renderChunk: shorten }],
		onLog: () => {}, // imports that only units used are unused on the host
	});
	await build.write({ dir: path.join(folder, 'bundled'), format: 'es', ...output });
	await build.close();
}

test('what is emitted runs as it is', () => {
	expect(run('emitted/main.js')).toBe(EXPECTED);
});

describe('a minifier', () => {
	test('may rename functions and classes of every module', async () => {
		for (const name of names('emitted'))
			write(`short/${name}`, await shorten(read(`emitted/${name}`)));
		const worker = read(`short/${workerName}`);
		expect(worker).not.toMatch(/class (Row|ScoreError)\b|function (score|sum)\b/);
		expect(worker).toContain('demo/score.js#score');
		expect(run('short/main.js')).toBe(EXPECTED);
	});
});

describe('a bundler', () => {
	test('drops units that nobody uses, and what they would have registered', async () => {
		await bundle('main.js', { entryFileNames: 'main.js' });
		const main = read('bundled/main.js');
		expect(main).toContain('demo/score.js#sum');
		expect(main).not.toContain('demo/score.js#unused');
	});

	test.each([
		['one chunk', {}],
		['a chunk for everything', { manualChunks: () => 'app' }],
		[
			'chunks that part the unit from what it uses',
			{ manualChunks: { first: ['emitted/score.js'], second: ['emitted/shared.js'] } },
		],
	])(
		'builds worker modules by themselves, next to the stub: %s',
		async (_title, { manualChunks }) => {
			const grouped =
				typeof manualChunks === 'object'
					? Object.fromEntries(
							Object.entries(manualChunks).map(([name, files]) => [
								name,
								files.map((file) => path.join(folder, file)),
							]),
						)
					: manualChunks;
			const files = { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' };
			await bundle('main.js', grouped ? { ...files, manualChunks: grouped } : files);
			await bundle(workerName, { entryFileNames: workerName });
			expect(run('bundled/main.js')).toBe(EXPECTED);
			expect(names('bundled')).toContain(workerName);
		},
	);
});
