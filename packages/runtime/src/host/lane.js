/** @import { Call } from './call-record.js' */
/** @import { UnitReference } from '../types.js' */
/** @import { LaneEntry } from './queue.js' */
import { filter, push, slice } from '../primordials.js';
import { Heap } from './heap.js';

// What has been settled while it waited is passed over; from so many on it is dropped, when it is half of all.
const MOST_SETTLED = 1024;

/** @param {Call} call that waits @returns {boolean} whether it is settled, or is about to be */
const isOver = ({ isSettled, watch }) => isSettled || watch?.hasFired === true;

/** @param {Call} left @param {Call} right @returns {boolean} */
const isOlder = (left, right) => left.sequence < right.sequence;

/**
 * Calls of one unit and priority that wait, in order of arrival.
 *
 * Calls are taken from the front, so each that comes back is older than all that have never been taken: the two are kept apart, and
 * what comes back costs O(log n) of the calls that have come back, however many wait behind them. A call that is settled while
 * it waits stays where it is, and is passed over; so is one whose signal has fired, which is settled soon.
 */
export class Lane {
	/** those that have never been taken, oldest first @type {(Call | undefined)[]} */
	#calls = [];
	/** index of the first of them; what is before it has been taken */
	#head = 0;
	/** those that have been taken and put back @type {Heap<Call>} */
	#returned = new Heap(isOlder);
	/** settled calls that have not been passed over; less than 0 while calls have been passed over that are not settled yet */
	#settled = 0;
	/** @type {number} calls that are not settled */
	size = 0;
	/** where the queue has it @type {LaneEntry | undefined} */
	entry = undefined;

	/** @param {UnitReference} reference */
	constructor(reference) {
		this.reference = reference;
	}

	/** @param {Call} call that has arrived after all others */
	push(call) {
		call.lane = this;
		push(this.#calls, call);
		this.size++;
	}

	/** @param {Call} call that has been taken */
	putBack(call) {
		call.lane = this;
		this.#returned.add(call);
		this.size++;
	}

	/** Note that a call has been settled while it waited. */
	remove() {
		this.size--;
		this.#settled++;
		if (this.#settled < MOST_SETTLED || this.#settled * 2 < this.#calls.length - this.#head) return;
		this.#calls = filter(slice(this.#calls, this.#head), (call) => !call?.isSettled);
		this.#head = 0;
		this.#settled = 0;
	}

	/** @returns {Call | undefined} the oldest call */
	first() {
		const returned = this.#returned;
		for (let call = returned.first; call; call = returned.first) {
			if (!isOver(call)) return call;
			returned.take();
			this.#settled--;
		}
		return this.#firstOfOthers();
	}

	/** @returns {Call | undefined} the oldest of those that have never been taken */
	#firstOfOthers() {
		while (this.#head < this.#calls.length) {
			const call = this.#calls[this.#head];
			if (call && !isOver(call)) return call;
			this.#calls[this.#head++] = undefined;
			this.#settled--;
		}
		this.#calls = [];
		this.#head = 0;
		return undefined;
	}

	/**
	 * @param {(first: Call, waiting: number) => number} limit as for `CallQueue.take`
	 * @returns {Call[]} in order of arrival
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
			this.#drop(call);
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

	/** @param {Call} first */
	#drop(first) {
		if (this.#returned.first === first) this.#returned.take();
		else this.#calls[this.#head++] = undefined;
	}
}
