/** @import { Diagnostic, LoweredFile, LowerTask, Options } from '../types.js' */
/** @import { createLowerer } from './lowerer.js' */
/** @import { PlannedFile } from './plan-outputs.js' */
/** @import { Stage } from './stage.js' */
import path from 'node:path';
import { createPackageScopes, identify } from '@lapidary/compiler/package-scope';

import { scanFiles } from './scan.js';

/**
 * @typedef {object} Context
 * @property {Options} options
 * @property {ReturnType<typeof createLowerer>} lowerer
 * @property {Stage} [stage] without one files are checked and nothing is written
 * @property {(doneCount: number) => void} onProgress
 */

/**
 * @typedef {object} Processed
 * @property {Map<string, string[]>} outputs staged, relative to the out-dir, by the path of the file they come of
 * @property {Diagnostic[]} diagnostics
 * @property {Counts} counts
 */

/** @typedef {{ files: number, lowered: number, copied: number, units: number, cached: number }} Counts */

/**
 * Bring files into the stage, the annotated ones lowered and the others as they are.
 *
 * @param {PlannedFile[]} files
 * @param {Context} context
 * @returns {Promise<Processed>}
 */
export async function processFiles(files, context) {
	const { stage, options, onProgress } = context;
	const { stripTypes } = options;
	const scan = await scanFiles(files, { stage, stripTypes, onProgress });
	const results = scan.annotated.length > 0 ? await lowerFiles(scan.annotated, files, context) : [];
	const lowered = results.filter(({ unitCount }) => unitCount > 0);
	/** @type {[string, string[]][]} */
	const copied = scan.copied.map(({ path: from, output }) => [from, [output]]);
	return {
		outputs: new Map([
			...copied,
			...results.map(
				({ path: from, outputs }) => /** @type {[string, string[]]} */ ([from, outputs]),
			),
		]),
		diagnostics: [...scan.diagnostics, ...results.flatMap(({ diagnostics }) => diagnostics)],
		counts: {
			files: files.length,
			lowered: lowered.length,
			copied: files.length - lowered.length,
			units: lowered.reduce((count, { unitCount }) => count + unitCount, 0),
			cached: results.filter(({ isCached }) => isCached).length,
		},
	};
}

/**
 * Lower files on the pool, the largest first: the last files to finish are then short ones, and no worker is left alone
 * with a long one.
 *
 * @param {{ file: PlannedFile, sizeBytes: number }[]} annotated
 * @param {PlannedFile[]} all for the count of those that are done
 * @param {Context} context
 * @returns {Promise<(LoweredFile & { path: string })[]>}
 * @throws the first error that is no diagnostic, once no worker writes into the stage any more
 */
async function lowerFiles(annotated, all, { options, lowerer, stage, onProgress }) {
	const lowerFile = await lowerer(annotated.length);
	const findScope = createPackageScopes();
	let doneCount = all.length - annotated.length;
	const settled = await Promise.allSettled(
		[...annotated]
			.sort((left, right) => right.sizeBytes - left.sizeBytes)
			.map(async ({ file }) => {
				const result = await lowerFile(createTask(file, findScope, { options, stage }));
				onProgress(++doneCount);
				return { ...result, path: file.path };
			}),
	);
	return settled.map((one) => {
		if (one.status === 'rejected') throw one.reason;
		return one.value;
	});
}

/**
 * @param {PlannedFile} file
 * @param {ReturnType<typeof createPackageScopes>} findScope
 * @param {{ options: Options, stage?: Stage }} context
 * @returns {LowerTask}
 */
function createTask(file, findScope, { options, stage }) {
	const { sourceMaps, strict, stripTypes, jsx, cacheDir } = options;
	const scope = findScope(path.dirname(file.path));
	// the worker only writes files; their folders are made here, so that an interrupted build can be removed
	stage?.prepare(file.output);
	return {
		path: file.path,
		...identify(file.path, scope, file.root),
		output: file.output,
		stageDir: stage?.path,
		outputDir: stage && path.join(stage.outDir, path.dirname(file.output)),
		options: { sourceMaps, strict, stripTypes, jsx },
		cacheDir,
	};
}
