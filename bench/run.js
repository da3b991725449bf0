import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readOptions } from './lib/options.js';

const BENCHMARKS = ['babel', 'cancellation', 'compiler', 'dispatch', 'passthrough'];

const argv = process.argv.slice(2);
readOptions(argv, {
	command: 'npm run bench --',
	about: `Runs all benchmarks, each as a process of its own: ${BENCHMARKS.join(', ')}.`,
});

const failed = BENCHMARKS.filter((name) => {
	const script = fileURLToPath(new URL(`./${name}/run.js`, import.meta.url));
	return spawnSync(process.execPath, [script, ...argv], { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
	process.stderr.write(`\nfailed: ${failed.join(', ')}\n`);
	process.exitCode = 1;
}
