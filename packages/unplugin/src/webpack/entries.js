import path from 'node:path';
import { fileOf, isSource } from '../lower/lower.js';
import { hashOf, tokenStart } from '../lower/tokens.js';

/** A worker module is its source with this query. */
export const QUERY = '?cpu_bound';

/** @param {string} filename @returns {string} a request of its worker module; a `#` alone would begin a fragment */
export const requestOf = (filename) => filename.replaceAll('#', '\0#') + QUERY;

/** The entry that has the webpack runtime of all worker modules: what several of them import is one module in each thread. */
export const COMMON = 'cpu_bound';

/** @param {string} filename @returns {string} of the entry of its worker module */
export const nameOf = (filename) =>
	`${path.basename(filename).replace(/\.[^.]+$/, '')}.cpu_bound-${hashOf(filename).slice(0, 8)}`;

/** @param {any} output options @returns {[ofWorkers: string, ofCommon: string]} of what entries export */
export const libraryTypes = ({ module: isModule }) =>
	// What a CommonJS file with a runtime exports is the runtime, which exports of an entry would replace.
	isModule ? ['module', 'module'] : ['commonjs2', 'var'];

/**
 * @param {string} name
 * @param {any} compiler
 * @returns {{ name: string } & Record<string, unknown>} options of an entry
 */
export function entryOf(name, { options: { output, optimization }, watchMode }) {
	const isCommon = name === COMMON;
	const [ofWorkers, ofCommon] = libraryTypes(output);
	// A host and its worker module name each other. By what the files have in the end, Rspack finds names for neither, and webpack
	// names that leave the other file out.
	const ofWorker = optimization.realContentHash ? 'chunkhash' : 'contenthash';
	const ofRuntime = watchMode ? 'fullhash' : 'contenthash';
	return {
		name,
		filename: filenameFor(output, isCommon ? ofRuntime : ofWorker),
		...(isCommon
			? {
					library: { type: ofCommon, ...(ofCommon === 'var' ? { name: '$lp_common' } : {}) },
					// With `runtimeChunk` it would be the host's, which names chunks by their hashes. This entry is one of them and would name it.
					runtime: false,
				}
			: { library: { type: ofWorkers }, dependOn: [COMMON] }),
	};
}

/**
 * Next.js has its entries beside the folder of the output, without hashes, and leaves out of a trace what files in that folder alone load.
 * It notes names before the hash of a content is final. Threads that have a runtime keep its modules: it is another one after each change.
 *
 * @param {any} output options
 * @param {'fullhash' | 'chunkhash' | 'contenthash'} hash of the compilation, of the modules in the file, or of the file
 * @returns {string} a template
 */
function filenameFor({ filename, module: isModule }, hash) {
	const [above = ''] = /^(?:\.\.\/)*/.exec(String(filename)) ?? [];
	return `${above}[name]${above === '' ? `-[${hash}:8]` : ''}.${isModule ? 'mjs' : 'cjs'}`;
}

/**
 * Find the sources that have a worker module by the tokens in their code: the transform hook does not run for cached modules.
 *
 * @param {Iterable<any>} modules of a compilation, once they are built
 * @returns {Set<string>} absolute paths
 */
export function hostsOf(modules) {
	/** @type {Set<string>} */
	const found = new Set();
	for (const module of flatten(modules)) {
		const { resource } = module;
		if (!resource || resource.includes('?') || !isSource(fileOf(resource))) continue;
		const file = fileOf(resource);
		const text = module.originalSource?.()?.source();
		if (typeof text === 'string' && text.includes(tokenStart('worker', file))) found.add(file);
	}
	return found;
}

/** @param {Iterable<any>} modules @returns {Generator<any>} those within concatenated ones too */
function* flatten(modules) {
	for (const module of modules) {
		yield module;
		if (module.modules) yield* flatten(module.modules);
	}
}
