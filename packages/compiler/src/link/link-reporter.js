/** @import { ModuleSummary, UnitLink } from '../ir/summary.js' */
/** @import { Report, Reporter, UnitReporter } from '../diagnostics/reporter.js' */
/** @import { Needs } from './needs.js' */
import { createReporter, keepsOnHost } from '../diagnostics/reporter.js';

/**
 * @typedef {Reporter & { ofUnit: (module: ModuleSummary, unit: UnitLink) => UnitReporter, leave: (module: ModuleSummary, unit: UnitLink, reason: string) => void }} LinkReporter
 *   `leave`: an optional unit where it is
 */

/**
 * Collect the diagnostics of a link over several files: every place says which file it is in. Where something of an optional unit is an error, or the warning of a difference, the unit stays on the host: its file is compiled
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
			// The plain program does not wait for the promise of an async function either.
			if (unit.isAsync && one.code === 'LP5003') return reporter.report(one);
			if (keepsOnHost(one)) {
				if (inner.refused()) return;
				needs.inline(module, unit.id, reasonOf(one));
			}
			inner.report(one);
		};
		const view = Object.freeze({ ...inner, report });
		views.set(unit, view);
		return view;
	}

	/** @type {Set<UnitLink>} */
	const left = new Set();
	return Object.freeze({
		...reporter,
		leave: (
			/** @type {ModuleSummary} */ module,
			/** @type {UnitLink} */ unit,
			/** @type {string} */ reason,
		) => {
			if (left.has(unit) || views.get(unit)?.refused()) return;
			left.add(unit);
			needs.inline(module, unit.id, reason);
		},
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
