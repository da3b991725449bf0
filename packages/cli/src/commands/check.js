/** @import { Options, SourceFile } from '../types.js' */
/** @import { Fixed } from '../link/fix-files.js' */
/** @import { LinkCache } from '@lapidary/compiler/link-files' */
/** @import { Linked } from '../link/link-files.js' */
import { createRuntimeCheck } from '@lapidary/compiler/runtime-check';
import { summarise } from '../build/build-files.js';
import { createLowerer } from '../build/lowerer.js';
import { realPathOf } from '../build/paths.js';
import { findLowered, processFiles, recount } from '../build/process-files.js';
import { findRoots } from '../build/source-roots.js';
import { walkSources } from '../build/walk.js';
import { resolveOptions } from '../config/resolve-options.js';
import { exitStatus } from '../diagnostics/command-failure.js';
import { createLinkState, linkProcessed } from '../link/link-processed.js';
import { printReport } from '../output/print-report.js';
import { createProgress } from '../output/progress.js';
import { nothing } from './build.js';

/**
 * `lapidary check`: report what a build would report, and write nothing but what `--fix` asks for.
 *
 * @param {string[]} paths
 * @param {Record<string, unknown>} given options of the command line
 * @returns {Promise<number>} the exit status
 * @throws {import('../diagnostics/command-failure.js').CommandFailure} when it cannot start
 */
export async function check(paths, given) {
	const startMs = performance.now();
	const configured = await resolveOptions(given, 'lapidary check');
	// how the output would be written is no concern of a check
	const options = { ...configured, stripTypes: false, sourceMaps: false };
	const roots = await findRoots(paths);
	const skip = options.outDir && realPathOf(options.outDir);
	const walk = await walkSources(roots, { ...options, skip });
	// two of the paths may hold one file, or files whose outputs would meet: each file is checked, once
	const byPath = new Map(walk.files.map((file) => [file.path, { ...file, output: file.relative }]));
	const files = [...byPath.values()];
	if (files.length === 0 && walk.diagnostics.length === 0) throw nothing(paths);
	const lowerer = createLowerer({ ...options, isReused: options.link });
	const progress = await createProgress(files.length);
	const processed = await processFiles(files, { options, lowerer, onProgress: progress.update });
	const state = { ...createLinkState(), all: files };
	const linked = await linkProcessed(files, processed, { options, lowerer, state });
	progress.clear();
	const outcome = await fix(files, linked, { options, cache: state.others });
	const checkRuntime = createRuntimeCheck();
	const diagnostics = [
		...walk.diagnostics,
		...outcome.diagnostics,
		...checkRuntime(findLowered(processed, linked.lowered)),
	];
	const { fixed, left, fixable } = outcome;
	const fixes = { fixed, left, fixable, isDryRun: options.dryRun };
	const counts = recount(processed, linked.lowered);
	const summary = summarise(counts, diagnostics, startMs, fixes);
	await printReport({ command: 'check', format: options.format, diagnostics, summary });
	return exitStatus(diagnostics);
}

/**
 * @param {SourceFile[]} files
 * @param {Linked} linked
 * @param {{ options: Options, cache: LinkCache }} context
 * @returns {Promise<Fixed>}
 */
async function fix(files, { diagnostics, ...linked }, { options, cache }) {
	const { fixes } = linked;
	if (fixes.length === 0 || !(options.fix || options.dryRun))
		return { diagnostics, fixed: [], left: [], fixable: fixes.length };
	const { fixFiles } = await import('../link/fix-files.js');
	return fixFiles(files, { diagnostics, ...linked }, { options, cache });
}
