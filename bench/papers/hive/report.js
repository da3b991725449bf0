/** @import { Claim } from '../../lib/claims.js' */
/** @import { Machine } from '../../lib/machine.js' */
/** @import { Report } from '../../lib/report.js' */
/** @import { CorpusFile } from '../../babel/corpus.js' */
/** @import { Passes } from '../../babel/measure.js' */
/** @import { Samples } from './measure.js' */
import { verdictAtLeast } from '../../lib/claims.js';
import { digits, spread } from '../../lib/format.js';
import { pairedRatio, summarize } from '../../lib/statistics.js';
import { hiveChart } from './chart.js';
import { BABEL_CONTENDERS, FIB_CONTENDERS, HIVE, linesOf, SERVERS } from './contenders.js';
import { FIB, TASKS } from './measure.js';

/**
 * @typedef {object} Plan
 * @property {number} rounds of fib
 * @property {number} warmUp
 * @property {number} coldRounds of Babel
 * @property {number} warmRounds
 * @property {number} settlingRounds of these that do not count
 *
 * @typedef {object} Run
 * @property {Machine} machine
 * @property {Plan} plan
 * @property {string} quiet
 * @property {{ wallMs: Samples, waitMs: Samples }} fib
 * @property {CorpusFile[]} corpus
 * @property {Record<string, Passes>} passes of Babel
 */

/**
 * @param {Run} run
 * @returns {Report}
 */
export function hiveReport({ machine, plan, quiet, fib, corpus, passes }) {
	const warm = seriesOf(passes, ({ warm }) => warm.slice(plan.settlingRounds), 'wallMs');
	const cold = seriesOf(passes, ({ cold }) => cold, 'sinceSpawnMs');
	return {
		name: 'hive',
		title: 'Text in threads, after [HIVE]',
		machine,
		sections: [
			{
				title: `fib(${FIB}), ${TASKS} tasks at once`,
				text: `${FIB_NOTE}\n\n${quiet}`,
				table: fibTable(fib),
			},
			{
				title: 'Babel: later passes',
				text: `${corpus.length} files of real packages, as in \`npm run bench:babel\`; all outputs were compared. \`Hive.init\` imports Babel in each thread, \`Hive.eval\` gets a path for each task.`,
				table: babelTable(warm),
			},
			{
				title: 'Babel: from the start of the process to the end of its first pass',
				table: babelTable(cold),
			},
			{
				title: 'What a user writes',
				text: `Lines of code in the files that fib needs beside the plain program; Lapidary: a directive.`,
				table: {
					columns: ['', '>lines'],
					rows: FIB_CONTENDERS.slice(1).map(({ name, written }) => [
						name,
						name === 'Lapidary' ? '1' : String(linesOf(written)),
					]),
				},
			},
		],
		goals: [
			{
				name: `fib: time of ${SERVERS} over that of ${HIVE}`,
				value: pairedRatio(fib.wallMs[SERVERS], fib.wallMs[HIVE]).median,
				direction: 'at least',
				limit: 1,
			},
			{
				name: `Babel, warm: time of cluster over that of ${HIVE}`,
				value: pairedRatio(warm.cluster, warm[HIVE]).median,
				direction: 'at least',
				limit: 1,
			},
		],
		claims: claims(fib, warm),
		chart: hiveChart({ fib: fib.wallMs, wait: fib.waitMs, babel: warm }),
		data: { plan, quiet, fib, babel: { files: corpus.length, warm, cold } },
	};
}

const FIB_NOTE = `Median (p10–p90) over the rounds; ratios are within a round. _Wait_: from when all tasks are asked for to the result of a task, its mean. The cluster of servers is that of the article: a
request, with a connection of its own, for each task. _cluster_ is fed one task at a time, by messages.`;

/** @param {Run['fib']} fib */
function fibTable({ wallMs, waitMs }) {
	return {
		columns: ['', '>ms for all', '>speed-up', '>wait, ms', `>wait / ${SERVERS}`],
		rows: FIB_CONTENDERS.map(({ name }) => [
			name,
			spread(summarize(wallMs[name])),
			spread(pairedRatio(wallMs.sequential, wallMs[name])),
			spread(summarize(waitMs[name])),
			spread(pairedRatio(waitMs[name], waitMs[SERVERS])),
		]),
	};
}

/** @param {Samples} series milliseconds */
function babelTable(series) {
	return {
		columns: ['', '>seconds', '>speed-up', '>cluster / this'],
		rows: BABEL_CONTENDERS.map(({ name }) => [
			name,
			spread(summarize(series[name]), 1 / 1000),
			spread(pairedRatio(series.sequential, series[name])),
			spread(pairedRatio(series.cluster, series[name])),
		]),
	};
}

/**
 * @param {Record<string, Passes>} passes
 * @param {(passes: Passes) => Passes['warm']} select
 * @param {'sinceSpawnMs' | 'wallMs'} clock
 * @returns {Samples}
 */
function seriesOf(passes, select, clock) {
	return Object.fromEntries(
		Object.entries(passes).map(([name, each]) => [name, select(each).map((pass) => pass[clock])]),
	);
}

/** @param {number} ratio */
const percentFaster = (ratio) => `${digits((ratio - 1) * 100)} % faster`;

/**
 * @param {Run['fib']} fib
 * @param {Samples} babel warm
 * @returns {Claim[]}
 */
function claims({ wallMs, waitMs }, babel) {
	const fibRatio = pairedRatio(wallMs[SERVERS], wallMs[HIVE]).median;
	const babelRatio = pairedRatio(babel.cluster, babel[HIVE]).median;
	const waitShare = pairedRatio(waitMs[HIVE], waitMs[SERVERS]).median;
	const lapidary = pairedRatio(wallMs[SERVERS], wallMs.Lapidary).median;
	return [
		{
			paper: '[HIVE]',
			claim: 'fib(35), n times: faster than a cluster',
			expected: 'about 25 % faster',
			measured: `${percentFaster(fibRatio)}; lowered functions ${percentFaster(lapidary)}`,
			verdict: verdictAtLeast(fibRatio, { reproduced: 1.2, beaten: 1.3 }),
			why: `a task of 75 ms leaves a connection and a message no part of it that shows on today's Node; both are bound by the cores`,
		},
		{
			paper: '[HIVE]',
			claim: 'parallel Babel: faster than a cluster',
			expected: 'almost 100 % faster',
			measured: percentFaster(babelRatio),
			verdict: verdictAtLeast(babelRatio, { reproduced: 1.8, beaten: 2 }),
			why: `the cluster here gets paths by messages, not sources over TCP, and both keep the cores busy; no way beats the other by what it sends`,
		},
		{
			paper: '[HIVE]',
			claim: 'a task waits less from its request to its result than with a cluster',
			expected: '34 % less',
			measured: `${digits((1 - waitShare) * 100)} % less`,
			verdict: verdictAtLeast(1 - waitShare, { reproduced: 0.3, beaten: 0.4 }),
			why: 'a cluster hands out tasks in turn, whether or not the process is free; a pool gives the next one to a free thread, which matters when tasks differ in length. Here all are equal',
		},
	];
}
