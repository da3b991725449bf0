/** @import { LinkReporter } from './link-reporter.js' */
/** @import { RelatedPlace } from '../diagnostics/reporter.js' */
/** @import { Program } from './program.js' */
/** @import { Reached } from './reach.js' */
import { contextOfThread, moduleLookupByMain } from '../diagnostics/codes.js';
import { unitsOf } from './imported-states.js';
import { placeOf } from './places.js';
import { reach } from './reach.js';

/**
 * Judge functions of other files that units call and that ask for what another thread does not have: which module is the program,
 * and the context of an `AsyncLocalStorage`. What the file of the unit asks, the compiler has told.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter }} context reports LP6002, LP6004
 */
export function judgeThreadAsks(program, { reporter }) {
	const modules = [...program.modules.values()];
	if (!modules.some(({ live }) => live.codes.some(({ asks }) => asks))) return;
	for (const placed of unitsOf(program)) {
		const unit = placed.module.units[Number(placed.code.unit)];
		if (!unit?.isLowered) continue;
		const view = reporter.ofUnit(placed.module, unit);
		for (const reached of reach(program, [placed])) {
			if (reached.module === placed.module) continue;
			const [ask] = reached.code.asks ?? [];
			if (!ask) continue;
			const report = ask.kind === 'module' ? moduleLookupByMain : contextOfThread;
			const params = { unit: unit.name, what: ask.text };
			report(view, placeOf(reached.module, ask), params, wayTo(reached));
		}
	}
}

/** @param {Reached} reached @returns {RelatedPlace[]} */
const wayTo = ({ by }) =>
	by ? [{ message: 'a worker comes to that from here', place: placeOf(by.module, by.span) }] : [];
