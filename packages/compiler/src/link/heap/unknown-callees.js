/** @import { FlowCall } from '../../ir/flow.js' */
/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Context } from './context.js' */
/** @import { Value } from './values.js' */
import { isMethodOfPlatform } from '../../knowledge/methods.js';

/** Functions of a module beyond which a call that may run any of them says nothing. */
const MOST_FUNCTIONS = 60;

/** The name of a member that the text does not show. */
const ANY_NAME = '[]';

/**
 * What a call may run of which the analysis has lost the function: `[...rules].sort(byRank)[0](row)`, `Api.prototype[name] = …` in a loop. It is
 * one of the module that the value belongs to, with this name or without one.
 *
 * @param {Context} context
 * @param {{ call: FlowCall, receiver: Value, callee: Value, args: Value[] }} of
 * @returns {{ fn: number, self: Value, given: Value[] }[]}
 */
export function anyCallee(context, { call, receiver, callee, args }) {
	const { name } = call;
	const { elements } = context.heap;
	const value = name === '' ? callee : receiver;
	if (value.size > 0 && isMethodOfPlatform(name)) return [];
	const found = [...modulesOf(context, value, call.callee >= 0 ? call.callee : call.of)];
	return found.flatMap((module) => {
		const fns = module.flow.fns.flatMap((one, index) => {
			const isNamed = one.names.length > 0 && !one.names.includes(ANY_NAME);
			const mayBe = name === '' || !isNamed || one.names.includes(name);
			return mayBe && one.call < 0 && one.unit < 0 ? index : [];
		});
		if (fns.length > MOST_FUNCTIONS) return [];
		return fns.map((fn) => ({ fn: elements.type('fn', module, fn), self: receiver, given: args }));
	});
}

/** @param {Context} context @param {Value} value @param {number} node that gives it @returns {Set<ModuleSummary>} the modules that it belongs to */
function modulesOf({ heap, module, flow }, value, node) {
	/** @type {Set<ModuleSummary>} */
	const found = new Set();
	for (const one of value) {
		const element = heap.elements.get(one);
		const label = element.kind === 'part' ? heap.elements.labels[element.label] : undefined;
		const home = label?.module ?? ('module' in element ? element.module : undefined);
		if (home) found.add(home);
	}
	const from = flow.nodes[node];
	const fact = from?.op === 'import' ? module.imports[from.import] : undefined;
	if (fact && value.size === 0)
		for (const one of heap.program.modulesOf(module, fact)) found.add(one);
	return found;
}
