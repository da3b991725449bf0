/** @import { Analysed, CallSite, Unit } from '../../ir/module.js' */
/** @import { CompileOptions } from '../../types.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { isFunction } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { resultsOf } from '../../ir/unit-results.js';
import { obstacleToResult } from './cloneable.js';
import { staysOnTheHost } from '../../diagnostics/codes.js';
import { createReporter } from '../../diagnostics/reporter.js';

/**
 * Whether an optional unit is used, here or in other files, as no unit can be: then it stays where it is, with one note.
 *
 * One that returns a promise in the plain program, too, may go wherever it likes. Of any other one all calls have to be known, and
 * each of them has to wait: by an `await` of its own, since one that the compiler inserts lets other code run first.
 *
 * @param {Unit} unit
 * @param {Analysed} analysed
 * @param {{ reporter: Reporter, options: CompileOptions }} context reports LP5001 to LP5015, or LP5022
 * @returns {boolean}
 */
export function staysOnHost(unit, analysed, { reporter, options }) {
	const { callSites, filename } = analysed;
	const own = callSites.filter((one) => one.unit === unit);
	const trial = createReporter({ filename, source: '' });
	const isRefusing = (/** @type {CallSite} */ { rule, diagnose }) => {
		// The plain program does not wait for the promise of an async function either.
		if (/^(escape|inherit)$/.test(rule) || (unit.isAsync && rule === 'dropped')) return false;
		const view = trial.forUnit({ optional: true });
		diagnose?.(view);
		return view.refused();
	};
	const site = own.find(isRefusing);
	if (site) {
		site.diagnose?.(reporter.forUnit({ optional: true }));
		return true;
	}
	const found =
		(unit.isAsync ? null : whyNotWaitedFor(own)) ??
		whyCalledBackAtOnce(unit, analysed) ??
		whyResultStays(unit, analysed) ??
		whyUnknown(unit, own, options) ??
		whyElsewhere(unit, options);
	if (!found) return false;
	const { reason, node } = found;
	staysOnTheHost(reporter, node, { unit: unit.name, reason });
	return true;
}

/** @typedef {{ reason: string, node: import('../../types.js').Node }} Why */

/** What follows from call sites of which nothing is wrong with a unit that has to be lowered. @type {Partial<Record<CallSite['rule'], (subject: string | undefined) => string>>} */
const REASONS = {
	escape: () => 'it returns its value at once, and goes where its calls cannot be followed',
	inherit: () => 'it returns its value at once, and goes where its calls cannot be followed',
	value: () => 'its result is used here without an `await`',
	handed: (subject) => `what \`${subject}\` gets is called by code that does not wait for it`,
};

/** @param {CallSite[]} own the call sites of a unit that is not async @returns {Why | null} */
function whyNotWaitedFor(own) {
	const site = own.find(({ rule }) => rule in REASONS);
	const reason = site && REASONS[site.rule]?.(site.subject);
	return reason ? { reason, node: site.node } : null;
}

/** @param {Unit} unit @param {Analysed} analysed @returns {Why | null} where it calls its callback before it returns, which a call of the pool cannot */
function whyCalledBackAtOnce({ node: fn, callback }, { resolution, effects }) {
	const variable = callback && resolution.scopes.get(fn)?.variables.get(fn.params.at(-1).name);
	const isAtOnce = (/** @type {import('../../types.js').Node} */ node) => {
		for (let at = resolution.parents.get(node); at && at !== fn; at = resolution.parents.get(at))
			if (isFunction(at) && !effects.runsAtOnce(at)) return false;
		return true;
	};
	const use = variable?.references.find(({ node }) => isAtOnce(node));
	return use ? { reason: 'it calls back before it returns', node: use.node } : null;
}

/** @param {Unit} unit @param {Analysed} analysed @returns {Why | null} where what it returns, yields or calls back with cannot leave its thread */
function whyResultStays(unit, { effects }) {
	const yielded = unit.isGenerator
		? nodesOf(unit.node.body, ['YieldExpression']).flatMap((one) =>
				one.delegate ? [] : (one.argument ?? []),
			)
		: [];
	for (const node of [...resultsOf(unit, effects), ...yielded]) {
		const obstacle = obstacleToResult(node, effects);
		if (obstacle) return { reason: `what it gives, ${obstacle}, cannot leave its thread`, node };
	}
	return null;
}

/** @param {Unit} unit @param {CallSite[]} own its call sites @param {CompileOptions} options @returns {Why | null} where files that nothing links with this one may call it */
function whyUnknown(unit, own, { link, linked }) {
	const site = link || linked ? undefined : own.find(({ rule }) => rule === 'exported');
	if (!site) return null;
	const reason =
		'it is exported and returns its value at once, and its callers in other files are not known';
	return { reason, node: site.node };
}

/** @param {Unit} unit @param {CompileOptions} options @returns {Why | null} what a link has found */
function whyElsewhere({ id, directive }, { linked }) {
	const told = linked?.inline?.find((one) => one.startsWith(`${id}\0`));
	return told === undefined ? null : { reason: told.slice(id.length + 1), node: directive.node };
}
