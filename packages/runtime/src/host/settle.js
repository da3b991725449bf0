// From what a worker sent to what the caller gets.
/** @import { Meters } from '../protocol/atomics.js' */
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
import { inSourcePositions } from '../errors/source-positions.js';
import {
	MODULE_FAILED,
	RETURNED,
	THREW_ERROR,
	THREW_VALUE,
	UNCLONEABLE,
	UNKNOWN_UNIT,
	VALUE,
	valueOfWay,
	WAY,
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
 * @param {Meters} meters of a thread that has replied
 * @returns {unknown} the result of the one call
 */
export function readReplied(meters) {
	return valueOfWay(meters[WAY], meters[VALUE]);
}

/**
 * @param {Call} call that was running when its thread died
 * @param {unknown} death the error that nothing caught, or what piscina rejected with
 * @param {number | undefined} exitCode of the thread, when it has ended
 * @returns {Error} LP8002, LP8011
 */
export function describeDeath({ reference, trace }, death, exitCode) {
	const unit = reference.id;
	if (isError(death) && death.stack) death.stack = inSourcePositions(death.stack);
	const code = typeof death === 'object' && death !== null ? Reflect.get(death, 'code') : undefined;
	if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
		return withFrames(outOfMemory({ unit }, { unit, cause: death }), trace);
	}
	// Of a thread that left by itself, piscina's own error says no more than the exit code.
	const isExit = isError(death) && death.message === `worker exited with code: ${exitCode}`;
	const options = isExit ? { unit, exitCode } : { unit, cause: death };
	const reason = isExit
		? `exit code ${exitCode}`
		: isError(death)
			? String(death)
			: reasonOf(death);
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
