// What an error is made of; runs on both sides.
import { createRequire } from 'node:module';
import { types } from 'node:util';
import {
	filter,
	join,
	Object,
	slice,
	execPattern,
	includesText,
	isPrototypeOf,
	splitText,
	tagOf,
	textOfFunction,
} from '../primordials.js';
import { LapidaryError } from './lapidary-error.js';
import { inSourcePositions } from './source-positions.js';

const ASSERTION = 'AssertionError';

/** Loaded when an error may be one: few programs use `node:assert` at run time. @type {() => typeof import('node:assert').AssertionError} */
const assertionError = () => createRequire(import.meta.url)('node:assert').AssertionError;

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

/** @param {unknown} value @returns {value is Error} */
export const isError = (value) => isNative(value) || isOldStyle(value);

/**
 * @param {unknown} value
 * @returns {boolean} whether the platform takes it for an error
 */
function isNative(value) {
	// By brand: an error of another realm is an error too.
	return types.isNativeError(value) || tagOf(value) === '[object DOMException]';
}

/**
 * Constructor functions that do not call `Error` make objects that inherit from its prototype, and that are no errors to the platform:
 * `Object.prototype.toString` and `util.types` tell, and so does what the console prints.
 *
 * @param {unknown} value
 * @returns {boolean}
 */
export const isOldStyle = (value) =>
	typeof value === 'object' &&
	value !== null &&
	!types.isProxy(value) &&
	isPrototypeOf(/** @type {Function} */ (BUILTINS.Error).prototype, value) &&
	!isNative(value);

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

/** @param {string} stack @returns {string} in positions of the sources, without the runtime's frames */
export const readableStack = (stack) => inSourcePositions(withoutRuntimeFrames(stack));

/**
 * @param {object} error
 * @returns {string} name of the nearest built-in class
 */
export function findBuiltin(error) {
	for (const prototype of prototypesOf(error)) {
		const made = Object.hasOwn(prototype, 'constructor') ? prototype.constructor : undefined;
		if (typeof made !== 'function') continue;
		const isNamed = Object.hasOwn(BUILTINS, made.name) || made.name === ASSERTION;
		if (isNamed && isBuiltin(made)) return made.name;
	}
	return 'Error';
}

/**
 * @param {Function} made with the name of a built-in class
 * @returns {boolean} whether it is that class, of this realm or, where the language has it, of another one
 */
const isBuiltin = (made) =>
	BUILTINS[made.name] === made ||
	(made.name === ASSERTION && made === assertionError()) ||
	textOfFunction(made) === `function ${made.name}() { [native code] }`;

/**
 * @param {object} error
 * @returns {Iterable<object>} from that of the most derived class up
 */
export function* prototypesOf(error) {
	let prototype = Object.getPrototypeOf(error);
	for (; prototype !== null; prototype = Object.getPrototypeOf(prototype)) yield prototype;
}

/**
 * @param {string} builtin as `findBuiltin` names it
 * @returns {object} what errors of `createNative` have as prototype
 */
export const nativePrototype = (builtin) =>
	(builtin === ASSERTION ? assertionError() : (BUILTINS[builtin] ?? Error)).prototype;

/**
 * @param {string} builtin as `findBuiltin` names it
 * @param {string | undefined} message undefined for an error without one of its own
 * @param {string | undefined} name
 * @returns {Error}
 */
export function createNative(builtin, message, name) {
	if (builtin === 'DOMException') return new DOMException(message, name);
	if (builtin === 'AggregateError') return new AggregateError([], message);
	if (builtin === ASSERTION) return new (assertionError())({ message: message ?? '' });
	if (builtin === 'LapidaryError') {
		return Object.setPrototypeOf(new Error(message), LapidaryError.prototype);
	}
	const Builtin = Object.hasOwn(BUILTINS, builtin) ? BUILTINS[builtin] : Error;
	return new /** @type {ErrorConstructor} */ (Builtin)(message);
}

// Directories whose frames say nothing about the program: this package's, piscina's.
const OWN_DIRECTORY = new URL('..', import.meta.url).href;
const OWN_PATH = decodeURI(OWN_DIRECTORY.replace(/^file:\/\//, ''));

const FRAME = /^\s+at /;
const OF_PISCINA = /[\\/]node_modules[\\/]piscina[\\/]/;
const OF_NODE = /[ (]node:internal\//;

/**
 * @param {string} stack
 * @returns {string} without the runtime's frames, and without those of Node's that have called the runtime: the event loop's
 */
export function withoutRuntimeFrames(stack) {
	let isLeftOut = false;
	const kept = filter(splitText(stack, '\n'), (line) => {
		if (!execPattern(FRAME, line)) return true;
		isLeftOut = isRuntimeFrame(line) || (isLeftOut && execPattern(OF_NODE, line) !== null);
		return !isLeftOut;
	});
	return join(kept, '\n');
}

/**
 * @param {string} stack
 * @returns {string} without the first frame of the runtime's and all below it; the same where there is none
 */
export function aboveRuntimeFrames(stack) {
	const lines = splitText(stack, '\n');
	let end = 0;
	while (end < lines.length && !(execPattern(FRAME, lines[end]) && isRuntimeFrame(lines[end])))
		end++;
	return join(slice(lines, 0, end), '\n');
}

/** @param {string} line */
const isRuntimeFrame = (line) =>
	includesText(line, OWN_DIRECTORY) ||
	includesText(line, OWN_PATH) ||
	execPattern(OF_PISCINA, line) !== null;
