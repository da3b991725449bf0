/** @import { ModuleSummary, UnitLink } from '../ir/summary.js' */
/** @import { Report, Reporter, UnitReporter } from '../diagnostics/reporter.js' */
/** @import { Needs } from './needs.js' */
import { createReporter } from '../diagnostics/reporter.js';

/** @typedef {Reporter & { ofUnit: (module: ModuleSummary, unit: UnitLink) => UnitReporter }} LinkReporter */

/**
 * Collect the diagnostics of a link over several files: every place says which file it is in. Where something of an optional unit is an error, the unit stays on the host: its file is compiled
 * again without it, and says why. Whatever else would be an error of such a unit is of no interest then.
 *
 * @param {Needs} needs gains the units that stay
 * @param {{ strict: boolean }} options whether warnings count as errors
 * @returns {LinkReporter}
 */
export function createLinkReporter(needs, { strict }) {
	const reporter = createReporter({ filename: '', source: '', strict });
	/** @type {Map<UnitLink, UnitReporter>} */
	const views = new Map();

	/** @param {ModuleSummary} module @param {UnitLink} unit @returns {UnitReporter} */
	function ofOptional(module, unit) {
		const known = views.get(unit);
		if (known) return known;
		const inner = reporter.forUnit({ optional: true });
		const report = (/** @type {Report} */ one) => {
			if (one.severity === 'error') {
				if (inner.refused()) return;
				needs.inline(module, unit.id, reasonOf(one));
			}
			inner.report(one);
		};
		const view = Object.freeze({ ...inner, report });
		views.set(unit, view);
		return view;
	}

	return Object.freeze({
		...reporter,
		ofUnit: (/** @type {ModuleSummary} */ module, /** @type {UnitLink} */ unit) =>
			unit.isOptional ? ofOptional(module, unit) : reporter.forUnit({ optional: false }),
	});
}

/** @param {Report} report @returns {string} `LP5001 at main.js:3: …` */
function reasonOf({ code, message, place }) {
	const isPlaced = place && 'filename' in place;
	const file = isPlaced ? place.filename.split(/[\\/]/).at(-1) : '';
	return isPlaced ? `${code} at ${file}:${place.start.line}: ${message}` : `${code}: ${message}`;
}
