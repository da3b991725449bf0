/** @import { Diagnostic, SourceRoot } from '../types.js' */
import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { CommandFailure } from '../diagnostics/command-failure.js';
import { noSuchPath, outputOverlapsSource } from '../diagnostics/codes.js';
import { suggest } from '../config/suggest.js';
import { displayPath, isInside, listNames, patternOf } from './paths.js';

/**
 * Find what the paths of the command line stand for: folders, files, and patterns that no shell has expanded.
 *
 * @param {string[]} given
 * @returns {Promise<SourceRoot[]>}
 * @throws {CommandFailure} LP7003 for each path that is not there
 */
export async function findRoots(given) {
	const roots = await Promise.all(given.map(expand));
	const missing = given.filter((_, index) => roots[index].length === 0);
	if (missing.length > 0) throw new CommandFailure(...missing.map(describeMissing));
	return roots.flat();
}

/**
 * @param {string} given
 * @returns {Promise<SourceRoot[]>} empty when there is nothing
 */
async function expand(given) {
	if (existsSync(given)) return [createRoot(given, given)];
	if (!/[*?[\]{}!]/.test(given)) return [];
	const { glob } = await import('tinyglobby');
	const ignore = ['**/node_modules/**', '**/.git/**'];
	const matches = await glob([patternOf(given)], {
		ignore,
		onlyFiles: false,
		expandDirectories: false,
	});
	const base = path.resolve(fixedPartOf(patternOf(given)));
	return matches.sort().map((match) => createRoot(given, match, base));
}

/** @param {string} pattern @returns {string} the folder that all of its matches are in */
const fixedPartOf = (pattern) => /^[^*?[\]{}!()\\]*(?=\/)/.exec(pattern)?.[0] || '.';

/**
 * @param {string} given
 * @param {string} found
 * @param {string} [base] absolute: files keep their place below it; default: the folder of each
 * @returns {SourceRoot}
 */
function createRoot(given, found, base) {
	const absolute = path.resolve(found);
	if (statSync(absolute).isDirectory()) {
		return { given, path: absolute, realPath: realpathSync(absolute) };
	}
	const folder = base ?? path.dirname(absolute);
	return { given, path: folder, realPath: realpathSync(folder), file: absolute };
}

/**
 * @param {string} given
 * @returns {Diagnostic}
 */
function describeMissing(given) {
	const absolute = path.resolve(given);
	const meant = suggest(path.basename(absolute), listNames(path.dirname(absolute)));
	const near = meant && path.join(path.dirname(given), meant);
	const hint = near ? `did you mean \`${near}\`?` : `it was looked for at ${absolute}`;
	return noSuchPath({ path: given, hint });
}

/**
 * Refuse an out-dir from which a build would read, or in which it would overwrite what it reads.
 *
 * Links are followed before the paths are compared.
 *
 * @param {SourceRoot[]} roots
 * @param {string} outDir absolute
 * @param {string} realOutDir with links followed
 * @throws {CommandFailure} LP7004
 */
export function checkOverlap(roots, outDir, realOutDir) {
	for (const { given, realPath, file } of roots) {
		const relation = file
			? relationToFile(realOutDir, realPath)
			: relationToFolder(realOutDir, realPath);
		if (!relation) continue;
		throw new CommandFailure(
			outputOverlapsSource({ output: displayPath(outDir), relation, source: given }),
		);
	}
}

/**
 * @param {string} output
 * @param {string} source
 * @returns {string | undefined} in words; undefined when they are apart
 */
function relationToFolder(output, source) {
	if (output === source) return 'is';
	if (isInside(output, source)) return 'is inside';
	return isInside(source, output) ? 'contains' : undefined;
}

/**
 * Only the file itself is in the way, and only where its own output goes.
 *
 * @param {string} output
 * @param {string} folder of the file
 * @returns {string | undefined}
 */
function relationToFile(output, folder) {
	return output === folder ? 'contains' : undefined;
}
