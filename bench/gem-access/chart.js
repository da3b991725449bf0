/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Cell } from './goals.js' */
import { pairedRatio } from '../lib/statistics.js';

/**
 * @param {Cell[]} cells
 * @returns {TopLevelSpec} lowered to plain, a point for each pattern and policy
 */
export function accessChart(cells) {
	const values = cells.map(({ row, policy, plain, lowered }) => {
		const { p10, median, p90 } = pairedRatio(lowered.samples, plain.samples);
		return { pattern: `${row.pattern.group}  ${row.pattern.name}`, policy, p10, median, p90 };
	});
	const y = {
		field: 'pattern',
		type: /** @type {const} */ ('nominal'),
		title: null,
		sort: null,
		axis: { labelLimit: 260, grid: true },
	};
	const x = {
		type: /** @type {const} */ ('quantitative'),
		scale: { type: /** @type {const} */ ('log') },
		title: 'lowered / plain',
	};
	const color = {
		field: 'policy',
		type: /** @type {const} */ ('nominal'),
		title: null,
		sort: null,
	};
	return {
		title: 'Loops over a GEM, against the same loops over plain objects',
		width: 480,
		height: { step: 18 },
		data: { values },
		layer: [
			{ mark: { type: 'rule', strokeDash: [4, 4] }, encoding: { x: { datum: 1 } } },
			{
				mark: { type: 'rule', opacity: 0.3 },
				encoding: { y, x: { ...x, field: 'p10' }, x2: { field: 'p90' }, color },
			},
			{
				mark: { type: 'point', filled: true, size: 40 },
				encoding: { y, x: { ...x, field: 'median' }, color },
			},
		],
	};
}
