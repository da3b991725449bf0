/** @import { HostChanges } from './host-changes.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */
import { namesBelow } from './compare-states.js';

/**
 * Code of files that workers load compares what it gets with objects of its own: `x === EUR`, `known.has(x)`. Whoever calls the unit
 * gives it such an object, of which a worker has one too. So the file shows the variable in each thread, and the object crosses by its name.
 * Not so what the host or a unit changes: each thread may have other objects there.
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
			const changed = new Set(
				[...changes.in(home.filename, module), ...changes.byUnits(home.filename)].flatMap(
					({ cell, isSure }) => (isSure ? cell.state?.local : []),
				),
			);
			for (const fact of home.live.identities)
				if (!changed.has(fact.state)) needs.identify(module, { home, fact, name: nameOf(home) });
		}
	}
}
