/** @import { Setting } from '../../lib/options.js' */
/** @import { Plan } from './measure.js' */
import { describeMachine } from '../../lib/machine.js';
import { readOptions } from '../../lib/options.js';
import { createProgress } from '../../lib/progress.js';
import { Quiet } from '../../lib/quiet.js';
import { publish } from '../../lib/report.js';
import { APART, contendersFor, lowerPrograms } from './contenders.js';
import { measureCalls, measureFresh, measureLong } from './measure.js';
import { callsReport } from './report.js';

/** @type {Record<Setting, Plan>} */
const PLANS = {
	quick: { processes: 1, rounds: 1, warmUp: 0, longRounds: 1, memoryRounds: 1 },
	small: { processes: 2, rounds: 3, warmUp: 2, longRounds: 3, memoryRounds: 2 },
	full: { processes: 5, rounds: 5, warmUp: 3, longRounds: 5, memoryRounds: 5 },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:cb --',
	about:
		'[CB Fig. 2 and 4]: rows of 16 calls of six programs on 1, 2 and 4 threads, and the memory that they take;\n' +
		'the plain programs, Lapidary, and the same by hand on worker_threads, pools and cluster.',
});
const progress = createProgress();
const machine = describeMachine();

progress.show('lapidary build bench/papers/cb/src');
lowerPrograms('cb');
const plan = PLANS[options.setting];
const quiet = Quiet.for(options.setting, 8);
const how = { quiet, onStep: progress.show };
const contenders = [...contendersFor('cb'), APART];
const comparisons = await measureCalls(contenders, plan, how);
const long = await measureLong(contenders, plan, how);
const fresh = await measureFresh(contendersFor('cb'), plan, how);
progress.clear();
await publish(
	callsReport({ machine, plan, quiet: quiet.describe(), comparisons, long, fresh }),
	options,
);
