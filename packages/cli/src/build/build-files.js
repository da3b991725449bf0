/** @import { Diagnostic, Options, Summary } from '../types.js' */
/** @import { PlannedFile } from './plan-outputs.js' */
/** @import { Lowerer } from './lowerer.js' */
/** @import { LinkState } from '../link/link-processed.js' */
/** @import { Counts } from './process-files.js' */
import { createRuntimeCheck } from '@lapidary/compiler/runtime-check';
import { CommandFailure, exitStatus } from '../diagnostics/command-failure.js';
import { createLinkState, linkProcessed } from '../link/link-processed.js';
import { createProgress } from '../output/progress.js';
import { commit, unwritable } from './commit.js';
import { onInterrupt } from './interrupt.js';
import { reasonOf } from './paths.js';
import { findLowered, processFiles, recount } from './process-files.js';
import { createStage } from './stage.js';

/**
 * @typedef {object} BuildContext
 * @property {Options} options
 * @property {string} outDir absolute, links followed
 * @property {Lowerer} lowerer
 * @property {Diagnostic[]} diagnostics from before; an error among them means that nothing is written
 * @property {number} startMs
 * @property {LinkState} [link] default: the files are all there are
 * @property {ReturnType<typeof createRuntimeCheck>} [checkRuntime] default: this build is the only one
 */

/**
 * Lower files into the out-dir: all of them, or none.
 *
 * @param {PlannedFile[]} files
 * @param {BuildContext} context
 * @returns {Promise<{ diagnostics: Diagnostic[], outputs: Map<string, string[]>, summary: Summary }>}
 */
export async function buildFiles(files, context) {
	const { options, outDir, lowerer, diagnostics, startMs } = context;
	const state = context.link ?? { ...createLinkState(), all: files };
	const checkRuntime = context.checkRuntime ?? createRuntimeCheck();
	const progress = await createProgress(files.length);
	const stage = openStage(outDir);
	const stopListening = onInterrupt(() => {
		progress.clear();
		stage.remove();
	});
	let isCommitted = false;
	try {
		const onProgress = progress.update;
		const processed = await processFiles(files, { options, lowerer, stage, onProgress });
		const context = { options, lowerer, state, stage };
		const linked = await linkProcessed(files, processed, context);
		for (const one of linked.lowered) {
			processed.outputs.set(one.path, one.outputs);
			processed.typedUnits.set(one.path, one.typedUnits);
		}
		const found = [
			...diagnostics,
			...linked.diagnostics,
			...checkRuntime(findLowered(processed, linked.lowered)),
		];
		if (options.types && exitStatus(found) === 0) {
			const { typeStaged } = await import('../declarations/type-staged.js');
			found.push(...typeStaged(files, processed.typedUnits, stage));
		}
		if (exitStatus(found) === 0) {
			const hosts = files.map(({ output }) => output);
			const outputs = [...processed.outputs.values()].flat();
			const { unchanged } = processed;
			found.push(...commit(stage, { outputs, unchanged, hosts }));
			isCommitted = exitStatus(found) === 0;
			if (isCommitted) state.written = linked.needs;
		}
		return {
			diagnostics: found,
			outputs: processed.outputs,
			summary: summarise(recount(processed, linked.lowered), found, startMs, {
				fixable: linked.fixes.length,
			}),
		};
	} finally {
		progress.clear();
		if (isCommitted) stage.close();
		else stage.remove();
		stopListening();
	}
}

/**
 * @param {string} outDir absolute
 * @returns {ReturnType<typeof createStage>}
 * @throws {CommandFailure} LP7008
 */
function openStage(outDir) {
	try {
		return createStage(outDir);
	} catch (error) {
		throw new CommandFailure(unwritable(outDir, reasonOf(error)));
	}
}

/**
 * @param {Counts} counts
 * @param {Diagnostic[]} diagnostics
 * @param {number} startMs
 * @param {Partial<Pick<Summary, 'fixable' | 'fixed' | 'left' | 'isDryRun'>>} [fixes]
 * @returns {Summary}
 */
export function summarise(counts, diagnostics, startMs, fixes = {}) {
	const count = (/** @type {string} */ wanted) =>
		diagnostics.filter(({ severity }) => severity === wanted).length;
	return {
		...counts,
		errors: count('error'),
		warnings: count('warning'),
		durationMs: Math.round(performance.now() - startMs),
		fixable: 0,
		fixed: [],
		left: [],
		isDryRun: false,
		...fixes,
	};
}
