// A thread is started, works, and ends in the middle; then the GEMs are looked at.
/** @import { GemName, World } from './world.js' */
import { Worker } from 'node:worker_threads';
import { isGem, receive, release, send, snapshot } from '../../packages/runtime/src/gem/index.js';

const LIMIT_MS = 60_000;
/** Enough for the runtime, and soon full. */
const SMALL_HEAP = { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 };

const ACTIONS = ['lk', 'lk', 'stm', 'stm', 'both', 'create', 'parts'];
const WAYS = ['terminate', 'terminate', 'terminate', 'exit', 'exit', 'oom'];

/** @typedef {{ kind: string, outcome: 'whole' | 'unusable' | 'torn' | 'hangs', detail?: string }} Outcome */

/**
 * @param {World} world
 * @param {{ seed: number, random: (limit: number) => number, file: URL }} options
 * @returns {Promise<Outcome>}
 */
export async function kill(world, { seed, random, file }) {
	const action = ACTIONS[random(ACTIONS.length)] ?? '';
	const how = WAYS[random(WAYS.length)] ?? '';
	const kind = `${action} ${how}`;
	const worker = new Worker(file, {
		workerData: { seed: seed * 7919 + 1, action, how, steps: random(400) },
		...(how === 'oom' ? { resourceLimits: SMALL_HEAP } : {}),
	});
	const ended = new Promise((resolve) => worker.once('exit', resolve));
	worker.on('error', () => {});
	const begun = new Promise((resolve) => {
		receive(worker, (message) => {
			if (message === 'begun') resolve(undefined);
			else if (isGem(message.given)) release(message.given);
		});
	});
	send(worker, { ...world.gems });
	try {
		await within(Promise.race([begun, ended]), 'the thread does not begin');
		if (how === 'terminate') {
			await new Promise((resolve) => setTimeout(resolve, random(25)));
			void worker.terminate();
		}
		await within(ended, 'the thread does not end');
		return { kind, ...(await look(world, action)) };
	} catch (error) {
		void worker.terminate();
		return { kind, outcome: 'hangs', detail: String(error) };
	}
}

/** @param {World} world @param {string} action @returns {Promise<Omit<Outcome, 'kind'>>} */
async function look(world, action) {
	if (action === 'parts') return lookAtParts(world);
	/** @type {Omit<Outcome, 'kind'>} */
	let outcome = { outcome: 'whole' };
	for (const name of /** @type {const} */ (['locks', 'transactions'])) {
		try {
			const wrong = await within(world.audit(name), `a block of ${name} does not begin`);
			if (wrong !== undefined) return { outcome: 'torn', detail: `${name}: ${wrong}` };
		} catch (error) {
			const { code } = /** @type {{ code?: string }} */ (error);
			// The other lane has put a new GEM there meanwhile.
			if (code === 'LP8112') return look(world, action);
			if (code !== 'LP8102') throw error;
			world.renew(name);
			outcome = { outcome: 'unusable', detail: `${name}: ${error}` };
		}
	}
	return outcome;
}

/** With the thread that has a part, its elements are lost: LP8102 is what the policies say. @param {World} world @returns {Omit<Outcome, 'kind'>} */
function lookAtParts(world) {
	for (const name of /** @type {GemName[]} */ (['parts', 'ranges'])) {
		try {
			const torn = snapshot(world.gems[name]).some(
				(/** @type {unknown} */ value) => !Number.isInteger(value),
			);
			if (torn) return { outcome: 'torn', detail: `${name}: an element is no number` };
		} catch (error) {
			const { code } = /** @type {{ code?: string }} */ (error);
			// Another thread may have it, or stand at the gate of the parts: then the next look sees more.
			if (code === 'LP8101' || code === 'LP8106') continue;
			if (code !== 'LP8102') return { outcome: 'torn', detail: String(error) };
			world.renew(name);
		}
	}
	return { outcome: 'whole' };
}

/** @template T @param {Promise<T>} promise @param {string} what says it when it takes too long @returns {Promise<T>} */
async function within(promise, what) {
	/** @type {NodeJS.Timeout | undefined} */
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error(what)), LIMIT_MS);
	});
	try {
		return await Promise.race([promise, /** @type {Promise<never>} */ (late)]);
	} finally {
		clearTimeout(timer);
	}
}
