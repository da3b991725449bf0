/** @import { ModuleSummary } from '@lapidary/compiler/link' */
/** @import { LoweredPath } from '../build/lower-files.js' */
/** @import { PlannedFile } from '../build/plan-outputs.js' */
/** @import { Stage } from '../build/stage.js' */
/** @import { Diagnostic, Linked as LinkedOptions, Options } from '../types.js' */
/** @import { Lowerer } from '../build/lowerer.js' */
/** @import { LinkCache } from '@lapidary/compiler/link-files' */
/** @import { Linked } from './link-files.js' */
import { sizeOf } from '../build/lowerer.js';

/**
 * What a link keeps from one build of a tree to the next.
 *
 * @typedef {object} LinkState
 * @property {readonly PlannedFile[]} all files of the tree, those included that are not built this time
 * @property {Map<string, ModuleSummary>} annotated by path; as they are when nothing is known of other files
 * @property {LinkCache} others
 * @property {Map<string, LinkedOptions>} written what the outputs that are there were compiled with, by path
 */

/** @returns {LinkState} */
export function createLinkState() {
	return { all: [], annotated: new Map(), others: new Map(), written: new Map() };
}

/**
 * Link a tree after some of its files, or all, have been compiled. Without an annotated file nothing is loaded or read.
 *
 * Files that others do something to are compiled again with that, also when they have not changed themselves.
 *
 * @param {readonly PlannedFile[]} files that have been compiled, or looked through for directives
 * @param {{ summaries: readonly ModuleSummary[], diagnostics: Diagnostic[], outputs: ReadonlyMap<string, string[]> }} processed
 * @param {{ options: Options, lowerer: Lowerer, state: LinkState, stage?: Stage }} context
 * @returns {Promise<Linked & { lowered: LoweredPath[] }>} `lowered`: what was compiled again
 */
export async function linkProcessed(
	files,
	{ summaries, diagnostics, outputs },
	{ options, lowerer, state, stage },
) {
	const { all, annotated, others, written } = state;
	for (const { path } of files) {
		annotated.delete(path);
		others.delete(path);
	}
	for (const summary of summaries) annotated.set(summary.filename, summary);
	const present = new Map(all.map((file) => [file.path, file]));
	for (const path of annotated.keys()) if (!present.has(path)) annotated.delete(path);
	if (!options.link || annotated.size === 0) {
		const nothing = { fixes: [], summaries: [], needs: new Map(), lowered: [] };
		return { diagnostics, ofCompiler: diagnostics, ...nothing };
	}
	/** @type {Map<string, LoweredPath>} */
	const lowered = new Map();
	const fresh = new Set(files.map(({ path }) => path));
	/** @param {ReadonlyMap<string, LinkedOptions | undefined>} needs */
	const recompile = async (needs) => {
		const { lowerFiles } = await import('../build/lower-files.js');
		const again = [...needs.keys()].flatMap((path) => present.get(path) ?? []);
		for (const { path } of again) {
			const earlier = lowered.get(path)?.outputs ?? (fresh.has(path) ? outputs.get(path) : []);
			for (const output of earlier ?? []) stage?.drop(output);
		}
		const results = await lowerFiles(
			again.map((file) => ({ file, sizeBytes: sizeOf(file.path) })),
			0,
			{ options, lowerer, stage, onProgress: () => {}, linked: needs },
		);
		for (const one of results) lowered.set(one.path, one);
		return results;
	};
	const { linkFiles } = await import('./link-files.js');
	const compiled = { summaries: [...annotated.values()], diagnostics };
	const linked = await linkFiles(all, compiled, {
		options,
		cache: others,
		summarise: lowerer.summarise,
		recompile,
	});
	// What was written for what other files do no more.
	const outdated = [...written.keys()].filter(
		(path) => present.has(path) && !fresh.has(path) && !linked.needs.has(path),
	);
	if (outdated.length > 0) await recompile(new Map(outdated.map((path) => [path, undefined])));
	const { findMovedImports } = await import('./moved-imports.js');
	const moved = stage ? await findMovedImports(linked, all, stage.outDir) : [];
	const found = [...linked.diagnostics, ...moved];
	return { ...linked, diagnostics: found, lowered: [...lowered.values()] };
}
