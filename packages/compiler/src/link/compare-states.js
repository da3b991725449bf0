/** @import { ModuleSummary } from '../ir/summary.js' */
/** @import { Label } from './heap/values.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */

/**
 * State of other modules that a unit reads, and of which no change is seen. That no text shows a change proves nothing: objects go
 * through promises, generators, listeners, collections and descriptors, and a module may make another value of the environment when a
 * worker loads it later. So the module shows what its variable holds, in each thread, and the two are compared when the unit runs.
 *
 * @param {Program} program
 * @param {readonly { module: ModuleSummary, unit: string, labels: readonly Label[] }[]} readers `unit`: its id; `labels`: of the roots that it reads,
 *   without those of which something was said, and without caches, which each thread fills for itself
 * @param {{ needs: Needs, isLate: (label: Label) => boolean }} context `isLate`: each thread gives the root its value at the first use
 */
export function compareStates(program, readers, { needs, isLate }) {
	const nameOf = namesBelow(program);
	for (const { module, unit, labels } of readers) {
		for (const label of labels) {
			const { module: home, index } = label;
			if (home === module) continue;
			// Variables of one pattern have one label.
			const roots = home.flow.roots.filter((root) => root.label === index);
			for (const { local, isCode, isPerThread } of roots) {
				const shown = shownAs(home, local);
				if (isCode || isPerThread || shown === null) continue;
				const state = { home, local: shown, name: nameOf(home), isLate: isLate(label) };
				needs.compare({ module, unit }, state);
			}
		}
	}
}

/** @param {ModuleSummary} home @param {string} local @returns {string | null} how the module itself reads it: `limits`, `exports.limits`; null for `export default {}` */
function shownAs({ moduleKind }, local) {
	const [, name] = /^\*(.+)\*$/.exec(local) ?? [];
	if (!name) return local;
	if (moduleKind !== 'commonjs') return null;
	return name === '=' ? 'exports' : `exports.${name}`;
}

/** @param {Program} program @returns {(home: ModuleSummary) => string} the path of a module from the folder that all of them are in */
function namesBelow({ modules }) {
	const paths = [...modules.keys()].map((one) => one.split(/[\\/]/));
	const [first = [], ...others] = paths;
	let common = 0;
	while (common < first.length - 1 && others.every((one) => one[common] === first[common]))
		common++;
	return ({ filename }) => filename.split(/[\\/]/).slice(common).join('/');
}
