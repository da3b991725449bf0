import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { BENCHMARKS } from './benchmarks.js';
import { keptName, withKeptLinks } from './lib/kept-names.js';
import { RESULTS } from './lib/options.js';

const HELP = `npm run bench:keep -- <machine> [options]

Copies the reports and charts of the last runs under names that later runs do not write to, for version control:
<date>-<machine>-<benchmark>.md and .svg in bench/results.

  --full           of this setting
  --from <dir>     where they are (default bench/results)
  --help

  npm run bench && npm run bench:keep -- xeon-2-cores
`;

const { values, machine } = readArguments();
if (values.help || !machine) {
	process.stdout.write(HELP);
	process.exit(values.help ? 0 : 2);
}

const setting = values.full ? 'full' : 'small';
const from = values.from ?? RESULTS;
const fileOf = (/** @type {string} */ name, /** @type {string} */ ending) =>
	join(from, `${name}-${setting}.${ending}`);
const ran = BENCHMARKS.filter(({ name }) => existsSync(fileOf(name, 'json')));

/** by their names so far @type {Map<string, string>} */
const names = new Map(
	ran.map((benchmark) => {
		const record = JSON.parse(readFileSync(fileOf(benchmark.name, 'json'), 'utf8'));
		return [`${benchmark.name}-${setting}`, keptName(benchmark, record.machine, machine)];
	}),
);
const last = [...names.values()]
	.map((name) => name.slice(0, '2000-01-01'.length))
	.sort()
	.at(-1);
if (last && existsSync(fileOf('report', 'md')))
	names.set(`report-${setting}`, `${last}-${machine}-report`);

for (const [name, kept] of names) {
	const target = join(RESULTS, kept);
	const text = readFileSync(join(from, `${name}.md`), 'utf8');
	writeFileSync(`${target}.md`, withKeptLinks(text, names));
	const chart = join(from, `${name}.svg`);
	if (existsSync(chart)) copyFileSync(chart, `${target}.svg`);
	process.stdout.write(`${relative(process.cwd(), target)}.md\n`);
}

function readArguments() {
	const options = /** @type {const} */ ({
		full: { type: 'boolean' },
		from: { type: 'string' },
		help: { type: 'boolean', short: 'h' },
	});
	try {
		const { values, positionals } = parseArgs({ allowPositionals: true, options });
		return { values, machine: positionals[0] };
	} catch (error) {
		process.stderr.write(`${/** @type {Error} */ (error).message}\n\n${HELP}`);
		process.exit(2);
	}
}
