/** @import { TopLevelSpec } from 'vega-lite' */
import { panelsChart } from '../../lib/panels.js';

/**
 * @param {{ threads: number, program: string, contender: string, speedUp: number }[]} values medians
 * @returns {TopLevelSpec}
 */
export function callsChart(values) {
	return panelsChart({
		values,
		panel: 'program',
		layout: { columns: 3, width: 170, height: 140 },
		x: { field: 'threads', title: 'threads' },
		y: { field: 'speedUp', title: 'speed-up over the plain program' },
	});
}

/**
 * @param {{ concurrency: number, program: string, share: number }[]} values 90th percentile, Lapidary's over the inline server's
 * @returns {TopLevelSpec}
 */
export function requestsChart(values) {
	return {
		data: { values },
		width: 420,
		height: 220,
		mark: { type: 'line', point: true },
		encoding: {
			x: { field: 'concurrency', type: 'ordinal', title: 'requests at a time' },
			y: {
				field: 'share',
				type: 'quantitative',
				title: "90th percentile, in times of the inline server's",
			},
			color: { field: 'program', type: 'nominal', title: null, sort: null },
		},
	};
}
