/** @import { Setting } from '../lib/options.js' */
/** @import { Plan } from './measure.js' */
import { close } from '@lapidary/runtime';
import { lowerFolder } from '../lib/lower.js';
import { describeMachine } from '../lib/machine.js';
import { readOptions } from '../lib/options.js';
import { createProgress } from '../lib/progress.js';
import { publish } from '../lib/report.js';
import { measure } from './measure.js';
import { optionalReport } from './report.js';

const SOURCE = new URL('./src/', import.meta.url);
const LOWERED = new URL('../.out/optional/lowered/', import.meta.url);

/** @type {Record<Setting, Plan>} */
const PLANS = {
	quick: { rounds: 3, sampleMs: 20, most: 500 },
	small: { rounds: 9, sampleMs: 40, most: 1_000 },
	full: { rounds: 21, sampleMs: 100, most: 2_000 },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:optional --',
	about:
		'How well units with "use try_cpu_bound" decide where a call runs: their time over the better of the pool and\n' +
		'the calling thread, for calls of 1 µs to 100 ms that come alone, 8 or 64 at a time.',
});
const progress = createProgress();
const machine = describeMachine();

progress.show('lapidary build bench/optional/src');
lowerFolder(SOURCE, LOWERED);
const plain = await import(new URL('units.js', SOURCE).href);
const { pooled, optional } = await import(new URL('units.js', LOWERED).href);
const plan = PLANS[options.setting];
const figures = await measure({ direct: plain.pooled, pooled, optional }, plan, progress.show);
await close();
progress.clear();
await publish(optionalReport({ machine, plan, figures }), options);
