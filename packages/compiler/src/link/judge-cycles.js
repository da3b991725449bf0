/** @import { CodeFact, ImportFact, ModuleSummary, OwnStateFact, Span } from '../ir/summary.js' */
/** @import { Read } from './imported-states.js' */
/** @import { LinkReporter } from './link-reporter.js' */
/** @import { HostChanges } from './host-changes.js' */
/** @import { Program } from './program.js' */
import { cycleEnteredElsewhere, declaredTwiceInWorker } from '../diagnostics/codes.js';
import { evaluationOrder, findCycles } from './cycles.js';
import { importsOfWorkers, loadedLater } from './host-roots.js';
import { readsOf, unitsOf } from './imported-states.js';
import { placeOf, titleOf } from './places.js';
import { reach } from './reach.js';

/** A place where a module uses another one of its cycle while it loads. @typedef {{ module: ModuleSummary, target: ModuleSummary, span: Span }} EarlyUse */

/** More say nothing new. */
const MOST_PLACES = 4;

/**
 * Judge cycles of imports that workers load. The host enters a cycle at one of its modules, and a worker at the one that its units
 * import: the module that is entered first is the last to be complete. Where the file of the units is in the cycle, a worker has what
 * it declares twice: in the worker module, and in the file, which other modules of the cycle import.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter, changes: HostChanges }} context reports LP2042 and LP2043
 */
export function judgeCycles(program, { reporter, changes }) {
	const { order } = changes;
	/** @param {ModuleSummary} module */
	const targetsOf = (module) => order.targets(module);
	const cycles = findCycles(program.modules.values(), targetsOf);
	const isInCycle = [...cycles.values()].some(({ size }) => size > 1);
	for (const module of isInCycle ? program.modules.values() : []) {
		if (!module.units.some(({ isLowered }) => isLowered)) continue;
		const roots = rootsOf(program, module);
		const loaded = [
			...evaluationOrder(
				roots.map(({ target }) => target),
				targetsOf,
			),
		];
		const inWorker = new Map(loaded.map((one, index) => [one, index]));
		const used = modulesUsed(program, module);
		const early = loaded
			.flatMap((one) => [
				...earlyUses(program, one, cycles.get(one) ?? new Set()),
				...(used.has(one) ? valuesTaken(program, one, cycles.get(one) ?? new Set()) : []),
			])
			.filter((one) => isComplete(one, inWorker) !== isComplete(one, order.positions));
		const [first] = early;
		if (!first) continue;
		const cycle = [...(cycles.get(first.module) ?? [])];
		const worker = lastIn(cycle, inWorker);
		const root = roots.find(({ target }) => evaluationOrder([target], targetsOf).has(worker));
		if (!root) continue;
		const params = { worker: titleOf(worker), host: titleOf(lastIn(cycle, order.positions)) };
		const places = early.slice(0, MOST_PLACES).map((one) => ({
			message: `${titleOf(one.module)} uses ${titleOf(one.target)} while it loads`,
			place: placeOf(one.module, one.span),
		}));
		cycleEnteredElsewhere(reporter, placeOf(module, root.fact), params, places);
	}
	/** @type {Set<OwnStateFact>} */
	const told = new Set();
	// What a unit requires while it runs closes a cycle that no order of loading has.
	for (const { module, code } of unitsOf(program))
		if (loadedLater(program, changes.loadedBy(module)).has(module))
			judgeInstances(program, { module, code }, { reporter, changes }, told);
}

/** @param {Program} program @param {ModuleSummary} module annotated @returns {{ fact: ImportFact, target: ModuleSummary }[]} what its worker module imports, in order */
function rootsOf(program, module) {
	const indexes = [...importsOfWorkers(module)].sort((left, right) => left - right);
	return indexes.flatMap((index) => {
		const fact = /** @type {ImportFact} */ (module.imports[index]);
		const target = fact.isLazy ? null : program.moduleOf(module, fact);
		return target && target !== module ? [{ fact, target }] : [];
	});
}

/** @param {EarlyUse} use @param {Map<ModuleSummary, number>} positions of modules, in the order in which they are evaluated @returns {boolean} whether the module that is used is complete */
const isComplete = ({ module, target }, positions) =>
	Number(positions.get(target)) < Number(positions.get(module));

/** @param {ModuleSummary[]} cycle @param {Map<ModuleSummary, number>} positions @returns {ModuleSummary} the module at which the cycle is entered */
const lastIn = (cycle, positions) =>
	cycle.reduce((last, one) =>
		Number(positions.get(one)) > Number(positions.get(last)) ? one : last,
	);

/** @param {Program} program @param {ModuleSummary} annotated @returns {Set<ModuleSummary>} those of which its units run code, as a worker has loaded them */
function modulesUsed(program, annotated) {
	const units = unitsOf(program).filter(({ module }) => module === annotated);
	const foreign = reach(program, units).filter(({ by, module }) => by && by.module !== module);
	return new Set(foreign.map(({ module }) => module));
}

/**
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {Set<ModuleSummary>} cycle it is in
 * @param {number} index of an import
 * @returns {ModuleSummary[]} what it imports, if that is another module of the cycle
 */
function withinCycle(program, module, cycle, index) {
	const target = program.moduleOf(module, /** @type {ImportFact} */ (module.imports[index]));
	return target && target !== module && cycle.has(target) ? [target] : [];
}

