import { parse } from 'acorn';
import { freeNames } from '../../packages/compiler/src/phases/6-emit/free-names.js';

/**
 * The names that a program uses and does not declare.
 *
 * @param {ReadonlyMap<string, string>} files name → JavaScript
 * @returns {Set<string> | null} null when it cannot be parsed
 */
export function namesOutside(files) {
	/** @type {Set<string>} */
	const names = new Set();
	for (const [name, text] of files) {
		try {
			const sourceType = name.endsWith('.cjs') ? 'script' : 'module';
			const tree = parse(text, { ecmaVersion: 'latest', sourceType });
			for (const free of freeNames(/** @type {any} */ (tree))) names.add(free);
		} catch {
			return null; // that it cannot be parsed is the answer
		}
	}
	return names;
}
