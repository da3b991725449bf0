// npm run ecosystem: lowers real packages, compares them with themselves, and says what came of it.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createProgress } from '../bench/lib/progress.js';
import { formatOutcomes, formatReadme } from './lib/report.js';
import { listPackages, runPackages } from './lib/run-packages.js';

const README = new URL('README.md', import.meta.url);
const HELP = `npm run ecosystem -- [options]

Lowers functions of real packages and compares every call with the plain package.

  --only <name>   a package; may be repeated
  --write         write ecosystem/README.md
  --help
`;

process.exitCode = await main();

/** @returns {Promise<number>} exit status: 1 for any difference, 2 for a command line that is not understood */
async function main() {
	const options = readOptions();
	if (typeof options === 'number') return options;
	const known = listPackages();
	const names = options.only ?? known;
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length > 0) {
		process.stderr.write(`no such package: ${unknown.join(', ')}; there are ${known.join(', ')}\n`);
		return 2;
	}
	const progress = createProgress();
	const outcomes = await runPackages(names, {
		progress: (done, name) => progress.show(`${done + 1} of ${names.length}: ${name}`),
	});
	progress.clear();
	process.stdout.write(`${formatOutcomes(outcomes)}\n`);
	for (const { name, problems } of outcomes)
		for (const problem of problems) process.stdout.write(`\n${name}: ${problem}\n`);
	const failed = outcomes.filter(({ problems }) => problems.length > 0).length;
	process.stdout.write(`\n${outcomes.length - failed} packages equal, ${failed} not\n`);
	if (options.only || failed > 0) return failed > 0 ? 1 : 0;
	return checkReadme(formatReadme(outcomes), options.write);
}

/** @returns {{ only?: string[], write: boolean } | number} */
function readOptions() {
	try {
		const { values } = parseArgs({
			options: {
				only: { type: 'string', multiple: true },
				write: { type: 'boolean', default: false },
				help: { type: 'boolean', short: 'h' },
			},
		});
		if (!values.help) return { only: values.only, write: values.write };
		process.stdout.write(HELP);
		return 0;
	} catch (error) {
		process.stderr.write(`${/** @type {Error} */ (error).message}\n\n${HELP}`);
		return 2;
	}
}

/** @param {string} text @param {boolean} mayWrite @returns {number} */
function checkReadme(text, mayWrite) {
	if (mayWrite) writeFileSync(README, text);
	if (readFileSync(README, 'utf8') === text) return 0;
	process.stdout.write('ecosystem/README.md is stale: npm run ecosystem -- --write\n');
	return 1;
}
