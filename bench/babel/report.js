/** @import { Hashes } from '../lib/compare-outputs.js' */
/** @import { Machine } from '../lib/machine.js' */
/** @import { Report } from '../lib/report.js' */
/** @import { TimedPass } from './contender-process.js' */
/** @import { CorpusFile } from './corpus.js' */
/** @import { Passes } from './measure.js' */
import { digits, spread } from '../lib/format.js';
import { linesTable } from '../lib/lines-table.js';
import { pairedRatio, summarize } from '../lib/statistics.js';
import { babelChart } from './chart.js';
import { CONTENDERS, linesToWrite } from './contenders.js';

/**
 * @typedef {object} Run
 * @property {Machine} machine
 * @property {CorpusFile[]} corpus
 * @property {Record<string, Passes>} passes
 * @property {Hashes} outputs files that each pass wrote
 * @property {number} settlingRounds later passes that are not in the warm figures
 *
 * @typedef {Record<string, { ms: number[], cpuMs: number[] }>} Series contender to one figure per
 *   round
 */

/**
 * @param {Run} run
 * @returns {Report}
 */
export function babelReport(run) {
	const { machine, corpus, passes, settlingRounds } = run;
	const cold = seriesOf(passes, ({ cold }) => cold, 'sinceSpawnMs');
	const warm = seriesOf(passes, ({ warm }) => warm.slice(settlingRounds), 'wallMs');
	return {
		name: 'babel',
		title: 'Parallel Babel',
		machine,
		sections: [
			{ title: 'What ran', text: describeRun(run) },
			{
				title: 'Warm: later passes, with the pool and its compiled code',
				text: RATIO_NOTE,
				table: comparison(warm, machine.cores),
			},
			{
				title: 'Cold: from the start of the process to the end of its first pass',
				text: COLD_NOTE,
				table: comparison(cold, machine.cores),
			},
			{ title: 'Pass by pass, seconds', table: passTable(cold, passes) },
			{
				title: 'What a user writes',
				text: LINES_NOTE,
				table: linesTable(
					CONTENDERS.map((each) => ({
						name: each.name,
						lines: linesToWrite(each),
						files: each.files.length,
					})),
				),
			},
		],
		goals: [
			{
				name: `warm: share of the ${machine.cores} cores that Lapidary turns into speed`,
				value: pairedRatio(warm.sequential.ms, warm.Lapidary.ms).median / machine.cores,
				direction: 'at least',
				limit: 0.85,
			},
			{
				name: "warm: Lapidary's time over piscina's",
				value: pairedRatio(warm.Lapidary.ms, warm.piscina.ms).median,
				direction: 'at most',
				limit: 1.03,
			},
		],
		data: {
			corpus: { files: corpus.length, bytes: inputBytes(corpus) },
			settlingRounds,
			passes: withoutHashes(passes),
		},
		chart: babelChart({ cold: samples(cold), warm: samples(warm) }),
	};
}

const RATIO_NOTE = `Median (p10–p90). Speed-ups and ratios are medians over the rounds, each against its neighbour in
the same round. CPU seconds are those of the host process with all its threads; they hold less noise than
wall time. The processes of cluster are not in them.`;

const COLD_NOTE = `Includes the start of Node, of the pool, and loading Babel, in each worker. See
[README](../README.md#the-cold-run) for what was tried to shorten it.`;

const LINES_NOTE = `Code lines beyond the plain program. \`transformFile\` already stands in a module of its own; where it
does not, piscina and cluster want it moved there with what it uses, and Lapidary does not.`;

/** @param {Run} run */
function describeRun({ corpus, passes, outputs, settlingRounds }) {
	const { cold, warm } = passes.sequential;
	const idleShare = Object.values(passes)
		.flatMap((each) => each.warm)
		.reduce((most, pass) => Math.max(most, pass.idleCpuMs / pass.idleMs), 0);
	return `${corpus.length} files, ${digits(inputBytes(corpus) / 1e6)} MB, of three, lodash-es, date-fns and rxjs; @babel/core with
preset-env for old engines, preset-typescript, source maps. First passes of each contender: ${cold.length}, each in a new
process; later passes: ${warm.length}, of which the first ${settlingRounds} are not in the warm figures. The contenders alternate.

Every pass of every contender wrote the same ${outputs.size} files; the sha256 of each was compared. While waiting for
its turn, no host process used more than ${digits(idleShare * 100)} % of a core.`;
}

/** @param {CorpusFile[]} corpus */
function inputBytes(corpus) {
	return corpus.reduce((sum, file) => sum + file.bytes, 0);
}

/**
 * @param {Record<string, Passes>} passes
 * @param {(passes: Passes) => TimedPass[]} select
 * @param {'sinceSpawnMs' | 'wallMs'} clock
 * @returns {Series}
 */
function seriesOf(passes, select, clock) {
	const entries = CONTENDERS.map(({ name }) => {
		const selected = select(passes[name]);
		const ms = selected.map((pass) => pass[clock]);
		return [name, { ms, cpuMs: selected.map((pass) => pass.cpuMs) }];
	});
	return Object.fromEntries(entries);
}

/**
 * @param {Series} series
 * @param {number} cores
 */
function comparison(series, cores) {
	return {
		columns: ['', '>seconds', '>speed-up', '>speed-up / cores', '>time / piscina', '>CPU seconds'],
		rows: CONTENDERS.map(({ name }) => {
			const { ms, cpuMs } = series[name];
			const speedUp = pairedRatio(series.sequential.ms, ms);
			return [
				name,
				spread(summarize(ms), 1 / 1000),
				spread(speedUp),
				name === 'sequential' ? '–' : digits(speedUp.median / cores),
				spread(pairedRatio(ms, series.piscina.ms)),
				name === 'cluster' ? '–' : digits(summarize(cpuMs).median / 1000),
			];
		}),
	};
}

/**
 * @param {Series} cold
 * @param {Record<string, Passes>} passes
 */
function passTable(cold, passes) {
	const later = passes.sequential.warm.map((_, index) => `>${index + 2}`);
	return {
		columns: ['', '>first', ...later],
		rows: CONTENDERS.map(({ name }) => [
			name,
			digits(summarize(cold[name].ms).median / 1000),
			...passes[name].warm.map((pass) => digits(pass.wallMs / 1000)),
		]),
	};
}

/** @param {Series} series */
function samples(series) {
	return Object.entries(series).flatMap(([contender, { ms }]) =>
		ms.map((each) => ({ contender, value: each / 1000 })),
	);
}

// They are compared and done with; a results file holds figures.
/** @param {Record<string, Passes>} passes */
function withoutHashes(passes) {
	/** @param {TimedPass} pass */
	const figures = ({ hashes: _hashes, ...rest }) => rest;
	return Object.fromEntries(
		Object.entries(passes).map(([name, { cold, warm }]) => [
			name,
			{ cold: cold.map(figures), warm: warm.map(figures) },
		]),
	);
}
