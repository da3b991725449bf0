/** @import { Claim } from '../../lib/claims.js' */
/** @import { Goal } from '../../lib/goals.js' */
/** @import { Machine } from '../../lib/machine.js' */
/** @import { Report } from '../../lib/report.js' */
/** @import { Comparison, Fresh, Plan } from './measure.js' */
import { verdictAtLeast, verdictAtMost } from '../../lib/claims.js';
import { digits, spread } from '../../lib/format.js';
import { linesTable } from '../../lib/lines-table.js';
import { pairedRatio, summarize } from '../../lib/statistics.js';
import { callsChart } from './chart.js';
import { APART, contendersFor, linesToWrite } from './contenders.js';
import { CALLS, LONG_THREADS } from './measure.js';
import { PROGRAMS } from './sizes.js';

const CONTENDERS = contendersFor('cb');

/** Threads of the judged rows: as many as there are cores here. */
const JUDGED = 2;
const GOAL = 1.9;
const NAMES = CONTENDERS.map(({ name }) => name);
const OTHERS = [...NAMES.filter((name) => name !== 'sequential'), APART.name];

/**
 * @param {{ machine: Machine, plan: Plan, quiet: string, comparisons: Comparison[], long: Comparison[], fresh: Fresh[] }} run
 * @returns {Report}
 */
export function callsReport({ machine, plan, quiet, comparisons, long, fresh }) {
	const threads = [...new Set(comparisons.map((each) => each.threads))];
	return {
		name: 'cb',
		title: 'Rows of calls, after [CB Fig. 2 and 4]',
		machine,
		sections: [
			...threads.map((count) => ({
				title: `Speed-up over the plain program on ${count} ${count === 1 ? 'thread' : 'threads'}, warm`,
				text: count === 1 ? `${CALLS_NOTE}\n\n${quiet}` : undefined,
				table: speedTable(comparisons.filter((each) => each.threads === count)),
			})),
			{
				title: `The same with long calls, on ${LONG_THREADS} threads`,
				text: LONG_NOTE,
				table: speedTable(long),
			},
			{
				title: `CPU time on ${JUDGED} threads, in times of that of the plain program`,
				text: CPU_NOTE,
				table: cpuTable(comparisons.filter((each) => each.threads === JUDGED)),
			},
			{
				title: 'Cold: a new process and its first row, in times of that of the plain program',
				text: COLD_NOTE,
				table: freshTable(fresh, ({ coldMs }) => coldMs),
			},
			{
				title: 'Peak memory, in times of that of the plain program',
				text: MEMORY_NOTE,
				table: freshTable(fresh, ({ peakMB }) => peakMB),
			},
			{
				title: 'What a user writes',
				text: LINES_NOTE,
				table: linesTable(
					CONTENDERS.map((each) => ({
						name: each.name,
						lines: linesToWrite(each),
						files: each.written.length,
					})),
				),
			},
		],
		goals: goals(comparisons),
		claims: claims(comparisons, fresh),
		data: { plan, quiet, comparisons, long, fresh },
		chart: callsChart(
			comparisons.flatMap(({ threads: count, program, samples }) =>
				OTHERS.map((contender) => ({
					threads: count,
					program,
					contender,
					speedUp: pairedRatio(samples.sequential, samples[contender]).median,
				})),
			),
		),
	};
}

const CALLS_NOTE = `${CALLS} calls at once, about 12 ms each; median (p10–p90) over the rounds, each against the plain program in the same round. All contenders of a
number of threads have processes of their own, which are idle while another one runs, and new ones after some rounds; results were compared. Machine of the paper: four cores. More threads than cores
cannot help here; fewer show what a call costs beside the work.

_processes, no calls_ is no contender that somebody would write: as many processes of the plain program as there are threads, each with its share of the ${CALLS} calls, and nothing between them. It is
what the machine has to give; where it is below ${GOAL} on ${JUDGED} threads, the goal is out of reach there.`;

const LONG_NOTE = `Calls of about 100 ms, in one process of each contender: what a call costs beside its work is no part of these any more, and what is missing from the number of threads is missing from all.
[CB] does not say how long its calls are.`;

const CPU_NOTE = `Of all threads of the process, warm. Two cores cannot be more than two times as fast as the plain program, divided by this. It hardly depends on what else the machine does, unlike the
speed-ups. The processes of cluster are not in it. Where it is above 1 for processes without calls, it is the machine that does less for each program when both of its cores work.`;

const COLD_NOTE = `From the start of the process to its last result: loading, starting threads and compiling the programs in each of them included. Lapidary on 1, 2 and 4
threads, the others on 2.`;

const MEMORY_NOTE = `Resident memory at its highest, of the process and those that it has started (pages that processes share are counted in each, to the disadvantage of cluster), after one
row of calls. Lapidary on 1, 2 and 4 threads, the others on 2.`;

const LINES_NOTE = `Code lines beyond the plain programs, for all six. Those are modules whose functions are exported already, which spares the others to move them.`;

/** @param {Comparison[]} comparisons of one number of threads */
function speedTable(comparisons) {
	const others = OTHERS.filter((name) => name in comparisons[0].samples);
	return {
		columns: ['', '>plain program, ms', '>a call, ms', ...others.map((name) => `>${name}`)],
		rows: comparisons.map(({ program, samples }) => [
			program,
			spread(summarize(samples.sequential)),
			digits(summarize(samples.sequential).median / CALLS),
			...others.map((name) => spread(pairedRatio(samples.sequential, samples[name]))),
		]),
	};
}

