import { isBuiltin } from 'node:module';
import { scanSpecifiers } from '@lapidary/compiler/link';
import { isSource, RUNTIME } from '../lower/lower.js';
import { filesOfGlobs } from './globs.js';

/**
 * The sources of a program, as far as they are known.
 *
 * @typedef {object} Program
 * @property {Map<string, string>} texts by absolute path
 * @property {Map<string, Map<string, string>>} targets file → specifier → file
 */

/**
 * @typedef {object} WalkContext
 * @property {(specifier: string, from: string) => Promise<string | null>} resolve the bundler's own; null for what is no source of the program
 * @property {(file: string) => string | undefined} read
 */

/**
 * Follow imports by what texts look like, which finds too many rather than too few, to the files that the bundler would take.
 *
 * @param {Program} program gains files
 * @param {readonly string[]} entries absolute paths
 * @param {WalkContext} context
 * @returns {Promise<boolean>} whether there was anything new
 */
export async function walk({ texts, targets }, entries, { resolve, read }) {
	let isChanged = false;
	for (let fresh = [...new Set(entries)]; fresh.length > 0;) {
		const found = await Promise.all(fresh.map(visit));
		fresh = [...new Set(found.flat())].filter((file) => !texts.has(file));
	}
	return isChanged;

	/** @param {string} file @returns {Promise<string[]>} what it imports */
	async function visit(file) {
		const text = read(file);
		if (text === undefined || texts.get(file) === text) return [];
		isChanged = true;
		texts.set(file, text);
		/** @type {Map<string, string>} */
		const own = new Map();
		targets.set(file, own);
		await Promise.all(
			scanSpecifiers(text).map(async (specifier) => {
				if (isBuiltin(specifier) || RUNTIME.test(specifier) || specifier.includes('${')) return;
				const target = await resolve(specifier, file);
				if (target !== null) own.set(specifier, target);
			}),
		);
		return [...own.values(), ...filesOfGlobs(text, file).filter(isSource)];
	}
}
