/** @import { Call } from './call-record.js' */
/** @import { Priority, UnitReference } from '../types.js' */
import { OwnMap, push, slice } from '../primordials.js';

/** @type {readonly Priority[]} */
const PRIORITIES = ['high', 'normal', 'low'];

/**
 * Calls that wait for a thread: by priority, then in order of arrival, and for each unit apart, so that a batch of
 * one unit can be taken without a search.
 *
 * A batch may overtake calls of other units that arrived between its own; it starts with the oldest call of its
 * priority, so no call waits behind more than one batch of another unit.
 */
export class CallQueue {
	/** @type {Record<Priority, Map<UnitReference, Lane>>} */
	#lanes = { high: new OwnMap(), normal: new OwnMap(), low: new OwnMap() };

	/** @type {number} calls that wait and have not been removed */
	size = 0;

	/** @param {Call} call to wait behind all others of its priority and unit */
	push(call) {
		this.#lane(call).push(call);
		this.size++;
	}

	/**
	 * Put calls back that had been taken.
	 *
	 * @param {Call[]} calls of one unit and priority, in order of arrival
	 */
	putBack(calls) {
		if (calls.length === 0) return;
		this.#lane(calls[0]).putBack(calls);
		this.size += calls.length;
	}

	/**
	 * Drop a call that has been settled while it waited. It is passed over when its turn comes.
	 *
	 * @param {Call} call
	 */
	remove(call) {
		this.#lane(call).remove();
		this.size--;
	}

	/** @returns {Call | undefined} the one that `take` takes first */
	get first() {
		for (const priority of PRIORITIES) {
			const lane = oldest(this.#lanes[priority]);
			if (lane) return lane[1].first();
		}
		return undefined;
	}

	/**
	 * Take the next calls, all of one unit and priority.
	 *
	 * @param {(first: Call, waiting: number) => number} limit how many to take at most, given the first and how many of
	 *   its unit and priority wait
	 * @returns {Call[]} in order of arrival; empty when none waits
	 */
	take(limit) {
		for (const priority of PRIORITIES) {
			const lane = oldest(this.#lanes[priority]);
			if (!lane) continue;
			const [reference, calls] = lane;
			const taken = calls.take(limit);
			this.size -= taken.length;
			if (calls.size === 0) this.#lanes[priority].delete(reference);
			return taken;
		}
		return [];
	}

	/** @returns {Call[]} all that wait; the queue is empty afterwards */
	clear() {
		const all = [];
		while (this.size > 0) all.push(...this.take((_, waiting) => waiting));
		return all;
	}

	/**
	 * @param {Call} call
	 * @returns {Lane}
	 */
	#lane({ priority, reference }) {
		const lanes = this.#lanes[priority];
		let lane = lanes.get(reference);
		if (!lane) {
			lane = new Lane();
			lanes.set(reference, lane);
		}
		return lane;
	}
}

/**
 * @param {Map<UnitReference, Lane>} lanes
 * @returns {[UnitReference, Lane] | undefined} the one whose first call arrived first
 */
function oldest(lanes) {
	let best;
	let bestSequence = Infinity;
	for (const entry of lanes) {
		const first = entry[1].first();
		if (first && first.sequence < bestSequence) {
			best = entry;
			bestSequence = first.sequence;
		}
	}
	return best;
}

/** Calls of one unit and priority, in order of arrival. Settled ones are passed over. */
class Lane {
	/** @type {(Call | undefined)[]} */
	#calls = [];
	/** index of the first call; what is before it has been taken */
	#head = 0;
	/** @type {number} calls that are not settled */
	size = 0;

	/** @param {Call} call */
	push(call) {
		push(this.#calls, call);
		this.size++;
	}

	/** @param {Call[]} calls */
	putBack(calls) {
		// Kept in order of arrival: two batches may come back in any order.
		const rest = [...calls, ...slice(this.#calls, this.#head)];
		this.#calls = rest.sort((left, right) => (left?.sequence ?? 0) - (right?.sequence ?? 0));
		this.#head = 0;
		this.size += calls.length;
	}

	remove() {
		this.size--;
	}

	/** @returns {Call | undefined} */
	first() {
		while (this.#head < this.#calls.length) {
			const call = this.#calls[this.#head];
			if (call && !call.isSettled) return call;
			this.#calls[this.#head++] = undefined;
		}
		this.#calls = [];
		this.#head = 0;
		return undefined;
	}

	/**
	 * @param {(first: Call, waiting: number) => number} limit
	 * @returns {Call[]}
	 */
	take(limit) {
		const first = this.first();
		if (!first) return [];
		const wanted = limit(first, this.size);
		const count = wanted > 1 ? wanted : 1;
		/** @type {Call[]} */
		const taken = [];
		for (let call = this.first(); call && taken.length < count; call = this.first()) {
			// A call that has to travel alone neither joins a batch nor is joined.
			if (call.isAlone && taken.length > 0) break;
			this.#calls[this.#head++] = undefined;
			push(taken, call);
			if (call.isAlone) break;
		}
		this.size -= taken.length;
		// The array must not keep growing while the lane is never empty.
		if (this.#head > 1024 && this.#head * 2 > this.#calls.length) {
			this.#calls = slice(this.#calls, this.#head);
			this.#head = 0;
		}
		return taken;
	}
}
