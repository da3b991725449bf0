/** @import { Job, Peer } from './index.js' */
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { Tinypool } from 'tinypool';
import workerpool from 'workerpool';
import { rangesOf } from '../split.js';

const filename = fileURLToPath(new URL('./pool-thread.js', import.meta.url));

/** @param {Job} job @param {(task: { chunk: any[], from: number }) => Promise<any>} call */
async function callAll({ program, content, parts, merge }, call) {
	const ranges = rangesOf(content.length, parts, program.step);
	const calls = ranges.map(({ from, to }) => call({ chunk: content.slice(from, to), from }));
	return merge(await Promise.all(calls));
}

const files = ['peers/pools.js', 'peers/pool-thread.js', 'split.js'];

/** @type {Peer} */
export const piscina = {
	name: 'piscina, clone',
	files,
	async open(job) {
		const size = { minThreads: job.parts, maxThreads: job.parts };
		const pool = new Piscina({ filename, ...size });
		return {
			run: () => callAll(job, (task) => pool.run({ ...task, program: job.program.name })),
			close: () => pool.destroy(),
		};
	},
};

/** @type {Peer} */
export const tinypool = {
	name: 'tinypool, clone',
	files,
	async open(job) {
		const size = { minThreads: job.parts, maxThreads: job.parts };
		const pool = new Tinypool({ filename, ...size });
		return {
			run: () => callAll(job, (task) => pool.run({ ...task, program: job.program.name })),
			close: () => pool.destroy(),
		};
	},
};

/** @type {Peer} */
export const workers = {
	name: 'workerpool, clone',
	files: ['peers/pools.js', 'peers/workerpool-thread.js', 'split.js'],
	async open(job) {
		const script = fileURLToPath(new URL('./workerpool-thread.js', import.meta.url));
		const size = { minWorkers: job.parts, maxWorkers: job.parts };
		const pool = workerpool.pool(script, { ...size, workerType: 'thread' });
		return {
			run: () => callAll(job, async (task) => pool.exec('work', [job.program.name, task])),
			close: async () => pool.terminate(true),
		};
	},
};
