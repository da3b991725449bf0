/** @import { Setting } from '../lib/options.js' */
/** @import { Plan } from './measure.js' */
import { close } from '@lapidary/runtime';
import { describeMachine } from '../lib/machine.js';
import { readOptions } from '../lib/options.js';
import { createProgress } from '../lib/progress.js';
import { publish } from '../lib/report.js';
import { openContenders } from './contenders.js';
import { measure } from './measure.js';
import { cancellationReport } from './report.js';

/** @type {Record<Setting, Plan>} */
const PLANS = {
	quick: { rounds: 3, repeats: 5 },
	small: { rounds: 21, repeats: 80 },
	full: { rounds: 61, repeats: 100 },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:cancellation --',
	about:
		'What it costs that loops look whether their call was given up: the same loops, lowered with and\n' +
		'without the checks.',
});
const progress = createProgress();
const machine = describeMachine();

progress.show('lapidary build bench/cancellation/src, twice');
const contenders = await openContenders();
const plan = PLANS[options.setting];
const figures = await measure(contenders, plan, progress.show);
await close();
progress.clear();
await publish(cancellationReport({ machine, plan, figures }), options);
