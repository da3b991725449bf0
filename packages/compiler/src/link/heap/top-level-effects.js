/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Mention, Mentions } from './mentions.js' */
import { nodesOf, topLevelOf } from './mentioned-imports.js';

/** Functions within functions, beyond which it is not looked for what a statement changes. */
const DEEPEST = 2;

/**
 * What the top level of modules may put into roots, and into objects that have no name yet: `tools[name] = …`,
 * `registry.set(name, read)`, `register(plugin)`, `Object.assign({}, plugin)`. Code that comes to the root or the object may come to all
 * that such a statement mentions.
 */
export class TopLevelEffects {
	/** @param {Mentions} mentions */
	constructor(mentions) {
		this.mentions = mentions;
		/** By the key of what is changed. @type {Map<string, Mention[]> | null} */
		this.byTarget = null;
	}

	/** @param {Mention} target @returns {Mention[]} nodes */
	on(target) {
		this.byTarget ??= this.findAll();
		return this.byTarget.get(this.mentions.keyOf(target)) ?? [];
	}

	/** @returns {Map<string, Mention[]>} */
	findAll() {
		/** @type {Map<string, Mention[]>} */
		const found = new Map();
		for (const module of this.mentions.heap.modules) {
			for (const one of nodesOf(module, topLevelOf(module))) {
				const node = module.flow.nodes[one.index];
				if (!node || !/^(call|set|assign)$/.test(node.op)) continue;
				const objects = node.op === 'set' ? nodesOf(module, [node.of]) : [];
				const keys = [
					...this.rootsOf(one),
					...objects.map((object) => this.mentions.keyOf(object)),
				];
				for (const key of new Set(keys)) {
					const list = found.get(key);
					if (list) list.push(one);
					else found.set(key, [one]);
				}
			}
		}
		return found;
	}

	/** @param {Mention} effect @returns {Set<string>} keys of the roots that it may change */
	rootsOf(effect) {
		const { mentions } = this;
		/** @type {Set<string>} */
		const roots = new Set();
		const depths = new Map([[mentions.keyOf(effect), { one: effect, depth: 0 }]]);
		// grows while it is walked
		for (const { one, depth } of depths.values()) {
			if (!mentions.heap.modules.has(one.module)) continue;
			if (one.kind === 'exports' || one.kind === 'file') continue;
			const isCode = one.kind === 'root' && isFunction(one.module, one.index);
			if (one.kind === 'root' && !isCode) {
				roots.add(mentions.keyOf(one));
				continue;
			}
			const inner = one.kind === 'fn' ? depth + 1 : depth;
			if (inner > DEEPEST) continue;
			for (const next of mentions.within(one)) {
				const key = mentions.keyOf(next);
				if (!depths.has(key)) depths.set(key, { one: next, depth: inner });
			}
		}
		return roots;
	}
}

/** @param {ModuleSummary} module @param {number} index @returns {boolean} the root is a function, and no class: `Api.prototype.read = …` */
const isFunction = ({ flow }, index) => {
	const { isCode = false, values = [] } = flow.roots[index] ?? {};
	return isCode && values.every((one) => flow.nodes[one]?.op === 'fn');
};
