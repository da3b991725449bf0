/** @import { SharedWords } from '../protocol/atomics.js' */
/** @import { CallBorrower } from './bridge.js' */
/** @import { LentSignal } from '../protocol/unpack.js' */
import { getEventListeners } from 'node:events';
import { Object, OwnMap, OwnSet, Reflect } from '../primordials.js';
import { load } from '../protocol/atomics.js';
import { SIGNAL_GONE } from '../protocol/bridge-messages.js';
import { onlyOrigins } from '../protocol/origins.js';
import { registry } from '../protocol/registry.js';
import { discard, unpack } from '../protocol/unpack.js';

/**
 * Signals of the host's in this thread, by id of the loan; per thread, like the registry.
 *
 * @type {Map<number, WeakRef<HostSignal>>}
 */
const known = new OwnMap();

/** @typedef {[reason: unknown, notes: any, isAtOnce: boolean, origin: number | undefined]} Fired */

/** What has arrived about signals whose call has not been read yet, by id; per thread. @type {Map<number, Fired>} */
const early = new OwnMap();

/** Signals that must not be collected: their call runs, or somebody listens to them; per thread. @type {Set<HostSignal>} */
const pinned = new OwnSet();

const collected = new FinalizationRegistry((/** @type {number} */ id) => {
	known.delete(id);
	registry.results?.postMessage([SIGNAL_GONE, id]);
});

// How long the unit's synchronous start does not see an abort, from its first look on. It begins later than the plain function would, which has begun before
// anybody can abort; a loop that never returns to the event loop is still to be ended by one.
const UNSEEN_MS = 10;

/**
 * A signal of the host's, as this thread has it.
 *
 * In the plain program the unit begins as it is called, so an abort after the call finds its listeners in place and is seen by no look
 * at `aborted` before the first `await`. Here the abort may come before the unit has begun: it is held back until the unit's
 * synchronous start is over.
 */
export class HostSignal {
	#controller = new AbortController();
	/** @type {{ reason: unknown } | undefined} what it has fired for, once that is known here */
	#fired;
	/** whether the unit has not come to its first `await` yet */
	#isStarting = false;
	/** whether it fired before anything else could happen on the host but the call */
	#isAtOnce = false;
	/** when the unit has first looked, as of `performance.now()` @type {number | undefined} */
	#firstLookMs;
	#hasEnded = false;
	#words;
	#borrower;
	#look;

	/**
	 * @param {LentSignal} lent
	 * @param {CallBorrower} borrower of the call
	 * @param {() => void} look reads what the host has posted and the event loop has not delivered yet
	 */
	constructor({ id, words }, borrower, look) {
		this.#words = words;
		this.#borrower = borrower;
		this.#look = look;
		pinned.add(this);
		if (!words) return;
		known.set(id, new WeakRef(this));
		collected.register(this, id);
		this.#isStarting = true;
		this.#readThrough();
		const sent = early.get(id);
		early.delete(id);
		if (sent) this.receive(sent, false);
	}

	/** @returns {AbortSignal} */
	get signal() {
		return this.#controller.signal;
	}

	/** @param {unknown} reason */
	fire(reason) {
		this.#fired = { reason };
		this.#controller.abort(reason);
		pinned.delete(this);
	}

	/** @param {LentSignal} lent one that had fired before the call */
	fireAtOnce({ reason, origin }) {
		this.fire(this.#arrive(reason, origin));
	}

	/** The unit has run up to its first `await`, or to its end. */
	started() {
		if (!this.#isStarting) return;
		if (this.#hasWord()) this.#look();
		this.#isStarting = false;
		if (!this.#fired) return;
		// At once, its listeners run before what the unit has waited for can go on, as in the plain program.
		if (this.#isAtOnce) this.fire(this.#fired.reason);
		else this.#fireLater(this.#fired.reason);
	}

	/**
	 * @param {Fired} sent
	 * @param {boolean} isOwnTurn whether no code of the unit is running. Its listeners then run now: what the host has posted after
	 *   the abort, such as the result of the function that made it, must find that they have run
	 */
	receive([value, notes, isAtOnce, origin], isOwnTurn) {
		if (this.#fired) return discard({ value }, notes);
		const reason = this.#arrive(notes ? this.#unpack({ value }, notes) : value, origin);
		this.#fired = { reason };
		this.#isAtOnce = isAtOnce;
		if (this.#isStarting) return;
		if (isOwnTurn) this.fire(reason);
		else this.#fireLater(reason);
	}

	/** @param {unknown} reason @param {number | undefined} origin @returns {unknown} the same object as wherever else it arrives */
	#arrive(reason, origin) {
		return origin === undefined ? reason : this.#borrower.openOrigins().arrive(origin, reason);
	}

	/** @param {{ value: unknown }} root @param {any} notes @returns {unknown} the value */
	#unpack(root, notes) {
		return unpack(root, notes, this.#borrower.classes, onlyOrigins(this.#borrower)).value;
	}

	/** @param {unknown} reason for listeners in a turn of their own, not in the middle of who looks at `aborted` */
	#fireLater(reason) {
		setImmediate(() => this.fire(reason));
	}

	/** @returns {boolean} whether it has fired on the host after the call */
	#hasWord() {
		return load(/** @type {SharedWords} */ (this.#words), 0) !== 0;
	}

	/** @returns {{ reason: unknown } | undefined} what code here sees */
	#seen() {
		if (this.#isStarting) this.#firstLookMs ??= performance.now();
		// The word is set after the reason was posted, and may be behind it.
		if (!this.#fired && !this.#hasWord()) return undefined;
		// Counted from the first look: on a busy machine a thread may rest for longer before it comes to that.
		if (this.#isStarting && performance.now() - Number(this.#firstLookMs) < UNSEEN_MS)
			return undefined;
		if (!this.#fired) this.#look();
		return this.#fired;
	}

	/** The call has ended: from now on, only listeners need the signal to stay. */
	unpin() {
		this.#hasEnded = true;
		if (getEventListeners(this.signal, 'abort').length === 0) pinned.delete(this);
	}

	/** Let `aborted` and its like see what the event loop has not delivered: a loop that looks at them may not return to it. */
	#readThrough() {
		const { signal } = this;
		const fired = () => this.#seen();
		Object.defineProperties(signal, {
			aborted: { get: () => fired() !== undefined, configurable: true },
			reason: { get: () => fired()?.reason, configurable: true },
			throwIfAborted: {
				value: () => {
					const found = fired();
					if (found) throw found.reason;
				},
				configurable: true,
				writable: true,
			},
			addEventListener: {
				value: (/** @type {any[]} */ ...args) => {
					if (!this.#fired) pinned.add(this);
					return Reflect.apply(EventTarget.prototype.addEventListener, signal, args);
				},
				configurable: true,
				writable: true,
			},
			removeEventListener: {
				value: (/** @type {any[]} */ ...args) => {
					Reflect.apply(EventTarget.prototype.removeEventListener, signal, args);
					if (this.#hasEnded) this.unpin();
				},
				configurable: true,
				writable: true,
			},
		});
	}
}

/**
 * @param {unknown[]} message SIGNAL_FIRED
 * @param {boolean} isOwnTurn whether no code of the unit is running
 */
export function receiveFired(message, isOwnTurn) {
	const [, id, ...sent] = /** @type {[number, number, ...Fired]} */ (message);
	const signal = known.get(id)?.deref();
	if (signal) signal.receive(sent, isOwnTurn);
	else if (known.has(id)) discard({ value: sent[0] }, sent[1]);
	else early.set(id, sent);
}
