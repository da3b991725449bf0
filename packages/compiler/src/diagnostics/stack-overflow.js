/**
 * What is said of a file that the parsers or the analysis have no stack left for. One such file is no reason to end the
 * build of all others.
 */
export const TOO_DEEP =
	'its expressions, statements or chains of definitions are nested too deeply';

/** @param {unknown} error @returns {boolean} the engine's, when recursion has used up the stack */
export const isStackOverflow = (error) =>
	error instanceof RangeError && /call stack|stack space/i.test(error.message);
