/** @import { Machine } from '../../lib/machine.js' */
/** @import { Report, Section } from '../../lib/report.js' */
/** @import { Program } from './content.js' */
/** @import { Point } from './figures.js' */
/** @import { Plan } from './run.js' */
import { digits, spread } from '../../lib/format.js';
import { summarize } from '../../lib/statistics.js';
import { programsChart } from './chart.js';
import { programClaims, programGoals } from './claims.js';
import { PROGRAMS } from './content.js';
import { ratioOf, throughput } from './figures.js';
import { loweredLines, NAMES, peerLines } from './names.js';

/**
 * @param {{ machine: Machine, plan: Plan, figures: Point[], note: string }} run
 * @returns {Report}
 */
export function programsReport({ machine, plan, figures, note }) {
	return {
		name: 'programs',
		title: 'Parallel programs [GEM16 §7.4, Fig. 12]',
		machine,
		sections: [
			{ title: 'What ran', text: describeRun(plan, note) },
			...PROGRAMS.flatMap((program) => programSections(program, figures)),
			linesSection(),
		],
		goals: programGoals(figures),
		claims: programClaims(figures),
		data: { plan, figures },
		chart: programsChart(figures),
	};
}

/** @param {Plan} plan @param {string} note */
function describeRun({ rounds, warmUp }, note) {
	return `Each program on each number of workers is a process of its own, in which the contenders take turns: ${warmUp} rounds that do not count, then ${rounds}. Each
result is compared with that of the sequential program. _Throughput_ is the median (p10–p90) of elements of the content by the time of a run; the ratio is to
messages of worker_threads (clone), round by round.

The paper's programs read files and send them to workers. Here the host has the content as an array, however it came there. By messages each worker gets its part anew in
each run. _Data in GEMs_: the content was put into a GEM before; _GEMs made for each run_ puts it there first, in the time. _Each keeps its part_ is what a program may do by hand where
the content does not change: nothing crosses but results, and each worker has a copy. \`@bnaya/objectbuffer\` has a fiftieth of the content. ${note}`;
}

/** @param {Program} program @param {Point[]} figures @returns {Section[]} */
function programSections({ name, title, policies, unit }, figures) {
	const points = figures.filter((point) => point.name === name);
	const keys = Object.keys(NAMES).filter((key) => points[0].measured[key]);
	const { size } = points[0].measured.sequential;
	return [
		{
			title: `${title} (${policies}): throughput, million ${unit} a second`,
			text: `${size} ${unit}.`,
			table: {
				columns: [
					'',
					...points.flatMap(({ parts }) => [`>${parts} workers`, '>to clone']),
					'>speed-up over sequential',
				],
				rows: keys.map((key) => [
					NAMES[key],
					...points.flatMap(({ measured }) => [
						spread(summarize(throughput(measured[key]))),
						digits(ratioOf(measured, key, 'clone')),
					]),
					digits(Math.max(...points.map(({ measured }) => ratioOf(measured, key, 'sequential')))),
				]),
			},
		},
	];
}

/** @returns {Section} */
function linesSection() {
	const peers = Object.keys(NAMES).filter((key) => !['sequential', 'gem', 'gemNew'].includes(key));
	return {
		title: 'What a user writes',
		text: 'Code lines beyond the plain program: of Lapidary those of one program, where its function is annotated and takes the GEMs in place of its part; of the others the host and the worker file, for all programs.',
		table: {
			columns: ['', '>lines', '>files added'],
			rows: [
				['Lapidary', loweredLines(), '0'],
				...peers.map((key) => [NAMES[key], peerLines(key), '2 or 3']),
			],
		},
	};
}
