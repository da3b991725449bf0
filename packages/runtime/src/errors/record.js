// Errors as data; runs on both sides. Structured clone alone loses `code`, own properties and subclasses.
/** @import { ErrorRecord, RecordedValue } from '../types.js' */
import { inspect, types } from 'node:util';
import { LapidaryError } from './lapidary-error.js';
import { inSourcePositions } from './source-positions.js';

/** @type {Record<string, Function>} */
const BUILTINS = Object.freeze({
	Error,
	TypeError,
	RangeError,
	SyntaxError,
	ReferenceError,
	EvalError,
	URIError,
	AggregateError,
	DOMException,
	LapidaryError,
});

// Own properties that have a place of their own in the record.
const PLACED = new Set(['name', 'message', 'stack', 'cause', 'errors']);

/**
 * @param {unknown} value
 * @returns {value is Error}
 */
export function isError(value) {
	// By brand: an error of another realm is an error too.
	return (
		types.isNativeError(value) || Object.prototype.toString.call(value) === '[object DOMException]'
	);
}

/**
 * Describe what was thrown, errors by record and anything else as it is.
 *
 * @param {unknown} thrown
 * @param {Record<string, Function>} classes the worker module's error classes, by name
 * @returns {RecordedValue} cloneable when `thrown` is an error
 */
export function recordThrown(thrown, classes) {
	/** @type {Map<object, number>} */
	const seen = new Map();
	return isError(thrown) ? { error: recordError(thrown, { classes, seen }) } : { value: thrown };
}

/**
 * @param {unknown} thrown
 * @returns {string} for a message: an error's own message, anything else as text
 */
export function reasonOf(thrown) {
	if (isError(thrown)) return thrown.message;
	// What a loader's hooks throw in their own thread arrives as a plain object.
	const message = Object(thrown).message;
	return typeof message === 'string' ? message : String(thrown);
}

/** @param {string} stack @returns {string} */
const readableStack = (stack) => inSourcePositions(withoutRuntimeFrames(stack));

/** @typedef {{ classes: Record<string, Function>, seen: Map<object, number> }} Recording */

/**
 * @param {Error} error
 * @param {Recording} recording
 * @returns {ErrorRecord}
 */
function recordError(error, recording) {
	recording.seen.set(error, recording.seen.size);
	const own = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (error));
	const keys = Object.keys(error).filter((key) => !PLACED.has(key));
	if (Object.hasOwn(error, 'code') && !keys.includes('code')) keys.push('code');
	return {
		builtin: findBuiltin(error),
		className: findClassName(error, recording.classes),
		name: typeof error.name === 'string' ? error.name : undefined,
		message: String(error.message),
		stack: typeof error.stack === 'string' ? readableStack(error.stack) : undefined,
		properties: keys.map((key) => [key, recordValue(own[key], recording)]),
		cause: Object.hasOwn(error, 'cause') ? recordValue(own.cause, recording) : undefined,
		errors: Array.isArray(own.errors)
			? own.errors.map((each) => recordValue(each, recording))
			: undefined,
	};
}

/**
 * @param {unknown} value
 * @param {Recording} recording
 * @returns {RecordedValue}
 */
function recordValue(value, recording) {
	if (isError(value)) {
		const known = recording.seen.get(value);
		return known === undefined ? { error: recordError(value, recording) } : { same: known };
	}
	try {
		return { value: structuredClone(value) };
	} catch {
		// An error must arrive, whatever hangs on it: show what cannot cross.
		return { value: inspect(value, { depth: 1 }) };
	}
}

/**
 * @param {object} error
 * @returns {string} key of `BUILTINS`
 */
function findBuiltin(error) {
	for (const constructor of constructorsOf(error)) {
		const { name } = constructor;
		if (Object.hasOwn(BUILTINS, name) && BUILTINS[name] === constructor) return name;
	}
	return 'Error';
}

/**
 * @param {object} error
 * @param {Record<string, Function>} classes
 * @returns {string | undefined} name of the most derived class of the error that the host knows
 */
function findClassName(error, classes) {
	const named = Object.entries(classes);
	for (const constructor of constructorsOf(error)) {
		const entry = named.find(([, known]) => known === constructor);
		if (entry) return entry[0];
	}
	return undefined;
}

