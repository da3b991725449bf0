/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { OpenLook } from '../protocol/registry.js' */
/** @import { Origins } from '../protocol/origins.js' */
/** @import { LentFunction } from '../protocol/unpack.js' */
import { lateIn, loadLate } from '../protocol/late-classes.js';
import { reasonOf } from '../errors/record.js';
import { Object, OwnMap, push } from '../primordials.js';
import {
	FUNCTION_GONE,
	HOST_CALL,
	HOST_CALL_DROPPED,
	HOST_CALL_REFUSED,
	HOST_CALL_TAKEN,
	HOST_RETURNED,
	HOST_THREW,
	HOST_WAITS,
	ON_HOLDER,
} from '../protocol/bridge-messages.js';
import { changeUnnoticed } from '../protocol/checks.js';
import { HostResult } from '../protocol/host-result.js';
import { onlyOrigins } from '../protocol/origins.js';
import { put } from '../protocol/places.js';
import { Refusal } from '../protocol/refusal.js';
import { likeOriginal } from '../protocol/stand-in.js';
import { registry } from '../protocol/registry.js';
import { findUncloneable } from '../protocol/uncloneable.js';
import { unpack } from '../protocol/unpack.js';
import { packForHost } from './result.js';

/**
 * Whose code calls functions of the host's.
 *
 * @typedef {object} Caller
 * @property {KnownClasses} classes of the worker module
 * @property {boolean} hasEnded whether it is too late for `onThrown`
 * @property {(number: number) => void} onCall
 * @property {(number: number) => void} onMade the function has been called, and has returned, thrown or given a promise
 * @property {(error: unknown) => void} onThrown what it threw at once, and nobody waits for
 * @property {Origins | undefined} origins
 * @property {OpenLook | undefined} look at what the unit changes
 * @property {() => Origins} openOrigins
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
 * @property {object} holder the object that has the function
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
 * @param {object} holder the object, of this side, that has it
 * @param {Caller} caller
 * @returns {Function} returns a promise of what the host's returns
 */
export function createHostFunction(lent, holder, caller) {
	/**
	 * @this {unknown}
	 * @param {unknown[]} args
	 */
	function call(...args) {
		const number = ++latest.number;
		const made = /** @type {PendingCall} */ ({ caller, place: lent.place, holder });
		made.result = new HostResult((resolve, reject) => Object.assign(made, { resolve, reject }));
		pending.set(number, made);
		caller.onCall(number);
		postCall(number, lent, { args, receiver: receiverFor(lent, holder, this) }, caller);
		return made.result;
	}
	functions.register(call, lent.id);
	return likeOriginal(call, lent);
}

/**
 * What a function is called on. The object that has it is the host's own object there; others cross with the arguments.
 *
 * @param {LentFunction} lent
 * @param {object} holder
 * @param {unknown} self
 * @returns {{ how: number | undefined, value: unknown } | undefined} undefined where it makes no difference
 */
function receiverFor({ usesThis }, holder, self) {
	if (!usesThis || self === undefined || self === globalThis) return undefined;
	return self === holder ? { how: ON_HOLDER, value: undefined } : { how: undefined, value: self };
}

/**
 * @param {number} number
 * @param {LentFunction} lent
 * @param {{ args: unknown[], receiver: ReturnType<typeof receiverFor> }} given
 * @param {Caller} caller
 */
function postCall(number, { id, place }, { args, receiver }, caller) {
	const port = registry.results;
	const key = `${place}.arguments`;
	const keyOfThis = `${place}.this`;
	/** @type {Record<string, any>} */
	let root = { [key]: args, [keyOfThis]: receiver?.value };
	try {
		const packed = packForHost(root, caller.classes, onlyOrigins(caller));
		root = packed.root;
		const message = [HOST_CALL, number, id, root[key], packed.notes];
		if (receiver) push(message, receiver.how, root[keyOfThis]);
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
	const [kind, number, sent, notes, isLate, changes, origin] =
		/** @type {[number, number, any, any, boolean, any, number | undefined]} */ (message);
	const call = pending.get(number);
	if (!call) return;
	const { caller, place, holder, resolve, reject } = call;
	if (kind !== HOST_WAITS && lateIn(caller, notes).length > 0) {
		void loadLate(caller, notes).then(() => settleHostCall(message));
		return;
	}
	if (kind !== HOST_WAITS) {
		pending.delete(number);
		const key = kind === HOST_RETURNED ? `${place}()` : 'value';
		try {
			const keyOfThis = `${place}.this`;
			const came = { [key]: sent, [keyOfThis]: changes };
			const root = notes ? unpack(came, notes, caller.classes, onlyOrigins(caller)) : came;
			const value = kind === HOST_THREW ? arriveThrown(caller, origin, root[key]) : root[key];
			const changed = root[keyOfThis];
			if (changed)
				changeUnnoticed(() => {
					for (const name of Object.keys(changed)) put(holder, name, changed[name]);
				});
			if (kind === HOST_RETURNED) {
				caller.look?.takeResult(value, place);
				resolve(value);
			} else rejectHostCall(number, call, value, isLate);
		} catch (refusal) {
			reject(refusal);
		}
	}
	caller.onMade(number);
}

/**
 * @param {Caller} caller
 * @param {number | undefined} origin number of what the host's function threw
 * @param {unknown} value as it has arrived
 * @returns {unknown} the same object for each time that the host throws it
 */
const arriveThrown = (caller, origin, value) =>
	origin === undefined ? value : caller.openOrigins().arrive(origin, value);

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
