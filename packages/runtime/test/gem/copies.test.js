// Several copies of this package in one program: installed twice, as sources and as published, and of two versions.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@lapidary/compiler';
import { stageRuntime } from '../../../../scripts/publish/stage.js';
import { VERSION } from '../../src/gem/memory/version.js';
import { runProgram } from '../child.js';

const TEST = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));

/** @type {string} */
let folder;
/** Folders of the copies beside the one of the workspace. @type {Record<string, string>} */
let copies;

beforeAll(async () => {
	// In the workspace, so that it finds what it depends on.
	folder = mkdtempSync(path.join(TEST, 'copies-'));
	copies = {
		sources: path.join(folder, 'sources', 'src'),
		published: path.join(folder, 'published', 'lib'),
		'another version': path.join(folder, 'version', 'src'),
	};
	for (const name of ['sources', 'another version']) {
		cpSync(path.join(PACKAGE, 'src'), copies[name], { recursive: true });
		cpSync(path.join(PACKAGE, 'package.json'), path.join(copies[name], '..', 'package.json'));
	}
	const version = path.join(copies['another version'], 'gem', 'memory', 'version.js');
	writeFileSync(version, readFileSync(version, 'utf8').replace(/'[\d.]+'/, "'9.9.9'"));
	await stageRuntime(path.join(folder, 'published'));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

test('the sources say the version that the package has', () => {
	const manifest = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
	expect(VERSION).toBe(manifest.version);
});

/** Names of a program in which two copies are. */
const PRELUDE = `
const show = (value) => console.log(JSON.stringify(value));
const codeOf = (fn) => {
	try {
		fn();
		return 'none';
	} catch (error) {
		return [error.code, error.message.includes(A_FOLDER), error.message.includes(B_FOLDER)];
	}
};
`;

/** @param {string} url or folder of a copy @returns {string} what stands for both copies in a program */
const both = (other) => `
import * as A from '@lapidary/runtime/gem';
import * as B from ${JSON.stringify(path.join(other, 'gem', 'index.js'))};
const A_FOLDER = ${JSON.stringify(path.join(PACKAGE, 'src'))};
const B_FOLDER = ${JSON.stringify(other)};
${PRELUDE}`;

/** @param {string} source @param {object} [options] @returns {Promise<any[]>} what it shows */
async function run(source, options = {}) {
	const { lines, errors, code } = await runProgram(source, options);
	expect({ errors, code }).toEqual({ errors: '', code: 0 });
	return lines.map((line) => JSON.parse(line));
}

const OTHERS = ['sources', 'published', 'another version'];

describe.each(OTHERS)('beside %s', (name) => {
	test('each copy sends GEMs of both, and each receives them', async () => {
		const shown = await run(
			`${both(copies[name])}
			import { MessageChannel } from 'node:worker_threads';
			const [a, b] = [A.ReadOnly.create({ of: 'A', deep: [1] }), B.ReadOnly.create({ of: 'B' })];
			for (const { send } of [A, B]) for (const { receive } of [A, B]) {
				const { port1, port2 } = new MessageChannel();
				const arrived = new Promise((resolve) => receive(port2, resolve));
				send(port1, { a, list: [b, a, a.deep] });
				const { a: again, list } = await arrived;
				show([again === a, list[0] === b, list[1] === a, list[2] === a.deep]);
				port1.close();
			}`,
			{ prelude: '' },
		);
		expect(shown).toEqual(Array(4).fill([true, true, true, true]));
	});

	test.each(['A', 'B'])('a thread that loads only one of them, and receives by %s', async (by) => {
		const own = by === 'A' ? path.join(PACKAGE, 'src') : copies[name];
		const worker = `
			import { parentPort } from 'node:worker_threads';
			import { receive, send } from ${JSON.stringify(path.join(own, 'gem', 'index.js'))};
			receive(parentPort, ({ a, b }) => {
				for (const gem of [a, b]) gem.atomic(() => (gem.n += 1));
				send(parentPort, { back: [a, b] });
				parentPort.close();
			});`;
		const file = path.join(folder, `thread-${OTHERS.indexOf(name)}-${by}.mjs`);
		writeFileSync(file, worker);
		const shown = await run(
			`${both(copies[name])}
			import { Worker } from 'node:worker_threads';
			const [a, b] = [A.AtomicLK.create({ n: 1 }), B.AtomicSTM.create({ n: 2 })];
			const worker = new Worker(${JSON.stringify(file)}, { execArgv: [] });
			A.receive(worker, async ({ back }) => {
				show([back[0] === a, back[1] === b]);
				show([await a.atomicAsync(() => a.n), await b.atomicAsync(() => b.n)]);
			});
			B.send(worker, { a, b });`,
			{ prelude: '' },
		);
		expect(shown).toEqual([
			[true, true],
			[2, 3],
		]);
	});

	test('calls of a pool take and return GEMs of both', async () => {
		const shown = await run(
			`${both(copies[name])}
			const [a, b] = [A.ReadOnly.create({ n: 1 }), B.Owned.create({ n: 2 })];
			show(await call(reference('crossing.js#read'), [a]));
			const { gem, again } = await call(reference('crossing.js#pass'), [a], [b]);
			show([gem === a, again[0] === a]);
			const back = await call(reference('crossing.js#own'), [b]);
			show([back === b, b.n]);
			await close();`,
		);
		expect(shown).toEqual([1, [true, true], [true, 3]]);
	});

	test('compiled functions take GEMs of both', async () => {
		const source = `
			import { ReadOnly } from '@lapidary/runtime/gem';
			import { ReadOnly as Other } from ${JSON.stringify(path.join(copies[name], 'gem', 'index.js'))};
			import { close } from '@lapidary/runtime';
			const own = ReadOnly.create([1, 2, 3]);
			const other = Other.create([10, 20, 30]);
			async function sum(list) {
				'use cpu_bound';
				let total = 0;
				for (let at = 0; at < list.length; at++) total += list[at] + own[at];
				return total;
			}
			console.log(JSON.stringify([await sum(own), await sum(other)]));
			await close();`;
		const file = path.join(folder, `compiled-${OTHERS.indexOf(name)}.js`);
		const lowered = compile(source, { filename: file, id: path.basename(file), verify: true });
		for (const { fileName, code } of lowered.workerModules) {
			writeFileSync(path.join(folder, fileName), code);
		}
		writeFileSync(file, lowered.code);
		const program = `await import(${JSON.stringify(file)});`;
		const shown = await run(program, { prelude: '', env: { LAPIDARY_MODE: 'pool' } });
		expect({ shown, units: lowered.workerModules.length }).toEqual({ shown: [[12, 66]], units: 1 });
	});

	test('what only the copy can do that made it says which copies have met', async () => {
		const shown = await run(
			`${both(copies[name])}
			const [a, b] = [A.AtomicLK.create({ n: 1 }), B.AtomicLK.create({ n: 2 })];
			const t = B.AtomicSTM.create({ n: 3 });
			show([A.isGem(b), B.isGem(a), A.isGem({}), A.AtomicLK.has(b)]);
			for (const name of ['release', 'usage', 'snapshot']) show(codeOf(() => A[name](b)));
			show(codeOf(() => A.atomic([a, b], () => 0)));
			show(codeOf(() => B.AtomicLK.atomic([a], () => 0)));
			show(codeOf(() => a.atomic(() => b.atomic(() => 0))));
			show(codeOf(() => a.atomic(() => { a.n = 2; t.atomic(() => 0); })));
			show(codeOf(() => t.atomic(() => A.snapshot(a))));
			show([a.atomic(() => a.n), b.atomic(() => b.n), t.atomic(() => t.n)]);
			const open = A.ReadOnly.create({ text: 'x', list: [1] });
			show(B.snapshot(B.ReadOnly.create({ copy: open })));`,
			{ prelude: '' },
		);
		const refused = ['LP8114', true, true];
		expect(shown).toEqual([
			[true, true, false, false],
			...Array(8).fill(refused),
			[2, 2, 3],
			{ copy: { text: 'x', list: [1] } },
		]);
	});

	test('CommonJS', async () => {
		const shown = await run(
			`const A = require('@lapidary/runtime/gem');
			const B = require(${JSON.stringify(path.join(copies[name], 'gem', 'index.js'))});
			const { MessageChannel } = require('node:worker_threads');
			const gems = [A.ReadOnly.create({ n: 1 }), B.ReadOnly.create({ n: 2 })];
			const { port1, port2 } = new MessageChannel();
			A.receive(port2, (came) => {
				console.log(JSON.stringify(came.map((gem, at) => gem === gems[at])));
				port1.close();
			});
			A.send(port1, gems);`,
			{ prelude: '', type: 'commonjs', flags: ['--no-warnings'] },
		);
		expect(shown).toEqual([[true, true]]);
	});
});

test('copies of one version share the memory of GEMs, and what a thread holds is counted for both', async () => {
	const url = path.join(copies.sources, 'gem', 'index.js');
	const other = path.join(copies['another version'], 'gem', 'index.js');
	const shown = await run(
		`import * as A from '@lapidary/runtime/gem';
		import * as B from ${JSON.stringify(url)};
		import * as C from ${JSON.stringify(other)};
		const before = [A, B, C].map(({ usage }) => usage().bytesInUse);
		const gem = A.ReadOnly.create({ text: 'x'.repeat(100_000) });
		console.log(JSON.stringify([A, B, C].map(({ usage }, at) => usage().bytesInUse > before[at])));`,
		{ prelude: '' },
	);
	expect(shown).toEqual([[true, true, false]]);
});

test('a message in another format is refused, and not passed on', async () => {
	const shown = await run(
		`import { receive } from '@lapidary/runtime/gem';
		import { EventEmitter } from 'node:events';
		const source = new EventEmitter();
		receive(source, (value) => console.log(JSON.stringify(value)));
		source.emit('message', ['lapidary:gem-messages']);
		try {
			source.emit('message', ['lapidary:gem-message/99/4.5.6', {}]);
		} catch ({ code, message }) {
			console.log(JSON.stringify([code, message.includes('4.5.6')]));
		}`,
		{ prelude: '' },
	);
	expect(shown).toEqual([['lapidary:gem-messages'], ['LP8114', true]]);
});
