/** @import { SharedWords } from '../protocol/atomics.js' */
/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { LentSignal } from '../protocol/unpack.js' */
import { getEventListeners } from 'node:events';
import { load } from '../protocol/atomics.js';
import { SIGNAL_GONE } from '../protocol/bridge-messages.js';
import { registry } from '../protocol/registry.js';
import { unpack } from '../protocol/unpack.js';

/**
 * Signals of the host's in this thread, by id of the loan; per thread, like the registry.
 *
 * @type {Map<number, WeakRef<HostSignal>>}
 */
const known = new Map();

/** What has arrived about signals whose call has not been read yet, by id; per thread. @type {Map<number, [unknown, any]>} */
const early = new Map();

/** Signals that must not be collected: their call runs, or somebody listens to them; per thread. @type {Set<HostSignal>} */
const pinned = new Set();

const collected = new FinalizationRegistry((/** @type {number} */ id) => {
	known.delete(id);
	registry.results?.postMessage([SIGNAL_GONE, id]);
});

/** A signal of the host's, as this thread has it. */
export class HostSignal {
	#controller = new AbortController();
	/** @type {{ reason: unknown } | undefined} what it has fired for, once that is known here */
	#fired;
	/** whether code of the call can have it */
	#isOut = false;
	#hasEnded = false;
	#words;
	#classes;
	#look;

	/**
	 * @param {LentSignal} lent
	 * @param {KnownClasses} classes of the worker module
	 * @param {() => void} look reads what the host has posted and the event loop has not delivered yet
	 */
	constructor({ id, words }, classes, look) {
		this.#words = words;
		this.#classes = classes;
		this.#look = look;
		pinned.add(this);
		if (!words) return;
		known.set(id, new WeakRef(this));
		collected.register(this, id);
		this.#readThrough();
		const sent = early.get(id);
		early.delete(id);
		if (sent) this.receive(sent);
		else if (load(words, 0) !== 0) look();
		this.#isOut = true;
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

	/** @param {[reason: unknown, notes: any]} sent */
	receive([value, notes]) {
		if (this.#fired) return;
		const { reason } = notes
			? { reason: unpack({ value }, notes, this.#classes).value }
			: { reason: value };
		this.#fired = { reason };
		// Listeners run in a turn of their own, not in the middle of who looks at `aborted`.
		if (this.#isOut) setImmediate(() => this.fire(reason));
		else this.fire(reason);
	}

	/** The call has ended: from now on, only listeners need the signal to stay. */
	unpin() {
		this.#hasEnded = true;
		if (getEventListeners(this.signal, 'abort').length === 0) pinned.delete(this);
	}

	/** Let `aborted` and its like see what the event loop has not delivered: a loop that looks at them may not return to it. */
	#readThrough() {
		const { signal } = this;
		const fired = () => {
			if (!this.#fired && load(/** @type {SharedWords} */ (this.#words), 0) !== 0) this.#look();
			return this.#fired;
		};
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
 */
export function receiveFired(message) {
	const [, id, reason, notes] = /** @type {[number, number, unknown, any]} */ (message);
	const signal = known.get(id)?.deref();
	if (signal) signal.receive([reason, notes]);
	else if (!known.has(id)) early.set(id, [reason, notes]);
}
