/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { LentFunction } from '../protocol/unpack.js' */
import { reasonOf } from '../errors/record.js';
import { Object, OwnMap } from '../primordials.js';
import {
	FUNCTION_GONE,
	HOST_CALL,
	HOST_CALL_DROPPED,
	HOST_CALL_REFUSED,
	HOST_CALL_TAKEN,
	HOST_RETURNED,
	HOST_WAITS,
} from '../protocol/bridge-messages.js';
import { HostResult } from '../protocol/host-result.js';
import { pack } from '../protocol/pack.js';
import { Refusal } from '../protocol/refusal.js';
import { registry } from '../protocol/registry.js';
import { findUncloneable } from '../protocol/uncloneable.js';
import { unpack } from '../protocol/unpack.js';

/**
 * Whose code calls functions of the host's.
 *
 * @typedef {object} Caller
 * @property {KnownClasses} classes of the worker module
 * @property {boolean} hasEnded whether it is too late for `onThrown`
 * @property {(number: number) => void} onCall
 * @property {(number: number) => void} onMade the function has been called, and has returned, thrown or given a promise
 * @property {(error: unknown) => void} onThrown what it threw at once, and nobody waits for
 */

/**
 * Calls of the host's functions that have not been answered, by number; per thread, like the registry.
 *
 * @type {Map<number, PendingCall>}
 *
 * @typedef {object} PendingCall
 * @property {HostResult<unknown>} result
 * @property {(value: unknown) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {Caller} caller
 * @property {string} place
 */
const pending = new OwnMap();

/** Number of the latest call; per thread. */
const latest = { number: 0 };

// Tells the host when no code here can call a function any more, so that it can let go of it.
const functions = new FinalizationRegistry((/** @type {number} */ id) => {
	registry.results?.postMessage([FUNCTION_GONE, id]);
});

/**
 * Make a function that calls one of the host's.
 *
 * @param {LentFunction} lent
 * @param {Caller} caller
 * @returns {Function} returns a promise of what the host's returns; its `this` goes nowhere
 */
export function createHostFunction(lent, caller) {
	/** @param {unknown[]} args */
	const call = (...args) => {
		const number = ++latest.number;
		const made = /** @type {PendingCall} */ ({ caller, place: lent.place });
		made.result = new HostResult((resolve, reject) => Object.assign(made, { resolve, reject }));
		pending.set(number, made);
		caller.onCall(number);
		postCall(number, lent, args, caller.classes);
		return made.result;
	};
	functions.register(call, lent.id);
	return call;
}

/**
 * @param {number} number
 * @param {LentFunction} lent
 * @param {unknown[]} args
 * @param {KnownClasses} classes
 */
function postCall(number, { id, place }, args, classes) {
	const port = registry.results;
	const key = `${place}.arguments`;
	let root = { [key]: args };
	try {
		const packed = pack(root, classes);
		root = packed.root;
		const message = [HOST_CALL, number, id, root[key], packed.notes];
		port?.postMessage(message, /** @type {any} */ (packed.transferList));
	} catch (refusal) {
		// The host makes it the error that the call ends in.
		const isRefusal = refusal instanceof Refusal;
		const path = isRefusal ? refusal.path : (findUncloneable(root) ?? key);
		const reason = isRefusal ? refusal.reason : reasonOf(refusal);
		port?.postMessage([HOST_CALL_REFUSED, number, id, { path, reason }, isRefusal]);
	}
}

/**
 * @param {unknown[]} message HOST_RETURNED, HOST_THREW or HOST_WAITS
 */
export function settleHostCall(message) {
	const [kind, number, sent, notes, isLate] = /** @type {[number, number, any, any, boolean]} */ (
		message
	);
	const call = pending.get(number);
	if (!call) return;
	const { caller, place, resolve, reject } = call;
	if (kind !== HOST_WAITS) {
		pending.delete(number);
		const key = kind === HOST_RETURNED ? `${place}()` : 'value';
		try {
			const value = notes ? unpack({ [key]: sent }, notes, caller.classes)[key] : sent;
			if (kind === HOST_RETURNED) resolve(value);
			else rejectHostCall(number, call, value, isLate);
		} catch (refusal) {
			reject(refusal);
		}
	}
	caller.onMade(number);
}

/**
 * @param {number} number
 * @param {PendingCall} call
 * @param {unknown} error
 * @param {boolean} isLate a promise of the function's rejected, which in the plain program is an unhandled rejection there
 */
function rejectHostCall(number, { caller, result, reject }, error, isLate) {
	const { isAwaited } = result;
	const isOurs = isAwaited || (!isLate && !caller.hasEnded);
	registry.results?.postMessage([isOurs ? HOST_CALL_TAKEN : HOST_CALL_DROPPED, number]);
	if (!isAwaited) {
		result.silence();
		if (isOurs) caller.onThrown(error);
	}
	reject(error);
}
