/** @import { Setting } from '../lib/options.js' */
import { describeMachine } from '../lib/machine.js';
import { readOptions } from '../lib/options.js';
import { createProgress } from '../lib/progress.js';
import { publish } from '../lib/report.js';
import { measureCreate } from './create.js';
import { measureMemory } from './memory.js';
import { gemMemoryReport } from './report.js';
import { measureSend } from './send.js';
import { measureUpdates } from './updates.js';

const LARGE = 10_000_000;

/** @type {Record<Setting, any>} */
const PLANS = {
	quick: {
		create: { bytes: 1_000_000, rounds: 3 },
		memory: { bytes: LARGE, rounds: 1 },
		send: { rounds: 3, trips: 20 },
		updates: { sessions: 1000, updatesPerMinute: 6000, minutes: 5 },
	},
	small: {
		create: { bytes: LARGE, rounds: 11 },
		memory: { bytes: LARGE, rounds: 5 },
		send: { rounds: 11, trips: 100 },
		updates: { sessions: 10_000, updatesPerMinute: 60_000, minutes: 60 },
	},
	full: {
		create: { bytes: LARGE, rounds: 41 },
		memory: { bytes: LARGE, rounds: 9 },
		send: { rounds: 41, trips: 100 },
		updates: { sessions: 10_000, updatesPerMinute: 60_000, minutes: 60 },
	},
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:gem-memory --',
	about:
		'What memory that threads share costs: creating a GEM, holding it in four threads, sending it, and updating it for an hour;\n' +
		'against structured clone and JSON.',
});
const progress = createProgress();
const machine = describeMachine();
const plan = PLANS[options.setting];

const memory = await measureMemory(plan.memory, progress.show);
const create = measureCreate(plan.create, progress.show);
const send = await measureSend(plan.send, progress.show);
const updates = measureUpdates(plan.updates, progress.show);
progress.clear();
const figures = { create, memory, send, updates };
await publish(gemMemoryReport({ machine, plan, figures }), options);
