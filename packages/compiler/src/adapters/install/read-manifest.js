import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} folder absolute
 * @returns {Record<string, unknown> | undefined} its package.json; undefined without one, empty for what is no JSON: Node and
 *   the package manager say so
 */
export function readManifest(folder) {
	let text;
	try {
		text = readFileSync(path.join(folder, 'package.json'), 'utf8');
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).syscall === undefined) throw error;
		return undefined;
	}
	try {
		return Object(JSON.parse(text));
	} catch (error) {
		if (/** @type {Error} */ (error).name !== 'SyntaxError') throw error;
		return {};
	}
}
