/** @import { TypedUnit } from '@lapidary/compiler/declarations' */
/** @import { ModuleSummary } from '@lapidary/compiler/link' */
/** @import { Diagnostic, Linked, Options } from '../types.js' */
/** @import { Lowerer } from './lowerer.js' */
/** @import { LoweredPath } from './lower-files.js' */
/** @import { PlannedFile } from './plan-outputs.js' */
/** @import { Stage } from './stage.js' */
import { scanFiles } from './scan.js';

/**
 * @typedef {object} Context
 * @property {Options} options
 * @property {Lowerer} lowerer
 * @property {Stage} [stage] without one files are checked and nothing is written
 * @property {(doneCount: number) => void} onProgress
 * @property {ReadonlyMap<string, Linked | undefined>} [linked] the results of the link, by path
 */

/**
 * @typedef {object} Processed
 * @property {Map<string, string[]>} outputs relative to the out-dir, by the path of the file they come of
 * @property {Set<string>} unchanged those of `outputs` that are not staged, as the out-dir has them
 * @property {Map<string, TypedUnit[]>} typedUnits by the path of their source
 * @property {ModuleSummary[]} summaries of files with directives, when a link was asked for
 * @property {Diagnostic[]} diagnostics
 * @property {Counts} counts
 * @property {Map<string, number>} lowered how many units were lowered, by the path of the annotated file
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
	const results = await lowerAnnotated(scan.annotated, files.length, context);
	const lowered = results.filter(({ isLowered }) => isLowered);
	/** @type {[string, string[]][]} */
	const copied = scan.copied.map(({ path: from, output }) => [from, [output]]);
	return {
		outputs: new Map([
			...copied,
			...results.map(
				({ path: from, outputs }) => /** @type {[string, string[]]} */ ([from, outputs]),
			),
		]),
		unchanged: scan.unchanged,
		typedUnits: new Map(results.map(({ path: from, typedUnits }) => [from, typedUnits])),
		summaries: results.flatMap(({ summary }) => summary ?? []),
		diagnostics: [...scan.diagnostics, ...results.flatMap(({ diagnostics }) => diagnostics)],
		lowered: new Map(results.map((one) => [one.path, one.isLowered ? one.unitCount : 0])),
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
 * A file that is refused by itself may be lowered once it is known what other files do, and the other way round.
 *
 * @param {Processed} processed
 * @param {readonly LoweredPath[]} again what was compiled again
 * @returns {Counts}
 */
export function recount({ counts, lowered }, again) {
	let { lowered: files, units } = counts;
	for (const { path, isLowered, unitCount } of again) {
		const before = lowered.get(path);
		if (before === undefined) continue;
		// A file without units of its own that shows state or objects to other files is not what the program has marked.
		files += Number(isLowered && unitCount > 0) - Number(before > 0);
		units += (isLowered ? unitCount : 0) - before;
	}
	return { ...counts, lowered: files, copied: counts.files - files, units };
}

/**
 * @param {Pick<Processed, 'lowered'>} processed
 * @param {readonly LoweredPath[]} again what was compiled again
 * @returns {string[]} the paths of files whose units were lowered
 */
export function findLowered({ lowered }, again) {
	const all = new Map(lowered);
	for (const { path, isLowered, unitCount } of again) all.set(path, isLowered ? unitCount : 0);
	return [...all].filter(([, unitCount]) => unitCount > 0).map(([path]) => path);
}

/**
 * @param {Awaited<ReturnType<typeof scanFiles>>['annotated']} annotated
 * @param {number} fileCount
 * @param {Context} context
 * @returns {Promise<LoweredPath[]>}
 */
async function lowerAnnotated(annotated, fileCount, context) {
	if (annotated.length === 0) return [];
	// what a codebase without annotations never needs is loaded here, and by `lowerer`
	const { lowerFiles } = await import('./lower-files.js');
	return lowerFiles(annotated, fileCount - annotated.length, context);
}
