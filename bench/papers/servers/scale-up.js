/** @import { Session } from './src/answer.js' */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { Tinypool } from 'tinypool';
import workerpool from 'workerpool';
import { configure } from '@lapidary/runtime';
import { ReadOnly } from '@lapidary/runtime/gem';
import { listen } from './listen.js';
import { answer } from './src/answer.js';

export const SOURCE = new URL('./src/', import.meta.url);
export const LOWERED = new URL('../../.out/papers/servers/', import.meta.url);

const SESSIONS = 64;
const ITEMS = 400;
const CATEGORIES = 10;

/** @returns {Session[]} each about 14 KB of JSON */
function makeSessions() {
	return Array.from({ length: SESSIONS }, (_, session) => ({
		items: Array.from({ length: ITEMS }, (_, item) => ({
			category: (item * 7 + session) % CATEGORIES,
			amount: (item * 31 + session * 17) % 1000,
		})),
	}));
}

/** @returns {Promise<{ path: string, body: string }[]>} what a check asks for, and what the plain program answers */
export async function scaleUpChecks() {
	const sessions = makeSessions();
	return Promise.all(
		[3, 40, 63].map(async (request) => ({
			path: String(request),
			body: await answer(sessions[request], categoryOf(request)),
		})),
	);
}

const categoryOf = (/** @type {number} */ request) => (request * 9) % CATEGORIES;

/** @typedef {(session: any, category: number) => Promise<string>} Call */

/**
 * A server that takes requests and hands each to a worker behind it, with the session that it belongs to.
 *
 * @param {string} way
 * @param {number} workers
 * @returns {Promise<number>} port
 */
export async function serveScaleUp(way, workers) {
	const sessions = makeSessions().map((session) =>
		way === 'gem' ? ReadOnly.create(session) : session,
	);
	const call = await OPENERS[way](workers);
	let requests = 0;
	return listen((path) => {
		const request = path === '' ? requests++ : Number(path);
		return call(sessions[request % SESSIONS], categoryOf(request));
	});
}

/** @type {Record<string, (workers: number) => Promise<Call>>} */
const OPENERS = {
	async gem(workers) {
		configure({ threads: workers });
		return (await import(new URL('answer.js', LOWERED).href)).answer;
	},
	clone: (workers) => openThreads(workers, 'clone'),
	json: (workers) => openThreads(workers, 'json'),
	async piscina(workers) {
		const filename = fileURLToPath(new URL('./pool-thread.js', import.meta.url));
		const pool = new Piscina({ filename, minThreads: workers, maxThreads: workers });
		return (session, category) => pool.run({ session, category });
	},
	async tinypool(workers) {
		const filename = fileURLToPath(new URL('./pool-thread.js', import.meta.url));
		const pool = new Tinypool({ filename, minThreads: workers, maxThreads: workers });
		return (session, category) => pool.run({ session, category });
	},
	async workerpool(workers) {
		const script = fileURLToPath(new URL('./workerpool-thread.js', import.meta.url));
		const size = { minWorkers: workers, maxWorkers: workers };
		const pool = workerpool.pool(script, { ...size, workerType: 'thread' });
		return async (session, category) => pool.exec('answer', [session, category]);
	},
};

/**
 * Messages by hand: to each thread in turn, which answers in order.
 *
 * @param {number} workers
 * @param {'clone' | 'json'} way
 * @returns {Promise<Call>}
 */
async function openThreads(workers, way) {
	const threads = await Promise.all(
		Array.from({ length: workers }, async () => {
			const url = new URL('./message-thread.js', import.meta.url);
			const thread = new Worker(url, { workerData: way });
			await once(thread, 'message');
			/** @type {((answer: string) => void)[]} */
			const waiting = [];
			thread.on('message', (answer) => waiting.shift()?.(answer));
			return { thread, waiting };
		}),
	);
	let next = 0;
	return (session, category) => {
		const { thread, waiting } = threads[next++ % workers];
		const message = { session, category };
		thread.postMessage(way === 'json' ? JSON.stringify(message) : message);
		return new Promise((resolve) => waiting.push(resolve));
	};
}
