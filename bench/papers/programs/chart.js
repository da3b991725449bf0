/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Point } from './figures.js' */
import { summarize } from '../../lib/statistics.js';
import { NAMES } from './names.js';

/**
 * @param {Point[]} figures
 * @returns {TopLevelSpec} a panel for each program: throughput by workers
 */
export function programsChart(figures) {
	const values = figures.flatMap(({ name, parts, measured }) =>
		Object.entries(measured).map(([key, { size, samples }]) => ({
			program: name,
			workers: parts,
			contender: NAMES[key],
			throughput: summarize(samples.map((ms) => size / ms / 1000)).median,
		})),
	);
	const log = { type: /** @type {const} */ ('log') };
	return {
		title: 'Million elements a second, by workers',
		data: { values },
		facet: { field: 'program', type: 'nominal', sort: null, title: null },
		columns: 3,
		resolve: { scale: { y: 'independent' } },
		spec: {
			width: 240,
			height: 200,
			mark: { type: 'line', point: true },
			encoding: {
				x: { field: 'workers', type: 'ordinal', title: 'workers' },
				y: { field: 'throughput', type: 'quantitative', scale: log, title: null },
				color: { field: 'contender', type: 'nominal', title: null, sort: null },
			},
		},
	};
}
