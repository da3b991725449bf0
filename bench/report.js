import { readOptions } from './lib/options.js';
import { writeSummary } from './summary.js';

writeSummary(
	readOptions(process.argv.slice(2), {
		command: 'npm run bench:report --',
		about:
			'Sums up the benchmarks that have been run with this setting: what the papers claim, what was measured, and all goals.',
	}),
);
