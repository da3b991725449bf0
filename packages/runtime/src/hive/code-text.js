// What may be evaluated at all; both kinds of threads.
import { codeGenerationDisallowed, codeNotText } from '../errors/codes.js';

/**
 * @param {unknown} code
 * @param {string} method that it was given to
 * @throws {Error} LP8026 for what is no text, LP8027 where the process may not evaluate text
 */
export function checkCode(code, method) {
	if (typeof code !== 'string') throw codeNotText({ method, what: describe(code) }, { method });
	try {
		// `vm` knows nothing of the flag: whether it is set is to be seen by trying.
		new Function('');
	} catch (cause) {
		throw codeGenerationDisallowed({ method }, { method, cause });
	}
}

/** @param {unknown} value @returns {string} for a message */
export function describe(value) {
	if (value === null || value === undefined) return String(value);
	if (Array.isArray(value)) return 'an array';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Run a text that may be that of a function: `String(fn)` of a function without a name, or of an async one, is no program.
 *
 * @param {string} code
 * @param {(code: string) => unknown} run
 * @returns {unknown} the value of the text, of the function that it declares, or of the expression that it is
 * @throws {unknown} what it throws; the SyntaxError of the text as a program
 */
export function runFunctionText(code, run) {
	if (!FUNCTION.test(code)) return run(code);
	let made;
	try {
		made = run(`(${code}\n)`);
	} catch (error) {
		if (Object(error).name !== 'SyntaxError') throw error;
		return run(code); // a declaration, and something after it
	}
	if (typeof made !== 'function' || !DECLARED.test(code)) return made;
	run(code);
	return run(made.name);
}

const FUNCTION = /^\s*(?:async\s+)?function\b/;
const DECLARED = /^\s*(?:async\s+)?function\b[\s*]*[^\s(*]/;
