import { modulesFrom } from './absorbed.js';

/**
 * Chunks that a user puts together by hand would bring code of the host into threads, which would run it again. What worker modules
 * import is divided as rollup itself does it: modules that the same entries need are together.
 *
 * @param {any} output options
 * @param {any} context of the plugin; the graph is complete
 * @param {Iterable<string>} workers ids of worker modules
 * @returns {any} null where nothing is put together by hand
 */
export function keepOutOfManualChunks(output, context, workers) {
	const { manualChunks } = output;
	if (
		!manualChunks ||
		Object.keys(manualChunks).length + Number(typeof manualChunks === 'function') === 0
	)
		return null;
	/** @type {Map<string, string>} */
	const groups = groupByEntries(context, new Set(workers));
	/** @type {Map<string, string>} */
	const named = new Map(
		typeof manualChunks === 'function'
			? []
			: Object.entries(manualChunks).flatMap(([name, ids]) =>
					ids.map((/** @type {string} */ id) => [id, name]),
				),
	);
	return {
		...output,
		/** @param {string} id @param {any} api */
		manualChunks: (id, api) =>
			groups.get(id) ??
			(typeof manualChunks === 'function' ? manualChunks(id, api) : nameOf(id, named)),
	};
}

/** @param {string} id @param {Map<string, string>} named by specifiers as the user has written them @returns {string | undefined} */
function nameOf(id, named) {
	for (const [specifier, name] of named)
		if (
			id === specifier ||
			id.includes(`/node_modules/${specifier}/`) ||
			id.endsWith(`/${specifier}`)
		)
			return name;
	return undefined;
}

/**
 * @param {any} context
 * @param {Set<string>} workers
 * @returns {Map<string, string>} module that a worker module imports → name of a chunk
 */
function groupByEntries(context, workers) {
	/** @type {Map<string, string[]>} */
	const entriesOf = new Map();
	const ids = [...context.getModuleIds()];
	const entries = ids.filter((id) => {
		const info = context.getModuleInfo(id);
		return info.isEntry || info.dynamicImporters.length > 0 || workers.has(id);
	});
	const needed = new Set([...workers].flatMap((id) => [...modulesFrom(id, context)]));
	for (const [index, entry] of entries.entries())
		for (const id of modulesFrom(entry, context)) {
			if (!needed.has(id) || entries.includes(id)) continue;
			entriesOf.set(id, [...(entriesOf.get(id) ?? []), String(index)]);
		}
	return new Map([...entriesOf].map(([id, list]) => [id, `cpu_bound-${list.join('-')}`]));
}
