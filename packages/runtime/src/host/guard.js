/** @import { UnitReference } from '../types.js' */
import process from 'node:process';
import { promiseUsedAsValue } from '../errors/codes.js';
import { withoutRuntimeFrames } from '../errors/record.js';
import { map, Object } from '../primordials.js';

/** What makes a value of an object without asking for it: operators and templates, `JSON.stringify`, spread and destructuring. */
const USES = [
	{ key: Symbol.toPrimitive, how: 'a number or a string' },
	{ key: 'toJSON', how: 'data for JSON' },
	{ key: Symbol.iterator, how: 'an iterable' },
];

/** Stands for a guard where there is none. */
const UNGUARDED = Promise.prototype;

/**
 * In development, make the promise of a call throw where it is used as the value that the plain program
 * has there. It tells where an `await` is missing in code that the compiler could not follow; with
 * `NODE_ENV=production` it is left as it is.
 *
 * @template {Promise<unknown>} P
 * @param {P} promise of a call; changed in place
 * @param {UnitReference} reference
 * @returns {P}
 */
export function guardPromise(promise, reference) {
	// Reading the environment costs more than the rest; who changes it later finds units that have been called as they were.
	reference.guard ??= process.env.NODE_ENV === 'production' ? UNGUARDED : guardOf(reference.id);
	// A prototype costs a tenth of what three properties of its own do.
	return reference.guard === UNGUARDED ? promise : Object.setPrototypeOf(promise, reference.guard);
}

/** @param {string} unit @returns {object} a prototype for promises, whose methods throw LP8016 */
function guardOf(unit) {
	const entries = map(USES, ({ key, how }) => {
		const value = () => {
			const error = promiseUsedAsValue({ unit, how }, { unit });
			error.stack = withoutRuntimeFrames(String(error.stack));
			throw error;
		};
		return [key, { value }];
	});
	return Object.create(Promise.prototype, Object.fromEntries(entries));
}
