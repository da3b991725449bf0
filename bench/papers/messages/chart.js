/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Figures } from './report.js' */
/** @import { TopologyName } from './topologies.js' */
import { panelsChart } from '../../lib/panels.js';
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
	return panelsChart({
		title: 'Microseconds of a message, by bytes of its JSON',
		values,
		panel: 'benchmark',
		layout: { columns: 2, width: 300, height: 220 },
		x: { field: 'x', title: 'bytes', isLog: true },
		y: { field: 'us', title: 'µs', isLog: true },
	});
}
