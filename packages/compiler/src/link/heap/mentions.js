/** @import { FlowClass, FlowFn, FlowNode } from '../../ir/flow.js' */
/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Found } from '../program.js' */
/** @import { Heap } from './heap.js' */
import { isSame } from './heap.js';
import { basesOf, importOf, nodesOf, topLevelOf } from './mentioned-imports.js';
import { TopLevelEffects } from './top-level-effects.js';

/**
 * What text mentions: an operation, a function, a root; all that a module exports, or all that its top level evaluates.
 *
 * @typedef {{ kind: 'node' | 'fn' | 'root' | 'exports' | 'file', module: ModuleSummary, index: number }} Mention
 */

/**
 * What code may come to by what its text mentions: functions and variables, what those are made of, and what the top level puts into
 * them.
 *
 * A points-to analysis loses functions: those that a loop copies to `exports` or gives to `Object.defineProperty`, what `sort` gives,
 * and what the language calls without a word. But each value has been put together by some text, which names what leads to the function.
 */
export class Mentions {
	/** @param {Heap} heap */
	constructor(heap) {
		this.heap = heap;
		this.effects = new TopLevelEffects(this);
	}

	/** @param {Mention} mention @returns {string} */
	keyOf({ kind, module, index }) {
		return this.heap.keyOf(module, kind, index);
	}

	/** @param {Mention} mention @returns {Mention[]} what it mentions itself */
	within({ kind, module, index }) {
		const { flow } = module;
		switch (kind) {
			case 'node':
				return this.operands(module, index);
			case 'fn': {
				const { from, to } = /** @type {FlowFn} */ (flow.fns[index]);
				const bases = basesOf(flow);
				const { starts } = this.heap.indexOf(module);
				/** @type {number[]} */
				const found = [];
				for (let at = from; at < to; at++) {
					// Functions in it are mentioned where they are made.
					const inner = starts
						.get(at)
						?.find((one) => one !== index && flow.fns[one]?.parent === index);
					if (inner !== undefined) at = /** @type {FlowFn} */ (flow.fns[inner]).to - 1;
					else if (!bases.has(at)) found.push(at);
				}
				return nodesOf(module, found);
			}
			case 'root':
				return nodesOf(module, flow.roots[index]?.values ?? []);
			case 'exports':
				return module.exports
					.flatMap(({ value }) => this.heap.program.ofValue(module, value, [], new Set()))
					.flatMap((one) => this.places(one, []));
			case 'file':
				return nodesOf(module, topLevelOf(module));
		}
	}

	/** @param {ModuleSummary} module @param {number} at a node @returns {Mention[]} what it is made of */
	operands(module, at) {
		const { flow } = module;
		const imported = importOf(flow, at);
		if (imported) {
			const rest = flow.nodes[at]?.op === 'call' ? argumentsOf(flow.nodes[at]) : [];
			return [...this.imports(module, imported), ...nodesOf(module, rest)];
		}
		const node = /** @type {FlowNode} */ (flow.nodes[at]);
		switch (node.op) {
			case 'root':
				return [{ kind: 'root', module, index: node.root }];
			case 'var':
				return nodesOf(module, flow.vars[node.var]?.values ?? []);
			case 'fn':
				return [{ kind: 'fn', module, index: node.fn }];
			case 'class':
				return this.classOf(module, /** @type {FlowClass} */ (flow.classes[node.class]));
			case 'param':
				return nodesOf(module, [flow.fns[node.fn]?.call ?? -1]);
			case 'any':
			case 'copy':
				return nodesOf(module, node.of);
			case 'object':
				return nodesOf(module, [...Object.values(node.members), ...node.spreads]);
			case 'call':
				return nodesOf(module, [node.of, node.callee, ...node.args]);
			case 'set':
				return nodesOf(module, [node.of, node.value]);
			case 'assign':
				return [{ kind: 'root', module, index: node.of }, ...nodesOf(module, [node.value])];
			case 'put':
				return nodesOf(module, [node.value]);
			case 'prop':
			case 'use':
				return nodesOf(module, [node.of]);
			default:
				return [];
		}
	}

	/** @param {ModuleSummary} module @param {FlowClass} definition @returns {Mention[]} */
	classOf(module, { methods, statics, construct, fields, parent }) {
		const fns = [...Object.values(methods), ...Object.values(statics), construct, fields];
		return [
			...fns.filter((one) => one >= 0).map((index) => mention('fn', module, index)),
			...nodesOf(module, [parent]),
		];
	}

	/** @param {ModuleSummary} module @param {{ index: number, path: string[] }} of @returns {Mention[]} what a path of an import leads to */
	imports(module, { index, path }) {
		for (let { length } = path; length >= 0; length--) {
			const found = this.heap.program.ofImport(module, index, path.slice(0, length));
			if (found.length > 0) return found.flatMap((one) => this.places(one, path.slice(length)));
		}
		return [];
	}

	/** @param {Found} found @param {string[]} more names that no export is known of @returns {Mention[]} */
	places(found, more) {
		const { module } = found;
		const { flow, live } = module;
		if (found.kind === 'namespace') {
			// What a loop or a call puts into `exports` has no name that the text shows.
			const isKnown = module.moduleKind !== 'commonjs' && more.length === 0;
			return [mention(isKnown ? 'exports' : 'file', module, 0)];
		}
		const local = 'local' in found ? found.local : null;
		const root = flow.roots.findIndex((one) => one.local === local);
		const fn = flow.fns.findIndex((one) => isSame(one, found, live.codes));
		return [
			...(root < 0 ? [] : [mention('root', module, root)]),
			...(fn < 0 ? [] : [mention('fn', module, fn)]),
		];
	}
}

/** @param {Mention['kind']} kind @param {ModuleSummary} module @param {number} index @returns {Mention} */
const mention = (kind, module, index) => ({ kind, module, index });

/** @param {FlowNode | undefined} node @returns {number[]} */
const argumentsOf = (node) => (node?.op === 'call' ? node.args : []);
