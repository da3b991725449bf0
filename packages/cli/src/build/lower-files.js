/** @import { LoweredFile, LowerTask } from '../types.js' */
/** @import { PlannedFile } from './plan-outputs.js' */
/** @import { Context } from './process-files.js' */
import path from 'node:path';
import { createPackageScopes, identify } from '@lapidary/compiler/package-scope';
import { unwritable } from './commit.js';
import { failedFile } from './failed-file.js';
import { displayPath, reasonOf } from './paths.js';

/** @typedef {LoweredFile & { path: string }} LoweredPath */

/**
 * Lower files on the pool, the largest first: the last files to finish are then short ones, and no worker is left alone
 * with a long one.
 *
 * @param {{ file: PlannedFile, sizeBytes: number }[]} annotated
 * @param {number} otherCount files that are done already, for the progress
 * @param {Context} context
 * @returns {Promise<LoweredPath[]>}
 * @throws the first error that is no diagnostic, once no worker writes into the stage any more
 */
export async function lowerFiles(annotated, otherCount, context) {
	const lowerFile = await context.lowerer.lowererOf(annotated);
	const findScope = createPackageScopes();
	let doneCount = otherCount;
	/** @param {PlannedFile} file @returns {Promise<LoweredPath>} */
	const lower = async (file) => {
		const problem = prepareFolder(file, context);
		const result = problem ?? (await lowerFile(createTask(file, findScope, context)));
		context.onProgress(++doneCount);
		return { ...result, path: file.path };
	};
	const largestFirst = [...annotated].sort((left, right) => right.sizeBytes - left.sizeBytes);
	const settled = await Promise.allSettled(largestFirst.map(({ file }) => lower(file)));
	return settled.map((one, index) => {
		if (one.status === 'fulfilled') return one.value;
		throw unexpected(one.reason, largestFirst[index].file);
	});
}

/**
 * The workers only write files. Their folders are made here, so that an interrupted build can be removed: nothing comes to
 * be in a stage that is gone.
 *
 * @param {PlannedFile} file
 * @param {Context} context
 * @returns {LoweredFile | undefined} what the file becomes when that fails: LP7008
 */
function prepareFolder({ output }, { stage }) {
	try {
		stage?.prepare(output);
		return undefined;
	} catch (error) {
		const target = path.join(String(stage?.outDir), output);
		return failedFile(unwritable(target, reasonOf(error)));
	}
}

/**
 * @param {PlannedFile} file
 * @param {ReturnType<typeof createPackageScopes>} findScope
 * @param {Context} context
 * @returns {LowerTask}
 */
function createTask(file, findScope, { options, stage, linked }) {
	const { sourceMaps, strict, cancellationChecks, verify, stripTypes, jsx, link, cacheDir } =
		options;
	const scope = findScope(path.dirname(file.path));
	return {
		path: file.path,
		...identify(file.path, scope, file.root),
		output: file.output,
		stageDir: stage?.path,
		outputDir: stage && path.join(stage.outDir, path.dirname(file.output)),
		options: {
			...{ sourceMaps, strict, cancellationChecks, verify, stripTypes, jsx, link },
			linked: linked?.get(file.path),
		},
		cacheDir,
	};
}

/**
 * @param {Error & { code?: string }} cause of the compiler itself, or of a worker that died
 * @param {PlannedFile} file
 * @returns {Error} that says which file it was
 */
function unexpected(cause, file) {
	const error = new Error(`${displayPath(file.path)} could not be lowered: ${cause.message}`, {
		cause,
	});
	return Object.assign(error, { code: cause.code });
}
