// From what a worker sent to what the caller gets.
/** @import { ResultMessage } from '../protocol/messages.js' */
/** @import { Call } from './call-record.js' */
import {
	notRestored,
	outOfMemory,
	queueFull,
	uncloneableResult,
	unknownUnit,
	workerExited,
	workerModuleFailed,
	workerNotStarted,
	workersNotPermitted,
} from '../errors/codes.js';
import { isError, reasonOf } from '../errors/record.js';
import { inSourcePositions } from '../errors/source-positions.js';
import { isArray, Object, Reflect } from '../primordials.js';
import { Unrestorable } from '../protocol/in-out/changes.js';
import { applyChanges } from '../protocol/in-out/index.js';
import {
	CHANGES,
	MODULE_FAILED,
	RETURNED,
	rootOf,
	THREW,
	UNCLONEABLE,
	UNKNOWN_CLASS,
	UNKNOWN_UNIT,
	YIELDED,
} from '../protocol/messages.js';
import { PLACED } from '../protocol/notes.js';
import { onlyOrigins } from '../protocol/origins.js';
import { Refusal } from '../protocol/refusal.js';
import { isStackOverflow } from '../protocol/uncloneable.js';
import { discard, unpack } from '../protocol/unpack.js';
import { tellOfState } from './argument-state.js';
import { formatFrames, hasStack } from './trace.js';
import { describeUnknownClass } from './values.js';

/**
 * @typedef {{ ok: true, value: unknown } | { ok: false, error: unknown }} Outcome
 */

/**
 * @param {Pick<Call, 'reference' | 'trace' | 'origins' | 'openOrigins'> & { parts?: object[], inState?: Map<number, string> }} call
 * @param {ResultMessage} message
 * @returns {Outcome}
 */
export function readResult(call, message) {
	const [kind, , , value, notes, changes, placed] = message;
	const isValue = kind === RETURNED || kind === YIELDED;
	if (isValue && !notes && !changes) return { ok: true, value };
	try {
		/** @type {Record<string, unknown>} */
		const root = { [rootOf(kind)]: value, [CHANGES]: changes };
		if (placed) root[PLACED] = placed;
		const came = notes ? unpack(root, notes, call.reference.classes, onlyOrigins(call)) : root;
		const received = came[rootOf(kind)];
		if (call.parts && isArray(came[CHANGES])) {
			applyChanges(call.parts, came[CHANGES]);
			tellOfState(call, came[CHANGES]);
		}
		return isValue
			? { ok: true, value: received }
			: { ok: false, error: readFailure(call, kind, received) };
	} catch (refusal) {
		if (refusal instanceof Unrestorable) {
			const unit = call.reference.id;
			const error = notRestored({ unit, reason: refusal.reason }, { unit });
			return { ok: false, error: withFrames(error, call.trace) };
		}
		if (!(refusal instanceof Refusal)) return { ok: false, error: refusal };
		const { path, reason } = refusal;
		return { ok: false, error: readFailure(call, UNKNOWN_CLASS, { path, reason }) };
	}
}

/** @param {ResultMessage} message whose call was given up, or whose generator */
export function discardResult([kind, , , value, notes, changes]) {
	discard({ [rootOf(kind)]: value, [CHANGES]: changes }, notes);
}

/**
 * @param {Pick<Call, 'reference' | 'trace' | 'origins'>} call
 * @param {number} kind
 * @param {any} value
 * @returns {unknown}
 */
function readFailure(call, kind, value) {
	const { reference, trace } = call;
	const { id, url } = reference;
	const unit = id;
	switch (kind) {
		case THREW:
			if (!isError(value) || isCallersOwn(call, value)) return value;
			return appendFrames(value, trace);
		case UNCLONEABLE: {
			const { path, reason } = value;
			return withFrames(uncloneableResult({ unit, path, reason }, { unit, path }), trace);
		}
		case UNKNOWN_CLASS:
			return withFrames(describeUnknownClass(unit, value), trace);
		case UNKNOWN_UNIT:
			return withFrames(unknownUnit({ unit, url }, { unit }), trace);
		case MODULE_FAILED: {
			const reason = reasonOf(value);
			return withFrames(workerModuleFailed({ unit, reason }, { unit, cause: value }), trace);
		}
		default:
			return new TypeError(`unknown result kind ${kind}`);
	}
}

