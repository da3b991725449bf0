/** @import { TopName } from '../ir/named-at-top.js' */
/** @import { Mark, ModuleSummary, Span, UnitLink, UseFact } from '../ir/summary.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */
/** @import { LinkReporter } from './link-reporter.js' */
import { goesOnTooEarly, runsHere } from '../diagnostics/codes.js';
import { thisCall } from '../diagnostics/named-calls.js';
import { placeOf } from './places.js';

/** A function that nothing waits for in `caller`. @typedef {{ module: ModuleSummary, name: TopName, caller: { module: ModuleSummary, use: UseFact } }} Unawaited */

/**
 * Functions that call a unit which changes what it is given, themselves or through others, and that other files call without waiting:
 * the call of the unit runs where it is made.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter, needs: Needs }} context reports LP5023, LP5024
 */
export function judgeAwaitedCalls(program, context) {
	/** @type {Map<string, Unawaited>} grows while it is walked */
	const unawaited = new Map();
	/** @param {ModuleSummary} module @param {UseFact} use */
	const addCalled = (module, use) => {
		if (use.of.kind !== 'import') return;
		for (const found of program.ofImport(module, use.of.import, use.of.path)) {
			if (!('local' in found) || !found.local) continue;
			const name = { local: found.local, path: 'rest' in found ? found.rest : [] };
			const key = [found.module.filename, name.local, ...name.path].join('\0');
			if (!unawaited.has(key))
				unawaited.set(key, { module: found.module, name, caller: { module, use } });
		}
	};
	for (const module of program.modules.values())
		for (const use of module.uses) if (use.goesOn) addCalled(module, use);
	for (const one of unawaited.values()) {
		for (const wait of one.module.waits)
			if (isSame(wait, one.name))
				tell({ ...wait, home: one.module, unit: wait.unit }, one, context);
		for (const use of one.module.uses) {
			if (!use.awaitedBy?.outside.some((name) => isSame(name, one.name))) continue;
			addCalled(one.module, use);
			for (const { home, unit } of unitsOf(program, one.module, use))
				tell({ ...use, mark: use.awaitedBy.mark, home, unit }, one, context);
		}
	}
}

/** @param {TopName} one @param {TopName} other @returns {boolean} */
const isSame = (one, other) =>
	one.local === other.local && one.path.join('.') === other.path.join('.');

/** @param {Program} program @param {ModuleSummary} module @param {UseFact} use @returns {{ home: ModuleSummary, unit: number }[]} units of other files that change what they are given */
function unitsOf(program, module, { of }) {
	if (of.kind !== 'import') return [];
	return program
		.ofImport(module, of.import, of.path)
		.flatMap((found) =>
			found.kind === 'unit' && found.module.units[found.index]?.isInOut
				? [{ home: found.module, unit: found.index }]
				: [],
		);
}

/**
 * @param {Span & { mark: Mark | null, home: ModuleSummary, unit: number }} call in the module of the function
 * @param {Unawaited} unawaited
 * @param {{ reporter: LinkReporter, needs: Needs }} context
 */
function tell({ mark, home, unit: index, ...span }, { module, name, caller }, { reporter, needs }) {
	const unit = /** @type {UnitLink} */ (home.units[index]);
	if (!unit.isLowered) return;
	const local = reporter.ofUnit(home, unit);
	const place = placeOf(module, span);
	const message = `nothing waits for \`${[name.local, ...name.path].join('.')}\` here`;
	const related = [{ message, place: placeOf(caller.module, caller.use) }];
	if (!mark || !unit.mayRunHere) return goesOnTooEarly(local, place, { unit: unit.name }, related);
	runsHere(local, place, { what: thisCall(unit.name) }, related);
	needs.runHere(module, mark, { home, id: unit.id });
}
