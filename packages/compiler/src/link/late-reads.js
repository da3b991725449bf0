/** @import { LateReadFact, ModuleSummary, Span } from '../ir/summary.js' */
/** @import { LinkReporter } from './link-reporter.js' */
/** @import { Cell } from './cells.js' */
/** @import { Change, HostChanges } from './host-changes.js' */
/** @import { Program } from './program.js' */
/** @import { PlacedCode } from './reach.js' */
import { readAfterAwait } from '../diagnostics/codes.js';
import { cellsOf, overlaps, ownCell } from './cells.js';
import { unitsOf } from './imported-states.js';
import { placeOf } from './places.js';
import { codesOf } from './reach.js';

/** A place of the text of a module, and the function around it. @typedef {Span & { within?: string }} Place */

/**
 * Judge what units read after they have let other code run, of values that cross with the call: another file may change such a value
 * while the unit waits, in a function that the unit is given, say. What the file of the unit itself changes, the compiler judges.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter, changes: HostChanges }} context reports LP2017
 */
export function judgeLateReads(program, { reporter, changes }) {
	for (const placed of unitsOf(program)) {
		const { module } = placed;
		const unit = /** @type {ModuleSummary['units'][number]} */ (
			module.units[Number(placed.code.unit)]
		);
		for (const read of unit.late) {
			const change = changeDuring(program, placed, read, changes);
			if (!change) continue;
			const { name, when, event } = read;
			const value = 'the value that it had at the call';
			const related = [
				{ message: 'it may change here', place: placeOf(change.module, change.span) },
			];
			const params = { unit: unit.name, name, when, value, event };
			const view = reporter.ofUnit(module, unit);
			readAfterAwait(view, placeOf(module, read), params, related);
		}
	}
}

/** @param {Program} program @param {PlacedCode} placed a unit @param {LateReadFact} read @param {HostChanges} changes @returns {Change | undefined} */
function changeDuring(program, placed, { name }, changes) {
	const { module } = placed;
	const holders = module.holders.filter((one) => one.name === name);
	const cells =
		holders.length > 0
			? holders.flatMap((one) => cellsOf(program, module, one.import, one.path))
			: [ownCell(module, name, [])];
	/** @param {Cell} cell */
	const ofCell = (cell) =>
		changes
			.in(cell.home, module)
			.filter((one) => one.isSure && overlaps(cell, one.cell) && isOfOther(one, module))
			.find((one) => mayComeDuring(program, placed, one));
	return cells.map(ofCell).find(Boolean);
}

/** @param {Change} change @param {ModuleSummary} module @returns {boolean} another file changes it, or has it changed */
const isOfOther = ({ module: changer, by }, module) =>
	changer !== module || (by !== null && by.module !== module);

/**
 * Whether a change may come while a call of a unit runs: it stands in a function that anything may call meanwhile, or behind a call
 * that nothing waits for.
 *
 * @param {Program} program
 * @param {PlacedCode} unit
 * @param {Change} change
 * @returns {boolean}
 */
function mayComeDuring(program, unit, change) {
	const { module, place } = placeOfChange(change);
	const isGenerator = unit.module.units[Number(unit.code.unit)]?.isGenerator;
	const calls = [...module.live.codes, module.live.loading]
		.flatMap((one) => one.mentions)
		.filter((one) =>
			program
				.ofImport(module, one.import, one.path)
				.flatMap((found) => codesOf(program, found))
				.some(({ code }) => code === unit.code),
		);
	if (calls.length === 0) return place.within !== undefined;
	return calls.some((call) => {
		if (call.within !== place.within) return place.within !== undefined || isBehind(place, call);
		return isBehind(place, call) && (isGenerator || !call.isAwaited);
	});
}

/** @param {Change} change @returns {{ module: ModuleSummary, place: Place }} what another module changes through a call, changes there */
const placeOfChange = ({ module, span, by }) =>
	by ? { module: by.module, place: by.span } : { module, place: span };

/** @param {Span} one @param {Span} other @returns {boolean} */
const isBehind = ({ start: one }, { start: other }) =>
	one.line - other.line > 0 || (one.line === other.line && one.column > other.column);
