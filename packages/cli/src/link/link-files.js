/** @import { LinkCache } from '@lapidary/compiler/link-files' */
/** @import { ModuleSummary } from '@lapidary/compiler/link' */
/** @import { Diagnostic, Linked as LinkedOptions, Options, SourceFile, SummariseTask } from '../types.js' */
import path from 'node:path';
import { linkFiles as linkTree } from '@lapidary/compiler/link-files';
import { createPackageScopes, identify } from '@lapidary/compiler/package-scope';
import { isCompiled } from '../build/languages.js';
import { describeTree } from './describe-tree.js';
import { createScan } from './create-scan.js';
import { createPackageReader } from './read-package.js';
import { withUnfollowed } from './unfollowed.js';

/** @typedef {Omit<import('@lapidary/compiler/link-files').Linked, 'diagnostics' | 'ofCompiler'> & { diagnostics: Diagnostic[], ofCompiler: Diagnostic[] }} Linked */

/**
 * @typedef {object} LinkContext
 * @property {Pick<Options, 'strict' | 'trust' | 'cacheDir'>} options
 * @property {(task: SummariseTask) => Promise<ModuleSummary>} summarise
 * @property {ReadonlyMap<string, string>} [sources] in place of what is on the disk
 * @property {LinkCache} [cache] of an earlier link of the same tree
 * @property {(needs: ReadonlyMap<string, LinkedOptions>) => Promise<{ path: string, summary?: ModuleSummary, diagnostics: Diagnostic[] }[]>} [recompile]
 *   default: the results of the link are not applied, only errors and warnings are reported
 */

/**
 * Link files of the disk, as `linkFiles` of the compiler does, and say which imports could not be followed.
 *
 * @param {readonly SourceFile[]} files of the whole tree
 * @param {{ summaries: readonly ModuleSummary[], diagnostics: Diagnostic[] }} compiled the annotated files
 * @param {LinkContext} context
 * @returns {Promise<Linked>}
 */
export async function linkFiles(files, compiled, context) {
	const { options, sources = new Map(), cache, recompile } = context;
	const byPath = new Map(files.map((file) => [file.path, file]));
	const findScope = createPackageScopes();
	const linked = await linkTree(
		files.flatMap((file) => (isCompiled(file.path) ? file.path : [])),
		/** @type {any} -- reason: the compiler's diagnostics have a place and a kind, which this package does not ask for */ (
			compiled
		),
		{
			...describeTree(files),
			strict: options.strict,
			trust: options.trust,
			readPackage: createPackageReader(options.cacheDir),
			cache,
			recompile: /** @type {any} */ (recompile),
			scan: createScan(sources),
			summarise: (request) => {
				const { path: file } = request;
				const { root } = /** @type {SourceFile} */ (byPath.get(file));
				const identity = identify(file, findScope(path.dirname(file)), root);
				return context.summarise({ text: sources.get(file), ...identity, ...request });
			},
		},
	);
	return withUnfollowed(linked);
}
