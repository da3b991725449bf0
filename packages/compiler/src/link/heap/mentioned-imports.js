/** @import { FlowFacts } from '../../ir/flow.js' */
/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Mention } from './mentions.js' */

/** What is found of each module is asked for again and again. @type {WeakMap<FlowFacts, Set<number>>} */
const bases = new WeakMap();

/**
 * Nodes that only lead to a member of a module: `lib` of `lib.read()`. What else the module exports is not mentioned there.
 *
 * @param {FlowFacts} flow
 * @returns {Set<number>}
 */
export function basesOf(flow) {
	const known = bases.get(flow);
	if (known) return known;
	/** @type {Set<number>} */
	const found = new Set();
	for (const [at, node] of flow.nodes.entries()) {
		if ((node.op === 'prop' || node.op === 'call') && importOf(flow, at)) found.add(node.of);
		const before = flow.nodes[at - 1];
		const isPath = node.op === 'import' && before?.op === 'import' && before.import === node.import;
		if (isPath && node.path.length === before.path.length + 1) found.add(at - 1);
	}
	bases.set(flow, found);
	return found;
}

/**
 * @param {FlowFacts} flow
 * @param {number} node
 * @returns {{ index: number, path: string[] } | null} the import that it gives a part of, by names; `call` gives what it calls
 */
export function importOf({ nodes, roots, vars }, node) {
	/** @type {string[]} */
	const path = [];
	let at = node;
	for (let step = 0; step < LONGEST; step++) {
		const one = nodes[at];
		if (one?.op === 'import') return { index: one.import, path: [...one.path, ...path] };
		const isMember = one?.op === 'prop' || (one?.op === 'call' && at === node && !one.isNew);
		if (isMember && one.of >= 0 && !/^(\[\])?$/.test(one.name)) {
			path.unshift(one.name);
			at = one.of;
		} else if ((one?.op === 'root' || one?.op === 'var') && (at !== node || path.length > 0)) {
			const values = one.op === 'root' ? roots[one.root]?.values : vars[one.var]?.values;
			if (values?.length !== 1) return null;
			at = /** @type {number} */ (values[0]);
		} else return null;
	}
	return null;
}

/** Steps that lead to an import. */
const LONGEST = 12;

/** @param {ModuleSummary} module @returns {number[]} nodes that its workers evaluate when they load it, without those in functions */
export function topLevelOf({ flow, isAnnotated }) {
	const isOfHost = (/** @type {number} */ at) =>
		isAnnotated && flow.loading.some(([from, to]) => from <= at && at < to);
	const inFunctions = new Set(
		flow.fns.flatMap(({ from, to, parent }) =>
			parent < 0 ? Array.from({ length: to - from }, (_, at) => from + at) : [],
		),
	);
	return [...flow.nodes.keys()].filter((at) => !inFunctions.has(at) && !isOfHost(at));
}

/** @param {ModuleSummary} module @param {Iterable<number>} nodes -1 for none @returns {Mention[]} */
export const nodesOf = (module, nodes) =>
	[...nodes].filter((one) => one >= 0).map((index) => ({ kind: 'node', module, index }));
