/**
 * Find what a thread would load with a worker module that does not import it: options for chunks have put them together.
 *
 * @param {string} worker id of the module
 * @param {string} file that has it
 * @param {{ chunks: any[], context: { getModuleInfo: (id: string) => any } }} build
 * @returns {string | undefined} id of one such module; installed packages are not looked at
 */
export function findAbsorbed(worker, file, { chunks, context }) {
	const imported = modulesFrom(worker, context);
	const byName = new Map(chunks.map((one) => [one.fileName, one]));
	const loaded = new Set([file]);
	// a Set grows while it is walked
	for (const name of loaded) {
		const chunk = byName.get(name);
		for (const next of chunk?.imports ?? []) loaded.add(next);
		for (const id of chunk?.moduleIds ?? [])
			if (!imported.has(id) && !/^\0|[\\/]node_modules[\\/]|^rolldown:/.test(id)) return id;
	}
	return undefined;
}

/** @param {string} id @param {{ getModuleInfo: (id: string) => any }} context @returns {Set<string>} it and what it imports, at once or later */
export function modulesFrom(id, context) {
	const found = new Set([id]);
	for (const one of found) {
		const info = context.getModuleInfo(one);
		for (const next of info?.importedIds ?? []) found.add(next);
	}
	return found;
}
