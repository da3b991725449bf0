/** @import { Analysed, CallSite, Unit } from '../../ir/module.js' */
/** @import { Linked } from '../../types.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { staysOnTheHost } from '../../diagnostics/codes.js';
import { createReporter } from '../../diagnostics/reporter.js';

/**
 * Whether an optional unit is used, here or in other files, as no unit can be: then it stays where it is, with one note.
 *
 * @param {Unit} unit
 * @param {Analysed} analysed
 * @param {{ reporter: Reporter, linked: Linked }} context reports LP5001 to LP5015, or LP5022
 * @returns {boolean}
 */
export function staysOnHost(unit, { callSites, filename }, { reporter, linked }) {
	const trial = createReporter({ filename, source: '' });
	const isRefusing = (/** @type {CallSite} */ site) => {
		const view = trial.forUnit({ optional: true });
		site.diagnose?.(view);
		return view.refused();
	};
	const site = callSites.find((one) => one.unit === unit && isRefusing(one));
	if (site) {
		site.diagnose?.(reporter.forUnit({ optional: true }));
		return true;
	}
	const told = linked.inline.find((one) => one.startsWith(`${unit.id}\0`));
	if (told === undefined) return false;
	const reason = told.slice(unit.id.length + 1);
	staysOnTheHost(reporter, unit.directive.node, { unit: unit.name, reason });
	return true;
}
