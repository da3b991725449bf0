/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { LentFunction } from '../protocol/unpack.js' */
import { reasonOf } from '../errors/record.js';
import {
	FUNCTION_GONE,
	HOST_CALL,
	HOST_CALL_DROPPED,
	HOST_CALL_REFUSED,
	HOST_CALL_TAKEN,
	HOST_RETURNED,
} from '../protocol/bridge-messages.js';
import { pack } from '../protocol/pack.js';
import { Refusal } from '../protocol/refusal.js';
import { registry } from '../protocol/registry.js';
import { findUncloneable } from '../protocol/uncloneable.js';
import { unpack } from '../protocol/unpack.js';

/**
 * Calls of the host's functions that have not been answered, by number; per thread, like the registry.
 *
 * @type {Map<number, PendingCall>}
 *
 * @typedef {object} PendingCall
 * @property {HostResult<unknown>} result
 * @property {(value: unknown) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {KnownClasses} classes
 * @property {string} place
 */
const pending = new Map();

/** Number of the latest call; per thread. */
const latest = { number: 0 };

// Tells the host when no code here can call a function any more, so that it can let go of it.
const functions = new FinalizationRegistry((/** @type {number} */ id) => {
	registry.results?.postMessage([FUNCTION_GONE, id]);
});

/**
 * A promise that knows whether anybody waits for it: what a dropped call throws belongs to the host's function, and is reported
 * there instead of ending this thread.
 *
 * @template T
 * @extends {Promise<T>}
 */
class HostResult extends Promise {
	isAwaited = false;

	/** @override */
	static get [Symbol.species]() {
		return Promise;
	}

	/**
	 * `await`, `catch` and the like call it, too.
	 *
	 * @override
	 * @type {Promise<T>['then']}
	 */
	then(onFulfilled, onRejected) {
		this.isAwaited = true;
		return super.then(onFulfilled, onRejected);
	}
}

/**
 * Make a function that calls one of the host's.
 *
 * @param {LentFunction} lent
 * @param {KnownClasses} classes of the worker module
 * @returns {Function} returns a promise of what the host's returns; its `this` goes nowhere
 */
export function createHostFunction({ id, place }, classes) {
	/** @param {unknown[]} args */
	const call = (...args) => {
		const number = ++latest.number;
		/** @type {PendingCall | undefined} */
		let made;
		const result = new HostResult((resolve, reject) => {
			made = /** @type {any} */ ({ resolve, reject, classes, place });
		});
		pending.set(number, Object.assign(/** @type {any} */ (made), { result }));
		postCall(number, { id, place }, args, classes);
		return result;
	};
	functions.register(call, id);
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
 * @param {unknown[]} message HOST_RETURNED or HOST_THREW
 */
export function settleHostCall(message) {
	const [kind, number, sent, notes] = /** @type {[number, number, unknown, any]} */ (message);
	const call = pending.get(number);
	if (!call) return;
	pending.delete(number);
	const { classes, place, result, resolve, reject } = call;
	const key = kind === HOST_RETURNED ? `${place}()` : 'value';
	let value;
	try {
		value = notes ? unpack({ [key]: sent }, notes, classes)[key] : sent;
	} catch (refusal) {
		reject(refusal);
		return;
	}
	if (kind === HOST_RETURNED) {
		resolve(value);
		return;
	}
	const { isAwaited } = result;
	registry.results?.postMessage([isAwaited ? HOST_CALL_TAKEN : HOST_CALL_DROPPED, number]);
	if (!isAwaited) result.catch(() => undefined); // the host reports it
	reject(value);
}
