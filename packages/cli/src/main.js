/** @import { Format } from './types.js' */
import { CommanderError } from 'commander';
import { CommandFailure, exitStatus } from './diagnostics/command-failure.js';
import { createProgram } from './program.js';
import { FORMATS } from './config/options.js';
import { printReport } from './output/print-report.js';
import { describeUsageError } from './usage-error.js';

/**
 * Run the command line.
 *
 * @param {string[]} argv arguments, without the interpreter and the script
 * @returns {Promise<number>} the exit status: 0 fine, 1 diagnostics or a failed program, 2 usage
 */
export async function main(argv) {
	process.stdout.on('error', endWithReader);
	let status = 0;
	const program = createProgram((result) => {
		status = result;
	});
	try {
		await program.parseAsync(argv, { from: 'user' });
		return status;
	} catch (error) {
		if (error instanceof CommanderError && error.exitCode === 0) return 0;
		return report(error, argv);
	}
}

/**
 * @param {unknown} error
 * @param {string[]} argv
 * @returns {Promise<number>} the exit status
 */
async function report(error, argv) {
	const failure = error instanceof CommanderError ? describeUsageError(error, argv) : error;
	if (failure instanceof CommandFailure) {
		const { diagnostics } = failure;
		await printReport({ command: argv[0] ?? '', format: formatOf(argv), diagnostics });
		return exitStatus(diagnostics);
	}
	const { code, stack = String(error) } = /** @type {Error & { code?: string }} */ (error);
	const advice = code?.startsWith('LP')
		? ''
		: '\nThis is a mistake in Lapidary; a report of it helps.';
	process.stderr.write(`${stack}\n${advice}\n`);
	return 1;
}

/**
 * The format of a report on a command line that could not be read as a whole.
 *
 * @param {string[]} argv
 * @returns {Format}
 */
function formatOf(argv) {
	const at = argv.findIndex((one) => /^(?:-f|--format)(?:=|$)/.test(one));
	const text = at < 0 ? '' : (argv[at].split('=')[1] ?? argv[at + 1]);
	return FORMATS.find((format) => format === text) ?? 'pretty';
}

/**
 * `lapidary check … | head` closes the pipe before everything is written: that ends the program, without a complaint.
 *
 * @param {NodeJS.ErrnoException} error
 */
function endWithReader(error) {
	if (error.code !== 'EPIPE') throw error;
	process.exit();
}
