/** @import { Setting } from '../../lib/options.js' */
/** @import { Plan } from './child.js' */
import { lowerFolder } from '../../lib/lower.js';
import { describeMachine } from '../../lib/machine.js';
import { readOptions } from '../../lib/options.js';
import { createProgress } from '../../lib/progress.js';
import { publish } from '../../lib/report.js';
import { runChild } from '../child-process.js';
import { aboutMultithreading } from '../multithreading.js';
import { LOWERED, SOURCE } from './pools.js';
import { messagesReport } from './report.js';

const SIZES = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
const COUNTS = [1, 10, 100, 1000];
const AXES = { sizes: SIZES, workers: [1, 2, 4], atWorkers: 4, atBytes: 100_000, counts: COUNTS };

/** @type {Record<Setting, Plan>} */
const PLANS = {
	quick: { ...AXES, rounds: 2, warmUp: 1, warmMs: 0, sampleMs: 2, sizes: SIZES.slice(0, -1) },
	small: { ...AXES, rounds: 7, warmUp: 2, warmMs: 1000, sampleMs: 60 },
	full: { ...AXES, rounds: 21, warmUp: 4, warmMs: 2000, sampleMs: 60, workers: [1, 2, 4, 16] },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:messages --',
	about:
		'Ping, Ring, Multicast, Dispatch and Access of [GEM16 §7.2]: messages between workers as GEMs, as clones and as JSON, by size,\n' +
		'by workers, and by how much of a message is read.',
});
const progress = createProgress();
const machine = describeMachine();
const plan = PLANS[options.setting];

progress.show('lapidary build bench/papers/messages/src');
lowerFolder(SOURCE, LOWERED);
/** @type {any} */
const figures = {};
for (const name of ['ping', 'ring', 'multicast', 'dispatch', 'access']) {
	progress.show(name);
	figures[name] = await runChild(new URL('./child.js', import.meta.url), [
		name,
		JSON.stringify(plan),
	]);
}
progress.clear();
await publish(
	messagesReport({ machine, plan, figures, note: await aboutMultithreading() }),
	options,
);
