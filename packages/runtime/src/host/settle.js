// From what a worker sent to what the caller gets.
/** @import { ResultMessage } from '../protocol/messages.js' */
/** @import { Call } from './call-record.js' */
import {
	outOfMemory,
	uncloneableResult,
	unknownUnit,
	workerExited,
	workerModuleFailed,
} from '../errors/codes.js';
import { isError, reasonOf, reviveError } from '../errors/record.js';
import {
	MODULE_FAILED,
	RETURNED,
	THREW_ERROR,
	THREW_VALUE,
	UNCLONEABLE,
	UNKNOWN_UNIT,
} from '../protocol/messages.js';
import { reviveBuffers } from '../protocol/scan.js';
import { formatFrames } from './trace.js';

/**
 * @typedef {{ ok: true, value: unknown } | { ok: false, error: unknown }} Outcome
 */

/**
 * @param {Call} call
 * @param {ResultMessage} message
 * @returns {Outcome}
 */
export function readResult(call, message) {
	const [kind, , , value, buffers] = message;
	if (kind !== RETURNED) return { ok: false, error: readFailure(call, kind, value) };
	if (!buffers) return { ok: true, value };
	const root = { result: value };
	reviveBuffers(root, buffers);
	return { ok: true, value: root.result };
}

/**
 * @param {Call} call
 * @param {number} kind
 * @param {any} value
 * @returns {unknown}
 */
function readFailure({ reference, trace }, kind, value) {
	const { id, url, classes } = reference;
	const unit = id;
	switch (kind) {
		case THREW_ERROR:
			return reviveError(value.error, { classes, frames: formatFrames(trace) });
		case THREW_VALUE:
			return value.value;
		case UNCLONEABLE: {
			const { path, reason } = value;
			return withFrames(uncloneableResult({ unit, path, reason }, { unit, path }), trace);
		}
		case UNKNOWN_UNIT:
			return withFrames(unknownUnit({ unit, url }, { unit }), trace);
		case MODULE_FAILED: {
			const cause =
				'error' in value ? reviveError(value.error, { classes, frames: '' }) : value.value;
			const reason = reasonOf(cause);
			return withFrames(workerModuleFailed({ unit, reason }, { unit, cause }), trace);
		}
		default:
			return new TypeError(`unknown result kind ${kind}`);
	}
}

/**
 * @param {Call} call that was running when its thread died
 * @param {unknown} death what piscina rejected with
 * @param {number | undefined} exitCode of the thread, when it ended by itself
 * @returns {Error}
 */
export function describeDeath({ reference, trace }, death, exitCode) {
	const unit = reference.id;
	const code = typeof death === 'object' && death !== null ? Reflect.get(death, 'code') : undefined;
	if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
		return withFrames(outOfMemory({ unit }, { unit, cause: death }), trace);
	}
	// Ended by itself, piscina's own error says no more than the exit code.
	const options = exitCode === undefined ? { unit, cause: death } : { unit, exitCode };
	const reason =
		exitCode !== undefined
			? `exit code ${exitCode}`
			: isError(death)
				? `${death.name}: ${death.message}`
				: String(death);
	return withFrames(workerExited({ unit, reason }, options), trace);
}

/**
 * @template {Error} E
 * @param {E} error made on the host, in some turn after the call
 * @param {import('../types.js').Trace | undefined} trace
 * @returns {E} with the caller's frames in place of the runtime's
 */
export function withFrames(error, trace) {
	const header = `${error.name} [${Reflect.get(error, 'code')}]: ${error.message}`;
	const value = header + formatFrames(trace);
	Object.defineProperty(error, 'stack', { value, writable: true, configurable: true });
	return error;
}
