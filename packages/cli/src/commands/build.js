/** @import { Options } from '../types.js' */
import { buildFiles } from '../build/build-files.js';
import { unwritable } from '../build/commit.js';
import { createLowerer } from '../build/lowerer.js';
import { entryType, errorCode, realPathOf, reasonOf } from '../build/paths.js';
import { planOutputs } from '../build/plan-outputs.js';
import { checkOverlap, findRoots } from '../build/source-roots.js';
import { walkSources } from '../build/walk.js';
import { resolveOptions } from '../config/resolve-options.js';
import { missingArgument, nothingToBuild } from '../diagnostics/codes.js';
import { CommandFailure, exitStatus } from '../diagnostics/command-failure.js';
import { printReport } from '../output/print-report.js';

/**
 * `lapidary build`: lower a codebase into an out-dir.
 *
 * @param {string[]} paths
 * @param {Record<string, unknown>} given options of the command line
 * @returns {Promise<number>} the exit status
 * @throws {CommandFailure} when it cannot start
 */
export async function build(paths, given) {
	const startMs = performance.now();
	const options = await resolveOptions(given, 'lapidary build');
	const outDir = findOutDir(options);
	const roots = await findRoots(paths);
	checkOverlap(roots, String(options.outDir), outDir);
	if (options.watch) {
		const { watch } = await import('../build/watch.js');
		return watch(roots, { options, outDir });
	}
	const walk = await walkSources(roots, options);
	const plan = planOutputs(walk.files, { ...options, outDir });
	if (plan.files.length === 0 && walk.diagnostics.length === 0) throw nothing(paths);
	const diagnostics = [...walk.diagnostics, ...plan.diagnostics];
	const lowerer = createLowerer({ ...options, isReused: options.link });
	const context = { options, outDir, lowerer, diagnostics, startMs };
	const built = await buildFiles(plan.files, context);
	await printReport({ command: 'build', format: options.format, ...built });
	return exitStatus(built.diagnostics);
}

/**
 * @param {Options} options
 * @returns {string} absolute, links followed
 * @throws {CommandFailure} LP7012 when there is none, LP7008 when it cannot be one
 */
export function findOutDir({ outDir }) {
	if (!outDir) {
		const hint = 'add `--out-dir dist`, or `outDir` to the configuration';
		throw new CommandFailure(
			missingArgument({ command: 'lapidary build', what: 'an out-dir', hint }),
		);
	}
	try {
		const realPath = realPathOf(outDir);
		const type = entryType(realPath);
		if (type === 'folder' || type === 'none') return realPath;
	} catch (error) {
		if (errorCode(error) !== 'ENOENT')
			throw new CommandFailure(unwritable(outDir, reasonOf(error)));
		throw new CommandFailure(unwritable(outDir, 'it is a link that leads nowhere'));
	}
	throw new CommandFailure(unwritable(outDir, 'it is a file'));
}

/**
 * @param {string[]} paths
 * @returns {CommandFailure}
 */
export function nothing(paths) {
	return new CommandFailure(nothingToBuild({ paths: paths.map((one) => `\`${one}\``).join(', ') }));
}
