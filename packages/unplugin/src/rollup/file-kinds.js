// Node takes a file for an ES module or for CommonJS by its name: worker modules are files that a plain build does not have.
import path from 'node:path';
import { createPackageScopes } from '@lapidary/compiler/package-scope';

/**
 * Let chunks have the extension of the entries, where options name that of the entries alone: `.cjs` in a package of ES modules.
 *
 * @template {Record<string, any>} T
 * @param {T} output options, as the user has given them
 * @returns {T}
 */
export function alignExtensions(output) {
	const { entryFileNames, chunkFileNames } = output;
	const [extension] =
		/\.[cm]js$/.exec(typeof entryFileNames === 'string' ? entryFileNames : '') ?? [];
	return extension === undefined || chunkFileNames !== undefined
		? output
		: { ...output, chunkFileNames: `[name]-[hash]${extension}` };
}

/**
 * @param {Record<string, any>[]} chunks
 * @param {Iterable<string>} workers files of worker modules
 * @param {{ dir?: string, format: string }} output options
 * @returns {string | undefined} a worker module that Node takes for another kind of module than it is, though it takes entries for what they are
 */
export function findMisnamed(chunks, workers, { dir = '', format }) {
	const kind = /^(cjs|commonjs)$/.test(format) ? 'commonjs' : 'module';
	const findScope = createPackageScopes();
	/** @param {string} file @returns {string} */
	const kindOf = (file) => {
		const [, letter] = /\.([cm])js$/.exec(file) ?? [];
		if (letter) return letter === 'c' ? 'commonjs' : 'module';
		// Node looks at the syntax where package.json is silent.
		return findScope(path.resolve(dir, path.dirname(file)))?.type ?? kind;
	};
	const areEntriesRight = chunks.some((one) => one.isEntry && kindOf(one.fileName) === kind);
	return areEntriesRight ? [...workers].find((one) => kindOf(one) !== kind) : undefined;
}