/** What a module runs while it loads uses another one. @param {Program} program @param {ModuleSummary} module @param {Set<ModuleSummary>} cycle it is in @returns {EarlyUse[]} */
const earlyUses = (program, module, cycle) =>
	module.live.early.flatMap((span) =>
		withinCycle(program, module, cycle, span.import).map((target) => ({ module, target, span })),
	);

/**
 * `const { label } = require('./label')` takes what is there at once, for functions that are called later, and where that says
 * `module.exports = …`, even `const all = require('./label')` has another object before.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {Set<ModuleSummary>} cycle it is in
 * @returns {EarlyUse[]}
 */
function valuesTaken(program, module, cycle) {
	return module.holders.flatMap(({ import: index, path }) => {
		const span = /** @type {ImportFact} */ (module.imports[index]);
		if (span.how === 'import' || span.isLazy) return [];
		return withinCycle(program, module, cycle, index)
			.filter((one) => path.length > 0 || one.exports.some(({ name }) => name === '='))
			.map((target) => ({ module, target, span }));
	});
}

/**
 * A unit and code that comes to it by a module of the cycle both have an object, a class or a symbol of the unit's file: each has another
 * one. The unit has what its text names, and that by which arguments, `this` and results are known: what others only make instances of makes no
 * difference to the latter.
 *
 * @param {Program} program
 * @param {{ module: ModuleSummary, code: CodeFact }} of the unit
 * @param {{ reporter: LinkReporter, changes: HostChanges }} context
 * @param {Set<OwnStateFact>} told gains what was said of by the declaration alone, which is the same for each unit
 */
function judgeInstances(program, { module, code }, { reporter, changes }, told) {
	const { states } = module.live;
	const unit = module.units[Number(code.unit)];
	if (!unit?.isLowered) return;
	/** @type {Map<OwnStateFact, { span: Span & { isMaking?: boolean }, objects: string[] }>} */
	const named = new Map();
	for (const { state: index, path = [], ...span } of code.reads) {
		const state = /** @type {OwnStateFact} */ (states[index]);
		const object = state.hasIdentity ? objectAt(state, path) : null;
		if (object === null) continue;
		const before = named.get(state);
		before?.objects.push(object);
		if (!before) named.set(state, { span, objects: [object] });
		else if (before.span.isMaking) before.span = span;
	}
	const known = states.filter((one) => unit.known.includes(one.local) && !named.has(one));
	if (named.size + known.length === 0) return;
	const others = readsOf(program, module, code, changes).filter(
		(read) => read.cell.home === module.filename && isOfCycle(read, module),
	);
	/** @param {OwnStateFact} state @param {Span} span @param {readonly string[] | null} objects that the unit names @returns {boolean} */
	const tell = (state, span, objects) => {
		const found = others.find((one) => {
			const object = one.cell.state === state ? objectAt(state, one.cell.rest) : null;
			if (object === null) return false;
			if (objects === null) return object === '' && !('isMaking' in one.span);
			return object === '' || objects.includes('') || objects.includes(object);
		});
		if (!found) return false;
		const by =
			found.module === module ? leadsTo(program, module, found.mention) : titleOf(found.module);
		const message = `${by} comes to this use of it`;
		const params = { name: found.cell.name, unit: unit.name, module: by };
		declaredTwiceInWorker(reporter.ofUnit(module, unit), placeOf(module, span), params, [
			{ message, place: placeOf(found.module, found.span) },
		]);
		return true;
	};
	for (const [state, { span, objects }] of named) tell(state, span, objects);
	for (const state of known) if (!told.has(state) && tell(state, state, null)) told.add(state);
}

/**
 * @param {OwnStateFact} state
 * @param {readonly string[]} path within it
 * @returns {string | null} the name of the object in it that is used, '' for any, or itself; null where that is a number, a function or the like
 */
function objectAt({ objects, isCode }, path) {
	const [first] = path;
	if (first === undefined || isOfWhole(path)) return '';
	// the class in `Shapes.circle.prototype`
	if (objects.includes(first) && isOfWhole(path.slice(1))) return first;
	// of `rows[0].n` the text does not show that it is an object
	if (path.length > 1) return null;
	if (objects.includes(first)) return first;
	// `all.indexOf(held)`, `all[key]`; not static methods, which read what they use
	return !isCode && objects.length > 0 && ELEMENTS.test(first) ? '' : null;
}

/** Methods that give elements, or go through them. */
const ELEMENTS =
	/^(at|concat|entries|every|filter|find|findIndex|findLast|findLastIndex|flat|flatMap|forEach|includes|indexOf|lastIndexOf|map|pop|reduce|reduceRight|reverse|shift|slice|some|sort|splice|values)$/;

/** `Point`, `Point.prototype.isPrototypeOf`. @param {readonly string[]} path within an object @returns {boolean} whether the object as such is used */
const isOfWhole = (path) => path.every((name) => /^(prototype|isPrototypeOf)$/.test(name));

/** Other modules load the whole file, and its functions then use what it declares. @param {Read} read @param {ModuleSummary} module of the unit @returns {boolean} */
const isOfCycle = ({ module: reader, isDirect, mention, before }, module) =>
	reader !== module ||
	(!isDirect && before === null && module.imports[mention.import]?.specifier !== null);

/** @param {Program} program @param {ModuleSummary} module @param {Read['mention']} mention @returns {string} the name of the module that it imports */
function leadsTo(program, module, mention) {
	const target = program.moduleOf(
		module,
		/** @type {ImportFact} */ (module.imports[mention.import]),
	);
	return titleOf(target ?? module);
}
