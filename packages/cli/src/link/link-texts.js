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
 * @param {{ texts: ReadonlyMap<string, string>, annotated: readonly string[], options: Pick<Options, 'strict'> }} sources `texts` by path, those of
 *   annotated files at least
 * @returns {Promise<{ linked: Linked, diagnostics: Diagnostic[] }>} `diagnostics`: what there is to say of each annotated file alone
 */
export async function linkTexts(files, { texts, annotated, options }) {
	/** @param {string} file */
	const textOf = (file) => /** @type {string} */ (texts.get(file));
	const compiled = annotated.map((file) => recompile(file, textOf(file), { files, options }));
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
					...recompile(file, textOf(file), { files, options, linked: one }),
				})),
		},
	);
	return { linked, diagnostics };
}
