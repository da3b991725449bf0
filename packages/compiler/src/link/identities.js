/** @import { IdentityFact } from '../ir/summary.js' */
/** @import { HostChanges } from './host-changes.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */
import { namesBelow } from './compare-states.js';

/**
 * Code of files that workers load compares what it gets with objects of its own: `x === EUR`, `known.has(x)`. Whoever calls the unit
 * gives it such an object, of which a worker has one too. So the file shows the variable in each thread, and the object crosses by its name.
 * Not so what the host or a unit changes: each thread may have other objects there. Of an
 * instance that its methods may change, that holds for what lies deep.
 *
 * @param {Program} program
 * @param {{ needs: Needs, changes: HostChanges }} context
 */
export function carryIdentities(program, { needs, changes }) {
	const nameOf = namesBelow(program);
	for (const module of program.modules.values()) {
		if (!module.units.some(({ isLowered }) => isLowered)) continue;
		for (const home of changes.loadedBy(module)) {
			if (home === module || home.live.identities.length === 0) continue;
			const all = [...changes.in(home.filename, module), ...changes.byUnits(home.filename)];
			const isChanged = (/** @type {IdentityFact} */ { state, levels, returned }) =>
				all.some(
					({ cell, isSure }) =>
						cell.state?.local === state &&
						(isSure || (!cell.state.isCode && /[2-9]/.test(levels + returned))),
				);
			for (const fact of home.live.identities)
				if (!isChanged(fact)) needs.identify(module, { home, fact, name: nameOf(home) });
		}
	}
}
