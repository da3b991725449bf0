/** @import { Linked, LinkedTree } from '@lapidary/compiler/link-files' */
/** @import { Diagnostic } from '../types.js' */
import path from 'node:path';
import { displayPath } from '../build/paths.js';
import { unfollowedImport } from '../diagnostics/codes.js';

/**
 * @template {Linked} T
 * @param {T} linked
 * @returns {Promise<T>} with diagnostics of the imports that it has not followed
 */
export async function withUnfollowed(linked) {
	const unfollowed = /** @type {T['diagnostics']} */ (await findUnfollowed(linked));
	return { ...linked, diagnostics: [...linked.diagnostics, ...unfollowed] };
}

/**
 * Say which imports a link has not followed, where that may matter. The scan has found them by what their text looks like;
 * here they are looked for in what a parser says of the files.
 *
 * @param {Pick<Linked, 'tree' | 'summaries'>} linked
 * @returns {Promise<Diagnostic[]>} LP7023, once for each file or package that imports do not reach
 */
async function findUnfollowed({ tree, summaries }) {
	// Imports of units that no file can import need not be found.
	if (!tree || !summaries.some(({ units, exports }) => units.length > 0 && exports.length > 0))
		return [];
	/** @type {Map<string, { file: string, specifier: string, reason: string }[]>} */
	const byKey = new Map();
	for (const [file, specifiers] of tree.graph.outside) {
		for (const [specifier, { key, reason }] of specifiers) {
			const list = byKey.get(key) ?? [];
			byKey.set(key, [...list, { file, specifier, reason }]);
		}
	}
	const missing = await Promise.all([...byKey.values()].map((list) => firstImport(list, tree)));
	const patterns = await Promise.all(
		tree.graph.byPattern.map((file) => importsByPattern(file, tree)),
	);
	return [...missing.flat(), ...patterns.flat()];
}

/**
 * @param {{ file: string, specifier: string, reason: string }[]} list
 * @param {LinkedTree} tree
 * @returns {Promise<Diagnostic[]>} one, or none when all were comments, strings or types
 */
async function firstImport(list, { known, summarise }) {
	for (const { file, specifier, reason } of list) {
		const { imports } = known.get(file) ?? (await summarise(file));
		const fact = imports.find((one) => one.specifier === specifier);
		if (!fact) continue;
		const { start, end } = fact;
		return [unfollowedImport({ specifier, reason }, { filename: file, start, end })];
	}
	return [];
}

/**
 * @param {string} file
 * @param {LinkedTree} tree
 * @returns {Promise<Diagnostic[]>}
 */
async function importsByPattern(file, { known, leading, summarise }) {
	const { patterns } = known.get(file) ?? (await summarise(file));
	return patterns.flatMap(({ pattern, start, end }) => {
		const wanted = expressionOf(path.resolve(path.dirname(file), pattern));
		const target = [...leading].sort().find((one) => wanted.test(one.replaceAll(path.sep, '/')));
		if (target === undefined) return [];
		const reason = `which file it is shows at run time, and \`${displayPath(target)}\` has annotated functions`;
		return [unfollowedImport({ specifier: pattern, reason }, { filename: file, start, end })];
	});
}

/** @param {string} pattern absolute, with `*` @returns {RegExp} for paths with posix separators; an extension may be missing */
function expressionOf(pattern) {
	const parts = pattern.replaceAll(path.sep, '/').split('*');
	const text = parts.map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&')).join('.*');
	const stem = text.replace(/\\\.([cm])?jsx?$/, '\\.$1[jt]sx?');
	return new RegExp(`^${stem}(?:/index)?(?:\\.[cm]?[jt]sx?)?$`);
}
