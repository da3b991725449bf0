/** @import { Setting } from '../../lib/options.js' */
import { lowerProgram } from '../../babel/contenders.js';
import { collectCorpus } from '../../babel/corpus.js';
import { measure as measureBabel } from '../../babel/measure.js';
import { describeMachine } from '../../lib/machine.js';
import { readOptions } from '../../lib/options.js';
import { createProgress } from '../../lib/progress.js';
import { Quiet } from '../../lib/quiet.js';
import { publish } from '../../lib/report.js';
import { lowerPrograms } from '../cb/contenders.js';
import { BABEL_CONTENDERS, FIB_CONTENDERS } from './contenders.js';
import { measureFib } from './measure.js';
import { hiveReport } from './report.js';

/** @type {Record<Setting, import('./report.js').Plan>} */
const PLANS = {
	quick: { rounds: 1, warmUp: 0, coldRounds: 1, warmRounds: 1, settlingRounds: 0 },
	small: { rounds: 7, warmUp: 1, coldRounds: 1, warmRounds: 4, settlingRounds: 1 },
	full: { rounds: 21, warmUp: 2, coldRounds: 3, warmRounds: 7, settlingRounds: 1 },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:hive --',
	about:
		'[HIVE]: fib(35) and Babel by text that threads evaluate, by functions that are lowered, and by clusters and pools\n' +
		'by hand; and how long a task waits.',
});
const progress = createProgress();
const machine = describeMachine();

progress.show('lapidary build');
lowerPrograms('hive');
lowerProgram();
const plan = PLANS[options.setting];
const quiet = Quiet.for(options.setting, 8);
const fib = await measureFib(FIB_CONTENDERS, plan, { quiet, onStep: progress.show });
const corpus = collectCorpus(options.setting);
const { coldRounds, warmRounds } = plan;
const { passes } = await measureBabel(corpus, {
	contenders: BABEL_CONTENDERS,
	coldRounds,
	warmRounds,
	onStep: progress.show,
});
progress.clear();
await publish(hiveReport({ machine, plan, quiet: quiet.describe(), fib, corpus, passes }), options);
