/** @import { ModuleSummary } from '../ir/summary.js' */
/** @import { Reporter } from '../diagnostics/reporter.js' */
/** @import { HostChanges } from './host-changes.js' */
/** @import { Program } from './program.js' */
import { effectsOfImport } from '../diagnostics/codes.js';
import { isOfModule } from '../knowledge/globals.js';
import { placeOf } from './places.js';

/**
 * Judge what functions of other files put into what Node gives each module, `import.meta.mode`, `module.stamp`: each thread has objects of its
 * own, and what the host has put there is not sent. What a file puts there while it loads, every thread has.
 *
 * @param {Program} program
 * @param {{ reporter: Reporter, changes: HostChanges }} context reports LP3021
 */
export function judgeModuleObjects(program, { reporter, changes }) {
	const all = [...program.modules.values()];
	const changing = all.flatMap((module) =>
		module.live.codes.flatMap(({ globals }) =>
			globals.filter(({ path }) => isOfModule(path)).map((one) => ({ module, one })),
		),
	);
	if (changing.length === 0) return;
	for (const annotated of all) {
		const unit = annotated.units.find(({ isLowered }) => isLowered);
		if (!unit) continue;
		const loaded = changes.loadedBy(annotated);
		for (const { module, one } of changing.filter((each) => loaded.has(each.module)))
			effectsOfImport(reporter, placeOf(module, one), { source: nameOf(module), name: one.path }, [
				{ message: `\`${unit.name}\` is annotated here`, place: placeOf(annotated, unit.place) },
			]);
	}
}

/** @param {ModuleSummary} module @returns {string} */
const nameOf = ({ filename }) => String(filename.split(/[\\/]/).pop());