/**
 * @param {Pick<Call, 'reference' | 'origins'>} call
 * @param {unknown} error that has arrived
 * @returns {boolean} whether it was there before: both modules have made it, or it has crossed to the unit
 */
export const isCallersOwn = ({ reference, origins }, error) =>
	Boolean(origins?.isOriginal(error) || reference.classes.identities?.refer(error));

/**
 * @param {Error} error that a unit threw
 * @param {import('../types.js').Trace | undefined} trace of the call
 * @returns {Error} the same; its stack goes on with the caller's frames
 */
export function appendFrames(error, trace) {
	if (!hasStack(error)) return error;
	const value = `${error.stack}${formatFrames(trace)}`;
	Object.defineProperty(error, 'stack', { value, writable: true, configurable: true });
	return error;
}

/**
 * @param {Pick<Call, 'reference' | 'trace'>} call that was running when its thread died
 * @param {unknown} death the error that nothing caught, or why it was ended
 * @param {number | undefined} exitCode of the thread, when it has ended
 * @param {boolean} [hasBegun] whether the call may have done something
 * @returns {Error} LP8002, LP8011
 */
export function describeDeath({ reference, trace }, death, exitCode, hasBegun = true) {
	const unit = reference.id;
	if (isError(death) && death.stack) death.stack = inSourcePositions(death.stack);
	const code = typeof death === 'object' && death !== null ? Reflect.get(death, 'code') : undefined;
	if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
		return withFrames(outOfMemory({ unit }, { unit, cause: death }), trace);
	}
	const isExit = death === undefined;
	const begun = hasBegun ? {} : { hasBegun };
	const options = isExit ? { unit, exitCode, ...begun } : { unit, cause: death, ...begun };
	const reason = isExit
		? `exit code ${exitCode}`
		: isError(death)
			? String(death)
			: reasonOf(death);
	const when = hasBegun ? 'while it ran' : 'before it began';
	return withFrames(workerExited({ unit, reason, when }, options), trace);
}

/**
 * @param {Pick<Call, 'batch' | 'index' | 'generator'>} call in a batch, whose result could not be read
 * @param {unknown} unreadable why
 * @returns {ResultMessage}
 */
export function describeUnread({ batch, index, generator }, unreadable) {
	// Threads have a larger stack than this one, and can send what it cannot read.
	const reason = isStackOverflow(unreadable) ? 'it is nested too deeply' : reasonOf(unreadable);
	const path = generator ? 'yielded' : 'result';
	return [UNCLONEABLE, (batch?.first ?? 0) + index, 0, { path, reason }];
}

/** @param {string} unit @param {import('../types.js').PoolSettings} settings @returns {Error} LP8007 */
export function describeFullQueue(unit, { queueLimit: limit, name: pool }) {
	return queueFull({ unit, limit, pool }, { unit, pool });
}

/**
 * @param {string} unit
 * @param {unknown} cause why no thread could be made
 * @returns {Error} LP8013, LP8014
 */
export function describeNoThread(unit, cause) {
	return Reflect.get(Object(cause), 'code') === 'ERR_ACCESS_DENIED'
		? workersNotPermitted({ unit }, { unit, cause })
		: describeFailedStart(unit, cause);
}

/**
 * @param {string} unit
 * @param {unknown} cause why a thread has ended before it was there
 * @returns {Error} LP8014
 */
export function describeFailedStart(unit, cause) {
	return workerNotStarted({ unit, reason: reasonOf(cause) }, { unit, cause });
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
