import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * @typedef {'quick' | 'small' | 'full'} Setting
 * @typedef {object} BenchOptions
 * @property {Setting} setting
 * @property {string} directory where the report is written; absolute
 * @property {boolean} strictGoals a missed goal fails the run
 */

/** Where reports go if nothing else is asked for. */
export const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

const FLAGS = `
  --quick          seconds, to see that it runs; its figures are noise
  --full           larger input, more rounds; for figures that are quoted
  --out <dir>      where report, data and chart go (default bench/results)
  --strict-goals   exit 1 when a goal is missed
  --help
`;

/**
 * The options that every benchmark takes. Prints the help and ends the process when asked to,
 * ends it with 2 for an unknown option.
 *
 * @param {string[]} argv without interpreter and script
 * @param {{ command: string, about: string }} help
 * @returns {BenchOptions}
 */
export function readOptions(argv, { command, about }) {
	const help = `${command} [options]\n\n${about}\n${FLAGS}`;
	try {
		const { values } = parseOptions(argv);
		if (values.help) {
			process.stdout.write(help);
			process.exit(0);
		}
		return {
			setting: values.full ? 'full' : values.quick ? 'quick' : 'small',
			directory: values.out ?? RESULTS,
			strictGoals: values['strict-goals'] ?? false,
		};
	} catch (error) {
		process.stderr.write(`${/** @type {Error} */ (error).message}\n\n${help}`);
		process.exit(2);
	}
}

/** @param {string[]} args */
function parseOptions(args) {
	return parseArgs({
		args,
		options: {
			quick: { type: 'boolean' },
			full: { type: 'boolean' },
			out: { type: 'string' },
			'strict-goals': { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	});
}
