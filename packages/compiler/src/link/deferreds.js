/** @import { LinkReporter } from './link-reporter.js' */
/** @import { HostChanges } from './host-changes.js' */
/** @import { Program } from './program.js' */
import { changedImport } from '../diagnostics/codes.js';
import { keyOf, readsOf, unitsOf } from './imported-states.js';
import { placeOf, titleOf } from './places.js';

/**
 * Judge promises of other modules that code beside their executor settles (`ir/deferreds.js`). The host settles its own; that of a worker
 * stays open, and a unit that awaits it never ends.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter, changes: HostChanges, told: ReadonlySet<string> }} context reports LP2031; `told`: keys of what was reported before
 */
export function judgeDeferreds(program, { reporter, changes, told }) {
	const modules = [...program.modules.values()];
	if (!modules.some(({ flow }) => flow.roots.some((root) => root.isDeferred))) return;
	for (const { module, code } of unitsOf(program)) {
		const unit = module.units[Number(code.unit)];
		if (!unit?.isLowered) continue;
		const view = reporter.ofUnit(module, unit);
		const read = readsOf(program, module, code, changes).find(
			({ cell }) => cell.module && cell.module !== module && isDeferred(cell),
		);
		if (!read?.cell.module || told.has(keyOf(unit.id, read.cell))) continue;
		const why = 'which cannot cross: it is a promise that other code settles';
		const params = {
			name: read.cell.name,
			module: titleOf(read.cell.module),
			unit: unit.name,
			why,
		};
		const related = [{ message: 'it is read here', place: placeOf(read.module, read.span) }];
		changedImport(view, placeOf(module, read.mention), params, related);
	}
}

/** @param {import('./cells.js').Cell} cell @returns {boolean} */
function isDeferred({ module, key }) {
	const [local] = key.split('\0');
	return module?.flow.roots.some((root) => root.local === local && root.isDeferred) === true;
}
