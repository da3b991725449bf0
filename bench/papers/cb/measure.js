/** @import { Contender } from './contenders.js' */
/** @import { Row } from './host.js' */
/** @import { Quiet } from '../../lib/quiet.js' */
import { deepStrictEqual } from 'node:assert/strict';
import { interleave, turnOrder } from '../../lib/interleave.js';
import { Apart } from './apart.js';
import { Child } from './child.js';
import { APART } from './contenders.js';
import { peakMemoryMB } from './memory.js';
import { CALL_SIZES, LONG_SIZES, PROGRAMS } from './sizes.js';

export const CALLS = 16;
export const THREADS = [1, 2, 4];
/** Of long calls: as many as there are cores here. */
export const LONG_THREADS = 2;

const HOST = new URL('./host.js', import.meta.url);

/** Who is asked for long calls. */
const LONG_NAMES = ['sequential', 'Lapidary', 'worker-threads', 'piscina', APART.name];

/**
 * @typedef {object} Plan
 * @property {number} processes of each contender, one after the other: what V8 does differs from process to process
 * @property {number} rounds of each comparison in each of them
 * @property {number} warmUp rounds before them
 * @property {number} longRounds of long calls, in one process
 * @property {number} memoryRounds
 *
 * @typedef {{ quiet: Quiet, onStep: (text: string) => void }} How
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
 * @param {How} how
 * @returns {Promise<Comparison[]>} [CB Fig. 2]
 */
export async function measureCalls(contenders, { processes, rounds, warmUp }, how) {
	/** @type {Comparison[]} */
	const all = [];
	/** @type {Map<string, unknown>} results of the plain programs */
	const expected = new Map();
	for (const threads of THREADS) {
		const comparisons = PROGRAMS.map((program) => createComparison(threads, program, contenders));
		all.push(...comparisons);
		for (let process = 0; process < processes; process++) {
			const running = turnOrder(contenders, process);
			await measureRows(running, comparisons, { rounds, warmUp, expected, sizes: CALL_SIZES, how });
		}
	}
	return all;
}

/**
 * @param {Contender[]} contenders
 * @param {Plan} plan
 * @param {How} how
 * @returns {Promise<Comparison[]>} the same for calls that last longer, on as many threads as there are cores here
 */
export async function measureLong(contenders, { longRounds }, how) {
	const asked = contenders.filter(({ name }) => LONG_NAMES.includes(name));
	const comparisons = PROGRAMS.map((program) => createComparison(LONG_THREADS, program, asked));
	await measureRows(asked, comparisons, {
		rounds: longRounds,
		warmUp: 1,
		expected: new Map(),
		sizes: LONG_SIZES,
		how,
	});
	return comparisons;
}

/** @param {number} threads @param {string} program @param {Contender[]} contenders @returns {Comparison} without samples */
function createComparison(threads, program, contenders) {
	const none = () => Object.fromEntries(contenders.map(({ name }) => [name, []]));
	return { threads, program, samples: none(), cpuMs: none() };
}

/**
 * Let a process of each contender run rows of calls of all programs.
 *
 * @param {Contender[]} contenders
 * @param {Comparison[]} comparisons of one number of threads; get the samples
 * @param {{ rounds: number, warmUp: number, expected: Map<string, unknown>, sizes: Record<string, number>, how: How }} plan
 */
async function measureRows(contenders, comparisons, { rounds, warmUp, expected, sizes, how }) {
	const [{ threads }] = comparisons;
	const hosts = new Map(contenders.map((contender) => [contender.name, start(contender, threads)]));
	try {
		for (const host of hosts.values()) await host.next();
		for (const { program, samples, cpuMs } of comparisons) {
			how.onStep(`${program} on ${threads} threads, ${sizes[program]}`);
			const task = { name: program, size: sizes[program], calls: CALLS };
			const taken = await interleave([...hosts.keys()], {
				rounds,
				warmUp,
				sample: async (name, round) => {
					const host = /** @type {Child | Apart} */ (hosts.get(name));
					const run = () => runRow(host, task, expected);
					if (round < 0) return (await run()).wallMs;
					const row = await how.quiet.sample(run);
					cpuMs[name].push(row.cpuMs);
					return row.wallMs;
				},
			});
			for (const name of hosts.keys()) samples[name].push(...taken[name]);
		}
	} finally {
		await Promise.all([...hosts.values()].map((host) => host.end()));
	}
}

/**
 * @param {Contender[]} contenders
 * @param {Plan} plan
 * @param {How} how
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
			const which = /** @type {Contender} */ (contenders.find(({ name }) => name === contender));
			const task = { name: program, size: CALL_SIZES[program], calls: CALLS };
			const taken = await quiet.sample(async () => {
				const host = startOne(which, threads);
				try {
					await host.next();
					const row = await runRow(host, task, expected);
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

/** @param {Contender} contender @param {number} threads */
const startOne = ({ name, module }, threads) => new Child(name, HOST, [module.href], threads);

/** @param {Contender} contender @param {number} threads @returns {Child | Apart} */
const start = (contender, threads) =>
	contender.isApart
		? new Apart(contender.name, HOST, [contender.module.href], threads)
		: startOne(contender, threads);

/**
 * @param {Child | Apart} host
 * @param {{ name: string, size: number, calls: number }} task
 * @param {Map<string, unknown>} expected by program; what the first contender gave
 * @returns {Promise<Row>}
 */
async function runRow(host, task, expected) {
	/** @type {Row} */
	const row = await host.ask(task);
	const [first] = row.results;
	if (!expected.has(task.name)) expected.set(task.name, first);
	for (const result of row.results) deepStrictEqual(result, expected.get(task.name), task.name);
	return row;
}
