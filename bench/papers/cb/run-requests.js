/** @import { Setting } from '../../lib/options.js' */
/** @import { RequestPlan } from './measure-requests.js' */
import { describeMachine } from '../../lib/machine.js';
import { readOptions } from '../../lib/options.js';
import { createProgress } from '../../lib/progress.js';
import { Quiet } from '../../lib/quiet.js';
import { publish } from '../../lib/report.js';
import { hasApacheBench } from './ab.js';
import { contendersFor, lowerPrograms } from './contenders.js';
import { measureRequests } from './measure-requests.js';
import { requestsReport } from './requests-report.js';

/** @type {Record<Setting, RequestPlan>} */
const PLANS = {
	quick: { rounds: 1, requests: 100, warmUp: 20 },
	small: { rounds: 1, requests: 1_000, warmUp: 200 },
	full: { rounds: 5, requests: 1_000, warmUp: 500 },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:cb-http --',
	about:
		'[CB Fig. 3]: six programs behind node:http, 1 to 100 requests at a time, and a route beside them that computes\n' +
		'nothing: inline, Lapidary, and the same by hand on worker_threads, pools and cluster.',
});
const progress = createProgress();
const machine = describeMachine();

progress.show('lapidary build bench/papers/cb/src');
lowerPrograms('cb-http');
const plan = PLANS[options.setting];
const isApacheBench = hasApacheBench();
const quiet = Quiet.for(options.setting, 4);
const samples = await measureRequests(contendersFor('cb-http'), plan, {
	quiet,
	isApacheBench,
	onStep: progress.show,
});
progress.clear();
await publish(
	requestsReport({ machine, plan, quiet: quiet.describe(), isApacheBench, samples }),
	options,
);
