import { readdirSync } from 'node:fs';
import path from 'node:path';

const SKIPPED = new Set(['node_modules', '.git', '.nx', 'dist', 'coverage', '.out', '.lapidary']);

/**
 * List the files below a folder, without what tools have put there.
 *
 * @param {string} root
 * @param {(file: string) => boolean} wanted gets each path relative to the root, posix separators
 * @returns {string[]} sorted paths relative to the root, posix separators
 */
export function listFiles(root, wanted) {
	/** @type {string[]} */
	const files = [];
	/** @param {string} folder relative to the root, '' or with a slash at its end */
	function visit(folder) {
		for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
			const file = `${folder}${entry.name}`;
			if (entry.isDirectory() && !SKIPPED.has(entry.name)) visit(`${file}/`);
			else if (entry.isFile() && wanted(file)) files.push(file);
		}
	}
	visit('');
	return files.sort();
}
