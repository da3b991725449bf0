import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { resolveOptions } from '../config/resolve-options.js';
import { noSuchPath } from '../diagnostics/codes.js';
import { CommandFailure, exitStatus } from '../diagnostics/command-failure.js';
import { printReport } from '../output/print-report.js';
import { entryType, listNames } from '../build/paths.js';
import { suggest } from '../config/suggest.js';
import path from 'node:path';

/** @import { Linked, Options } from '../types.js' */

/** Sent on to the program, which decides what becomes of them. */
const FORWARDED = /** @type {const} */ ([
	'SIGINT',
	'SIGTERM',
	'SIGHUP',
	'SIGQUIT',
	'SIGUSR2',
	'SIGWINCH',
]);

/**
 * `lapidary run`: run a program in a Node whose loader lowers modules as they are loaded.
 *
 * @param {string} file
 * @param {string[]} args of the program
 * @param {Record<string, unknown>} given options of the command line
 * @returns {Promise<number>} the program's status; a program that a signal ends takes this process with it
 * @throws {CommandFailure} LP7003
 */
export async function run(file, args, given) {
	const options = await resolveOptions(given, 'lapidary run');
	const entry = path.resolve(file);
	if (entryType(entry) === 'none') throw new CommandFailure(missing(file));
	const needs = options.link ? await linkEntry(entry, options) : undefined;
	if (needs === null) return 1;
	const child = spawn(process.execPath, ['--import', loaderUrl(options, needs), entry, ...args], {
		stdio: 'inherit',
		env: options.verify ? { ...process.env, LAPIDARY_MODE: 'verify' } : process.env,
	});
	const stopForwarding = forwardSignals(child);
	const { code, signal } = await new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('exit', (exitCode, exitSignal) => resolve({ code: exitCode, signal: exitSignal }));
	});
	stopForwarding();
	if (signal === null) return code;
	process.kill(process.pid, signal);
	// not reached for signals that end a process; the shell's convention for the rest
	return 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)];
}

/**
 * @param {string} entry absolute
 * @param {Options} options
 * @returns {Promise<Map<string, Linked> | null>} what files do to others; null when one does what must not be, such as to use at
 *   once what an annotated function of another one returns
 */
async function linkEntry(entry, options) {
	const { linkProgram } = await import('../run/link-program.js');
	const { diagnostics, needs } = await linkProgram(entry, options);
	if (diagnostics.length > 0) await printReport({ command: 'run', format: 'pretty', diagnostics });
	return exitStatus(diagnostics) === 0 ? needs : null;
}

/**
 * @param {string} file
 * @returns {ReturnType<typeof noSuchPath>}
 */
function missing(file) {
	const absolute = path.resolve(file);
	const meant = suggest(path.basename(absolute), listNames(path.dirname(absolute)));
	const hint = meant
		? `did you mean \`${path.join(path.dirname(file), meant)}\`?`
		: `it was looked for at ${absolute}`;
	return noSuchPath({ path: file, hint });
}

/**
 * Options travel in the URL: workers inherit `--import` with it.
 *
 * @param {Options} options
 * @param {ReadonlyMap<string, Linked> | undefined} needs undefined where files are not linked
 * @returns {string}
 */
function loaderUrl({ strict, cancellationChecks, verify, jsx, trust }, needs) {
	const url = new URL(import.meta.resolve('@lapidary/compiler/register'));
	url.searchParams.set('types', new URL('../run/strip-for-loader.js', import.meta.url).href);
	if (Object.keys(jsx).length > 0) url.searchParams.set('typesOptions', JSON.stringify(jsx));
	if (strict) url.searchParams.set('strict', '');
	if (verify) url.searchParams.set('verify', '');
	for (const name of trust) url.searchParams.append('trust', name);
	if (!cancellationChecks) url.searchParams.set('no-cancellation-checks', '');
	// Also where there is nothing: it says that the files have been linked.
	if (needs) url.searchParams.set('linked', JSON.stringify(Object.fromEntries(needs)));
	return url.href;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void}
 */
function forwardSignals(child) {
	/** @param {NodeJS.Signals} signal */
	const forward = (signal) => {
		// a terminal sends Ctrl-C to the whole group, the program included; a second one would be taken for impatience
		const isSentToGroup = process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGWINCH');
		if (!isSentToGroup) child.kill(signal);
	};
	for (const signal of FORWARDED) process.on(signal, forward);
	return () => FORWARDED.forEach((signal) => process.off(signal, forward));
}
