/** @import { LinkReporter } from './link-reporter.js' */
/** @import { ImportFact, MentionFact, ModuleSummary } from '../ir/summary.js' */
/** @import { RelatedPlace } from '../diagnostics/reporter.js' */
/** @import { HostChanges } from './host-changes.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */
import { effectsOfLoading, effectsThroughACycle, waitsForItself } from '../diagnostics/codes.js';
import { importsOfWorkers, withImports } from './host-roots.js';
import { readsChanged, variablesSent } from './imported-states.js';
import { placeOf, titleOf } from './places.js';
import { reach, targetsOf } from './reach.js';

/** What a module does while it loads that must not be done twice. @typedef {{ places: RelatedPlace[], units: Map<ModuleSummary, string> }} Acts `units`: those that it calls, by the file that has them */

/** @typedef {{ indexes: number[], module: ModuleSummary, acts: Acts }} Loaded `indexes`: of the imports that bring the module into the workers */

/**
 * Judge what workers load of the program. A worker runs the top level of each module that its units import, and of those that
 * these import in turn, once more. A top level that acts on the world, or calls a unit, must not run there: the values that the
 * file gets of such a module cross with each call instead. Where one of them cannot, it is said what happens again.
 *
 * A class of which an instance may come to a worker is no reason to load a module that acts, or that reads what the host changes.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter, needs: Needs, changes: HostChanges }} context reports LP2032, LP3020 and LP3027
 */
export function judgeRepeatedLoads(program, { reporter, needs, changes }) {
	const loads = new Loads(program);
	for (const module of program.modules.values()) {
		if (!module.units.some(({ isLowered }) => isLowered)) continue;
		for (const late of module.lateClasses) {
			if (loads.doesAct(module, late) || readsChanged(program, module, late, changes))
				needs.keepOnHost(module, String(module.imports[late.import]?.specifier));
		}
		for (const typed of module.typedClasses) {
			const fact = /** @type {ImportFact} */ (module.imports[typed.import]);
			const target = program.moduleOf(module, fact);
			const isValue = target?.exports.some(({ name }) => name === fact.name) ?? false;
			const mayLoad =
				isValue && !loads.doesAct(module, typed) && !readsChanged(program, module, typed, changes);
			if (mayLoad) needs.keepTyped(module, typed.name);
		}
		const found = loads.of(module);
		/** @type {Map<number, string[] | null>} */
		const sent = new Map();
		for (const { indexes } of found)
			for (const index of indexes)
				if (!sent.has(index)) sent.set(index, namesSent(program, module, index));
		for (const loaded of found) {
			const names = loaded.indexes.map((index) => sent.get(index) ?? null);
			if (names.every((one) => one !== null)) needs.snapshots(module, names.flat());
			else report(program, module, loaded, { reporter, loads });
		}
	}
}

/** Which modules workers load, and what those do then. */
class Loads {
	/** @param {Program} program */
	constructor(program) {
		this.program = program;
		/** @type {Map<ModuleSummary, Acts>} */
		this.acts = new Map();
	}

	/** @param {ModuleSummary} module annotated @returns {Loaded[]} the modules that do something while its workers load them */
	of(module) {
		/** @type {Map<ModuleSummary, number[]>} */
		const brought = new Map();
		for (const index of importsOfWorkers(module)) {
			const target = this.program.moduleOf(
				module,
				/** @type {ImportFact} */ (module.imports[index]),
			);
			if (!target || (target === module && module.imports[index]?.specifier === null)) continue;
			for (const one of withImports(this.program, new Set([target])))
				brought.set(one, [...(brought.get(one) ?? []), index]);
		}
		return [...brought].flatMap(([one, indexes]) => {
			const acts = one === module ? actsOfOwn(module) : this.actsOf(one);
			return acts.places.length > 0 ? [{ indexes, module: one, acts }] : [];
		});
	}

	/**
	 * @param {ModuleSummary} module annotated
	 * @param {MentionFact} mention of a class
	 * @returns {boolean} whether a worker that loads its module does something again, or loads the annotated module itself
	 */
	doesAct(module, mention) {
		const fact = /** @type {ImportFact} */ (module.imports[mention.import]);
		const target = this.program.moduleOf(module, fact);
		if (!target) return isOfProgram(fact);
		return [...withImports(this.program, new Set([target]))].some(
			(one) =>
				one === module ||
				this.actsOf(one).places.length > 0 ||
				one.imports.some((next) => isOfProgram(next) && !this.program.moduleOf(one, next)),
		);
	}

