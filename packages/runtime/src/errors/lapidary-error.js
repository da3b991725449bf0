/** @import { ErrorText, ErrorOptions } from '../types.js' */
import { captureStackTrace, Object, Reflect } from '../primordials.js';
import { withoutFrames } from './frames.js';

// Registered, so that errors of two copies of this package recognise each other.
const BRAND = Symbol.for('@lapidary/runtime.error');

/**
 * The error of a call that failed for a reason outside of the unit's own code.
 *
 * Has `code` (`LP8xxx`), `slug`, `help` (what to do about it) and often `unit` (the id).
 */
export class LapidaryError extends Error {
	/**
	 * @param {ErrorText} text
	 * @param {ErrorOptions} [options] `cause`, and further own properties
	 */
	constructor({ code, slug, message, help }, options = {}) {
		const { cause, ...properties } = options;
		super(message, 'cause' in options ? { cause } : undefined);
		/** @type {string} */
		this.code = code;
		/** @type {string} */
		this.slug = slug;
		/** @type {string} */
		this.help = help;
		for (const [key, value] of Object.entries(properties)) {
			Object.defineProperty(this, key, {
				value,
				writable: true,
				enumerable: key !== 'name',
				configurable: true,
			});
		}
	}
}

Object.defineProperty(LapidaryError.prototype, 'name', {
	value: 'LapidaryError',
	writable: true,
	configurable: true,
});
Object.defineProperty(LapidaryError.prototype, BRAND, { value: true });

/**
 * Build the error of one code; the functions of codes.js, generated from messages/, call it.
 *
 * @param {ErrorText} text
 * @param {ErrorOptions} [options]
 * @returns {LapidaryError}
 */
export function createError(text, options) {
	const error = withoutFrames(() => new LapidaryError(text, options));
	// The frames of these two functions say nothing about where the call was.
	captureStackTrace?.(error, createError);
	return error;
}

/**
 * Tell whether a value is a {@link LapidaryError}, of this or another copy of the package.
 *
 * `instanceof` fails across copies and across Jest's realms; this does not.
 *
 * @param {unknown} value
 * @returns {value is LapidaryError}
 *
 * @example
 * try {
 * 	await score(rows);
 * } catch (error) {
 * 	if (isLapidaryError(error) && error.code === 'LP8003') retryLater();
 * 	else throw error;
 * }
 */
export function isLapidaryError(value) {
	return typeof value === 'object' && value !== null && Reflect.get(value, BRAND) === true;
}
