/** @import { Linked } from '@lapidary/compiler/link-files' */
/** @import { PlannedFile } from '../build/plan-outputs.js' */
/** @import { Diagnostic } from '../types.js' */
import path from 'node:path';
import { createPackageScopes } from '@lapidary/compiler/package-scope';
import { displayPath } from '../build/paths.js';
import { movedImport } from '../diagnostics/codes.js';
import { createPackageResolver } from './resolver.js';

/**
 * Find imports between files of a build whose outputs do not lead to each other as the sources do: folders that are given side by side
 * come together in the out-dir, in which `../lib/score.js` leads somewhere else; and what goes by the name of a package, or by `imports`
 * of its package.json, leads from the output to the source.
 *
 * @param {Pick<Linked, 'tree'>} linked
 * @param {readonly PlannedFile[]} files of the whole tree
 * @param {string} outDir absolute
 * @returns {Promise<Diagnostic[]>} LP7050, once for each two folders
 */
export async function findMovedImports({ tree }, files, outDir) {
	if (!tree) return [];
	const byPath = new Map(files.map((file) => [file.path, file]));
	const leadsToSource = createNamedCheck(files, outDir);
	/** @type {Map<string, Diagnostic>} */
	const found = new Map();
	for (const [filename, targets] of tree.graph.imports) {
		for (const [specifier, target] of targets) {
			const [from, to] = [byPath.get(filename), byPath.get(target)];
			if (!from || !to) continue;
			const key = JSON.stringify([from, to].map((one) => path.dirname(one.path)));
			if (found.has(key)) continue;
			const isMoved = specifier.startsWith('.')
				? stepsBetween(from, to, 'path') !== stepsBetween(from, to, 'output')
				: tree.leading.has(target) && leadsToSource(specifier, from);
			if (!isMoved) continue;
			const { imports } = tree.known.get(filename) ?? (await tree.summarise(filename));
			const fact = imports.find((one) => one.specifier === specifier);
			if (!fact) continue; // a comment, a string or a type
			const { start, end } = fact;
			const values = { specifier, file: displayPath(target), output: to.output };
			found.set(key, movedImport(values, { filename, start, end }));
		}
	}
	return [...found.values()];
}

/** @param {PlannedFile} from @param {PlannedFile} to @param {'path' | 'output'} side @returns {string} from folder to folder */
const stepsBetween = (from, to, side) =>
	path.relative(
		path.join(path.sep, path.dirname(from[side])),
		path.join(path.sep, path.dirname(to[side])),
	);

/**
 * @param {readonly PlannedFile[]} files
 * @param {string} outDir absolute
 * @returns {(specifier: string, from: PlannedFile) => boolean} whether the specifier means a source where the output of the file is, too
 */
function createNamedCheck(files, outDir) {
	const findScope = createPackageScopes();
	const sources = new Set(
		files.flatMap(({ path: own, root, relative }) => [own, path.join(root.realPath, relative)]),
	);
	// As Node looks it up: `paths` of a tsconfig.json are for another tool, which writes what they stand for into its output.
	const locate = createPackageResolver({ hasConfig: false });
	return (specifier, from) => {
		const { root = '', name = '' } = findScope(path.dirname(from.path)) ?? {};
		const isOwn = specifier.startsWith('#') || `${specifier}/`.startsWith(`${name}/`);
		// The output has this package.json above it.
		if (isOwn && sources.has(path.join(root, 'package.json'))) return false;
		const folder = path.dirname(path.join(outDir, from.output));
		return ['import', 'require'].some((kind) => {
			const target = locate(specifier, folder, /** @type {'import' | 'require'} */ (kind));
			return target !== null && sources.has(target);
		});
	};
}
