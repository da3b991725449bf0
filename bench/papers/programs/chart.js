/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Point } from './figures.js' */
import { panelsChart } from '../../lib/panels.js';
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
	return panelsChart({
		title: 'Million elements a second, by workers',
		values,
		panel: 'program',
		layout: { columns: 3, width: 240, height: 200, ownScales: true },
		x: { field: 'workers', title: 'workers' },
		y: { field: 'throughput', title: null, isLog: true },
	});
}
