/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Figures } from './report.js' */
/** @import { TopologyName } from './topologies.js' */
import { summarize } from '../../lib/statistics.js';
import { CONTENDERS } from './names.js';

/**
 * @param {Figures} figures
 * @returns {TopLevelSpec} a panel for each benchmark, as in the figure of the paper
 */
export function messagesChart(figures) {
	const names = /** @type {TopologyName[]} */ (['ping', 'ring', 'multicast', 'dispatch']);
	const values = names.flatMap((benchmark) =>
		figures[benchmark].sizes.flatMap(({ bytes, samples }) =>
			Object.entries(samples).map(([key, each]) => ({
				benchmark,
				x: bytes,
				contender: CONTENDERS[key].name,
				us: summarize(each).median,
			})),
		),
	);
	const log = { type: /** @type {const} */ ('log') };
	return {
		title: 'Microseconds of a message, by bytes of its JSON',
		data: { values },
		facet: { field: 'benchmark', type: 'nominal', sort: names, title: null },
		columns: 2,
		spec: {
			width: 300,
			height: 220,
			mark: { type: 'line', point: true },
			encoding: {
				x: { field: 'x', type: 'quantitative', scale: log, title: 'bytes' },
				y: { field: 'us', type: 'quantitative', scale: log, title: 'µs' },
				color: { field: 'contender', type: 'nominal', title: null, sort: null },
			},
		},
	};
}
