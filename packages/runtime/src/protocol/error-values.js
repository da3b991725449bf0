// Errors as data; both sides. Structured clone alone loses `code`, own properties and subclasses.
/** @import { KnownClasses } from './classes.js' */
/** @import { Part } from './error-parts.js' */
/** @import { Search } from './search.js' */
/** @import { SymbolKey } from './symbol-keys.js' */
import { inspect } from 'node:util';
import {
	createNative,
	findBuiltin,
	isOldStyle,
	nativePrototype,
	prototypesOf,
	readableStack,
} from '../errors/record.js';
import {
	indexOf,
	isArray,
	map,
	Object,
	OwnMap,
	push,
	Reflect,
	some,
	Set,
	WeakMap,
} from '../primordials.js';
import { numberParts } from './error-parts.js';
import { lossOfClass } from './error-losses.js';
import { LateClassMet } from './late-classes.js';
import { put } from './places.js';
import { describeSymbol, symbolOf } from './symbol-keys.js';

/**
 * What stands for an error while it crosses: a plain object, whose parts cross as those of any other.
 *
 * @typedef {object} ErrorDescription
 * @property {string} builtin name of the nearest built-in class
 * @property {true} [isOldStyle] it is an object that inherits from `Error.prototype`, and no error to the platform
 * @property {string | undefined} className the most derived class of it that both sides know
 * @property {string | undefined} name own or inherited
 * @property {string | undefined} message own or inherited; undefined where it is the inherited empty one
 * @property {true} [inheritsMessage]
 * @property {string | undefined} stack
 * @property {Record<string, unknown>} properties own ones with other names
 * @property {string[]} [hidden] names of those that are not enumerable
 * @property {string[]} [order] of all enumerable keys, where name, message, stack, cause or errors are among them
 * @property {[key: SymbolKey, isEnumerable: boolean, value: unknown][]} [symbols] own properties whose key every thread has
 * @property {unknown} [cause]
 * @property {unknown[]} [errors] of an AggregateError
 * @property {number} [origin] number by which it is known when it comes back (origins.js)
 * @property {Part[]} [parts] the same of objects within it
 */

// Own properties that have a place of their own in the description.
const PLACED = new Set(['name', 'message', 'stack', 'cause', 'errors']);

/** Errors of `textError`, which are known by the number of what they stand for. @type {WeakMap<object, true>} */
const textErrors = new WeakMap();

/** @param {unknown} value that cannot cross @returns {string} what crosses in its place */
export const textOf = (value) => inspect(value, { depth: 1 });

/** @param {unknown} thrown what cannot cross @returns {Error} what crosses in its place */
export function textError(thrown) {
	const error = new Error(textOf(thrown));
	textErrors.set(error, true);
	return error;
}

/**
 * @param {object} error
 * @param {Search} search that has come to it
 * @returns {ErrorDescription}
 */
export function describeError(error, search) {
	const { classes, lender } = search;
	/** @type {Map<string, PropertyDescriptor>} */
	const own = new OwnMap();
	for (const key of Object.getOwnPropertyNames(error)) own.set(key, readProperty(error, key));
	const [name, message, stack] = map(['name', 'message', 'stack'], (key) => read(error, key));
	/** @type {ErrorDescription} */
	const description = {
		builtin: findBuiltin(error),
		className: undefined,
		name: typeof name === 'string' ? name : undefined,
		message: typeof message === 'string' && (message || own.has('message')) ? message : undefined,
		stack: typeof stack === 'string' ? readableStack(stack) : undefined,
		properties: {},
	};
	if (isOldStyle(error)) {
		description.isOldStyle = true;
		// Its prototype may be an error, with a stack of its own.
		if (!own.has('stack')) description.stack = undefined;
	}
	if (!own.has('message')) description.inheritsMessage = true;
	description.className = classNameFor(error, search);
	const loss = lossOfClass(error, description, classes);
	if (loss !== undefined) push((search.losses ??= []), loss);
	for (const [key, { value, enumerable }] of own) {
		if (isPlaced(key, value)) continue;
		put(description.properties, key, value);
		if (!enumerable) push((description.hidden ??= []), key);
	}
	if (own.has('cause')) description.cause = own.get('cause')?.value;
	const errors = own.get('errors')?.value;
	if (isArray(errors)) description.errors = [...errors];
	const order = Object.keys(error);
	if (some(order, (key) => PLACED.has(key))) description.order = order;
	const symbols = describeSymbols(error);
	if (symbols.length > 0) description.symbols = symbols;
	const origins = lender?.openOrigins?.();
	if (origins && !textErrors.has(error)) {
		description.origin = origins.numberOf(error);
		const parts = numberParts(description, origins);
		if (parts.length > 0) description.parts = parts;
	}
	return description;
}

