/** @import { TopLevelSpec } from 'vega-lite' */
import { CONTENDERS } from './contenders.js';

/**
 * @typedef {{ contender: string, seconds: number }} Sample
 *
 * @param {{ cold: Sample[], warm: Sample[] }} samples
 * @returns {TopLevelSpec} a bar for the median of each contender, a tick for each sample
 */
export function babelChart({ cold, warm }) {
	const order = CONTENDERS.map(({ name }) => name);
	const values = [
		...cold.map((sample) => ({ ...sample, pass: 'cold: first pass, with start' })),
		...warm.map((sample) => ({ ...sample, pass: 'warm: later passes' })),
	];
	const y = {
		field: 'contender',
		type: /** @type {const} */ ('nominal'),
		sort: order,
		title: null,
	};
	const label = { field: 'seconds', aggregate: /** @type {const} */ ('median') };
	return {
		title: 'Parallel Babel: seconds, less is better',
		data: { values },
		facet: { row: { field: 'pass', type: 'nominal', title: null, header: { labelOrient: 'top' } } },
		spec: {
			width: 480,
			layer: [
				{
					mark: { type: 'bar', height: { band: 0.7 } },
					encoding: {
						y,
						x: { ...label, type: 'quantitative', title: 'seconds' },
						color: {
							field: 'contender',
							type: 'nominal',
							legend: null,
							scale: { domain: order, range: ['#9aa5b1', '#2563eb', '#d97706', '#a3a3a3'] },
						},
					},
				},
				{
					mark: { type: 'tick', color: '#111', opacity: 0.5, thickness: 1 },
					encoding: { y, x: { field: 'seconds', type: 'quantitative' } },
				},
				{
					mark: { type: 'text', align: 'left', dx: 6, fontSize: 11 },
					encoding: {
						y,
						x: { ...label, type: 'quantitative' },
						text: { ...label, type: 'quantitative', format: '.2f' },
					},
				},
			],
		},
	};
}
