/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Sample } from '../lib/bars.js' */
import { barsChart } from '../lib/bars.js';
import { CONTENDERS } from './contenders.js';

/**
 * @param {{ cold: Sample[], warm: Sample[] }} samples in seconds
 * @returns {TopLevelSpec}
 */
export function babelChart({ cold, warm }) {
	return barsChart({
		title: 'Parallel Babel: seconds, less is better',
		panels: { 'cold: first pass, with start': cold, 'warm: later passes': warm },
		order: CONTENDERS.map(({ name }) => name),
		colours: ['#9aa5b1', '#2563eb', '#d97706', '#a3a3a3'],
		unit: 'seconds',
	});
}
