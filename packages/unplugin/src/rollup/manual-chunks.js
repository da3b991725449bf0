import { modulesFrom } from './absorbed.js';

/**
 * Chunks that a user puts together by hand would bring code of the host into threads, which would run it again. What worker modules
 * import is divided as rollup itself does it: modules that the same entries need are together. A list of modules in place of a
 * function is left as it is: most name packages, and `findAbsorbed` looks at what comes of the others.
 *
 * @param {any} output options
 * @param {any} context of the plugin; the graph is complete
 * @param {Iterable<string>} workers ids of worker modules
 * @returns {any} options
 */
export function keepOutOfManualChunks(output, context, workers) {
	const { manualChunks } = output;
	if (typeof manualChunks !== 'function') return output;
	const groups = groupByEntries(context, new Set(workers));
	return {
		...output,
		/** @param {string} id @param {any} api */
		manualChunks: (id, api) => groups.get(id) ?? manualChunks(id, api),
	};
}

/**
 * @param {any} context
 * @param {Set<string>} workers
 * @returns {Map<string, string>} worker module, or module that one imports → name of a chunk
 */
function groupByEntries(context, workers) {
	/** @type {Map<string, number[]>} */
	const entriesOf = new Map();
	const entries = [...context.getModuleIds()].filter((id) => {
		const info = context.getModuleInfo(id);
		return info.isEntry || info.dynamicImporters.length > 0 || workers.has(id);
	});
	const needed = new Set([...workers].flatMap((id) => [...modulesFrom(id, context)]));
	for (const [index, entry] of entries.entries()) {
		for (const id of modulesFrom(entry, context))
			if (needed.has(id)) entriesOf.set(id, [...(entriesOf.get(id) ?? []), index]);
	}
	return new Map([...entriesOf].map(([id, list]) => [id, `cpu_bound-${list.join('-')}`]));
}
