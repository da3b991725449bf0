import path from 'node:path';
import { urlFrom } from '../build/paths.js';

/**
 * @param {string} filename absolute; empty for none
 * @returns {string} relative to the current directory, posix separators; empty for none
 */
export function relativeFile(filename) {
	return path.relative(process.cwd(), filename || process.cwd()).replaceAll(path.sep, '/');
}

/**
 * @param {string} filename absolute
 * @returns {string} a URI reference relative to the current directory
 */
export function relativeUri(filename) {
	return urlFrom(process.cwd(), filename, encodeURIComponent);
}
