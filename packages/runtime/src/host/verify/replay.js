/** @import { KnownClasses } from '../../protocol/classes.js' */
/** @import { Data } from '../holder-changes.js' */
/** @import { LentFunction } from '../../protocol/unpack.js' */
import { Object, Reflect, OwnMap } from '../../primordials.js';
import { put } from '../../protocol/places.js';
import { likeOriginal } from '../../protocol/stand-in.js';
import { changesSince, dataOf } from '../holder-changes.js';
import { compare } from './compare.js';
import { copyOf } from './copy.js';

/**
 * What a function of the program returned, threw, or promised to a call from the pool.
 *
 * @typedef {{ args: unknown[], outcome: Promise<unknown>, changes?: Data }} Record `changes`: of what it was called on
 */

/**
 * The functions that a call lends: the pool calls them, and the plain run gets the same answers, in the same order. The
 * program's function runs once, as without verification.
 */
export class Replay {
	#classes;
	/** @type {Map<string, { records: Record[], asked: unknown[][], waiting: (() => void)[] }>} */
	#functions = new OwnMap();
	#isOver = false;
	/** a function threw at once: that ends the unit at a moment that the plain run, which has to wait for it, has passed */
	hasThrown = false;

	/** @param {KnownClasses} classes of the host module */
	constructor(classes) {
		this.#classes = classes;
	}

	/**
	 * @param {string} place of the function: `args[0].onProgress`
	 * @param {Function} call
	 * @returns {Function} the same, recorded
	 */
	record(place, call) {
		const own = this.#of(place);
		const copy = (/** @type {unknown} */ value) => this.#copy(value);
		const noteThrown = () => (this.hasThrown = true);
		/** @this {unknown} @param {unknown[]} args */
		return function recorded(...args) {
			const given = args.map(copy);
			/** @type {Record} */
			const record = { args: given, outcome: Promise.resolve() };
			own.records.push(record);
			const receiver = Object(this);
			const before = receiver === this ? dataOf(receiver) : undefined;
			try {
				const result = Reflect.apply(call, this, args);
				record.outcome = Promise.resolve(result).finally(() => {
					if (before) record.changes = changesSince(before, receiver);
				});
				return result;
			} catch (error) {
				record.outcome = Promise.reject(error);
				noteThrown();
				throw error;
			} finally {
				record.outcome.catch(ignore);
				for (const wake of own.waiting.splice(0)) wake();
			}
		};
	}

	/**
	 * @param {LentFunction} lent
	 * @returns {Function} what the plain run has in the place of the function
	 */
	stand(lent) {
		const { place } = lent;
		const own = this.#of(place);
		const answer = async (/** @type {unknown} */ receiver, /** @type {unknown[]} */ args) => {
			const index = own.asked.push(args.map((value) => this.#copy(value))) - 1;
			while (own.records.length <= index) {
				if (this.#isOver) throw new Error(`${place} was called less often on the pool`);
				await new Promise((resolve) => own.waiting.push(() => resolve(undefined)));
			}
			const record = own.records[index];
			const value = this.#copy(await record.outcome);
			for (const key of Object.keys(record.changes ?? {}))
				put(Object(receiver), key, this.#copy(record.changes?.[key]));
			return value;
		};
		/** @this {unknown} @param {unknown[]} args */
		function stand(...args) {
			const answered = answer(this, args);
			answered.catch(ignore); // the pool's run tells of it
			return answered;
		}
		return likeOriginal(stand, lent);
	}

	/** The pool's run is over: what it has not called will not be called. */
	end() {
		this.#isOver = true;
		for (const { waiting } of this.#functions.values())
			for (const wake of waiting.splice(0)) wake();
	}

	/** @returns {import('./compare.js').Found | undefined} how the calls of the two runs differ */
	compare() {
		for (const [place, { records, asked }] of this.#functions) {
			const found = compare(
				asked,
				records.map(({ args }) => args),
				`calls of ${place}`,
			);
			if (found) return found;
		}
		return undefined;
	}

	/** @param {string} place */
	#of(place) {
		const own = this.#functions.get(place) ?? { records: [], asked: [], waiting: [] };
		this.#functions.set(place, own);
		return own;
	}

	/**
	 * @param {unknown} value
	 * @returns {unknown} as it is now; itself where it cannot be copied
	 */
	#copy(value) {
		try {
			return (copyOf({ value }, this.#classes) ?? { value }).value;
		} catch {
			return value;
		}
	}
}

/** Whoever called the function handles it. */
const ignore = () => undefined;
