/** @import { Linked } from '@lapidary/compiler/link-files' */
/** @import { PlannedFile } from '../build/plan-outputs.js' */
/** @import { Diagnostic } from '../types.js' */
import path from 'node:path';
import { displayPath } from '../build/paths.js';
import { movedImport } from '../diagnostics/codes.js';

/**
 * Find imports between files of a build whose outputs do not lie to each other as the sources do: folders that are given side by side
 * come together in the out-dir, in which `../lib/score.js` leads somewhere else.
 *
 * @param {Pick<Linked, 'tree'>} linked
 * @param {readonly PlannedFile[]} files of the whole tree
 * @returns {Promise<Diagnostic[]>} LP7050, once for each two folders
 */
export async function findMovedImports({ tree }, files) {
	if (!tree) return [];
	const byPath = new Map(files.map((file) => [file.path, file]));
	/** @type {Map<string, Diagnostic>} */
	const found = new Map();
	for (const [filename, targets] of tree.graph.imports) {
		for (const [specifier, target] of targets) {
			const [from, to] = [byPath.get(filename), byPath.get(target)];
			if (!from || !to || !specifier.startsWith('.')) continue;
			const key = JSON.stringify([from, to].map((one) => path.dirname(one.path)));
			if (found.has(key) || stepsBetween(from, to, 'path') === stepsBetween(from, to, 'output'))
				continue;
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
