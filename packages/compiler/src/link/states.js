/** @import { ChangeFact, ModuleSummary, StateFact } from '../ir/summary.js' */
/** @import { Reporter } from '../diagnostics/reporter.js' */
/** @import { HostChanges } from './host-changes.js' */
/** @import { Needs } from './needs.js' */
/** @import { Found, Program } from './program.js' */
import { changesExportedState, exportedState } from '../diagnostics/codes.js';
import { overlaps, ownCell } from './cells.js';
import { alteredBy } from './host-changes.js';
import { placeOf, titleOf } from './places.js';
import { reach } from './reach.js';

/**
 * Judge the exported objects that units take for constant: where a module changes one, its unit would not see it; where
 * none can, there is nothing to say.
 *
 * @param {Program} program
 * @param {{ reporter: Reporter, needs: Needs }} context reports LP2015, LP2020
 */
export function judgeStates(program, context) {
	for (const module of program.modules.values()) {
		for (const state of module.states) judgeState(program, module, state, context);
	}
}

/**
 * Judge what units read of their own module that no statement there changes, and another file does: an export that is replaced, a
 * property of a function. What the compiler takes for constant is judged above.
 *
 * @param {Program} program
 * @param {{ reporter: Reporter, changes: HostChanges }} context reports LP2020
 */
export function judgeOwnReads(program, { reporter, changes }) {
	for (const module of program.modules.values()) {
		const judged = new Set(module.states.map(({ local }) => local));
		for (const code of module.live.codes) {
			const unit = code.unit === null ? undefined : module.units[code.unit];
			if (!unit?.isLowered) continue;
			const reads = reach(program, [{ module, code }]).flatMap((one) =>
				one.module === module ? one.code.reads : [],
			);
			for (const read of reads) {
				const state = module.live.states[read.state];
				if (!state || state.isPerThread || judged.has(state.local)) continue;
				if (unit.sent.includes(state.local)) continue;
				const cell = ownCell(module, state.local, read.path ?? []);
				const change = changes
					.in(module.filename, module)
					.find(
						(one) =>
							one.module !== module && one.isSure && !one.isHidden && overlaps(cell, one.cell),
					);
				if (!change) continue;
				judged.add(state.local);
				const related = [
					{ message: `\`${unit.name}\` reads it here`, place: placeOf(module, read) },
				];
				const params = { name: cell.name, module: titleOf(module), unit: unit.name };
				const place = placeOf(change.module, change.span);
				changesExportedState(reporter, place, params, related);
			}
		}
	}
}

/** @param {Program} program @param {ModuleSummary} module @param {StateFact} state @param {{ reporter: Reporter, needs: Needs }} context */
function judgeState(program, module, state, { reporter, needs }) {
	const { local: name, unit } = state;
	const declared = { message: `\`${name}\` is exported here`, place: placeOf(module, state) };
	const uses = state.related.map((one) => ({ message: one.message, place: placeOf(module, one) }));
	const importers = [...program.modules.values()].filter(
		(one) =>
			one !== module &&
			one.imports.some((fact) => fact.specifier !== null && program.moduleOf(one, fact) === module),
	);
	const obstacle = module.live.states.find((one) => one.local === name)?.obstacle ?? null;
	const given = [];
	let isChanged = false;
	for (const other of program.modules.values()) {
		for (const found of other === module ? [] : other.changes) {
			const change = { ...found, ...alteredBy(program, other, found) };
			const how = effectOn(program, { module, state }, other, change);
			const place = placeOf(other, change);
			if (how === 'given') given.push({ message: `\`${name}\` is handed on here`, place });
			if (how !== 'change') continue;
			isChanged = true;
			if (!obstacle && !change.putsCode) {
				needs.snapshots(module, [name]);
				continue;
			}
			const params = { name, module: titleOf(module), unit };
			changesExportedState(reporter, place, params, [declared, ...uses]);
		}
	}
	// With no importer in sight, those that are out of sight are the only ones.
	const isOpen = importers.length === 0 || given.length > 0;
	if (isOpen && !isChanged && !state.isClass)
		exportedState(reporter, placeOf(module, state), { name, unit }, [...uses, ...given]);
}

/**
 * @param {Program} program
 * @param {{ module: ModuleSummary, state: StateFact }} of
 * @param {ModuleSummary} other
 * @param {ChangeFact} change
 * @returns {'change' | 'given' | null} null when it is of something else
 */
function effectOn(
	program,
	{ module, state },
	other,
	{ import: index, path, kind, isSure, isCall, alters },
) {
	if (alters) return null;
	/** @param {Found} found */
	const concerns = (found) => {
		if (found.kind === 'namespace') return found.module === module && kind === 'given';
		if (found.kind !== 'other' && found.kind !== 'object') return false;
		if (found.module !== module || found.local !== state.local) return false;
		const [part] = found.kind === 'other' ? found.rest : [];
		// What a static method does to its class is known where that is declared.
		if (state.isClass && isCall && part === undefined) return false;
		// What a call gets of `LIMITS.high` is a number.
		return isSure || part === undefined || !state.primitives.includes(part);
	};
	if (!program.ofImport(other, index, path).some(concerns)) return null;
	return isSure ? 'change' : 'given';
}
