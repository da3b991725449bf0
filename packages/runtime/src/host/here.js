/** @import { UnitReference } from '../types.js' */
import { tellChange } from '../protocol/check-report.js';
import { describePlace } from '../protocol/places.js';
import { call, runInside } from './call.js';
import { functionAmong } from './lend.js';
import { host } from './registry.js';

/**
 * Mark the call whose last argument this is, or that is made on it: it runs where it is made. No code runs between the two, but for functions that
 * stand in the place of the unit: the next call of such a unit runs here in its place, which is never wrong.
 *
 * @template T
 * @param {T} value
 * @returns {T} the same
 */
export function here(value) {
	host.mark.way = 'here';
	return value;
}

/**
 * Mark a call of a unit that runs where it is called unless the call has this mark: it goes to the pool.
 *
 * @template T
 * @param {T} value its last argument, or what it is made on
 * @returns {T} the same
 */
export function there(value) {
	host.mark.way = 'there';
	return value;
}

/**
 * Call a unit that changes its arguments: on the pool, or, where the call is marked since its caller may not wait before it looks at
 * them, right here, as in the plain program.
 *
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @param {unknown[] | (() => unknown[]) | undefined} captures
 * @param {Function} original the source's own function
 * @returns {any} of a marked call, what the function returns; else as `call`
 */
export function callHereOrThere(reference, args, captures, original) {
	if (runsMarked(reference, args)) return runMarked(reference, args, original);
	host.mark.way = undefined;
	return call(reference, args, captures, original);
}

/**
 * Whether a call of a unit that changes its arguments runs where it is made: its mark says so, or a function of the caller's comes along. That
 * would look at objects that have not followed yet what the unit has changed.
 *
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @returns {boolean}
 */
export function runsMarked({ id, options }, args) {
	if ((host.mark.way ?? (options.here && 'here')) === 'here') return true;
	const { inOut, functions } = options;
	const given = inOut && functions && functionAmong(args, functions);
	if (!given) return false;
	tellChange('LP8061', id, describePlace({ args }, ['args', ...given]));
	return true;
}

/**
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @param {Function} original
 * @returns {any} what it returns
 */
export function runMarked({ figures }, args, original) {
	host.mark.way = undefined;
	figures.calls++;
	figures.inlineRuns++;
	try {
		const result = runInside(original, args);
		figures.completed++; // a handler of its own would hide that a promise is rejected, and unhandled
		return result;
	} catch (error) {
		figures.failed++;
		throw error;
	}
}
