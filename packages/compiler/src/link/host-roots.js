/** @import { ImportFact, ModuleSummary } from '../ir/summary.js' */
/** @import { PlacedCode } from './reach.js' */
/** @import { Program } from './program.js' */
import { findCycles } from './cycles.js';
import { codesOf } from './reach.js';

/**
 * What the host starts: each module, when it loads it, and what only code outside of the program can call.
 *
 * @param {Program} program
 * @returns {{ loads: PlacedCode[], entries: PlacedCode[] }} `loads`: without what workers repeat of annotated modules
 */
export function hostRoots(program) {
	const imported = importedModules(program);
	const modules = [...program.modules.values()];
	return {
		loads: modules.map((module) => ({ module, code: module.live.loading })),
		entries: modules
			.filter((module) => !imported.has(module))
			.flatMap((module) =>
				module.exports
					.flatMap(({ value }) => program.ofValue(module, value, [], new Set()))
					.flatMap((one) => codesOf(program, one))
					// What is only exported again is called by nobody that is seen.
					.filter((one) => one.code.unit === null && one.module === module),
			),
	};
}

/**
 * The modules that the workers of an annotated one load.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @returns {Set<ModuleSummary>}
 */
export function loadedByWorkers(program, module) {
	/** @type {Set<ModuleSummary>} */
	const loaded = new Set();
	for (const index of importsOfWorkers(module)) {
		const target = program.moduleOf(module, /** @type {ImportFact} */ (module.imports[index]));
		if (target && target !== module) loaded.add(target);
	}
	return withImports(program, loaded);
}

/** @param {ModuleSummary} module annotated @returns {Set<number>} indexes of the imports that its worker module repeats, and of those in its units */
export function importsOfWorkers({ live, sliceImports, effectImports }) {
	return new Set([
		...sliceImports,
		...live.codes
			.filter(({ unit }) => unit !== null)
			.flatMap(({ mentions }) => mentions.map((one) => one.import)),
		...effectImports.filter((one) => one.isRepeated).map((one) => one.import),
	]);
}

/** @param {Program} program @param {Iterable<ModuleSummary>} loaded by a worker @returns {Set<ModuleSummary>} these, and what they load when their functions run */
export function loadedLater(program, loaded) {
	const found = new Set(loaded);
	// a Set grows while it is walked
	for (const module of found)
		for (const fact of module.imports)
			for (const target of program.modulesOf(module, fact)) found.add(target);
	return found;
}

/**
 * @param {Program} program
 * @param {Set<ModuleSummary>} loaded gains what these import when they load
 * @returns {Set<ModuleSummary>} the same
 */
export function withImports(program, loaded) {
	// a Set grows while it is walked
	for (const module of loaded) {
		for (const fact of module.imports) {
			const target = fact.isLazy ? null : program.moduleOf(module, fact);
			if (target) loaded.add(target);
		}
	}
	return loaded;
}

/**
 * @param {Program} program
 * @param {Iterable<ModuleSummary>} loaded
 * @returns {Set<ModuleSummary>} these, and what code in them may import later
 */
export function withLaterImports(program, loaded) {
	const found = new Set(loaded);
	// a Set grows while it is walked
	for (const module of found) {
		if (module.isAnnotated) continue;
		for (const fact of module.imports)
			for (const target of program.modulesOf(module, fact)) found.add(target);
	}
	return found;
}

/**
 * The modules that others import from outside of their own cycle. A program may begin at any module of a cycle that nothing else
 * imports: what that exports is called by code that is not seen.
 *
 * @param {Program} program
 * @returns {Set<ModuleSummary>}
 */
export function importedModules(program) {
	const modules = [...program.modules.values()];
	/** @param {ModuleSummary} module @returns {ModuleSummary[]} */
	const targetsOf = (module) =>
		module.imports.flatMap((fact) => program.moduleOf(module, fact) ?? []);
	const cycles = findCycles(modules, targetsOf);
	/** @type {Set<ModuleSummary>} */
	const imported = new Set();
	for (const module of modules) {
		const own = cycles.get(module);
		for (const target of targetsOf(module)) {
			const cycle = cycles.get(target);
			if (cycle && cycle !== own) for (const one of cycle) imported.add(one);
		}
	}
	return imported;
}
