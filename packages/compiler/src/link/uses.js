/** @import { ModuleSummary, UseFact } from '../ir/summary.js' */
/** @import { Callable, Found, Program } from './program.js' */

/** A use, and the module that has it. @typedef {{ module: ModuleSummary, use: UseFact }} PlacedUse */

/**
 * Every use of every unit and function of a program, wherever it stands.
 *
 * @param {Program} program
 * @returns {(callable: Callable) => PlacedUse[]} in the order of the summaries
 */
export function indexUses(program) {
	/** @type {Map<string, PlacedUse[]>} */
	const uses = new Map();
	/** @param {Callable} callable @param {PlacedUse} placed */
	const add = (callable, placed) => {
		const key = keyOf(callable);
		const list = uses.get(key);
		if (list) list.push(placed);
		else uses.set(key, [placed]);
	};
	for (const module of program.modules.values()) {
		for (const use of module.uses) {
			for (const callable of callablesOf(program, module, use)) add(callable, { module, use });
		}
	}
	return (callable) => uses.get(keyOf(callable)) ?? [];
}

/** @param {Program} program @param {ModuleSummary} module @param {UseFact} use @returns {Callable[]} each once */
function callablesOf(program, module, { of, rule }) {
	if (of.kind === 'unit') return [{ kind: 'unit', module, index: of.unit }];
	if (of.kind === 'function') return [{ kind: 'function', module, index: of.function }];
	const found = program.ofImport(module, of.import, of.path);
	// Whoever has an object has the functions in it; calling or awaiting one makes no sense.
	const callables = found.flatMap((one) => {
		if (rule === 'inherit') return isFunction(one) ? [] : program.functionsIn(one);
		if (rule === 'escape') return program.functionsIn(one);
		return isFunction(one) ? [one] : [];
	});
	return [...new Map(callables.map((one) => [keyOf(one), one])).values()];
}

/** @param {Found} found @returns {found is Callable} */
const isFunction = (found) => found.kind === 'unit' || found.kind === 'function';

/** @param {Callable} callable @returns {string} */
export const keyOf = ({ kind, module, index }) => `${kind} ${index} ${module.filename}`;
