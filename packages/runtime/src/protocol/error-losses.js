// What the copy of an error lacks, for a warning; both sides.
/** @import { KnownClasses } from './classes.js' */
/** @import { ErrorDescription } from './error-values.js' */
import { nativePrototype } from '../errors/record.js';
import { Object } from '../primordials.js';
import { isBuiltinPrototype } from './brands.js';

/** Codes of errors whose classes belong to the platform: no program can name them. */
const PLATFORM_CODE = /^(ABORT_ERR|ERR_|UND_ERR_)/;

/**
 * @param {object} error
 * @param {Pick<ErrorDescription, 'builtin' | 'className'>} description
 * @param {KnownClasses} classes of this side
 * @returns {string | undefined} the end of a sentence; undefined when the copy has the class, and all that instances of it have
 */
export function lossOfClass(error, { builtin, className }, classes) {
	const own = Object.getPrototypeOf(error);
	const arrives =
		className === undefined ? nativePrototype(builtin) : classes.prototypeOf(className);
	const made = constructorOf(own);
	if (own !== arrives) {
		const isOfPlatform = PLATFORM_CODE.test(codeOf(error));
		if (!made || isOfPlatform || isBuiltinPrototype(own)) return undefined;
		const nearest = constructorOf(arrives)?.name ?? builtin;
		return `one of the class \`${made.name}\` is an instance of \`${nearest}\` alone`;
	}
	if (!made || !classes.find(own)?.isClosed) return undefined;
	return `one of the class \`${made.name}\` is without its private members`;
}

/** @param {object} error @returns {string} */
function codeOf(error) {
	const code = Object.getOwnPropertyDescriptor(error, 'code')?.value;
	return typeof code === 'string' ? code : '';
}

/** @param {object | null | undefined} prototype @returns {Function | undefined} */
function constructorOf(prototype) {
	const made = prototype && Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
	return typeof made === 'function' ? made : undefined;
}
