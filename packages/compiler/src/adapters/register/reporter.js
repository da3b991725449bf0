/** @import { Diagnostic } from '../../diagnostics/diagnostic.js' */
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

/**
 * @typedef {object} LoaderReporter
 * @property {(diagnostics: readonly Diagnostic[], filename: string, source: string) => void} report prints warnings; ends the
 *   program, or throws, when there are errors
 * @property {(diagnostic: Diagnostic) => void} warnOnce prints what is about a file that is no source, such as a package.json,
 *   the first time that a loader of this program says it
 * @property {<T>(filename: string, action: () => T) => T} attempt reports what a transform of the file throws
 */

/**
 * Print diagnostics once: on the main thread. Workers load the same files again, and say nothing; an error that only they
 * see, since the file has changed, fails the call.
 *
 * @param {object} context
 * @param {boolean} context.isMainThread
 * @param {(text: string) => void} [context.stop] ends the program; not on a thread that cannot
 * @param {(diagnostic: Diagnostic) => void} [context.warn] tells the thread that knows what has been said; not on that thread
 * @returns {LoaderReporter}
 */
export function createReporter({ isMainThread, stop = stopProcess, warn }) {
	/** @type {Set<string>} */
	const told = new Set();
	/** @param {string} text */
	const fail = (text) => {
		if (isMainThread) stop(text);
		const error = new Error(text);
		// the frames of a loader say nothing about the source; Node prints the stack
		error.stack = text;
		throw error;
	};
	return {
		report(diagnostics, filename, source) {
			const isBroken = diagnostics.some(({ severity }) => severity === 'error');
			if (isBroken) fail(format(diagnostics, filename, source));
			const told = diagnostics.filter(({ severity }) => severity === 'warning');
			if (isMainThread && told.length > 0) writeSync(2, format(told, filename, source));
		},
		warnOnce(diagnostic) {
			const key = `${diagnostic.code} ${diagnostic.filename}`;
			if (!isMainThread || told.has(key)) return;
			told.add(key);
			if (warn) warn(diagnostic);
			else writeSync(2, format([diagnostic], diagnostic.filename, ''));
		},
		attempt(filename, action) {
			try {
				return action();
			} catch (error) {
				const { code, message } = /** @type {Error & { code?: string }} */ (error);
				if (!code?.startsWith('BABEL_')) throw error;
				return fail(`error in ${message.replace(`${filename}: ${filename}`, filename)}\n`);
			}
		},
	};
}

/**
 * @param {readonly Diagnostic[]} diagnostics
 * @param {string} filename
 * @param {string} source
 * @returns {string}
 */
function format(diagnostics, filename, source) {
	const require = createRequire(import.meta.url);
	/** @type {typeof import('../../diagnostics/format.js')} */
	const { formatDiagnostics } = require('../../diagnostics/format.js');
	const sources = new Map([[filename, source]]);
	return formatDiagnostics(diagnostics, { sources, color: hasColour(), cwd: process.cwd() });
}

/**
 * @returns {boolean}
 */
function hasColour() {
	const { NO_COLOR, FORCE_COLOR } = process.env;
	if (NO_COLOR) return false;
	if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
	return Boolean(process.stderr.isTTY);
}

/** @param {string} text */
function stopProcess(text) {
	writeSync(2, text);
	process.exit(1);
}
