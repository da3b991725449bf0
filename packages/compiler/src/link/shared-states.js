/** @import { LinkReporter } from './link-reporter.js' */
/** @import { ModuleSummary, Span } from '../ir/summary.js' */
/** @import { RelatedPlace, Reporter } from '../diagnostics/reporter.js' */
/** @import { Change, HostChanges, Seen } from './host-changes.js' */
/** @import { Program } from './program.js' */
/** @import { PlacedCode, Reached } from './reach.js' */
import { importedState } from '../diagnostics/codes.js';
import { overlaps } from './cells.js';
import { changesOf, readsIn } from './host-changes.js';
import { keyOf, unitsOf } from './imported-states.js';
import { placeOf, titleOf } from './places.js';
import { reach } from './reach.js';

/**
 * What differs of a state that a worker changes in its own copy.
 *
 * @typedef {object} Difference
 * @property {Change['cell']} cell
 * @property {Change} ofUnit
 * @property {Seen | null} byUnit
 * @property {Seen | null} byHost
 * @property {Change | null} ofHost by code that workers run, too; other changes of the host's are judged for themselves
 */

/**
 * Judge state of imported modules that units change. Each thread has such a module for itself: a counter that the host and a unit
 * step counts for each of them, what a unit adds to a list the host does not find there, and a call does not see what calls in other
 * threads have left. State that remembers what any thread computes alike, and state that nothing reads, makes no difference.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter, changes: HostChanges, told: Set<string> }} context reports LP2022; `told`: keys of what was
 *   reported before; gains these
 */
export function judgeSharedStates(program, { reporter, changes, told }) {
	const units = unitsOf(program)
		.filter(({ module, code }) => module.units[Number(code.unit)]?.isLowered)
		.map((one) => ({ ...one, reached: reach(program, [one]) }));
	/** @type {Seen[] | undefined} */
	let reads;
	for (const { module, code, reached } of units) {
		const unit = /** @type {ModuleSummary['units'][number]} */ (module.units[Number(code.unit)]);
		const changed = changesOfUnit(program, module, reached);
		if (changed.length === 0) continue;
		reads ??= units.flatMap((one) => one.reached.flatMap((each) => readsIn(program, each)));
		for (const found of differencesOf(module, { changed, reads, changes })) {
			if (told.has(keyOf(unit.id, found.cell))) continue;
			told.add(keyOf(unit.id, found.cell));
			report(reporter.ofUnit(module, unit), { module, code, unit }, found);
		}
	}
}

/**
 * It changes a state, to what another thread would not compute. What methods change of their instances is judged where their code
 * is known, as state that no name leads to.
 *
 * @param {Change} change
 * @returns {boolean}
 */
export const isTold = ({ cell, kind, isSure, isKept }) =>
	cell.module !== null && !cell.state?.isPerThread && !isKept && kind === 'change' && isSure;

/** What a unit changes of its own file, the compiler has told. @param {Program} program @param {ModuleSummary} module @param {Reached[]} reached by the unit @returns {Change[]} */
const changesOfUnit = (program, module, reached) =>
	reached
		.flatMap((one) => changesOf(program, one))
		.filter((one) => isTold(one) && !(one.module === module && one.cell.home === module.filename));

/**
 * @param {ModuleSummary} module of the unit
 * @param {{ changed: Change[], reads: Seen[], changes: HostChanges }} of `reads`: by all units
 * @returns {Difference[]} one of each state
 */
function differencesOf(module, { changed, reads, changes }) {
	/** @type {Map<string, Difference>} */
	const found = new Map();
	for (const change of changed) {
		const { cell } = change;
		if (found.has(cell.key)) continue;
		const host = changes.ofHost(cell.home, module);
		const sees = (/** @type {Seen} */ one) => overlaps(one.cell, cell);
		const difference = {
			cell,
			ofUnit: change,
			byUnit: reads.find(sees) ?? null,
			byHost: host.reads.find(sees) ?? null,
			ofHost: host.changes.find((one) => isTold(one) && overlaps(cell, one.cell)) ?? null,
		};
		if (difference.byHost || difference.byUnit) found.set(cell.key, difference);
	}
	return [...found.values()];
}

/**
 * @param {Reporter} reporter
 * @param {PlacedCode & { unit: ModuleSummary['units'][number] }} of
 * @param {Difference} difference
 */
function report(reporter, { module, unit }, { cell, ofUnit, byUnit, byHost, ofHost }) {
	/** @type {Map<string, RelatedPlace>} */
	const related = new Map();
	/** @param {string} message @param {ModuleSummary} at @param {Span} span */
	const add = (message, at, span) => {
		const place = placeOf(at, span);
		const key = `${place.filename} ${place.start.line}:${place.start.column}`;
		if (!related.has(key)) related.set(key, { message, place });
	};
	/** @param {string} message @param {{ module: ModuleSummary, span: Span, by: Reached['by'] } | null} at */
	const addWay = (message, at) => {
		if (!at) return;
		add(message, at.module, at.span);
		if (at.by) add('the host comes to that from here', at.by.module, at.by.span);
	};
	if (cell.module && cell.state) add(`\`${cell.name}\` is declared here`, cell.module, cell.state);
	add('the worker changes it here', ofUnit.module, ofUnit.span);
	addWay('the host reads it here', byHost);
	if (byUnit) addWay('the host changes it here', ofHost);
	const what =
		ofHost && byUnit
			? 'neither the unit nor the host would see what the other changes in it'
			: byHost
				? 'the host would not see what the unit changes in it'
				: 'a call would not see what calls in other threads change in it';
	const params = {
		name: cell.name,
		module: titleOf(/** @type {ModuleSummary} */ (cell.module)),
		unit: unit.name,
		what,
	};
	importedState(reporter, placeOf(module, unit.place), params, [...related.values()]);
}
