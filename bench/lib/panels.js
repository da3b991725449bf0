/** @import { TopLevelSpec } from 'vega-lite' */

/** @typedef {{ field: string, title: string | null }} Field of the values */

/**
 * A panel for each of several things, with a line for each contender.
 *
 * @param {object} chart
 * @param {string} [chart.title]
 * @param {{ contender: string, [field: string]: unknown }[]} chart.values
 * @param {string} chart.panel field of the values whose values have a panel each, in the order in which they come
 * @param {{ columns: number, width: number, height: number, ownScales?: boolean }} chart.layout sizes of a panel, in pixels;
 *   `ownScales`: panels that are not to be compared
 * @param {Field & { isLog?: boolean }} chart.x a number on a logarithmic axis, else one of a few
 * @param {Field & { isLog?: boolean }} chart.y
 * @returns {TopLevelSpec}
 */
export function panelsChart({ title, values, panel, layout, x, y }) {
	const { columns, width, height, ownScales = false } = layout;
	const number = /** @type {const} */ ('quantitative');
	const log = { type: number, scale: { type: /** @type {const} */ ('log') } };
	return {
		...(title ? { title } : {}),
		data: { values },
		facet: { field: panel, type: 'nominal', sort: null, title: null },
		columns,
		...(ownScales ? { resolve: { scale: { y: 'independent' } } } : {}),
		spec: {
			width,
			height,
			mark: { type: 'line', point: true },
			encoding: {
				x: { field: x.field, title: x.title, ...(x.isLog ? log : { type: 'ordinal' }) },
				y: { field: y.field, title: y.title, ...(y.isLog ? log : { type: number }) },
				color: { field: 'contender', type: 'nominal', title: null, sort: null },
			},
		},
	};
}
