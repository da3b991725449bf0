/** @import { Linked } from './link-files.js' */
/** @import { Diagnostic, Options, SourceFile } from '../types.js' */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { linkSources as linkTexts } from '@lapidary/compiler/link-files';
import { createReadPackage } from '@lapidary/compiler/packages';
import { createPackageScopes, identify } from '@lapidary/compiler/package-scope';
import { describeTree } from './describe-tree.js';
import { withUnfollowed } from './unfollowed.js';

/**
 * Link files on this thread, without an output.
 *
 * @param {readonly SourceFile[]} files with code
 * @param {{ sources: ReadonlyMap<string, string>, options: Pick<Options, 'strict' | 'trust'>, isClosed?: (filename: string) => boolean }} program `sources`: by path, in place of what is on the disk
 * @returns {Promise<{ linked: Linked, diagnostics: Diagnostic[] }>} `diagnostics`: what there is to say of each annotated file alone
 */
export async function linkSources(files, { sources, options, ...closed }) {
	const texts = new Map(sources);
	/** @param {string} file */
	const read = (file) => {
		const text = texts.get(file) ?? readFileSync(file, 'utf8');
		texts.set(file, text);
		return text;
	};
	const roots = new Map(files.map((file) => [file.path, file.root]));
	const findScope = createPackageScopes();
	const { linked, diagnostics } = await linkTexts([...roots.keys()], {
		...describeTree(files),
		...closed,
		strict: options.strict,
		trust: options.trust,
		readPackage: createReadPackage(),
		read,
		identify: (file) =>
			identify(
				file,
				findScope(path.dirname(file)),
				/** @type {SourceFile['root']} */ (roots.get(file)),
			),
	});
	return { linked: await withUnfollowed(linked), diagnostics };
}
