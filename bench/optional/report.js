/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Machine } from '../lib/machine.js' */
/** @import { Report } from '../lib/report.js' */
/** @import { Figure, Plan } from './measure.js' */
import { digits, spread } from '../lib/format.js';
import { pairedRatio, summarize } from '../lib/statistics.js';
import { MICROSECONDS, WAYS } from './measure.js';

/** @param {{ machine: Machine, plan: Plan, figures: Figure[] }} run @returns {Report} */
export function optionalReport({ machine, plan, figures }) {
	return {
		name: 'optional',
		title: 'Calls of `"use try_cpu_bound"`',
		machine,
		sections: [
			{
				title: 'Time of an optional unit over the better of both ways',
				text:
					`Median (p10–p90) over ${plan.rounds} rounds of the time for all calls of a sample, by how long a call runs (rows) and how calls come ` +
					'(columns: in flight, and numbers in an array that each call gets). The better way is that with the smaller median of plain ' +
					'functions on the calling thread and `"use cpu_bound"`; in brackets: d(irect) or p(ool). One process, contenders in turn, after a warm-up.',
				table: {
					columns: ['µs', ...WAYS.map((way) => `>${titleOf(way)}`)],
					rows: MICROSECONDS.map((microseconds) => [
						String(microseconds),
						...WAYS.map((way) => {
							const figure = find(figures, way, microseconds);
							if (!figure) return '–';
							const { name, ratio } = overBetter(figure);
							return `${spread(ratio)} [${name === 'direct' ? 'd' : 'p'}]`;
						}),
					]),
				},
			},
		],
		goals: WAYS.map((way) => {
			const ofWay = MICROSECONDS.flatMap((one) => find(figures, way, one) ?? []);
			const all = ofWay.map((one) => overBetter(one).ratio.median);
			return {
				name: `${titleOf(way)}: worst median over the better way`,
				value: Math.max(...all),
				direction: /** @type {const} */ ('at most'),
				limit: 1.1,
			};
		}),
		data: { plan, figures },
		chart: chartOf(figures),
	};
}

/** @param {{ inFlight: number, numbers: number }} way @returns {string} */
const titleOf = ({ inFlight, numbers }) =>
	`${inFlight} in flight${numbers > 0 ? `, ${digits(numbers)} numbers` : ''}`;

/** @param {Figure[]} figures @param {{ inFlight: number, numbers: number }} way @param {number} microseconds @returns {Figure | undefined} */
const find = (figures, way, microseconds) =>
	figures.find(
		(one) =>
			one.microseconds === microseconds &&
			one.inFlight === way.inFlight &&
			one.numbers === way.numbers,
	);

/** @param {Figure} figure */
function overBetter({ samples }) {
	const isDirect = summarize(samples.direct).median <= summarize(samples.pooled).median;
	const name = isDirect ? /** @type {const} */ ('direct') : /** @type {const} */ ('pooled');
	return { name, ratio: pairedRatio(samples.optional, samples[name]) };
}

/** @param {Figure[]} figures @returns {TopLevelSpec} */
function chartOf(figures) {
	const values = figures.map((figure) => ({
		microseconds: figure.microseconds,
		way: titleOf(figure),
		ratio: overBetter(figure).ratio.median,
	}));
	const x = {
		field: 'microseconds',
		type: /** @type {const} */ ('quantitative'),
		scale: { type: /** @type {const} */ ('log') },
		title: 'run time of a call, µs',
	};
	const color = {
		field: 'way',
		type: /** @type {const} */ ('nominal'),
		title: null,
		sort: WAYS.map(titleOf),
	};
	return {
		title: 'Optional units: time over the better of pool and calling thread',
		width: 480,
		height: 260,
		data: { values },
		layer: [
			{ mark: { type: 'rule', strokeDash: [4, 4] }, encoding: { y: { datum: 1.1 } } },
			{
				mark: { type: 'line', point: true },
				encoding: { x, y: { field: 'ratio', type: 'quantitative', title: 'time, ratio' }, color },
			},
		],
	};
}
