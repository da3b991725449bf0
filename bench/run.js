import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BENCHMARKS } from './benchmarks.js';
import { readOptions } from './lib/options.js';
import { writeSummary } from './summary.js';

const argv = process.argv.slice(2);
const options = readOptions(argv, {
	command: 'npm run bench --',
	about: `Runs all benchmarks, each as a process of its own, and then sums up what the papers claim and what was measured:\n${BENCHMARKS.map(({ name }) => name).join(', ')}.`,
});

const failed = BENCHMARKS.filter(({ script }) => {
	const file = fileURLToPath(new URL(script, import.meta.url));
	return spawnSync(process.execPath, [file, ...argv], { stdio: 'inherit' }).status !== 0;
});
writeSummary(options);
if (failed.length > 0) {
	process.stderr.write(`\nfailed: ${failed.map(({ name }) => name).join(', ')}\n`);
	process.exitCode = 1;
}
