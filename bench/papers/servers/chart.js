/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Point } from './measure.js' */
import { panelsChart } from '../../lib/panels.js';
import { summarize } from '../../lib/statistics.js';
import { NAMES } from './figures.js';

/**
 * @param {Record<string, Point[]>} figures
 * @returns {TopLevelSpec} a panel for each application: requests a second by workers
 */
export function serversChart(figures) {
	const values = Object.entries(figures).flatMap(([application, points]) =>
		points.map(({ way, workers, loads }) => ({
			application,
			workers,
			contender: NAMES[application][way],
			perSecond: summarize(loads.map(({ perSecond }) => perSecond)).median,
		})),
	);
	return panelsChart({
		title: 'Requests a second, by workers',
		values,
		panel: 'application',
		layout: { columns: 3, width: 220, height: 220, ownScales: true },
		x: { field: 'workers', title: 'workers' },
		y: { field: 'perSecond', title: null },
	});
}
