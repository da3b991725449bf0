/** @import { ModuleSummary } from '../ir/summary.js' */
/** @import { Placed } from './hidden-states.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */

/**
 * State of other modules that a unit reads, and of which no change is seen. That no text shows a change proves nothing: objects go
 * through promises, generators, listeners, collections and descriptors, and a module may make another value of the environment when a
 * worker loads it later. So the module shows what its variable holds, in each thread, and the two are compared when the unit runs.
 *
 * What units change themselves is left out: a cache that each thread fills makes no difference.
 *
 * @param {Program} program
 * @param {{ module: ModuleSummary, unit: string, reads: readonly Placed[] }} reader `unit`: its id
 * @param {{ needs: Needs, isLate: (label: Placed['label']) => boolean, isTold: (label: Placed['label']) => boolean }} context `isTold`: something was said of the state, or units change it;
 *   `isLate`: each thread gives it its value at the first use
 */
export function compareStates(program, { module, unit, reads }, { needs, isLate, isTold }) {
	for (const { label } of reads) {
		const { module: home, local, index } = label;
		const root = home.flow.roots[index];
		if (home === module || !root || root.isCode || root.isPerThread) continue;
		const shown = shownAs(home, local);
		if (shown === null || isTold(label)) continue;
		const state = { home, local: shown, name: nameOf(program, home), isLate: isLate(label) };
		needs.compare({ module, unit }, state);
	}
}

/** @param {ModuleSummary} home @param {string} local @returns {string | null} how the module itself reads it: `limits`, `exports.limits`; null for `export default {}` */
function shownAs({ moduleKind }, local) {
	const [, name] = /^\*(.+)\*$/.exec(local) ?? [];
	if (!name) return local;
	if (moduleKind !== 'commonjs') return null;
	return name === '=' ? 'exports' : `exports.${name}`;
}

/** @param {Program} program @param {ModuleSummary} home @returns {string} its path from the folder that all files have in common */
function nameOf({ modules }, home) {
	const paths = [...modules.keys()].map((one) => one.split(/[\\/]/));
	const own = home.filename.split(/[\\/]/);
	let common = 0;
	while (common < own.length - 1 && paths.every((one) => one[common] === own[common])) common++;
	return own.slice(common).join('/');
}
