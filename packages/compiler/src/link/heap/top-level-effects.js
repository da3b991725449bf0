/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Mention, Mentions } from './mentions.js' */
import { nodesOf, topLevelOf } from './mentioned-imports.js';

/** Functions within functions, beyond which it is not looked for what a statement changes. */
const DEEPEST = 2;

/**
 * What the top level of modules may put into roots: `tools[name] = …`, `registry.set(name, read)`, `register(plugin)`. Who comes to the
 * root may come to all that such a statement mentions.
 */
export class TopLevelEffects {
	/** @param {Mentions} mentions */
	constructor(mentions) {
		this.mentions = mentions;
		/** By the key of the root. @type {Map<string, Mention[]> | null} */
		this.byRoot = null;
	}

	/** @param {Mention} root @returns {Mention[]} nodes */
	on(root) {
		this.byRoot ??= this.findAll();
		return this.byRoot.get(this.mentions.keyOf(root)) ?? [];
	}

	/** @returns {Map<string, Mention[]>} */
	findAll() {
		/** @type {Map<string, Mention[]>} */
		const found = new Map();
		for (const module of this.mentions.heap.modules) {
			for (const one of nodesOf(module, topLevelOf(module))) {
				const node = module.flow.nodes[one.index];
				if (!node || !/^(call|set|assign)$/.test(node.op)) continue;
				for (const key of this.rootsOf(one)) {
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
