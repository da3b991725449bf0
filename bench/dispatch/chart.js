/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Figures } from './measure.js' */
import { pairedRatio } from '../lib/statistics.js';

/**
 * @param {Figures['tasks']} tasks
 * @param {Record<string, string>} names
 * @returns {TopLevelSpec} speed-up against task length, a line for each contender
 */
export function dispatchChart(tasks, names) {
	const values = tasks.flatMap(({ microseconds, samples }) =>
		Object.keys(samples)
			.filter((name) => name !== 'direct')
			.map((name) => {
				const { p10, median, p90 } = pairedRatio(samples.direct, samples[name]);
				return { microseconds, contender: names[name], p10, median, p90 };
			}),
	);
	const x = {
		field: 'microseconds',
		type: /** @type {const} */ ('quantitative'),
		scale: { type: /** @type {const} */ ('log') },
		title: 'length of a task, µs',
		axis: { values: tasks.map((task) => task.microseconds) },
	};
	const color = {
		field: 'contender',
		type: /** @type {const} */ ('nominal'),
		title: null,
		scale: { range: ['#2563eb', '#d97706', '#a3a3a3'] },
		legend: { labelLimit: 240 },
		sort: Object.values(names),
	};
	return {
		title: 'Speed-up over a direct loop, 64 calls in flight',
		width: 480,
		height: 260,
		data: { values },
		layer: [
			{ mark: { type: 'rule', strokeDash: [4, 4] }, encoding: { y: { datum: 1 } } },
			{
				mark: { type: 'line', point: true },
				encoding: { x, y: { field: 'median', type: 'quantitative', title: 'speed-up' }, color },
			},
			{
				mark: { type: 'rule', opacity: 0.4 },
				encoding: { x, y: { field: 'p10', type: 'quantitative' }, y2: { field: 'p90' }, color },
			},
		],
	};
}
