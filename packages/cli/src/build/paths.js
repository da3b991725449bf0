import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @param {string} inner absolute
 * @param {string} outer absolute
 * @returns {boolean} also for `inner === outer`
 */
export function isInside(inner, outer) {
	const relative = path.relative(outer, inner);
	return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/**
 * @param {string} absolute
 * @returns {string} relative to the current directory when it is inside, for messages
 */
export function displayPath(absolute) {
	const relative = path.relative(process.cwd(), absolute) || '.';
	return isInside(absolute, process.cwd()) ? relative : absolute;
}

/** What differs between systems: `path`, or its part for one of them. @typedef {Pick<typeof path, 'relative' | 'isAbsolute' | 'sep'>} Platform */

/**
 * @param {string} folder absolute
 * @param {string} file absolute
 * @param {(part: string) => string} encode each part of the path
 * @param {Platform} [platform]
 * @returns {string} a URL relative to the folder; absolute for what is on another drive of Windows
 */
export function urlFrom(folder, file, encode, platform = path) {
	const relative = platform.relative(folder, file);
	if (!platform.isAbsolute(relative)) return relative.split(platform.sep).map(encode).join('/');
	return pathToFileURL(file, { windows: platform.sep === '\\' }).href;
}

/**
 * @param {string} given by a user, in whose shell a backslash may separate folders
 * @param {Pick<Platform, 'sep'>} [platform]
 * @returns {string} a pattern, in which a backslash takes the meaning of the character after it away
 */
export const patternOf = (given, { sep } = path) =>
	sep === '\\' ? given.replaceAll(sep, '/') : given;

/**
 * Where a path leads once all links are followed, also when it does not exist yet.
 *
 * @param {string} absolute
 * @returns {string}
 * @throws {NodeJS.ErrnoException} ENOENT for a link that leads nowhere: what it stands for cannot be known
 */
export function realPathOf(absolute) {
	try {
		return realpathSync(absolute);
	} catch (error) {
		const isMissing = errorCode(error) === 'ENOENT' && entryType(absolute) === 'none';
		if (!isMissing || path.dirname(absolute) === absolute) throw error;
		return path.join(realPathOf(path.dirname(absolute)), path.basename(absolute));
	}
}

/**
 * @param {string} absolute
 * @returns {'file' | 'folder' | 'link' | 'other' | 'none'} a link is not followed
 */
export function entryType(absolute) {
	const stats = lstatSync(absolute, { throwIfNoEntry: false });
	if (!stats) return 'none';
	if (stats.isSymbolicLink()) return 'link';
	if (stats.isDirectory()) return 'folder';
	return stats.isFile() ? 'file' : 'other';
}

/**
 * @param {string} folder absolute
 * @returns {string[]} names in it; none when it cannot be read, as this only serves suggestions
 */
export function listNames(folder) {
	try {
		return readdirSync(folder);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return [];
	}
}

/** Reasons in words, for messages; the rest keep the code of the operating system. */
const REASONS = new Map([
	['EACCES', 'permission is denied'],
	['EPERM', 'the operation is not permitted'],
	['EROFS', 'the file system is read-only'],
	['ENOSPC', 'no space is left on the device'],
	['ENOENT', 'there is nothing at this path'],
	['ENOTDIR', 'a part of the path is a file'],
	['EISDIR', 'it is a folder'],
	['EEXIST', 'something is there already'],
	['ELOOP', 'its links lead in a circle'],
	['EMFILE', 'too many files are open'],
	['ENAMETOOLONG', 'the name is too long'],
]);

/**
 * @param {unknown} error of `node:fs`
 * @returns {string} a clause
 */
export function reasonOf(error) {
	const code = errorCode(error);
	if (code === undefined) throw error;
	return REASONS.get(code) ?? `${code} (${/** @type {Error} */ (error).message})`;
}

/**
 * @param {unknown} error
 * @returns {string | undefined} 'ENOENT'; undefined for an error that does not come from the operating system
 */
export function errorCode(error) {
	const { code, syscall } = /** @type {NodeJS.ErrnoException} */ (error);
	return syscall === undefined ? undefined : code;
}
