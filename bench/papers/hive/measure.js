/** @import { Row } from '../cb/host.js' */
/** @import { Quiet } from '../../lib/quiet.js' */
import { deepStrictEqual } from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { interleave } from '../../lib/interleave.js';
import { Child } from '../cb/child.js';

export const TASKS = 16;
export const FIB = 35;

const HOST = new URL('../cb/host.js', import.meta.url);
const RESULT = 14_930_352;

/** @typedef {Record<string, number[]>} Samples contender to one figure per round */

/**
 * @param {{ name: string, module: URL }[]} contenders
 * @param {{ rounds: number, warmUp: number }} plan
 * @param {{ quiet: Quiet, onStep: (text: string) => void }} how
 * @returns {Promise<{ wallMs: Samples, waitMs: Samples }>} for all tasks, which are asked for at once; mean time from there to the result of a task
 */
export async function measureFib(contenders, { rounds, warmUp }, { quiet, onStep }) {
	const cores = availableParallelism();
	const hosts = new Map(
		contenders.map(({ name, module }) => [name, new Child(name, HOST, [module.href], cores)]),
	);
	/** @type {Samples} */
	const waitMs = Object.fromEntries(contenders.map(({ name }) => [name, []]));
	try {
		for (const host of hosts.values()) await host.next();
		const wallMs = await interleave([...hosts.keys()], {
			rounds,
			warmUp,
			sample: async (name, round) => {
				onStep(`fib, round ${round + 1}/${rounds}: ${name}`);
				const host = /** @type {Child} */ (hosts.get(name));
				/** @type {Row} */
				const row = await quiet.sample(() => host.ask({ name: 'fib', size: FIB, calls: TASKS }));
				deepStrictEqual(row.results, new Array(TASKS).fill(RESULT), name);
				const waited = row.waitMs.reduce((sum, each) => sum + each, 0) / TASKS;
				if (round >= 0) waitMs[name].push(waited);
				return row.wallMs;
			},
		});
		return { wallMs, waitMs };
	} finally {
		await Promise.all([...hosts.values()].map((host) => host.end()));
	}
}
