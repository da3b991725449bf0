/**
 * Find the import cycles of a graph, each once, at its first file in alphabetical order.
 *
 * @param {ReadonlyMap<string, readonly string[]>} graph file → files it imports
 * @returns {string[][]} each cycle as the files along it; the first is not repeated at the end
 */
export function findCycles(graph) {
	/** @type {Map<string, 'open' | 'done'>} */
	const state = new Map();
	/** @type {string[]} */
	const trail = [];
	/** @type {string[][]} */
	const cycles = [];

	/** @param {string} file */
	function visit(file) {
		if (state.get(file) === 'done') return;
		if (state.get(file) === 'open') {
			cycles.push(trail.slice(trail.indexOf(file)));
			return;
		}
		state.set(file, 'open');
		trail.push(file);
		for (const next of graph.get(file) ?? []) visit(next);
		trail.pop();
		state.set(file, 'done');
	}

	for (const file of [...graph.keys()].sort()) visit(file);
	return cycles;
}