/**
 * @param {object} error
 * @param {Search} search
 * @returns {string | undefined} name of the most derived class of it that both sides know
 * @throws {LateClassMet} where that is to be loaded first
 */
function classNameFor(error, { classes, lender }) {
	const { late } = classes;
	for (const prototype of prototypesOf(error)) {
		const known = classes.find(prototype);
		if (known) return known.name;
		const key = lender?.mayWait && !late.isEmpty ? late.keyFor(prototype) : undefined;
		if (key !== undefined) throw new LateClassMet(late, key);
	}
	return undefined;
}

/**
 * @param {string} key of an own property
 * @param {unknown} value
 * @returns {boolean} whether it has a place of its own in the description
 */
function isPlaced(key, value) {
	if (key === 'cause') return true;
	if (key === 'errors') return isArray(value);
	return PLACED.has(key) && typeof value === 'string';
}

/** @param {object} error @returns {NonNullable<ErrorDescription['symbols']>} */
function describeSymbols(error) {
	/** @type {NonNullable<ErrorDescription['symbols']>} */
	const found = [];
	for (const symbol of Object.getOwnPropertySymbols(error)) {
		const key = describeSymbol(symbol);
		if (!key) continue; // Node marks its own errors with symbols of its own
		const { enumerable = false, value } = readProperty(error, symbol);
		push(found, [key, enumerable, value]);
	}
	return found;
}

/** @param {object} error @param {string | symbol} key @returns {PropertyDescriptor} with the value that an accessor gives */
const readProperty = (error, key) => ({
	value: read(error, key),
	enumerable: Object.getOwnPropertyDescriptor(error, key)?.enumerable,
});

/** @param {object} error @param {string | symbol} key @returns {unknown} undefined where the accessor throws: the error must arrive */
function read(error, key) {
	try {
		return Reflect.get(error, key);
	} catch {
		return undefined;
	}
}

/**
 * Make the error of a description, as far as other errors that it refers to need not exist yet.
 *
 * @param {ErrorDescription} description
 * @param {KnownClasses} classes of this side
 * @returns {Error}
 */
export function makeError(description, classes) {
	const { builtin, className, message, name, inheritsMessage } = description;
	const prototype = className === undefined ? undefined : classes.prototypeOf(className);
	if (description.isOldStyle) return Object.create(prototype ?? nativePrototype(builtin));
	const isSlot = builtin === 'DOMException';
	const error = createNative(builtin, inheritsMessage && !isSlot ? undefined : message, name);
	if (prototype) Object.setPrototypeOf(error, prototype);
	return error;
}

/**
 * Give an error the properties that may refer to other errors.
 *
 * @param {Error} error of `makeError`
 * @param {ErrorDescription} description whose parts have been made again
 */
export function completeError(error, description) {
	const { properties, hidden = [], order = [], symbols = [] } = description;
	if ('cause' in description) define(error, 'cause', description.cause, false);
	if (description.errors) define(error, 'errors', description.errors, false);
	for (const key of Object.keys(properties)) {
		define(error, key, properties[key], indexOf(hidden, key) === -1);
	}
	for (const [key, isEnumerable, value] of symbols) {
		define(error, symbolOf(key), value, isEnumerable);
	}
	nameError(error, description);
	for (const key of order) {
		const value = Reflect.get(error, key);
		Reflect.deleteProperty(error, key); // what is defined anew comes last
		define(error, key, value, true);
	}
}

/**
 * Once its properties are there: an accessor of its class may compute these of them.
 *
 * @param {Error} error
 * @param {ErrorDescription} description
 */
function nameError(error, { message, name, stack, properties }) {
	if (message !== undefined && read(error, 'message') !== message) {
		define(error, 'message', message, false);
	}
	if (name !== undefined && read(error, 'name') !== name) define(error, 'name', name, false);
	if (stack !== undefined) define(error, 'stack', stack, false);
	// The program has deleted it, or has never had one: the copy was made with one.
	else if (!Object.hasOwn(properties, 'stack')) Reflect.deleteProperty(error, 'stack');
}

/**
 * @param {object} error
 * @param {string | symbol} key may be `__proto__`, which assignment would not define
 * @param {unknown} value
 * @param {boolean} enumerable
 */
function define(error, key, value, enumerable) {
	Object.defineProperty(error, key, { value, writable: true, enumerable, configurable: true });
}
