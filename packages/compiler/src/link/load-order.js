/** @import { ImportFact, ModuleSummary, Span } from '../ir/summary.js' */
/** @import { Program } from './program.js' */
import { evaluationOrder } from './cycles.js';

/** In which order the host runs the top levels of modules, as far as the imports show. */
export class LoadOrder {
	/** @param {Program} program */
	constructor(program) {
		this.program = program;
		/** @type {Map<ModuleSummary, Map<ModuleSummary, ImportFact[]>>} */
		this.ways = new Map();
		const all = [...program.modules.values()];
		const imported = new Set(all.flatMap((one) => this.targets(one)));
		// cycles that nothing else imports come behind all others
		const roots = [...all.filter((one) => !imported.has(one)), ...all];
		const order = evaluationOrder(roots, (one) => this.targets(one));
		this.positions = new Map([...order].map((module, index) => [module, index]));
	}

	/** @param {ModuleSummary} module @returns {ModuleSummary[]} what it runs before itself, in order */
	targets(module) {
		return module.imports.flatMap((fact) => {
			const target = fact.isLazy ? null : this.program.moduleOf(module, fact);
			return target && target !== module ? [target] : [];
		});
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

	/**
	 * What a module imports has loaded before its own statements run, in each thread. `require` and `import()` may find it loaded by others, or
	 * load it then.
	 *
	 * @param {ModuleSummary} module
	 * @param {ModuleSummary} loaded
	 * @returns {boolean}
	 */
	isImportedBy(module, loaded) {
		const ways = this.waysFrom(module).get(loaded) ?? [];
		return ways.some(({ how }) => how === 'import');
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
