/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../resolve.js' */
/** @import { Initialisation, Variable } from '../scope.js' */
import { guardedInitialisation } from './guarded.js';
import { isPerCall } from './per-call.js';
import { replacesItself } from './replaces-itself.js';

/**
 * Find the variables that the first use initialises: idempotent initialisation.
 *
 * ```js
 * function _typeof(o) {
 * 	_typeof = typeof Symbol === 'function' ? (o) => typeof o : …;
 * 	return _typeof(o);
 * }
 *
 * let table;
 * const lookup = (n) => (table ??= build())[n];
 * ```
 * Both variables are assigned while the program runs, and a worker would assign to a variable of its own. But nothing can
 * tell whether that has happened: the value depends on nothing that the first caller has, and no code sees the variable
 * without it. Each thread may therefore initialise it for itself, and the variable counts as a constant. Compilers write
 * most of their helpers so.
 *
 * What the text cannot show here, whether computing the value does more than to compute, the plan asks of the effects.
 *
 * @param {Resolution} resolution its variables are completed
 * @param {(fn: Node) => boolean} isAnnotated a function that runs elsewhere, where its caller has initialised nothing
 */
export function findInitialisations(resolution, isAnnotated) {
	const context = { resolution, isAnnotated };
	for (const { variables } of resolution.scopes.values()) {
		for (const variable of variables.values()) {
			variable.isPerCall = isPerCall(variable, context);
			if (!variable.isPerCall && isCandidate(variable))
				variable.initialisation = initialisationOf(variable, context);
		}
	}
}

/** @param {Variable} variable @returns {boolean} it is declared once and assigned, in functions inside its scope alone */
function isCandidate({ kind, declarations, references, blocks, hoistedAs, scope }) {
	if (!/^(let|var|function)$/.test(kind) || declarations.length !== 1) return false;
	if (blocks.length > 0 || hoistedAs) return false;
	const writes = references.filter(({ role }) => role === 'write' || role === 'update');
	return writes.length > 0 && writes.every((one) => one.scope.varScope !== scope.varScope);
}

/**
 * @typedef {object} Context
 * @property {Resolution} resolution
 * @property {(fn: Node) => boolean} isAnnotated
 */

/** @param {Variable} variable @param {Context} context @returns {Initialisation | null} */
function initialisationOf(variable, context) {
	const replaced = replacesItself(variable, context.resolution);
	if (replaced || variable.kind === 'function') return replaced;
	return guardedInitialisation(variable, context);
}
