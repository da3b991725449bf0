/** @import { Setting } from '../../lib/options.js' */
import { lowerFolder } from '../../lib/lower.js';
import { describeMachine } from '../../lib/machine.js';
import { readOptions } from '../../lib/options.js';
import { createProgress } from '../../lib/progress.js';
import { publish } from '../../lib/report.js';
import { runChild } from '../child-process.js';
import { aboutMultithreading } from '../multithreading.js';
import { PROGRAMS } from './content.js';
import { LOWERED, SOURCE } from './lapidary.js';
import { programsReport } from './report.js';

/** @typedef {{ rounds: number, warmUp: number, scale: number, workers: number[] }} Plan */

/** @type {Record<Setting, Plan>} */
const PLANS = {
	quick: { rounds: 2, warmUp: 1, scale: 1 / 20, workers: [1, 2] },
	small: { rounds: 9, warmUp: 5, scale: 1, workers: [1, 2, 4] },
	full: { rounds: 25, warmUp: 8, scale: 1, workers: [1, 2, 4] },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:programs --',
	about:
		'Wordcount, Grep, SHA, Crc32, Primes and Mandelbrot of [GEM16 §7.4] on 1, 2 and 4 workers: on GEMs, by messages, on pools and on\n' +
		'other shared memory.',
});
const progress = createProgress();
const machine = describeMachine();
const plan = PLANS[options.setting];

progress.show('lapidary build bench/papers/programs/src');
lowerFolder(SOURCE, LOWERED);
const figures = [];
for (const { name } of PROGRAMS) {
	for (const parts of plan.workers) {
		progress.show(`${name}, ${parts} workers`);
		const args = [name, JSON.stringify({ ...plan, parts })];
		const measured = await runChild(new URL('./child.js', import.meta.url), args);
		figures.push({ name, parts, measured });
	}
}
progress.clear();
await publish(
	programsReport({ machine, plan, figures, note: await aboutMultithreading() }),
	options,
);
