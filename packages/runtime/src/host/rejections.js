/** @import { Call } from './call-record.js' */
import { push } from '../primordials.js';

// How many callers are told before their code runs: what that takes is part of what the event loop stands still for.
const AT_ONCE = 8;
// For how long callers are told until the event loop turns.
const SLICE_MS = 2;

/**
 * Tells callers that their calls have been given up.
 *
 * A signal may end tens of thousands of calls in one moment. What that means for the pool is done at once; the errors are made and
 * thrown at the callers in slices, between which the event loop turns. All callers of one moment are told in the order in which
 * their calls were given up.
 */
export class Rejections {
	/** @type {Call[]} */
	#waiting = [];
	#head = 0;
	/** `performance.now()` when the slice began; undefined while no caller waits @type {number | undefined} */
	#beganMs = undefined;
	#tellSome = () => this.#tellNext();
	#tell;

	/** @param {(call: Call) => void} tell gets each call later, once */
	constructor(tell) {
		this.#tell = tell;
	}

	/** @returns {number} callers that have not been told */
	get size() {
		return this.#waiting.length - this.#head;
	}

	/** @param {Call} call */
	add(call) {
		push(this.#waiting, call);
		if (this.#beganMs !== undefined) return;
		this.#beganMs = performance.now();
		queueMicrotask(this.#tellSome);
	}

	#tellNext() {
		const beganMs = (this.#beganMs ??= performance.now());
		const waiting = this.#waiting;
		const end = this.#head + AT_ONCE < waiting.length ? this.#head + AT_ONCE : waiting.length;
		while (this.#head < end) this.#tell(waiting[this.#head++]);
		if (this.#head === waiting.length) {
			this.#waiting = [];
			this.#head = 0;
			this.#beganMs = undefined;
		} else if (performance.now() - beganMs < SLICE_MS) {
			queueMicrotask(this.#tellSome); // behind the code of those who have just been told
		} else {
			this.#beganMs = Infinity;
			setImmediate(() => {
				this.#beganMs = undefined;
				this.#tellNext();
			});
		}
	}
}
