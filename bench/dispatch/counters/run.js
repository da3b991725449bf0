/** @import { BenchOptions, Setting } from '../../lib/options.js' */
/** @import { Plan } from './measure.js' */
import { lowerFolder } from '../../lib/lower.js';
import { describeMachine } from '../../lib/machine.js';
import { createProgress } from '../../lib/progress.js';
import { publish } from '../../lib/report.js';
import { LOWERED, openContenders, SOURCE } from './contenders.js';
import { measure } from './measure.js';
import { countersReport } from './report.js';

/** @type {Record<Setting, Plan>} */
const PLANS = {
	quick: { calls: 200, rounds: 1 },
	small: { calls: 1_000, rounds: 5 },
	full: { calls: 4_000, rounds: 15 },
};

/** @param {BenchOptions} options */
export async function countPath(options) {
	const progress = createProgress();
	const machine = describeMachine();
	progress.show('lapidary build bench/dispatch/counters/src');
	lowerFolder(SOURCE, LOWERED);
	const contenders = await openContenders();
	const plan = PLANS[options.setting];
	const figures = await measure(contenders, plan, progress.show);
	for (const contender of Object.values(contenders)) await contender.close();
	progress.clear();
	await publish(countersReport({ machine, plan, figures }), options);
}
