/** @import { CompileOptions, CompileResult, Diagnostic, Linked as LinkedOptions } from '../types.js' */
/** @import { LinkContext, Linked } from './link-files.js' */
import { mayContainDirective } from '../ast/directive-text.js';
import { compile } from '../index.js';
import { summarise } from '../summarise.js';
import { scanText } from './import-graph.js';
import { linkFiles } from './link-files.js';

/**
 * What a program is, for a link that compiles its files itself.
 *
 * @typedef {object} ProgramContext
 * @property {(file: string) => string} read gives the text of a file
 * @property {(file: string) => Pick<CompileOptions, 'filename' | 'id' | 'sourceType'>} identify says what the compiler has to know of a file
 * @property {(file: string, text: string, options: CompileOptions) => Pick<CompileResult, 'facts' | 'diagnostics'>} [compile] for who has the results
 *   of files already; default: `compile`
 */

/**
 * Link the files of a program, and compile the annotated ones for that. On this thread, without an output.
 *
 * @param {readonly string[]} files absolute paths
 * @param {ProgramContext & Pick<LinkContext, 'resolve' | 'isClosed' | 'strict' | 'judgeOutside' | 'readPackage' | 'trust'>} context
 * @returns {Promise<{ linked: Linked, diagnostics: Diagnostic[] }>} `diagnostics`: what there is to say of each annotated file alone
 *
 * @example
 * const { linked } = await linkSources([...texts.keys()], {
 *   read: (file) => texts.get(file),
 *   identify: (file) => ({ filename: path.basename(file) }),
 *   resolve: (specifier, from) => files.get(path.resolve(path.dirname(from), specifier)) ?? null,
 * });
 * compile(texts.get(file), { filename, linked: linked.needs.get(file) });
 */
export async function linkSources(files, context) {
	const {
		read,
		identify,
		strict,
		compile: compileFile = (_, text, options) => compile(text, options),
	} = context;
	/** @param {string} file @param {LinkedOptions} [linked] */
	const recompile = (file, linked) => {
		const options = { ...identify(file), strict, link: true, linked };
		const { facts, diagnostics } = compileFile(file, read(file), options);
		return {
			path: file,
			summary: facts.link && { ...facts.link, filename: file },
			diagnostics: diagnostics.map((one) => ({ ...one, filename: file })),
		};
	};
	const compiled = files
		.filter((file) => mayContainDirective(read(file)))
		.map((file) => recompile(file));
	const diagnostics = compiled.flatMap((one) => one.diagnostics);
	const summaries = compiled.flatMap(({ summary }) => summary ?? []);
	const linked = await linkFiles(
		files,
		{ summaries, diagnostics },
		{
			...context,
			scan: (file) => scanText(read(file)),
			summarise: async ({ path: file, ...request }) => ({
				...summarise(read(file), { ...identify(file), ...request }),
				filename: file,
			}),
			recompile: async (needs) => [...needs].map(([file, one]) => recompile(file, one)),
		},
	);
	return { linked, diagnostics };
}
