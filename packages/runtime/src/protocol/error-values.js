// Errors as data; both sides. Structured clone alone loses `code`, own properties and subclasses.
/** @import { KnownClasses } from './classes.js' */
import { findBuiltin, createNative, prototypesOf, readableStack } from '../errors/record.js';
import { filter, indexOf, isArray, Object, push, Reflect, some } from '../primordials.js';
import { put } from './places.js';

/**
 * What stands for an error while it crosses: a plain object, whose parts cross as those of any other.
 *
 * @typedef {object} ErrorDescription
 * @property {string} builtin name of the nearest built-in class
 * @property {string | undefined} className the most derived class of it that both sides know
 * @property {string | undefined} name own or inherited
 * @property {string} message
 * @property {string | undefined} stack
 * @property {Record<string, unknown>} properties own enumerable ones, and `code`
 * @property {string[] | undefined} order of all enumerable keys, where name, message, stack, cause or errors are among them
 * @property {unknown} [cause]
 * @property {unknown[]} [errors] of an AggregateError
 */

// Own properties that have a place of their own in the description.
const PLACED = new Set(['name', 'message', 'stack', 'cause', 'errors']);

/**
 * @param {object} error
 * @param {KnownClasses} classes of this side
 * @returns {ErrorDescription}
 */
export function describeError(error, classes) {
	const own = /** @type {any} */ (error);
	const keys = filter(Object.keys(error), (key) => !PLACED.has(key));
	if (Object.hasOwn(error, 'code') && indexOf(keys, 'code') === -1) push(keys, 'code');
	/** @type {ErrorDescription} */
	const description = {
		builtin: findBuiltin(error),
		className: undefined,
		name: typeof own.name === 'string' ? own.name : undefined,
		message: String(own.message),
		stack: typeof own.stack === 'string' ? readableStack(own.stack) : undefined,
		properties: {},
		order: undefined,
	};
	const order = Object.keys(error);
	if (some(order, (key) => PLACED.has(key))) description.order = order;
	for (const prototype of prototypesOf(error)) {
		description.className ??= classes.find(prototype)?.name;
	}
	for (const key of keys) put(description.properties, key, own[key]);
	if (Object.hasOwn(error, 'cause')) description.cause = own.cause;
	if (isArray(own.errors)) description.errors = [...own.errors];
	return description;
}

/**
 * Make the error of a description, as far as other errors that it refers to need not exist yet.
 *
 * @param {ErrorDescription} description
 * @param {KnownClasses} classes of this side
 * @returns {Error} a native error
 */
export function makeError(description, classes) {
	const { builtin, className, message, name, stack } = description;
	const error = createNative(builtin, message, name);
	const prototype = className === undefined ? undefined : classes.prototypeOf(className);
	if (prototype) Object.setPrototypeOf(error, prototype);
	if (error.message !== message) define(error, 'message', message, false);
	if (name !== undefined && error.name !== name) define(error, 'name', name, false);
	define(error, 'stack', stack ?? `${error.name}: ${message}`, false);
	return error;
}

/**
 * Give an error the properties that may refer to other errors.
 *
 * @param {Error} error of `makeError`
 * @param {ErrorDescription} description whose parts have been made again
 */
export function completeError(error, description) {
	if ('cause' in description) define(error, 'cause', description.cause, false);
	if (description.errors) define(error, 'errors', description.errors, false);
	for (const key of Object.keys(description.properties)) {
		define(error, key, description.properties[key], true);
	}
	for (const key of description.order ?? []) {
		const value = Reflect.get(error, key);
		Reflect.deleteProperty(error, key); // what is defined anew comes last
		define(error, key, value, true);
	}
}

/**
 * @param {object} error
 * @param {string} key may be `__proto__`, which assignment would not define
 * @param {unknown} value
 * @param {boolean} enumerable
 */
function define(error, key, value, enumerable) {
	Object.defineProperty(error, key, { value, writable: true, enumerable, configurable: true });
}
