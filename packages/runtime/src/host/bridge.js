/** @import { MessagePort, Worker } from 'node:worker_threads' */
/** @import { Notes } from '../protocol/notes.js' */
/** @import { Data } from './holder-changes.js' */
/** @import { Call } from './call-record.js' */
/** @import { SignalWatch } from './signal-watch.js' */
import { uncloneableArgument, uncloneableResult } from '../errors/codes.js';
import { reasonOf } from '../errors/record.js';
import { Object, OwnMap, Reflect } from '../primordials.js';
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
	SIGNAL_FIRED,
	SIGNAL_GONE,
} from '../protocol/bridge-messages.js';
import { allGems } from '../protocol/gem-copies.js';
import { onlyOrigins } from '../protocol/origins.js';
import { pack } from '../protocol/pack.js';
import { Refusal } from '../protocol/refusal.js';
import { findUncloneable } from '../protocol/uncloneable.js';
import { discard, unpack } from '../protocol/unpack.js';
import { changesSince, dataOf } from './holder-changes.js';
import { functionsOf, lendThrown } from './lend.js';
import { lookAtLent } from './lent-look.js';
import { replaceRuntimeFrames } from './trace.js';
import { describeUnknownClass } from './values.js';

/**
 * A function of the host's that code of a thread may call.
 *
 * @typedef {{ call: Function, holder: object | undefined, argument: number, place: string, caller: Call }} Lent `caller`: the call that lends it
 */

/** @typedef {[kind: number, number: number, id: number, sent: any, notes?: any, how?: number, receiver?: unknown]} HostCall */

/** What a thread may use of the host's: functions and signals that its calls had among their arguments. */
export class ThreadBridge {
	#port;
	#receiver;
	#onWaiting;
	/** @type {Map<number, Lent>} */
	#functions = new OwnMap();
	/** @type {Map<number, SignalWatch>} */
	#signals = new OwnMap();
	/** what calls threw that the thread has not taken note of, by number of the call @type {Map<number, unknown>} */
	#thrown = new OwnMap();

	/** promises of functions that have been called and are not settled */
	#waiting = 0;

	/**
	 * @param {MessagePort} port to the thread
	 * @param {Worker} receiver the thread
	 * @param {(isWaiting: boolean) => void} onWaiting called when `isWaiting` changes
	 */
	constructor(port, receiver, onWaiting) {
		this.#port = port;
		this.#receiver = receiver;
		this.#onWaiting = onWaiting;
	}

	/** whether code of the thread may be waiting for a function */
	get isWaiting() {
		return this.#waiting > 0;
	}

	/** @param {Call} caller that is about to be sent to the thread */
	adopt(caller) {
		const { loan } = caller;
		if (!loan) return;
		for (const { lent, call, holder, argument } of functionsOf(loan)) {
			this.#functions.set(lent.id, { call, holder, argument, place: lent.place, caller });
		}
		for (const { id, watch } of loan.signals.values()) {
			if (!watch) continue;
			this.#signals.set(id, watch);
			watch.attach(id, (isAtOnce) => {
				this.#postFired(id, watch.signal.reason, caller, isAtOnce);
			});
		}
	}

	/** @param {Call} call that the thread has not begun, and will not */
	disown({ loan }) {
		if (!loan) return;
		for (const { lent } of functionsOf(loan)) this.#functions.delete(lent.id);
		for (const { id, watch } of loan.signals.values()) {
			this.#signals.delete(id);
			watch?.detach(id);
		}
	}

