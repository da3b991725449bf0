/** @import { Compiled, Run } from './modules.js' */
/** @import { Plan } from './measure.js' */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AtomicLK, AtomicSTM, release, send } from '@lapidary/runtime/gem';
import { turnOrder } from '../lib/interleave.js';
import { createLoader } from './modules.js';

/** @typedef {'enter' | 'read' | 'write'} Body @typedef {'AtomicLK' | 'AtomicSTM'} Kind */

/**
 * Nanoseconds of blocks, by round.
 *
 * @typedef {object} Blocks
 * @property {Kind} kind
 * @property {number[]} block one that does next to nothing, over what a call does that does the same
 * @property {number[]} read one read in a block of a hundred
 * @property {number[]} write
 * @property {Record<Body, number[]>} together the same blocks, whole, while two threads run them: the time that passes for each of all
 */

const ACCESSES = 100;
/** @type {Record<Kind, () => any>} */
const KINDS = {
	AtomicLK: () => AtomicLK.create({ values: new Array(ACCESSES).fill(1) }),
	AtomicSTM: () => AtomicSTM.create({ values: new Array(ACCESSES).fill(1) }),
};
const BODIES = /** @type {const} */ (['enter', 'read', 'write']);

/**
 * @param {Compiled} compiled
 * @param {Plan} plan
 * @param {(text: string) => void} onStep
 * @returns {Promise<Blocks[]>}
 */
export async function measureBlocks(compiled, plan, onStep) {
	const measured = [];
	for (const kind of /** @type {Kind[]} */ (Object.keys(KINDS))) {
		onStep(`blocks of ${kind}`);
		const alone = await measureAlone(kind, compiled, plan);
		/** @type {Blocks['together']} */
		const together = { enter: [], read: [], write: [] };
		for (const body of BODIES) together[body] = await measureTogether(kind, body, compiled, plan);
		measured.push({ kind, ...alone, together });
	}
	return measured;
}

/** @param {Kind} kind @param {Compiled} compiled @param {Plan} plan @returns {Promise<Omit<Blocks, 'kind' | 'together'>>} */
async function measureAlone(kind, compiled, { rounds, warmUpMs, sampleMs }) {
	const loader = createLoader(compiled);
	const gem = KINDS[kind]();
	const nothing = { run: (/** @type {() => any} */ run) => run() };
	/** @type {Record<string, { run: Run, on: object, blocks: number }>} */
	const ways = {
		call: { run: await loader.plain('blocks.js', 'call'), on: nothing, blocks: 1000 },
	};
	for (const body of BODIES) {
		ways[body] = { run: await loader.lowered('blocks.js', body), on: gem, blocks: 100 };
	}
	for (const way of Object.values(ways)) way.blocks = warmUp(way, warmUpMs, sampleMs);
	/** @type {Record<string, number[]>} */
	const samples = { call: [], enter: [], read: [], write: [] };
	for (let round = 0; round < rounds; round++) {
		for (const name of turnOrder(Object.keys(ways), round)) {
			const { run, on, blocks } = ways[name];
			const start = performance.now();
			run(on, blocks);
			samples[name].push(((performance.now() - start) * 1e6) / blocks);
		}
	}
	release(gem);
	const { call, enter, read, write } = samples;
	return {
		block: enter.map((each, round) => each - call[round]),
		read: read.map((each, round) => (each - enter[round]) / ACCESSES),
		write: write.map((each, round) => (each - enter[round]) / ACCESSES),
	};
}

/** @param {{ run: Run, on: object, blocks: number }} way @param {number} warmUpMs @param {number} sampleMs @returns {number} blocks of a sample */
function warmUp({ run, on, blocks }, warmUpMs, sampleMs) {
	const start = performance.now();
	let calls = 0;
	let now = 0;
	do {
		run(on, blocks);
		calls++;
		now = performance.now();
	} while (now - start < warmUpMs);
	return Math.max(10, Math.ceil((sampleMs * calls * blocks) / (now - start)));
}

/** @param {Kind} kind @param {Body} body @param {Compiled} compiled @param {Plan} plan @returns {Promise<number[]>} */
async function measureTogether(kind, body, compiled, { rounds, sampleMs }) {
	const { worker, id } = /** @type {{ worker: string, id: string }} */ (compiled.get('blocks.js'));
	const gem = KINDS[kind]();
	const threads = [0, 1].map(() => new Worker(new URL('./block-worker.js', import.meta.url)));
	for (const thread of threads) send(thread, { gem, worker, id: `${id}#${body}` });
	await Promise.all(threads.map((thread) => once(thread, 'message')));
	const samples = [];
	let blocks = 100;
	// Rounds before the first warm up, and find out how many blocks take long enough.
	for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
		const ms = await runTogether(threads, blocks);
		if (round >= 0) samples.push((ms * 1e6) / (2 * blocks));
		else blocks = Math.max(10, Math.min(10 * blocks, Math.ceil((blocks * 4 * sampleMs) / ms)));
	}
	await Promise.all(threads.map((thread) => thread.terminate()));
	release(gem);
	return samples;
}

const WARM_UP_ROUNDS = 8;

/** @param {Worker[]} threads @param {number} blocks of each @returns {Promise<number>} milliseconds from the start of the first to the end of the last */
async function runTogether(threads, blocks) {
	const signal = new Int32Array(new SharedArrayBuffer(4));
	for (const thread of threads) thread.postMessage({ signal, blocks });
	const replies = await Promise.all(threads.map((thread) => once(thread, 'message')));
	const spans = replies.map(([span]) => span);
	return Math.max(...spans.map(({ end }) => end)) - Math.min(...spans.map(({ start }) => start));
}
