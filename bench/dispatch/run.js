/** @import { Setting } from '../lib/options.js' */
/** @import { Plan } from './measure.js' */
import { lowerFolder } from '../lib/lower.js';
import { describeMachine } from '../lib/machine.js';
import { readOptions } from '../lib/options.js';
import { createProgress } from '../lib/progress.js';
import { publish } from '../lib/report.js';
import { LOWERED, openContenders, SOURCE } from './contenders.js';
import { countPath } from './counters/run.js';
import { measure } from './measure.js';
import { dispatchReport } from './report.js';

/** @type {Record<Setting, Plan>} */
const PLANS = {
	quick: { rounds: 3, burstCalls: 2_000, loneCalls: 50, taskMs: 20 },
	small: { rounds: 11, burstCalls: 10_000, loneCalls: 200, taskMs: 100 },
	full: { rounds: 25, burstCalls: 10_000, loneCalls: 500, taskMs: 200 },
};

const argv = process.argv.slice(2);
const options = readOptions(
	argv.filter((each) => each !== '--counters'),
	{
		command: 'npm run bench:dispatch --',
		about:
			'What a call costs: a burst of small calls, a call alone, and tasks of 20 µs to 10 ms with 64 in\n' +
			'flight; Lapidary against the same functions on piscina and on the calling thread.\n\n' +
			'With --counters: what happens on the path of a call alone, counted in both threads (functions entered,\n' +
			'bytes allocated, messages, promises, waits), and its CPU time 0, 1 and 10 ms after the one before.',
	},
);
await (argv.includes('--counters') ? countPath(options) : timeCalls());

async function timeCalls() {
	const progress = createProgress();
	const machine = describeMachine();

	progress.show('lapidary build bench/dispatch/src');
	lowerFolder(SOURCE, LOWERED);
	const contenders = await openContenders();
	const plan = PLANS[options.setting];
	const figures = await measure(contenders, plan, progress.show);
	for (const contender of Object.values(contenders)) await contender.close();
	progress.clear();
	await publish(dispatchReport({ machine, plan, figures }), options);
}
