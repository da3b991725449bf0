/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Machine } from '../lib/machine.js' */
/** @import { Report } from '../lib/report.js' */
/** @import { Figures, Plan } from './measure.js' */
import { digits, spread } from '../lib/format.js';
import { pairedRatio, summarize } from '../lib/statistics.js';

/**
 * @param {{ machine: Machine, plan: Plan, figures: Figures }} run
 * @returns {Report}
 */
export function compilerReport({ machine, plan, figures }) {
	const { files, total, prescan } = figures;
	const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
	const ratio = pairedRatio(total.lapidary, total.babel);
	const share = pairedRatio(prescan.samples['pre-scan'], prescan.samples.parse);
	return {
		name: 'compiler',
		title: 'Compile throughput',
		machine,
		sections: [
			{
				title: `${files.length} annotated files, ${digits(bytes / 1e6)} MB`,
				text: note,
				table: throughputTable(total, bytes, {
					lapidary: 'compile()',
					babel: '@babel/core, an empty plugin',
				}),
			},
			{ title: 'File by file', text: fileNote, table: fileTable(figures) },
			{
				title: `${prescan.files} files without an annotation, ${digits(prescan.bytes / 1e6)} MB`,
				text: prescanNote,
				table: throughputTable(prescan.samples, prescan.bytes, {
					'pre-scan': 'the pre-scan',
					parse: '@babel/parser',
				}),
			},
		],
		goals: [
			{
				name: 'time of compile() over @babel/core with an empty plugin',
				value: ratio.median,
				direction: 'at most',
				limit: 1,
			},
			{
				name: 'time of the pre-scan over a parse',
				value: share.median,
				direction: 'at most',
				limit: 0.005,
			},
		],
		data: { plan, figures },
		chart: fileChart(figures),
	};
}

const note = [
	'The sources that the suite of real packages lowers, each in memory; one thread, warm. Both write source maps.',
	'`compile()` parses, analyses, lowers, writes two modules and parses what it wrote with a second parser; Babel',
	'parses, visits and prints. Median (p10–p90) over the rounds; ratios are of neighbours.',
].join('\n');

const fileNote = [
	'`worker` is the size of the worker module: what is captured by several functions that do not stand at the top',
	'level is written once for each of them, and a large worker module takes its time.',
].join('\n');

const prescanNote = [
	'The sources of the parallel Babel benchmark, none annotated. The bytes are in memory, and decoded for the parser.',
	'Each file is scanned ten times in a row: a build has just read it.',
].join('\n');

/**
 * @param {import('./measure.js').Samples} samples
 * @param {number} bytes
 * @param {Record<string, string>} titles the last is the reference
 */
function throughputTable(samples, bytes, titles) {
	const names = Object.keys(titles);
	const reference = samples[/** @type {string} */ (names.at(-1))];
	return {
		columns: ['', '>ms', '>MB/s', '>time ratio'],
		rows: names.map((name) => {
			const time = summarize(samples[name]);
			return [
				titles[name],
				spread(time),
				digits(bytes / 1e3 / time.median),
				spread(pairedRatio(samples[name], reference)),
			];
		}),
	};
}

/** @param {Figures} figures */
function fileTable({ files }) {
	return {
		columns: ['', '>KB', '>worker, KB', '>compile(), ms', '>Babel, ms', '>ratio'],
		rows: files.map(({ name, bytes, workerBytes, samples }) => [
			name,
			digits(bytes / 1e3),
			digits(workerBytes / 1e3),
			digits(summarize(samples.lapidary).median),
			digits(summarize(samples.babel).median),
			digits(pairedRatio(samples.lapidary, samples.babel).median),
		]),
	};
}

/** @param {Figures} figures @returns {TopLevelSpec} a bar for each file */
function fileChart({ files }) {
	const ratios = files.map(({ name, samples }) => {
		const { p10, median, p90 } = pairedRatio(samples.lapidary, samples.babel);
		return { name, p10, median, p90 };
	});
	const values = ratios.sort((a, b) => a.median - b.median);
	const y = {
		field: 'name',
		type: /** @type {const} */ ('nominal'),
		title: null,
		sort: values.map(({ name }) => name),
		axis: { labelLimit: 320 },
	};
	return {
		title: 'Time of compile() over @babel/core with an empty plugin',
		width: 420,
		data: { values },
		layer: [
			{
				mark: { type: 'bar', color: '#2563eb' },
				encoding: {
					y,
					x: { field: 'median', type: 'quantitative', title: 'ratio, lower is better' },
				},
			},
			{
				mark: { type: 'rule', opacity: 0.5 },
				encoding: { y, x: { field: 'p10', type: 'quantitative' }, x2: { field: 'p90' } },
			},
			{ mark: { type: 'rule', strokeDash: [4, 4] }, encoding: { x: { datum: 1 } } },
		],
	};
}
