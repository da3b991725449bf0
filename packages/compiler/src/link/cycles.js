/** @import { ModuleSummary } from '../ir/summary.js' */

/** Says which modules a module imports, in order. @typedef {(module: ModuleSummary) => readonly ModuleSummary[]} TargetsOf */

/**
 * The order in which modules are evaluated: each behind all that it imports, but for imports that close a cycle.
 *
 * @param {Iterable<ModuleSummary>} roots in the order in which they are loaded
 * @param {TargetsOf} targetsOf
 * @returns {Set<ModuleSummary>} of a cycle, the module at which it was entered is the last
 */
export function evaluationOrder(roots, targetsOf) {
	/** @type {Set<ModuleSummary>} */
	const done = new Set();
	for (const root of roots) {
		if (done.has(root)) continue;
		const open = new Set([root]);
		const stack = [{ module: root, targets: targetsOf(root), at: 0 }];
		for (let top = stack.at(-1); top; top = stack.at(-1)) {
			const next = top.targets[top.at++];
			if (next === undefined) {
				done.add(top.module);
				stack.pop();
			} else if (!open.has(next) && !done.has(next)) {
				open.add(next);
				stack.push({ module: next, targets: targetsOf(next), at: 0 });
			}
		}
	}
	return done;
}

/**
 * The modules that import each other, directly or by way of others.
 *
 * @param {Iterable<ModuleSummary>} modules
 * @param {TargetsOf} targetsOf
 * @returns {Map<ModuleSummary, Set<ModuleSummary>>} by each module; one that is in no cycle is alone in its set
 */
export function findCycles(modules, targetsOf) {
	const order = [...evaluationOrder(modules, targetsOf)];
	/** @type {Map<ModuleSummary, ModuleSummary[]>} */
	const importers = new Map(order.map((module) => [module, []]));
	for (const module of order)
		for (const target of targetsOf(module)) importers.get(target)?.push(module);
	/** @type {Map<ModuleSummary, Set<ModuleSummary>>} */
	const cycles = new Map();
	for (const root of order.reverse()) {
		if (cycles.has(root)) continue;
		const cycle = new Set([root]);
		// a Set grows while it is walked
		for (const one of cycle) {
			cycles.set(one, cycle);
			for (const importer of importers.get(one) ?? [])
				if (!cycles.has(importer)) cycle.add(importer);
		}
	}
	return cycles;
}
