/** @import { Diagnostic } from '../types.js' */

/**
 * What is wrong with the command line or the configuration rather than with the sources: the status of a process that
 * ends with one of these is 2.
 */
const USAGE_CODES = new Set([
	'LP7001',
	'LP7003',
	'LP7004',
	'LP7007',
	'LP7009',
	'LP7010',
	'LP7011',
	'LP7012',
	'LP7013',
	'LP7014',
	'LP7015',
]);

/** A command that cannot go on; `main` prints the diagnostics and ends with their status. */
export class CommandFailure extends Error {
	/** @param {...Diagnostic} diagnostics at least one error */
	constructor(...diagnostics) {
		super(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
		this.name = 'CommandFailure';
		this.diagnostics = diagnostics;
	}
}

/**
 * @param {Diagnostic[]} diagnostics
 * @returns {0 | 1 | 2} 0 without errors, 2 for a command line or configuration that is not understood
 */
export function exitStatus(diagnostics) {
	const errors = diagnostics.filter(({ severity }) => severity === 'error');
	if (errors.length === 0) return 0;
	return errors.some(({ code }) => USAGE_CODES.has(code)) ? 2 : 1;
}
