// A stack that ends anywhere within blocks, transactions, hand-outs, changes, and creations, as they are written and as they are compiled: each is done
// or not, no lock stays with the thread, guards are what they were, and this and other threads go on.
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { ReadOnly, release, send, snapshot, usage } from '../../src/gem/index.js';
import { atEachDepth } from './stack-overflow/depths.js';
import { paths } from './stack-overflow/paths.js';
import { scenes } from './stack-overflow/scenes.js';

const STEP = process.env.STRESS ? 1 : 11;
const GUARD = Array.from({ length: 90 }, (_, at) => at + 0.25);
/** Of the log of a thread, of strings and of shapes. */
const MOST_BYTES = 64 * 1024;

/** @type {Worker} */
let worker;
/** @type {Promise<unknown>} */
let ended;
beforeAll(() => {
	worker = new Worker(new URL('stack-overflow/user.js', import.meta.url));
	ended = once(worker, 'exit');
});
afterAll(() => worker.terminate());

/** @param {() => any} makeScene */
async function explore(makeScene) {
	const guards = Array.from({ length: 4 }, () => ReadOnly.create(GUARD));
	const scene = makeScene();
	const between = ReadOnly.create(GUARD);
	const check = (/** @type {any} */ thrown) => {
		if (thrown !== undefined) return String(thrown.code ?? thrown);
		try {
			return scene.check();
		} catch (refusal) {
			return String(/** @type {any} */ (refusal).message);
		}
	};
	// Functions that have never run are compiled first, which takes more stack than they do.
	for (let time = 0; time < 30; time++) {
		scene.act();
		expect(check(undefined)).toBe('');
	}
	const found = atEachDepth(scene.act, check, { step: STEP });
	expect(found.problems).toEqual([]);
	expect(found.overflows).toBeGreaterThan(20);
	expect(found.others).toBeGreaterThan(20);
	for (const gem of [...guards, between]) expect(snapshot(gem)).toEqual(GUARD);
	if (scene.gems.length > 0) {
		send(worker, scene.gems);
		expect(await Promise.race([once(worker, 'message'), ended])).toEqual(['done']);
	}
	for (const gem of [...scene.gems, ...guards, between]) release(gem);
}

describe.each(Object.keys(paths))('%s', (path) => {
	const { scenes: own, sites } = paths[path]();

	test('is what it says', () => {
		expect(sites > 10).toBe(path === 'compiled');
	});

	test.each(Object.keys(scenes))('%s', async (name) => {
		const before = usage().bytesInUse;
		await explore(own[name]);
		expect(usage().bytesInUse - before).toBeLessThan(MOST_BYTES);
	});
});
