/** @import { Planned, Unit } from '../module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { judgeInputs } from './inputs.js';
import { indexNames } from './names.js';
import { judgeState } from './state.js';

/**
 * What is certain of the units of a module, so that no check is needed when it runs.
 *
 * @typedef {object} Proofs
 * @property {(unit: Unit) => boolean} keepsInputs the body of the unit, and all that it may run, leaves its arguments,
 *   `this` and what the host sends with a call (snapshots of the module and of enclosing functions) alone
 * @property {(unit: Unit) => boolean} keepsResultsApart what it returns or throws holds no object that comes with a call
 * @property {(variable: Variable) => boolean} keepsState what a top-level variable of the worker module holds stays as
 *   the statements that the worker repeats leave it, in the host and in each worker: neither the binding nor an object
 *   that it leads to is changed afterwards
 * @property {(unit: Unit) => string | null} whyInputs the first reason for `false`, for reports
 * @property {(unit: Unit) => string | null} whyResults the same
 * @property {(variable: Variable) => string | null} whyState the same
 */

/**
 * Prove that units leave their inputs and the state of their module alone. Nothing is computed before the first question; the
 * answers of all units come from one walk.
 *
 * `false` costs a check when the program runs, a wrong `true` changes a program silently. So whatever is not certain is
 * `false`.
 *
 * @param {Pick<Planned, 'plans' | 'slice' | 'resolution' | 'effects' | 'sites' | 'fragments' | 'units' | 'classes'>} planned
 * @returns {Proofs}
 */
export function createProofs(planned) {
	/** @type {ReturnType<typeof indexNames> | undefined} */
	let names;
	const namesOf = () => (names ??= indexNames(planned));
	/** @type {ReturnType<typeof judgeInputs> | undefined} */
	let inputs;
	const inputsOf = () => (inputs ??= judgeInputs(planned, namesOf()));
	const whyInputs = (/** @type {Unit} */ unit) => inputsOf().why(unit);
	const whyResults = (/** @type {Unit} */ unit) => inputsOf().whyResults(unit);
	/** @type {ReturnType<typeof judgeState> | undefined} */
	let state;
	const whyState = (/** @type {Variable} */ variable) => {
		// It reads all that the inputs need, and more.
		const isTooLarge = inputs?.hasGivenUp ?? false;
		state ??= judgeState(planned, namesOf(), isTooLarge);
		return state(variable);
	};
	return {
		keepsInputs: (unit) => whyInputs(unit) === null,
		keepsResultsApart: (unit) => whyResults(unit) === null,
		keepsState: (variable) => whyState(variable) === null,
		whyInputs,
		whyResults,
		whyState,
	};
}
