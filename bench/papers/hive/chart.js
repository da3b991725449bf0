/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Samples } from './measure.js' */
import { barsChart } from '../../lib/bars.js';
import { FIB_CONTENDERS } from './contenders.js';

/**
 * @param {{ fib: Samples, wait: Samples, babel: Samples }} samples milliseconds by contender
 * @returns {TopLevelSpec}
 */
export function hiveChart({ fib, wait, babel }) {
	return barsChart({
		title: 'Seconds, less is better',
		panels: {
			'fib: all tasks': inSeconds(fib),
			'fib: wait for a task, mean': inSeconds(wait),
			'Babel: later passes': inSeconds(babel),
		},
		order: FIB_CONTENDERS.map(({ name }) => name),
		unit: 'seconds',
		ownScales: true,
	});
}

/** @param {Samples} samples */
const inSeconds = (samples) =>
	Object.entries(samples).flatMap(([contender, each]) =>
		each.map((ms) => ({ contender, value: ms / 1000 })),
	);