/** @param {Comparison[]} comparisons of one number of threads */
function cpuTable(comparisons) {
	const names = OTHERS.filter((name) => name !== 'cluster');
	return {
		columns: ['', '>plain program, ms', ...names.map((name) => `>${name}`)],
		rows: comparisons.map(({ program, cpuMs }) => [
			program,
			spread(summarize(cpuMs.sequential)),
			...names.map((name) => spread(pairedRatio(cpuMs[name], cpuMs.sequential))),
		]),
	};
}

/**
 * @param {Fresh[]} fresh
 * @param {(one: Fresh) => number[]} select
 */
function freshTable(fresh, select) {
	const kinds = fresh.filter(
		({ program, contender }) => program === PROGRAMS[0] && contender !== 'sequential',
	);
	return {
		columns: [
			'',
			'>plain program',
			...kinds.map(({ contender, threads }) =>
				contender === 'Lapidary' ? `>Lapidary, ${threads}` : `>${contender}`,
			),
		],
		rows: PROGRAMS.map((program) => {
			const plain = select(find(fresh, program, 'sequential', 1));
			return [
				program,
				spread(summarize(plain)),
				...kinds.map(({ contender, threads }) =>
					spread(pairedRatio(select(find(fresh, program, contender, threads)), plain)),
				),
			];
		}),
	};
}

/**
 * @param {Fresh[]} fresh
 * @param {string} program
 * @param {string} contender
 * @param {number} threads
 */
function find(fresh, program, contender, threads) {
	return /** @type {Fresh} */ (
		fresh.find(
			(each) =>
				each.program === program && each.contender === contender && each.threads === threads,
		)
	);
}

/**
 * @param {Comparison[]} comparisons
 * @param {number} threads
 * @param {string} [contender]
 * @returns {{ program: string, median: number }[]} its speed-ups
 */
const speedUps = (comparisons, threads, contender = 'Lapidary') =>
	comparisons
		.filter((each) => each.threads === threads)
		.map(({ program, samples }) => ({
			program,
			median: pairedRatio(samples.sequential, samples[contender]).median,
		}));

/** @param {Comparison} comparison @returns {string} */
function whyMissed({ cpuMs }) {
	const share = pairedRatio(cpuMs.Lapidary, cpuMs.sequential).median;
	return `its threads took ${digits(share)} times the CPU time of the plain program, which leaves ${digits(JUDGED / share)} at most; the rest is time in which a thread waits`;
}

/** @param {Comparison[]} comparisons @returns {Goal[]} */
function goals(comparisons) {
	const ceilings = speedUps(comparisons, JUDGED, APART.name);
	const cpu = comparisons.filter((each) => each.threads === JUDGED);
	return speedUps(comparisons, JUDGED).map(({ program, median }, index) => ({
		name: `${program}: speed-up of Lapidary on ${JUDGED} threads, warm (processes without calls: ${digits(ceilings[index].median)})`,
		value: median,
		direction: /** @type {const} */ ('at least'),
		limit: GOAL,
		why: whyMissed(cpu[index]),
	}));
}

/** @param {{ program: string, median: number }[]} ups */
const range = (ups) => {
	const sorted = ups.map(({ median }) => median).sort((a, b) => a - b);
	return `${digits(sorted[0])} to ${digits(sorted[sorted.length - 1])}`;
};

/**
 * @param {Comparison[]} comparisons
 * @param {Fresh[]} fresh
 * @returns {Claim[]}
 */
function claims(comparisons, fresh) {
	const two = speedUps(comparisons, JUDGED);
	const least = Math.min(...two.map(({ median }) => median));
	const memory = (/** @type {number} */ threads) =>
		PROGRAMS.map(
			(program) =>
				pairedRatio(
					find(fresh, program, 'Lapidary', threads).peakMB,
					find(fresh, program, 'sequential', 1).peakMB,
				).median,
		);
	const grown = Math.max(...memory(4)) - 1;
	const linear = 4 * (Math.max(...memory(1)) - 1);
	return [
		{
			paper: '[CB Fig. 2]',
			claim: '16 calls of six programs at once are at least three times as fast on four cores',
			expected: 'at least 3 (up to 6) on 4 cores: 0.75 of the cores and more',
			measured: `${range(two)} on 2 cores: ${digits(least / JUDGED)} of them and more`,
			verdict: verdictAtLeast(least / JUDGED, { reproduced: 0.75, beaten: 0.9 }),
			why: `per core; a pool that is warm, where [CB] makes an isolate for each call. 6 on 4 cores is more than the calls themselves can give`,
		},
		{
			paper: '[CB Fig. 2]',
			claim: 'more threads than cores give nothing more',
			expected: 'no figure in the text',
			measured: `${range(speedUps(comparisons, 4))} with 4 threads on 2 cores`,
			verdict: verdictAtMost(
				Math.max(...speedUps(comparisons, 4).map(({ median }) => median)) / JUDGED,
				{ reproduced: 1.15 },
			),
			why: 'two cores do not do more than two things at a time',
		},
		{
			paper: '[CB Fig. 4]',
			claim: 'threads take memory, but not in proportion to their number',
			expected: 'less than linear; no figure in the text',
			measured: `at most ${digits(1 + grown)} times that of the plain program with 4 threads, ${digits(Math.max(...memory(1)))} with 1`,
			verdict: verdictAtMost(grown / linear, { reproduced: 1 }),
			why: `four threads add ${digits(grown / linear)} of what four times one thread would; each has a heap of its own`,
		},
	];
}
