/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Point } from './measure.js' */
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
	return {
		title: 'Requests a second, by workers',
		data: { values },
		facet: { field: 'application', type: 'nominal', sort: null, title: null },
		columns: 3,
		resolve: { scale: { y: 'independent' } },
		spec: {
			width: 220,
			height: 220,
			mark: { type: 'line', point: true },
			encoding: {
				x: { field: 'workers', type: 'ordinal', title: 'workers' },
				y: { field: 'perSecond', type: 'quantitative', title: null },
				color: { field: 'contender', type: 'nominal', title: null, sort: null },
			},
		},
	};
}
