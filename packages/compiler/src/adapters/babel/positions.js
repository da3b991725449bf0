/** @import { SourceMap } from '../../types.js' */
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

/** @typedef {{ type: string, loc?: any, [field: string]: any }} Tree */

/**
 * Give the nodes of a lowered program the positions of the text that it was lowered from, so that
 * Babel's own source map ends there. What lowering added gets none.
 *
 * @param {Tree} tree as parsed from the lowered text; changed in place
 * @param {SourceMap} map from the lowered text to the source
 */
export function restorePositions(tree, map) {
	const trace = new TraceMap(/** @type {any} */ (map));
	/** @param {{ line: number, column: number }} position */
	const original = (position) => {
		const { line, column } = originalPositionFor(trace, position);
		return line === null ? null : { line, column };
	};
	/** @param {Tree} node */
	const restore = (node) => {
		if (node.loc) {
			const start = original(node.loc.start);
			const end = start && original(node.loc.end);
			if (start)
				Object.assign(node.loc, {
					start: { ...node.loc.start, ...start },
					end: { ...node.loc.end, ...(end ?? start) },
				});
			else node.loc = undefined;
		}
		for (const [key, child] of Object.entries(node)) {
			if (key === 'loc' || key.endsWith('Comments')) continue;
			if (Array.isArray(child))
				child.forEach((one) => typeof one?.type === 'string' && restore(one));
			else if (typeof child?.type === 'string') restore(child);
		}
	};
	restore(tree);
}
