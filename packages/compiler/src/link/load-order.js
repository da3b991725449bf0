/** @import { ImportFact, ModuleSummary, Span } from '../ir/summary.js' */
/** @import { Program } from './program.js' */

/** In which order the host runs the top levels of modules, as far as the imports show. */
export class LoadOrder {
	/** @param {Program} program */
	constructor(program) {
		this.program = program;
		/** @type {Map<ModuleSummary, number>} */
		this.positions = new Map();
		/** @type {Map<ModuleSummary, Map<ModuleSummary, ImportFact[]>>} */
		this.ways = new Map();
		const imported = new Set([...program.modules.values()].flatMap((one) => this.targets(one)));
		for (const module of program.modules.values()) if (!imported.has(module)) this.visit(module);
		// circles that nothing else imports
		for (const module of program.modules.values()) this.visit(module);
	}

	/** @param {ModuleSummary} module @returns {ModuleSummary[]} what it runs before itself, in order */
	targets(module) {
		return module.imports.flatMap((fact) => {
			const target = fact.isLazy ? null : this.program.moduleOf(module, fact);
			return target && target !== module ? [target] : [];
		});
	}

	/** Numbers a module behind all that it imports. @param {ModuleSummary} root */
	visit(root) {
		const stack = [{ module: root, targets: this.targets(root), at: 0 }];
		const open = new Set(this.positions.has(root) ? [] : [root]);
		if (open.size === 0) return;
		while (stack.length > 0) {
			const top = /** @type {typeof stack[number]} */ (stack.at(-1));
			const next = top.targets[top.at++];
			if (next === undefined) {
				this.positions.set(top.module, this.positions.size);
				stack.pop();
			} else if (!open.has(next) && !this.positions.has(next)) {
				open.add(next);
				stack.push({ module: next, targets: this.targets(next), at: 0 });
			}
		}
	}

	/**
	 * Whether a statement that a module runs while it loads may come before another module is loaded.
	 *
	 * @param {ModuleSummary} module
	 * @param {{ module: ModuleSummary, span: Span }} place of the statement; or in a function of another module, which it calls
	 * @param {ModuleSummary} loaded
	 * @returns {boolean}
	 */
	mayPrecede(module, place, loaded) {
		const own = this.positions.get(module) ?? 0;
		const other = this.positions.get(loaded) ?? 0;
		const facts = this.waysFrom(module).get(loaded);
		if (!facts) return own < other || this.isLazy(module, loaded);
		// Imports run first; `require` and `import()` run where they stand.
		return facts.some(
			(fact) => fact.how !== 'import' && (place.module !== module || isBefore(place.span, fact)),
		);
	}

	/** @param {ModuleSummary} module @returns {Map<ModuleSummary, ImportFact[]>} what it loads at once → its own imports that lead there */
	waysFrom(module) {
		const known = this.ways.get(module);
		if (known) return known;
		/** @type {Map<ModuleSummary, ImportFact[]>} */
		const ways = new Map();
		for (const fact of module.imports) {
			const target = fact.isLazy ? null : this.program.moduleOf(module, fact);
			if (!target || target === module) continue;
			const reached = new Set([target]);
			// a Set grows while it is walked
			for (const one of reached) for (const next of this.targets(one)) reached.add(next);
			for (const one of reached) ways.set(one, [...(ways.get(one) ?? []), fact]);
		}
		this.ways.set(module, ways);
		return ways;
	}

	/** @param {ModuleSummary} module @param {ModuleSummary} loaded @returns {boolean} whether it imports that, or what leads there, when it likes */
	isLazy(module, loaded) {
		return module.imports.some((fact) => {
			const target = fact.isLazy ? this.program.moduleOf(module, fact) : null;
			return target !== null && (target === loaded || this.waysFrom(target).has(loaded));
		});
	}
}

/** @param {Span} left @param {Span} right @returns {boolean} */
const isBefore = ({ start: left }, { start: right }) =>
	left.line < right.line || (left.line === right.line && left.column < right.column);
