/** @import { Setting } from '../lib/options.js' */
/** @import { Plan } from './measure.js' */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { annotatedSources } from '../../ecosystem/lib/annotated-sources.js';
import { describeMachine } from '../lib/machine.js';
import { readOptions } from '../lib/options.js';
import { createProgress } from '../lib/progress.js';
import { publish } from '../lib/report.js';
import { measure } from './measure.js';
import { compilerReport } from './report.js';

/** @type {Record<Setting, Plan>} */
const PLANS = {
	quick: { warmUp: 1, rounds: 2, corpus: 'quick' },
	small: { warmUp: 10, rounds: 15, corpus: 'small' },
	full: { warmUp: 20, rounds: 41, corpus: 'small' },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:compiler --',
	about:
		'How fast annotated sources are compiled, against @babel/core with an empty plugin, and what\n' +
		'the pre-scan costs for files without annotations, against a parse.',
});
const progress = createProgress();
const machine = describeMachine();
const directory = mkdtempSync(join(tmpdir(), 'lapidary-bench-compiler-'));
try {
	progress.show('annotating packages');
	const sources = await annotatedSources(directory);
	const plan = PLANS[options.setting];
	const figures = await measure(sources, plan, progress.show);
	progress.clear();
	await publish(compilerReport({ machine, plan, figures }), options);
} finally {
	rmSync(directory, { recursive: true, force: true });
}
