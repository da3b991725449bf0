/** @import { ImportFact, ModuleSummary } from '../ir/summary.js' */
/** @import { RelatedPlace, Reporter } from '../diagnostics/reporter.js' */
/** @import { Program } from './program.js' */
import { effectsThroughACycle, waitsForItself } from '../diagnostics/codes.js';
import { placeOf, titleOf } from './places.js';

/**
 * Find worker modules whose imports lead back to their own source: its top level, which stays out of the worker
 * module, would run in each worker after all.
 *
 * @param {Program} program
 * @param {Reporter} reporter LP2032, LP3020
 */
export function judgeCycles(program, reporter) {
	for (const module of program.modules.values()) {
		if (module.effects.length === 0) continue;
		const reached = new Set();
		for (const index of module.sliceImports) {
			const fact = /** @type {ImportFact} */ (module.imports[index]);
			const target = program.moduleOf(module, fact);
			if (!target || reached.has(target)) continue;
			reached.add(target);
			const path = wayBack(target, module, program);
			if (!path) continue;
			const effects = module.effects.map((one) => ({
				message: `runs in each worker: \`${one.text}\``,
				place: placeOf(module, one),
			}));
			const specifier = `\`${fact.specifier}\``;
			const places = [...path, ...effects];
			const waiting = module.effects.find(({ waitsFor }) => waitsFor !== null);
			const place = placeOf(module, fact);
			// A worker that runs the statement would wait for a call that waits for such a worker.
			if (waiting)
				waitsForItself(reporter, place, { specifier, unit: String(waiting.waitsFor) }, places);
			else effectsThroughACycle(reporter, place, { specifier }, places);
		}
	}
}

/**
 * The shortest way from one module to another, by imports that run when a module does.
 *
 * @param {ModuleSummary} from
 * @param {ModuleSummary} to
 * @param {Program} program
 * @returns {RelatedPlace[] | null} the imports on it; null when there is none
 */
function wayBack(from, to, program) {
	if (from === to) return [];
	/** @type {{ module: ModuleSummary, path: RelatedPlace[] }[]} */
	const queue = [{ module: from, path: [] }];
	const seen = new Set([from]);
	for (const { module, path } of queue) {
		for (const fact of module.imports) {
			const next = fact.isLazy ? null : program.moduleOf(module, fact);
			if (!next || seen.has(next)) continue;
			seen.add(next);
			const step = { message: `${titleOf(next)} is imported here`, place: placeOf(module, fact) };
			if (next === to) return [...path, step];
			queue.push({ module: next, path: [...path, step] });
		}
	}
	return null;
}
