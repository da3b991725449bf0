/** @import { Setting } from '../lib/options.js' */
import { describeMachine } from '../lib/machine.js';
import { readOptions } from '../lib/options.js';
import { createProgress } from '../lib/progress.js';
import { publish } from '../lib/report.js';
import { CONTENDERS, lowerProgram } from './contenders.js';
import { collectCorpus } from './corpus.js';
import { measure } from './measure.js';
import { babelReport } from './report.js';

/**
 * Each worker warms up its own compiled code, so a pool needs more passes than the plain program
 * until it is warm: the first `settlingRounds` of the later passes are shown and not judged.
 *
 * @type {Record<Setting, { coldRounds: number, warmRounds: number, settlingRounds: number }>}
 */
const ROUNDS = {
	quick: { coldRounds: 1, warmRounds: 2, settlingRounds: 1 },
	small: { coldRounds: 1, warmRounds: 4, settlingRounds: 1 },
	full: { coldRounds: 3, warmRounds: 7, settlingRounds: 1 },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:babel --',
	about:
		'Translates the sources of real packages with @babel/core and preset-env: the plain program, the\n' +
		'same program lowered by Lapidary, and the same by hand on piscina and on cluster.',
});
const progress = createProgress();
const machine = describeMachine();

progress.show('lapidary build bench/babel/src');
lowerProgram();
const rounds = ROUNDS[options.setting];
const corpus = collectCorpus(options.setting);
const { passes, outputs } = await measure(corpus, {
	contenders: CONTENDERS,
	...rounds,
	onStep: progress.show,
});
progress.clear();
await publish(
	babelReport({ machine, corpus, passes, outputs, settlingRounds: rounds.settlingRounds }),
	options,
);
