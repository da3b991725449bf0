/** @import { ModuleSummary } from '@lapidary/compiler/link' */
/** @import { Diagnostic, Options, SourceFile } from '../types.js' */
/** @import { Linked } from './link-files.js' */
import { linkFiles } from './link-files.js';
import { recompile } from './recompile.js';
import { summariseSource } from './summarise-source.js';

/**
 * Link files on this thread, without an output.
 *
 * @param {readonly SourceFile[]} files
 * @param {{ sources: ReadonlyMap<string, string>, annotated: readonly string[], options: Pick<Options, 'strict'> }} program `sources`: by path, those of
 *   annotated files at least
 * @returns {Promise<{ linked: Linked, diagnostics: Diagnostic[] }>} `diagnostics`: what there is to say of each annotated file alone
 */
export async function linkSources(files, { sources, annotated, options }) {
	/** @param {string} file */
	const sourceOf = (file) => /** @type {string} */ (sources.get(file));
	const compiled = annotated.map((file) => recompile(file, sourceOf(file), { files, options }));
	const diagnostics = compiled.flatMap((one) => one.diagnostics);
	/** @type {ModuleSummary[]} */
	const summaries = compiled.flatMap(({ summary }) => summary ?? []);
	const linked = await linkFiles(
		files,
		{ summaries, diagnostics },
		{
			options,
			summarise: async (task) => summariseSource(task),
			recompile: async (needs) =>
				[...needs].map(([file, one]) => ({
					path: file,
					...recompile(file, sourceOf(file), { files, options, linked: one }),
				})),
		},
	);
	return { linked, diagnostics };
}
