/** @import { TopLevelSpec } from 'vega-lite' */

/** @typedef {{ contender: string, value: number }} Sample */

/**
 * Panels below each other: a bar for the median of each contender, a tick for each sample.
 *
 * @param {object} chart
 * @param {string} chart.title
 * @param {Record<string, Sample[]>} chart.panels by their titles
 * @param {string[]} chart.order of the contenders
 * @param {string[]} [chart.colours] in the order of the contenders
 * @param {string} chart.unit of the values
 * @param {boolean} [chart.ownScales] panels that are not to be compared
 * @returns {TopLevelSpec}
 */
export function barsChart({ title, panels, order, colours, unit, ownScales = false }) {
	const values = Object.entries(panels).flatMap(([panel, samples]) =>
		samples.map((sample) => ({ ...sample, panel })),
	);
	const y = {
		field: 'contender',
		type: /** @type {const} */ ('nominal'),
		sort: order,
		title: null,
	};
	const label = { field: 'value', aggregate: /** @type {const} */ ('median') };
	const scale = { domain: order, ...(colours ? { range: colours } : {}) };
	return {
		title,
		data: { values },
		facet: {
			row: {
				field: 'panel',
				type: 'nominal',
				sort: null,
				title: null,
				header: { labelOrient: 'top' },
			},
		},
		...(ownScales ? { resolve: { scale: { x: 'independent' } } } : {}),
		spec: {
			width: 480,
			layer: [
				{
					mark: { type: 'bar', height: { band: 0.7 } },
					encoding: {
						y,
						x: { ...label, type: 'quantitative', title: unit },
						color: { field: 'contender', type: 'nominal', legend: null, scale },
					},
				},
				{
					mark: { type: 'tick', color: '#111', opacity: 0.5, thickness: 1 },
					encoding: { y, x: { field: 'value', type: 'quantitative' } },
				},
				{
					mark: { type: 'text', align: 'left', dx: 6, fontSize: 11 },
					encoding: {
						y,
						x: { ...label, type: 'quantitative' },
						text: { ...label, type: 'quantitative', format: '.3r' },
					},
				},
			],
		},
	};
}
