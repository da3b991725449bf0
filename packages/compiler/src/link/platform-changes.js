/** @import { ModuleSummary } from '../ir/summary.js' */
/** @import { Reporter } from '../diagnostics/reporter.js' */
/** @import { Change, HostChanges } from './host-changes.js' */
/** @import { Program } from './program.js' */
import { isBuiltin } from 'node:module';
import { effectsOfImport } from '../diagnostics/codes.js';
import { keyOf } from './imported-states.js';
import { placeOf } from './places.js';

/**
 * Judge what the host changes of modules of the platform: `EventEmitter.defaultMaxListeners = 50`,
 * `inspect.defaultOptions.depth = null`. Each thread has these modules for itself. Which functions of such a module look at a default
 * is not known, so that the change is pointed out wherever code of workers imports the module.
 *
 * @param {Program} program
 * @param {{ reporter: Reporter, changes: HostChanges, told: ReadonlySet<string> }} context reports LP3021; `told`: keys of what was
 *   reported before
 */
export function judgePlatformChanges(program, { reporter, changes, told }) {
	const homes = [...changes.byHome.keys()].filter(isBuiltin);
	if (homes.length === 0) return;
	for (const module of program.modules.values()) {
		const unit = module.units.find(({ isLowered }) => isLowered);
		if (!unit) continue;
		const workers = [module, ...changes.loadedBy(module)];
		for (const home of homes) {
			if (!workers.some((one) => uses(one, home))) continue;
			const change = changes.in(home, module).find(({ isSure }) => isSure);
			const isTold = module.units.some(({ id }) => change && told.has(keyOf(id, change.cell)));
			if (change && !isTold) report(reporter, { module, unit, change });
		}
	}
}

/** What `console` prints, `util` puts together. @param {ModuleSummary} module @param {string} home @returns {boolean} */
const uses = ({ live, names, isAnnotated }, home) =>
	live.platform.includes(home) ||
	(home === 'util' && (isAnnotated ? names : live.names).includes('console'));

/** @param {Reporter} reporter @param {{ module: ModuleSummary, unit: ModuleSummary['units'][number], change: Change }} found */
function report(reporter, { module, unit, change }) {
	const { cell, module: where, span, method, kind } = change;
	const member = kind === 'change' || method === null ? [] : [method];
	const name = [cell.home, ...cell.rest, ...member].join('.');
	const source = String(where.filename.split(/[\\/]/).pop());
	const related = [
		{ message: `\`${unit.name}\` is annotated here`, place: placeOf(module, unit.place) },
	];
	effectsOfImport(reporter, placeOf(where, span), { source, name }, related);
}
