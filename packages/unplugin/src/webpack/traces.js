/** @import { Compiler } from './hooks.js' */
import { COMMON, hostsOf, nameOf } from './entries.js';

const NAME = 'lapidary-traces';

/**
 * A plugin that lets a chunk have the files that its units' threads load for auxiliary files, as it has images. Next.js follows these to find
 * out what an entry needs, for `output: 'standalone'` and for hosts of functions: threads load what no module of the entry imports.
 */
export const traces = {
	/** @param {Compiler} compiler */
	apply(compiler) {
		compiler.hooks.thisCompilation.tap(NAME, (/** @type {any} */ compilation) => {
			const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONS;
			compilation.hooks.processAssets.tap({ name: NAME, stage }, () => addFiles(compilation));
		});
	},
};

/** @param {any} compilation whose files have their names */
export function addFiles({ chunks, chunkGraph, entrypoints }) {
	const filesOf = (/** @type {string} */ entry) => [
		...(entrypoints.get(entry)?.getEntrypointChunk().files ?? []),
	];
	for (const chunk of chunks) {
		const hosts = hostsOf(chunkGraph.getChunkModulesIterable(chunk));
		if (hosts.size === 0) continue;
		for (const entry of [COMMON, ...[...hosts].map(nameOf)])
			for (const file of filesOf(entry)) chunk.auxiliaryFiles.add(file);
	}
}
