/** @import { Call } from './call-record.js' */
/** @import { Priority, UnitReference } from '../types.js' */
import { OwnMap, push } from '../primordials.js';
import { Heap } from './heap.js';
import { Lane } from './lane.js';

/** @type {readonly Priority[]} */
const PRIORITIES = ['high', 'normal', 'low'];

/**
 * A lane and the sequence of the call that was its first when this was made: out of date once the lane has another entry. Not the call,
 * which would be kept, with what it lends, until something else waits.
 *
 * @typedef {{ sequence: number, lane: Lane }} LaneEntry
 */

/**
 * Calls that wait for a thread: by priority, then in order of arrival, and for each unit apart, so that a batch of
 * one unit can be taken without a search.
 *
 * A batch may overtake calls of other units that arrived between its own; it starts with the oldest call of its
 * priority, so no call waits behind more than one batch of another unit.
 *
 * What an operation on one call costs does not grow with the calls that wait, but as the logarithm of what has come back, and of
 * the units that wait.
 */
export class CallQueue {
	/** @type {Record<Priority, LanesOfPriority>} */
	#lanes = {
		high: new LanesOfPriority(),
		normal: new LanesOfPriority(),
		low: new LanesOfPriority(),
	};

	/** @type {number} calls that wait and have not been removed; some of them may be over (lane.js) */
	size = 0;

	/** @param {Call} call that has arrived after all that have been pushed before */
	push(call) {
		this.#lanes[call.priority].push(call);
		this.size++;
	}

	/**
	 * Put calls back that had been taken.
	 *
	 * @param {Call[]} calls in any order
	 */
	putBack(calls) {
		for (let index = 0; index < calls.length; index++) {
			this.#lanes[calls[index].priority].putBack(calls[index]);
		}
		this.size += calls.length;
	}

	/**
	 * Drop a call that has been settled while it waited. It is passed over when its turn comes.
	 *
	 * @param {Call} call that is settled
	 */
	remove(call) {
		this.#lanes[call.priority].remove(call);
		this.size--;
	}

	/** @returns {Call | undefined} the one that `take` takes first */
	get first() {
		if (this.size === 0) return undefined;
		for (let rank = 0; rank < PRIORITIES.length; rank++) {
			const lanes = this.#lanes[PRIORITIES[rank]];
			const first = lanes.size > 0 ? lanes.oldest()?.first() : undefined;
			if (first) return first;
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
		for (let rank = 0; rank < PRIORITIES.length; rank++) {
			const lanes = this.#lanes[PRIORITIES[rank]];
			const lane = lanes.size > 0 ? lanes.oldest() : undefined;
			if (!lane) continue;
			const taken = lane.take(limit);
			this.size -= taken.length;
			return taken;
		}
		return [];
	}

	/** @returns {Call[]} all that wait, which are not in the queue any more */
	clear() {
		/** @type {Call[]} */
		const all = [];
		for (;;) {
			const taken = this.take((_, waiting) => waiting);
			if (taken.length === 0) return all;
			for (let index = 0; index < taken.length; index++) push(all, taken[index]);
		}
	}
}

/** The lanes of one priority. */
class LanesOfPriority {
	/** @type {Map<UnitReference, Lane>} */
	#byUnit = new OwnMap();
	/** by their first calls; each lane with calls has one entry that is not out of date @type {Heap<LaneEntry>} */
	#order = new Heap((left, right) => left.sequence < right.sequence);

	/** @param {Call} call */
	push(call) {
		const lane = this.#laneOf(call);
		lane.push(call);
		if (!lane.entry) this.#enter(lane, call);
	}

	/** @param {Call} call */
	putBack(call) {
		const lane = this.#laneOf(call);
		lane.putBack(call);
		if (!lane.entry || call.sequence < lane.entry.sequence) this.#enter(lane, call);
	}

	/** @param {Call} call */
	remove({ lane }) {
		if (!lane) return;
		lane.remove();
		if (lane.size === 0) this.#forget(lane);
	}

	/** @returns {number} entries; 0 when nothing waits */
	get size() {
		return this.#order.size;
	}

	/** @returns {Lane | undefined} the one whose first call arrived first */
	oldest() {
		for (let entry = this.#order.first; entry; entry = this.#order.first) {
			const { lane, sequence } = entry;
			const first = lane.entry === entry ? lane.first() : undefined;
			if (first?.sequence === sequence) return lane;
			this.#order.take();
			if (lane.entry !== entry) continue;
			if (first) this.#enter(lane, first);
			else this.#forget(lane);
		}
		return undefined;
	}

	/** @param {Lane} lane @param {Call} first its */
	#enter(lane, { sequence }) {
		lane.entry = { sequence, lane };
		this.#order.add(lane.entry);
	}

	/** @param {Lane} lane without calls; of its unit there may be another by now, with calls that have come since */
	#forget(lane) {
		if (this.#byUnit.get(lane.reference) === lane) this.#byUnit.delete(lane.reference);
		lane.entry = undefined;
	}

	/** @param {Call} call @returns {Lane} */
	#laneOf({ reference }) {
		let lane = this.#byUnit.get(reference);
		if (!lane) {
			lane = new Lane(reference);
			this.#byUnit.set(reference, lane);
		}
		return lane;
	}
}
