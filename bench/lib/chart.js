/** @import { TopLevelSpec } from 'vega-lite' */
import { parse, View } from 'vega';
import { compile } from 'vega-lite';

/**
 * @param {TopLevelSpec} spec with its data inline
 * @returns {Promise<string>} SVG
 */
export async function renderChart(spec) {
	const view = new View(parse(compile({ background: 'white', ...spec }).spec), {
		renderer: 'none',
	});
	try {
		return await view.toSVG();
	} finally {
		view.finalize();
	}
}
