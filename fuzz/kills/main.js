// Threads that end anywhere while they work on GEMs: `npm run fuzz:kills -- --count 2000`. See ../README.md.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { compile } from '../../packages/compiler/src/index.js';
import { usage } from '../../packages/runtime/src/gem/index.js';
import { randomOf } from './random.js';
import { kill } from './kill.js';
import { World } from './world.js';

const THREAD = new URL('thread.js', import.meta.url);
const GEM_MODULE = '../../packages/runtime/src/gem/index.js';
const FOLDER = new URL('../../.lapidary/kills/', import.meta.url);
/** What the heap may keep: a unit of some regions, and strings of theirs. */
const MOST_BYTES_LEFT = 64 * 1024;

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '200' },
		seed: { type: 'string', default: '1' },
		path: { type: 'string', default: 'plain' },
		lanes: { type: 'string', default: '2' },
		json: { type: 'boolean', default: false },
		help: { type: 'boolean', short: 'h', default: false },
	},
});

if (values.help) {
	console.log(`Usage: npm run fuzz:kills -- [--count 200] [--seed 1] [--path plain|compiled] [--lanes 2] [--json]

Ends threads by terminate(), process.exit() and full heaps, within blocks, parts, creations and messages, and looks after each
whether the GEMs are whole and the others go on.

Examples:
  npm run fuzz:kills -- --count 2000
  npm run fuzz:kills -- --count 2000 --path compiled
  npm run fuzz:kills -- --seed 71 --count 1 --lanes 1`);
	process.exit(0);
}

/** @returns {number} of all GEMs */
const bytesInUse = () => /** @type {{ bytesInUse: number }} */ (usage()).bytesInUse;

/** @returns {URL} of the code of the threads */
function threadFile() {
	if (values.path === 'plain') return THREAD;
	// A program imports the package by its name, by which the compiler knows what is a GEM.
	const source = readFileSync(THREAD, 'utf8').replace(GEM_MODULE, '@lapidary/runtime/gem');
	const { code } = compile(source, { filename: fileURLToPath(THREAD), id: 'kills/thread.js' });
	if (!code.includes('@lapidary/runtime/internal/gem')) throw new Error('nothing was lowered');
	mkdirSync(FOLDER, { recursive: true });
	const file = fileURLToPath(new URL(`thread-${process.pid}.js`, FOLDER));
	writeFileSync(file, code);
	process.on('exit', () => rmSync(file, { force: true }));
	return pathToFileURL(file);
}

const file = threadFile();
const count = Number(values.count);
const firstSeed = Number(values.seed);
/** @type {Record<string, number>} */
const counts = { whole: 0, unusable: 0, torn: 0, hangs: 0 };
/** @type {Record<string, number>} */
const kinds = {};
/** @type {string[]} */
const failures = [];
const startMs = performance.now();

const world = new World();
let next = firstSeed;
const work = async () => {
	while (next < firstSeed + count) {
		const seed = next++;
		const { kind, outcome, detail } = await kill(world, { seed, random: randomOf(seed), file });
		kinds[kind] = (kinds[kind] ?? 0) + 1;
		counts[outcome]++;
		if (outcome === 'whole') continue;
		failures.push(`seed ${seed}: ${kind}: ${outcome}: ${detail}`);
		if (!values.json) console.log(failures.at(-1));
	}
};
// What the first GEMs and threads take is there before and after.
const warm = await kill(new World(), { seed: 1, random: randomOf(1), file });
if (warm.outcome === 'hangs') throw new Error(`the first thread hangs: ${warm.detail}`);
await world.settle();
const before = bytesInUse() - world.bytes();
await Promise.all(Array.from({ length: Number(values.lanes) }, work));
world.release();
await world.settle();
const bytesLeft = bytesInUse() - before;

const seconds = Math.round((performance.now() - startMs) / 1000);
const summary = { node: process.version, path: values.path, kills: count, seconds, ...counts };
const all = { ...summary, bytesLeft, kinds, ...(values.json ? { failures } : {}) };
console.log(JSON.stringify(all));
if (counts.torn + counts.hangs > 0 || bytesLeft > MOST_BYTES_LEFT) process.exitCode = 1;
// Threads that hang would keep the process.
process.exit();
