/** @import { Diagnostic, SourceFile, SourceRoot } from '../types.js' */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { linkLeavesSource, unreadableFile } from '../diagnostics/codes.js';
import { displayPath, isInside, patternOf, reasonOf } from './paths.js';

/** Never a source of its own. `.git` is a file in a submodule. */
const SKIPPED = new Set(['node_modules', '.git']);

/**
 * @typedef {object} Walk
 * @property {SourceFile[]} files
 * @property {Diagnostic[]} diagnostics
 * @property {ReadonlySet<string>} ignored absolute paths
 * @property {ReadonlySet<string>} skipped absolute real paths of folders that are left out: an out-dir, and results that are kept
 */

/**
 * List the files below the given roots, folder by folder, by name: the order does not depend on the file system.
 *
 * Links to files are files. Links to folders are followed while they stay inside their root, since what is behind them is
 * part of it; what is outside is not, and is reported.
 *
 * @param {SourceRoot[]} roots
 * @param {{ ignore: string[], cacheDir?: string, skip?: string }} options `skip`: real path of an out-dir
 * @returns {Promise<{ files: SourceFile[], diagnostics: Diagnostic[] }>} reports LP7002, LP7017
 */
export async function walkSources(roots, { ignore, cacheDir, skip }) {
	/** @type {SourceFile[]} */
	const files = [];
	/** @type {Diagnostic[]} */
	const diagnostics = [];
	const kept = cacheDir && existsSync(cacheDir) ? realpathSync(cacheDir) : undefined;
	const skipped = new Set([skip, kept].flatMap((one) => one ?? []));
	for (const root of roots) {
		const ignored = await findIgnored(root, ignore);
		/** @type {Walk} */
		const walk = { files, diagnostics, ignored, skipped };
		if (root.file) addFile(root.file, root, walk);
		else walkFolder(root.path, root, [root.realPath], walk);
	}
	return { files, diagnostics };
}

/**
 * @param {SourceRoot} root
 * @param {string[]} patterns
 * @returns {Promise<Set<string>>} absolute paths of files and folders
 */
async function findIgnored(root, patterns) {
	if (patterns.length === 0) return new Set();
	const { glob } = await import('tinyglobby');
	const found = await glob(
		patterns.map((one) => patternOf(one)),
		{
			cwd: root.path,
			dot: true,
			onlyFiles: false,
			absolute: true,
			followSymbolicLinks: false,
			ignore: ['**/node_modules/**', '**/.git/**'],
		},
	);
	return new Set(found.map((one) => path.resolve(one)));
}

/**
 * @param {string} folder absolute
 * @param {SourceRoot} root
 * @param {string[]} chain real paths of the folders that the walk is in, from the root: a link into it never ends
 * @param {Walk} walk
 */
function walkFolder(folder, root, chain, walk) {
	let entries;
	try {
		entries = readdirSync(folder, { withFileTypes: true });
	} catch (error) {
		walk.diagnostics.push(unreadable(folder, reasonOf(error)));
		return;
	}
	entries.sort((left, right) => (left.name < right.name ? -1 : 1));
	for (const entry of entries) {
		const absolute = path.join(folder, entry.name);
		if (walk.ignored.has(absolute)) continue;
		if (SKIPPED.has(entry.name)) continue;
		if (entry.isFile()) walk.files.push(sourceFile(absolute, root));
		else if (entry.isDirectory()) enterFolder(absolute, root, chain, walk);
		else if (entry.isSymbolicLink()) followLink(absolute, root, chain, walk);
		else walk.diagnostics.push(unreadable(absolute, 'it is neither a file nor a folder'));
	}
}

/**
 * @param {string} folder absolute, no link
 * @param {SourceRoot} root
 * @param {string[]} chain
 * @param {Walk} walk
 */
function enterFolder(folder, root, chain, walk) {
	const realPath = path.join(chain[chain.length - 1], path.basename(folder));
	if (!walk.skipped.has(realPath)) walkFolder(folder, root, [...chain, realPath], walk);
}

/**
 * @param {string} link absolute
 * @param {SourceRoot} root
 * @param {string[]} chain
 * @param {Walk} walk
 */
function followLink(link, root, chain, walk) {
	let realPath;
	try {
		realPath = realpathSync(link);
	} catch (error) {
		walk.diagnostics.push(unreadable(link, `the link leads nowhere; ${reasonOf(error)}`));
		return;
	}
	if (!statSync(realPath).isDirectory()) addFile(link, root, walk);
	else if (walk.skipped.has(realPath)) return;
	else if (!isInside(realPath, root.realPath)) {
		walk.diagnostics.push(leftOut(link, `it is not inside \`${root.given}\``));
	} else if (chain.includes(realPath)) {
		walk.diagnostics.push(leftOut(link, 'it holds the link itself'));
	} else walkFolder(link, root, [...chain, realPath], walk);
}

/**
 * @param {string} absolute a file, or a link to one
 * @param {SourceRoot} root
 * @param {Walk} walk
 */
function addFile(absolute, root, walk) {
	if (statSync(absolute).isFile()) walk.files.push(sourceFile(absolute, root));
	else walk.diagnostics.push(unreadable(absolute, 'it is neither a file nor a folder'));
}

/**
 * @param {string} absolute
 * @param {SourceRoot} root
 * @returns {SourceFile}
 */
function sourceFile(absolute, root) {
	return { path: absolute, relative: absolute.slice(root.path.length).replace(/^[\\/]/, ''), root };
}

/**
 * @param {string} filename absolute
 * @param {string} reason
 * @returns {Diagnostic}
 */
function unreadable(filename, reason) {
	return unreadableFile({ path: displayPath(filename), reason }, { filename });
}

/**
 * @param {string} filename absolute
 * @param {string} reason
 * @returns {Diagnostic}
 */
function leftOut(filename, reason) {
	return linkLeavesSource({ path: displayPath(filename), reason }, { filename });
}
