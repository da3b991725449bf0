/** @import { Setting } from '../../lib/options.js' */
/** @import { Plan, Point } from './measure.js' */
import { lowerFolder } from '../../lib/lower.js';
import { describeMachine } from '../../lib/machine.js';
import { readOptions } from '../../lib/options.js';
import { createProgress } from '../../lib/progress.js';
import { publish } from '../../lib/report.js';
import { aboutMultithreading } from '../multithreading.js';
import { measureApp, WAYS } from './measure.js';
import { startMemcached } from './memcached.js';
import { serversReport } from './report.js';
import { LOWERED, SOURCE } from './scale-up.js';

/** @type {Record<Setting, Plan>} */
const PLANS = {
	quick: { rounds: 1, warmUp: 1, seconds: 1, connections: 16, workers: [2] },
	small: { rounds: 5, warmUp: 3, seconds: 1, connections: 16, workers: [1, 2, 4] },
	full: { rounds: 11, warmUp: 3, seconds: 3, connections: 16, workers: [1, 2, 4] },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:servers --',
	about:
		'Scale-Up, Immutable and Cache of [GEM16 §7.3]: HTTP servers on 1, 2 and 4 workers that hand requests on, share a registry, and\n' +
		'share a cache; against messages, copies, and memcached. Needs ab (apache2-utils), and memcached for the cache.',
});
const progress = createProgress();
const machine = describeMachine();
const plan = PLANS[options.setting];

progress.show('lapidary build bench/papers/servers/src');
lowerFolder(SOURCE, LOWERED);
const memcached = await startMemcached();
/** @type {Record<string, Point[]>} */
const figures = {};
try {
	for (const app of Object.keys(WAYS)) {
		const run = { plan, memcachedPort: memcached?.port, onStep: progress.show };
		figures[app] = await measureApp(app, run);
	}
} finally {
	memcached?.stop();
	progress.clear();
}
const notes = [
	...(memcached ? [] : ['memcached is not installed: `apt-get install memcached`.']),
	await aboutMultithreading(),
];
await publish(serversReport({ machine, plan, figures, notes }), options);
