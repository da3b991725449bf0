import { pathToFileURL } from 'node:url';

/**
 * Where in a program a type is defined.
 *
 * @typedef {object} DefiningPlace
 * @property {string} url of the module: other threads import it to find the type
 * @property {string} key of the type: the url, line and column
 * @property {boolean} isTopLevel the module is being evaluated, and no function stands between it and the call
 */

// Captured: who patches them later learns nothing of configurations.
const { captureStackTrace } = Error;

/**
 * Find the module that calls a function, by the stack: no other thread knows more of it than what its import gives.
 *
 * Threads: any. Blocks: never.
 *
 * @param {Function} called the function; the frame below it is the place
 * @returns {DefiningPlace | null} null when the caller is no module: code of `eval` or of a snapshot
 */
export function definingPlace(called) {
	const [site, below] = callSitesBelow(called);
	const file = site?.getFileName();
	if (!site || !file || site.isEval()) return null;
	const url =
		/^[a-z]+:/i.test(file) && !/^[a-z]:[\\/]/i.test(file) ? file : pathToFileURL(file).href;
	const name = site.getFunctionName();
	// What evaluates modules: Node's loaders, and its `vm` for tools that have loaders of their own.
	const isLoader = !below || /^node:(internal\/(modules|vm)|vm)\b/.test(below.getFileName() ?? '');
	return {
		url,
		key: `${url}:${site.getLineNumber()}:${site.getColumnNumber()}`,
		isTopLevel: name === null && isLoader,
	};
}

/** @param {Function} called @returns {NodeJS.CallSite[]} the two frames below it */
function callSitesBelow(called) {
	const { prepareStackTrace, stackTraceLimit } = Error;
	/** @type {{ stack?: NodeJS.CallSite[] }} */
	const holder = {};
	try {
		Error.stackTraceLimit = 2;
		Error.prepareStackTrace = (_, sites) => sites;
		captureStackTrace(holder, called);
		return holder.stack ?? [];
	} finally {
		Error.prepareStackTrace = prepareStackTrace;
		Error.stackTraceLimit = stackTraceLimit;
	}
}
