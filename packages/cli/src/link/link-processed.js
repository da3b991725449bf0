/** @import { ModuleSummary } from '@lapidary/compiler/link' */
/** @import { Diagnostic, Options, SourceFile } from '../types.js' */
/** @import { createLowerer } from '../build/lowerer.js' */
/** @import { LinkCache, Linked } from './link-files.js' */

/**
 * What a link keeps from one build of a tree to the next.
 *
 * @typedef {object} LinkState
 * @property {readonly SourceFile[]} all files of the tree, those included that are not built this time
 * @property {Map<string, ModuleSummary>} annotated by path
 * @property {LinkCache} others
 */

/** @returns {LinkState} */
export function createLinkState() {
	return { all: [], annotated: new Map(), others: new Map() };
}

/**
 * Link a tree after some of its files, or all, have been compiled. Without an annotated file nothing is loaded or read.
 *
 * @param {readonly SourceFile[]} files that have been compiled, or looked through for directives
 * @param {{ summaries: readonly ModuleSummary[], diagnostics: Diagnostic[] }} processed
 * @param {{ options: Pick<Options, 'link' | 'strict'>, lowerer: ReturnType<typeof createLowerer>, state: LinkState }} context
 * @returns {Promise<Linked>}
 */
export async function linkProcessed(
	files,
	{ summaries, diagnostics },
	{ options, lowerer, state },
) {
	const { all, annotated, others } = state;
	for (const { path } of files) {
		annotated.delete(path);
		others.delete(path);
	}
	for (const summary of summaries) annotated.set(summary.filename, summary);
	const present = new Set(all.map(({ path }) => path));
	for (const path of annotated.keys()) if (!present.has(path)) annotated.delete(path);
	if (!options.link || annotated.size === 0)
		return { diagnostics, ofCompiler: diagnostics, fixes: [], summaries: [] };
	const { linkFiles } = await import('./link-files.js');
	const compiled = { summaries: [...annotated.values()], diagnostics };
	return linkFiles(all, compiled, {
		options,
		cache: others,
		summarise: async (task) => {
			await lowerer(1);
			const { summariseFile } = await import('./summarise-file.js');
			return summariseFile(task);
		},
	});
}
