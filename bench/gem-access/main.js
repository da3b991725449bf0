/** @import { Setting } from '../lib/options.js' */
/** @import { Plan } from './measure.js' */
import { describeMachine } from '../lib/machine.js';
import { readOptions } from '../lib/options.js';
import { createProgress } from '../lib/progress.js';
import { publish } from '../lib/report.js';
import { measureBlocks } from './blocks.js';
import { measurePattern } from './measure.js';
import { createLoader, lowerPatterns } from './modules.js';
import { PATTERNS } from './patterns.js';
import { openPeers } from './peers.js';
import { gemAccessReport } from './report.js';

/** @type {Record<Setting, Plan>} */
const PLANS = {
	quick: { rounds: 3, warmUpMs: 30, sampleMs: 1 },
	small: { rounds: 11, warmUpMs: 300, sampleMs: 4 },
	full: { rounds: 31, warmUpMs: 600, sampleMs: 8 },
};

const argv = process.argv.slice(2);
const isChosen = (/** @type {string} */ flag) => flag.startsWith('--only=');
const only = new RegExp(argv.find(isChosen)?.slice('--only='.length) ?? '');
const options = readOptions(
	argv.filter((flag) => !isChosen(flag)),
	{
		command: 'npm run bench:gem-access --',
		about:
			'What access to memory that threads share costs: loops over a GEM, compiled and as they are written, against the same loops over\n' +
			'plain objects and over objects of other libraries; blocks of AtomicLK and AtomicSTM.\n\n' +
			'  --only=<pattern> those whose "<group> <name>" this regular expression matches; "blocks" for the blocks',
	},
);
const progress = createProgress();
const machine = describeMachine();
const plan = PLANS[options.setting];
const compiled = lowerPatterns([...PATTERNS.map(({ file }) => file), 'blocks.js']);
const loader = createLoader(compiled);
const { peers, missing } = await openPeers();

const rows = [];
for (const pattern of PATTERNS.filter(({ group, name }) => only.test(`${group} ${name}`))) {
	progress.show(pattern.name);
	rows.push(await measurePattern(pattern, { loader, peers, plan }));
}
const blocks = only.test('blocks') ? await measureBlocks(compiled, plan, progress.show) : [];
progress.clear();
await publish(gemAccessReport({ machine, plan, rows, blocks, missing }), options);