/**
 * @param {object} error
 * @returns {Iterable<Function>} from the most derived class up
 */
function* constructorsOf(error) {
	let prototype = Object.getPrototypeOf(error);
	for (; prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
		if (Object.hasOwn(prototype, 'constructor') && typeof prototype.constructor === 'function') {
			yield prototype.constructor;
		}
	}
}

// Directories whose frames say nothing about the program: this package's, piscina's.
const OWN_DIRECTORY = new URL('..', import.meta.url).href;
const OWN_PATH = decodeURI(OWN_DIRECTORY.replace(/^file:\/\//, ''));

/**
 * @param {string} stack
 * @returns {string} without the frames below the unit
 */
export function withoutRuntimeFrames(stack) {
	return stack
		.split('\n')
		.filter((line) => !(/^\s+at /.test(line) && isRuntimeFrame(line)))
		.join('\n');
}

/** @param {string} line */
const isRuntimeFrame = (line) =>
	line.includes(OWN_DIRECTORY) ||
	line.includes(OWN_PATH) ||
	/[\\/]node_modules[\\/]piscina[\\/]/.test(line);

/**
 * Build the error that a record describes.
 *
 * @param {ErrorRecord} record
 * @param {object} context
 * @param {(() => Record<string, Function>) | undefined} context.classes the host's error classes
 * @param {string} context.frames the caller's, each line ending the one before; '' for none
 * @returns {Error} a native error with the class, own properties and causes of the original
 */
export function reviveError(record, { classes, frames }) {
	return revive(record, { classes: readClasses(classes), frames, revived: [] });
}

/** @typedef {{ classes: Record<string, Function>, frames: string, revived: Error[] }} Revival */

/**
 * @param {(() => Record<string, Function>) | undefined} thunk
 * @returns {Record<string, Function>}
 */
function readClasses(thunk) {
	try {
		return thunk?.() ?? {};
	} catch {
		return {}; // the host module is still being evaluated: built-in classes have to do
	}
}

/**
 * @param {ErrorRecord} record
 * @param {Revival} revival
 * @returns {Error}
 */
function revive(record, revival) {
	const { builtin, className, message, name } = record;
	const error = createNative(builtin, record);
	revival.revived.push(error);
	const known = className !== undefined && Object.hasOwn(revival.classes, className);
	const prototype = known ? revival.classes[className].prototype : undefined;
	if (typeof prototype === 'object' && prototype !== null) Object.setPrototypeOf(error, prototype);
	if (error.message !== message) define(error, 'message', message, false);
	if (name !== undefined && error.name !== name) define(error, 'name', name, false);
	const stack = record.stack ?? `${error.name}: ${message}`;
	define(error, 'stack', stack + revival.frames, false);
	const inner = { ...revival, frames: '' };
	if (record.cause) define(error, 'cause', reviveValue(record.cause, inner), false);
	if (record.errors) {
		define(
			error,
			'errors',
			record.errors.map((each) => reviveValue(each, inner)),
			false,
		);
	}
	for (const [key, value] of record.properties) {
		define(error, key, reviveValue(value, inner), true);
	}
	return error;
}

/**
 * @param {string} builtin
 * @param {ErrorRecord} record
 * @returns {Error}
 */
function createNative(builtin, { message, name }) {
	if (builtin === 'DOMException') return new DOMException(message, name);
	if (builtin === 'AggregateError') return new AggregateError([], message);
	if (builtin === 'LapidaryError') {
		return Object.setPrototypeOf(new Error(message), LapidaryError.prototype);
	}
	const Builtin = Object.hasOwn(BUILTINS, builtin) ? BUILTINS[builtin] : Error;
	return new /** @type {ErrorConstructor} */ (Builtin)(message);
}

/**
 * @param {RecordedValue} recorded
 * @param {Revival} revival
 * @returns {unknown}
 */
function reviveValue(recorded, revival) {
	if ('error' in recorded) return revive(recorded.error, revival);
	if ('same' in recorded) return revival.revived[recorded.same];
	return recorded.value;
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