	/** @param {ModuleSummary} module @returns {Acts} */
	actsOf(module) {
		const known = this.acts.get(module);
		if (known) return known;
		/** @type {Acts} */
		const found = { places: [], units: new Map() };
		this.acts.set(module, found);
		for (const { module: where, code } of reach(this.program, [
			{ module, code: module.live.again ?? module.live.loading },
		])) {
			for (const act of code.acts) if (act.isSure) found.places.push(placeOfAct(where, act));
			for (const mention of code.mentions) {
				const units = targetsOf(this.program, where, mention).codes.filter(
					(one) => one.code.unit !== null,
				);
				if (units.length === 0) continue;
				found.places.push({
					message: 'a call of a unit that each worker makes again',
					place: placeOf(where, mention),
				});
				for (const { module: home, code: unit } of units)
					found.units.set(home, String(home.units[Number(unit.unit)]?.name));
			}
		}
		return found;
	}

	/**
	 * The unit of an annotated file whose result a module waits for while it loads, or that of another file whose workers load
	 * such a module in turn. No worker would ever have loaded it: it waits for a call which waits for such a worker.
	 *
	 * @param {ModuleSummary} annotated
	 * @param {ModuleSummary} module
	 * @returns {string | null}
	 */
	waitsFor(annotated, module) {
		if (module === annotated)
			return annotated.effects.find(({ waitsFor }) => waitsFor !== null)?.waitsFor ?? null;
		const queue = [module];
		const seen = new Set(queue);
		for (const one of queue) {
			if (!one.live.waits) continue;
			const { units } = this.actsOf(one);
			const own = units.get(annotated);
			if (own !== undefined) return own;
			for (const home of units.keys()) {
				for (const next of this.of(home)) {
					if (seen.has(next.module)) continue;
					seen.add(next.module);
					queue.push(next.module);
				}
			}
		}
		return null;
	}
}

/** @param {ImportFact} fact @returns {boolean} code of the program, though nothing may have read it */
const isOfProgram = ({ specifier, isLazy }) =>
	!isLazy && /^\.{1,2}\/(?!.*\.json$)/.test(specifier ?? '');

/** @param {ModuleSummary} module annotated @returns {Acts} of its own top level, without what its workers repeat anyway */
function actsOfOwn(module) {
	const places = module.effects.map((one) => placeOfAct(module, one));
	return { places, units: new Map() };
}

/** @param {ModuleSummary} module @param {ModuleSummary['effects'][number] | ModuleSummary['live']['loading']['acts'][number]} act @returns {RelatedPlace} */
const placeOfAct = (module, act) => ({
	message: `runs in each worker: \`${act.text}\``,
	place: placeOf(module, act),
});

/**
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {number} index of an import
 * @returns {string[] | null} the variables that can have its values by each call; null where one cannot
 */
function namesSent(program, module, index) {
	const isTouched = module.live.codes.some(
		({ unit, touches }) =>
			unit !== null && touches.some((one) => one.isSure && one.import === index),
	);
	if (isTouched) return null;
	const names = variablesSent(program, module, { import: index, path: [] });
	return names && names.length > 0 ? names : null;
}

/**
 * @param {Program} program
 * @param {ModuleSummary} annotated
 * @param {Loaded} loaded
 * @param {{ reporter: LinkReporter, loads: Loads }} context
 */
function report(program, annotated, { indexes, module, acts }, { reporter, loads }) {
	const index = /** @type {number} */ (indexes[0]);
	const fact = /** @type {ImportFact} */ (annotated.imports[index]);
	const place = placeOf(annotated, fact);
	const target = /** @type {ModuleSummary} */ (program.moduleOf(annotated, fact));
	const way = wayTo(target, module, program) ?? [];
	const places = [...way, ...acts.places.slice(0, MOST_PLACES)];
	const params = { specifier: `\`${fact.specifier}\``, module: titleOf(module) };
	const unit = loads.waitsFor(annotated, module);
	if (unit !== null) {
		const optional = annotated.units.filter((one) => one.isLowered && one.isOptional);
		const isOptional = optional.length > 0 && optional.length === annotated.units.length;
		const views = isOptional ? optional.map((one) => reporter.ofUnit(annotated, one)) : [reporter];
		for (const view of views) waitsForItself(view, place, { ...params, unit }, places);
	} else if (module === annotated) effectsThroughACycle(reporter, place, params, places);
	else effectsOfLoading(reporter, place, params, places);
}

/** More say nothing new. */
const MOST_PLACES = 6;

/**
 * The shortest way from one module to another, by imports that run when a module does.
 *
 * @param {ModuleSummary} from
 * @param {ModuleSummary} to
 * @param {Program} program
 * @returns {RelatedPlace[] | null} the imports on it; null when there is none
 */
function wayTo(from, to, program) {
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