	/** Forget everything: the thread has died. */
	close() {
		this.#functions.clear();
		this.#thrown.clear();
		for (const [id, watch] of this.#signals) watch.release(id);
		this.#signals.clear();
	}

	/**
	 * @param {unknown[]} message of the thread
	 * @returns {boolean} false when it is about something else
	 */
	deliver(message) {
		const id = /** @type {number} */ (message[1]);
		switch (message[0]) {
			case HOST_CALL:
			case HOST_CALL_REFUSED:
				void this.#call(/** @type {any} */ (message));
				return true;
			case HOST_CALL_DROPPED:
				// Nobody in the thread waits for what it threw, and it must not be lost: to the process, as of any promise.
				if (this.#thrown.has(id)) void Promise.reject(this.#thrown.get(id));
				this.#thrown.delete(id);
				return true;
			case HOST_CALL_TAKEN:
				this.#thrown.delete(id);
				return true;
			case FUNCTION_GONE:
				this.#functions.delete(id);
				return true;
			case SIGNAL_GONE:
				this.#signals.get(id)?.release(id);
				this.#signals.delete(id);
				return true;
			default:
				return false;
		}
	}

	/** @param {HostCall} message */
	async #call(message) {
		const [, number, id] = message;
		const lent = this.#functions.get(id);
		if (!lent) return discardCall(message); // the thread has died, or does not need it any more
		let isLate = false;
		let look;
		let back;
		try {
			const { args, receiver } = readArguments(lent, message);
			const holder = message[5] === ON_HOLDER ? lent.holder : undefined;
			const before = holder && dataOf(holder);
			look = lookAtLent({ ...lent, args, holder, receiver: holder ? undefined : receiver });
			// Called at once, in the order of the messages; what is awaited is its result.
			const result = Reflect.apply(lent.call, receiver, args);
			if (isThenable(result)) {
				isLate = true;
				this.#port.postMessage([HOST_WAITS, number]);
			}
			const value = isLate ? await this.#wait(result) : result;
			const changes = before && holder && changesSince(before, holder);
			this.#postResult(number, { value, changes }, lent);
		} catch (thrown) {
			back = thrown;
			this.#thrown.set(number, thrown);
			replaceRuntimeFrames(thrown, lent.caller.trace);
			this.#postThrown(number, thrown, lent.caller, isLate);
		} finally {
			look?.end(back);
		}
	}

	/**
	 * @param {PromiseLike<unknown>} result
	 * @returns {Promise<unknown>}
	 */
	async #wait(result) {
		if (++this.#waiting === 1) this.#onWaiting(true);
		try {
			return await result;
		} finally {
			if (--this.#waiting === 0) this.#onWaiting(false);
		}
	}

	/**
	 * @param {number} number
	 * @param {{ value: unknown, changes: Data | undefined }} result `changes`: of the object that it was called on
	 * @param {Lent} lent
	 * @throws {Error} LP8005, LP8015
	 */
	#postResult(number, { value, changes }, { place, caller }) {
		const { reference } = caller;
		const unit = reference.id;
		const key = `${place}()`;
		const keyOfThis = `${place}.this`;
		/** @type {Record<string, any>} */
		let root = changes ? { [key]: value, [keyOfThis]: changes } : { [key]: value };
		const receiver = this.#receiver;
		/** @type {object[] | undefined} */
		let gems;
		try {
			const packed = pack(root, reference.classes, { ...onlyOrigins(caller), receiver });
			gems = packed.gems;
			root = packed.root;
			this.#port.postMessage(
				[HOST_RETURNED, number, root[key], packed.notes, false, root[keyOfThis]],
				/** @type {any} */ (packed.transferList),
			);
		} catch (refusal) {
			if (gems) allGems()?.stay(gems, receiver);
			if (refusal instanceof Refusal) throw describeUnknownClass(unit, refusal);
			const path = findUncloneable(root) ?? key;
			const params = { unit, path, reason: reasonOf(refusal) };
			throw uncloneableArgument(params, { unit, path, cause: refusal });
		}
	}

	/**
	 * @param {number} number
	 * @param {unknown} thrown
	 * @param {Call} caller
	 * @param {boolean} isLate
	 */
	#postThrown(number, thrown, caller, isLate) {
		const { value, notes, origin } = packThrown(thrown, caller, this.#receiver);
		this.#port.postMessage([HOST_THREW, number, value, notes, isLate, undefined, origin]);
	}

	/**
	 * @param {number} id
	 * @param {unknown} reason
	 * @param {Call} caller
	 * @param {boolean} isAtOnce
	 */
	#postFired(id, reason, caller, isAtOnce) {
		const { value, notes, origin } = packThrown(reason, caller, this.#receiver);
		this.#port.postMessage([SIGNAL_FIRED, id, value, notes, isAtOnce, origin]);
	}
}

/**
 * @param {unknown} thrown by a function of the host's, or the reason of a signal
 * @param {Call} caller
 * @param {Worker} receiver
 * @returns {{ value: unknown, notes: Notes | undefined, origin: number | undefined }} what cannot cross is an error with its text in the unit
 */
function packThrown(thrown, caller, receiver) {
	const { classes } = caller.reference;
	const { value, origin } = lendThrown(caller, thrown);
	const { root, notes } = pack({ value }, classes, { ...onlyOrigins(caller), receiver });
	return { value: root.value, notes, origin };
}

/**
 * @param {Lent} lent
 * @param {HostCall} message
 * @returns {{ args: unknown[], receiver: unknown }}
 * @throws {Error} LP8006, LP8015
 */
function readArguments({ holder, place, caller }, [kind, , , sent, notes, how, given]) {
	const { reference } = caller;
	const unit = reference.id;
	if (kind === HOST_CALL_REFUSED) {
		const { path, reason } = sent;
		if (notes) throw describeUnknownClass(unit, { path, reason });
		throw uncloneableResult({ unit, path, reason }, { unit, path });
	}
	const own = how === ON_HOLDER ? holder : given;
	if (!notes) return { args: sent, receiver: own };
	const [key, keyOfThis] = [`${place}.arguments`, `${place}.this`];
	try {
		const came = { [key]: sent, [keyOfThis]: given };
		const root = unpack(came, notes, reference.classes, onlyOrigins(caller));
		return { args: root[key], receiver: how === ON_HOLDER ? holder : root[keyOfThis] };
	} catch (refusal) {
		throw refusal instanceof Refusal ? describeUnknownClass(unit, refusal) : refusal;
	}
}

/** @param {HostCall} message of a function that is gone, with the place that its values are named by */
function discardCall([kind, , , sent, notes, , given]) {
	if (kind === HOST_CALL_REFUSED || !notes) return;
	const root = new Proxy({}, { get: (_, key) => (String(key).endsWith('.this') ? given : sent) });
	discard(root, notes);
}

/** @param {unknown} value @returns {value is PromiseLike<unknown>} */
const isThenable = (value) =>
	Object(value) === value && typeof Reflect.get(Object(value), 'then') === 'function';
