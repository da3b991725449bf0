/** @import { ModuleSummary } from '../ir/summary.js' */
/** @import { HostChanges } from './host-changes.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */

/**
 * What a unit reads of its module, or of others, may hold instances of classes of any file that its worker loads. Private members show in
 * no comparison unless the class itself shows them, on both sides. Weak collections are compared by the entries of objects that the files have.
 *
 * @param {Program} program
 * @param {{ needs: Needs, changes: HostChanges }} context
 */
export function showPrivates(program, { needs, changes }) {
	/** @type {Set<ModuleSummary>} */
	const loaded = new Set();
	for (const module of program.modules.values()) {
		if (!module.comparesState && !needs.compares(module)) continue;
		const own = changes.loadedBy(module);
		for (const one of own) loaded.add(one);
		if (![...own].some(({ live }) => live.hasWeak)) continue;
		for (const one of [module, ...own]) if (one === module || needs.shows(one)) needs.askWeak(one);
	}
	for (const module of loaded) if (module.live.hasPrivates) needs.showPrivates(module);
}
