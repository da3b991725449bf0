/** @import { CompileOptions, Node } from '../../types.js' */
/** @import { Edit, Planned, Unit } from '../../ir/module.js' */
/** @import { HelperCall } from '../../ir/helper-calls.js' */
import { HELPER_MODULES } from '../../knowledge/helper.js';

/**
 * The changes that take the helper away from the host module: a stub gives a promise by itself.
 *
 * ```js
 * const score = cpuBound((rows) => rows.map(norm));
 * ```
 * becomes
 * ```js
 * const score = (0, async (rows) => $lp_call(…));
 * ```
 * since the function has no name in the plain program either. A unit that stays as it is keeps the helper.
 *
 * @param {Planned} planned
 * @param {CompileOptions} options
 * @returns {Edit[]}
 */
export function helperHostEdits(planned, { verify = false }) {
	const { plans, helper, source, language } = planned;
	const units = plans.map(({ unit }) => unit);
	const erased = helper.calls.filter(({ fn }) => units.some((unit) => unit.node === fn));
	const opening = openingOf(language);
	const edits = erased.flatMap(({ node, fn }) => [
		{ start: node.start, end: fn.start, text: opening + newlines(source, node.start, fn.start) },
		{ start: fn.end, end: node.end, text: `${newlines(source, fn.end, node.end)})` },
	]);
	const isGone = helper.calls.every(
		(call) => erased.includes(call) || (!verify && units.some((unit) => isInBody(call, unit))),
	);
	return isGone && language === 'js' ? [...edits, ...importEdits(planned)] : edits;
}

/** @param {HelperCall} call @param {Unit} unit @returns {boolean} a part of a body that leaves the host */
const isInBody = ({ node }, unit) =>
	!unit.isOptional && unit.node.body.start <= node.start && node.end <= unit.node.body.end;

/** Imports of the helper that nothing is left of. @param {Planned} planned @returns {Edit[]} */
function importEdits({ file, resolution, source }) {
	/** @param {Node} specifier */
	const isUnused = ({ local }) =>
		resolution.program.variables.get(local.name)?.references.length === 0;
	return file.program.body
		.filter(
			(/** @type {Node} */ { type, source: from, specifiers }) =>
				type === 'ImportDeclaration' &&
				HELPER_MODULES.has(from.value) &&
				specifiers.length > 0 &&
				specifiers.every(isUnused),
		)
		.map((/** @type {Node} */ { start, end }) => ({
			start,
			end,
			text: newlines(source, start, end),
		}));
}

/**
 * The changes that take the helper away from whatever of the source stands in the worker module.
 *
 * There a unit is called by the runtime, which needs no promise. Where other code of the worker module may call it too, `async`
 * gives the promise that the helper gave.
 *
 * @param {Planned} planned
 * @returns {Edit[]} do not overlap
 */
export function helperWorkerEdits(planned) {
	const { plans, helper, resolution, language } = planned;
	const opening = openingOf(language);
	return helper.calls.flatMap(({ node, fn }) => {
		const unit = plans.find((plan) => plan.unit.node === fn)?.unit;
		const isCalled = !unit?.isTopLevel || isUsedInWorker(unit, planned);
		const mark = isCalled && !fn.async ? 'async ' : '';
		const around = /** @type {Node} */ (resolution.parents.get(fn)).type;
		// An argument has no name in the plain program either.
		const [open, close] = fn.id || around === 'ReturnStatement' ? ['', ''] : [opening, ')'];
		return [
			{ start: node.start, end: fn.start, text: open + mark },
			{ start: fn.end, end: node.end, text: close },
		];
	});
}

/** TypeScript takes a plain `0` for a mistake. @param {Planned['language']} language @returns {string} in front of a function that gets no name */
const openingOf = (language) => (language === 'js' ? '(0, ' : '(0 as any, ');

/** @param {Unit} unit @param {Planned} planned @returns {boolean} */
function isUsedInWorker({ variable, declaration }, { plans, slice }) {
	const own = slice.find(({ fragment }) => fragment.node === declaration);
	const places = [
		...plans.flatMap(({ unit, locals }) => [unit.node, ...locals.map(({ node }) => node)]),
		...slice.filter((entry) => entry.kept && entry !== own).map(({ fragment }) => fragment.node),
	];
	return (variable?.references ?? []).some(
		({ role, node }) =>
			role === 'read' &&
			places.some((place) => place && place.start <= node.start && node.end <= place.end),
	);
}

/** @param {string} source @param {number} start @param {number} end @returns {string} */
const newlines = (source, start, end) => source.slice(start, end).replace(/[^\r\n]/g, '');
