/** @import { Contender } from './contenders.js' */
/** @import { Row } from './host.js' */
/** @import { Quiet } from '../../lib/quiet.js' */
import { deepStrictEqual } from 'node:assert/strict';
import { interleave, turnOrder } from '../../lib/interleave.js';
import { Child } from './child.js';
import { peakMemoryMB } from './memory.js';
import { CALL_SIZES, PROGRAMS } from './sizes.js';

export const CALLS = 16;
export const THREADS = [1, 2, 4];

const HOST = new URL('./host.js', import.meta.url);

/**
 * @typedef {object} Plan
 * @property {number} rounds of each comparison
 * @property {number} warmUp rounds before them
 * @property {number} memoryRounds
 *
 * @typedef {Record<string, number[]>} Samples contender to one figure per round
 *
 * @typedef {{ threads: number, program: string, samples: Samples, cpuMs: Samples }} Comparison milliseconds for a row of calls; CPU time that all
 *   threads of the contender's process have used for it
 * @typedef {{ threads: number, program: string, contender: string, peakMB: number[], coldMs: number[] }} Fresh of new processes
 */

/**
 * @param {Contender[]} contenders
 * @param {Plan} plan
 * @param {{ quiet: Quiet, onStep: (text: string) => void }} how
 * @returns {Promise<Comparison[]>} [CB Fig. 2]
 */
export async function measureCalls(contenders, plan, { quiet, onStep }) {
	/** @type {Comparison[]} */
	const comparisons = [];
	/** @type {Map<string, unknown>} results of the plain programs */
	const expected = new Map();
	for (const threads of THREADS) {
		const hosts = new Map(
			contenders.map(({ name, module }) => [name, start(name, module, threads)]),
		);
		try {
			for (const host of hosts.values()) await host.next();
			for (const program of PROGRAMS) {
				onStep(`${program} on ${threads} threads`);
				/** @type {Samples} */
				const cpuMs = Object.fromEntries([...hosts.keys()].map((name) => [name, []]));
				const samples = await interleave([...hosts.keys()], {
					rounds: plan.rounds,
					warmUp: plan.warmUp,
					sample: async (name, round) => {
						const host = /** @type {Child} */ (hosts.get(name));
						const run = () => runRow(host, program, expected);
						if (round < 0) return (await run()).wallMs;
						const row = await quiet.sample(run);
						cpuMs[name].push(row.cpuMs);
						return row.wallMs;
					},
				});
				comparisons.push({ threads, program, samples, cpuMs });
			}
		} finally {
			await Promise.all([...hosts.values()].map((host) => host.end()));
		}
	}
	return comparisons;
}

/**
 * @param {Contender[]} contenders
 * @param {Plan} plan
 * @param {{ quiet: Quiet, onStep: (text: string) => void }} how
 * @returns {Promise<Fresh[]>} [CB Fig. 4]: Lapidary on all numbers of threads, the others on two
 */
export async function measureFresh(contenders, { memoryRounds }, { quiet, onStep }) {
	/** @type {Fresh[]} */
	const all = PROGRAMS.flatMap((program) =>
		contenders.flatMap(({ name }) => {
			const counts = name === 'Lapidary' ? THREADS : name === 'sequential' ? [1] : [2];
			return counts.map((threads) => ({
				threads,
				program,
				contender: name,
				peakMB: [],
				coldMs: [],
			}));
		}),
	);
	/** @type {Map<string, unknown>} */
	const expected = new Map();
	for (let round = 0; round < memoryRounds; round++) {
		for (const fresh of turnOrder(all, round)) {
			const { threads, program, contender, peakMB, coldMs } = fresh;
			onStep(`memory ${round + 1}/${memoryRounds}: ${program}, ${contender}, ${threads} threads`);
			const { module } = /** @type {Contender} */ (
				contenders.find(({ name }) => name === contender)
			);
			const taken = await quiet.sample(async () => {
				const host = start(contender, module, threads);
				try {
					await host.next();
					const row = await runRow(host, program, expected);
					return { row, peak: peakMemoryMB(host.pid) };
				} finally {
					await host.end();
				}
			});
			coldMs.push(taken.row.sinceStartMs);
			peakMB.push(taken.peak);
		}
	}
	return all;
}

/** @param {string} name @param {URL} module @param {number} threads */
const start = (name, module, threads) => new Child(name, HOST, [module.href], threads);

/**
 * @param {Child} host
 * @param {string} program
 * @param {Map<string, unknown>} expected by program; what the first contender gave
 * @returns {Promise<Row>}
 */
async function runRow(host, program, expected) {
	/** @type {Row} */
	const row = await host.ask({ name: program, size: CALL_SIZES[program], calls: CALLS });
	const [first] = row.results;
	if (!expected.has(program)) expected.set(program, first);
	for (const result of row.results) deepStrictEqual(result, expected.get(program), program);
	return row;
}
