/** @import { ImportFact, ModuleSummary } from '../ir/summary.js' */
/** @import { PlacedCode } from './reach.js' */
/** @import { Program } from './program.js' */
import { codesOf } from './reach.js';

/**
 * What the host surely starts: modules that no worker loads, and what only code outside of the program can call.
 *
 * @param {Program} program
 * @returns {PlacedCode[]}
 */
export function hostRoots(program) {
	const { imported, loaded } = importsOf(program);
	return [...program.modules.values()].flatMap((module) => {
		const { loading } = module.live;
		const load = { unit: null, function: null, reads: [], changes: [], mentions: loading };
		const entries = module.exports
			.flatMap(({ value }) => program.ofValue(module, value, [], new Set()))
			.flatMap((one) => codesOf(program, one))
			// What is only exported again is called by nobody that is seen.
			.filter((one) => one.code.unit === null && one.module === module);
		return [
			...(loaded.has(module) ? [] : [{ module, code: load }]),
			...(imported.has(module) ? [] : entries),
		];
	});
}

/** @param {Program} program @returns {{ imported: Set<ModuleSummary>, loaded: Set<ModuleSummary> }} `loaded`: by workers */
function importsOf(program) {
	/** @type {Set<ModuleSummary>} */
	const imported = new Set();
	/** @type {Set<ModuleSummary>} */
	const loaded = new Set();
	for (const module of program.modules.values()) {
		const ofUnits = module.live.codes.filter(({ unit }) => unit !== null);
		const byWorkers = new Set([
			...module.sliceImports,
			...ofUnits.flatMap(({ mentions }) => mentions.map((one) => one.import)),
		]);
		for (const [index, fact] of module.imports.entries()) {
			const target = program.moduleOf(module, fact);
			if (!target || target === module) continue;
			imported.add(target);
			if (byWorkers.has(index)) loaded.add(target);
		}
	}
	// a Set grows while it is walked
	for (const module of loaded) {
		for (const fact of module.imports) {
			const target = fact.isLazy
				? null
				: program.moduleOf(module, /** @type {ImportFact} */ (fact));
			if (target) loaded.add(target);
		}
	}
	return { imported, loaded };
}
