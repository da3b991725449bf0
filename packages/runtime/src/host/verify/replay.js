/** @import { KnownClasses } from '../../protocol/classes.js' */
/** @import { LentFunction } from '../../protocol/unpack.js' */
import { Reflect } from '../../primordials.js';
import { compare } from './compare.js';
import { copyOf } from './copy.js';

/**
 * What a function of the program returned, threw, or promised to a call from the pool.
 *
 * @typedef {{ args: unknown[], outcome: Promise<unknown> }} Record
 */

/**
 * The functions that a call lends: the pool calls them, and the plain run gets the same answers, in the same order. The
 * program's function runs once, as without verification.
 */
export class Replay {
	#classes;
	/** @type {Map<string, { records: Record[], asked: unknown[][], waiting: (() => void)[] }>} */
	#functions = new Map();
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
		return (/** @type {unknown[]} */ ...args) => {
			const given = args.map((value) => this.#copy(value));
			/** @type {Record} */
			const record = { args: given, outcome: Promise.resolve() };
			own.records.push(record);
			try {
				const result = Reflect.apply(call, undefined, args);
				record.outcome = Promise.resolve(result);
				return result;
			} catch (error) {
				record.outcome = Promise.reject(error);
				this.hasThrown = true;
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
	stand({ place }) {
		const own = this.#of(place);
		const answer = async (/** @type {unknown[]} */ args) => {
			const index = own.asked.push(args.map((value) => this.#copy(value))) - 1;
			while (own.records.length <= index) {
				if (this.#isOver) throw new Error(`${place} was called less often on the pool`);
				await new Promise((resolve) => own.waiting.push(() => resolve(undefined)));
			}
			return this.#copy(await own.records[index].outcome);
		};
		return (/** @type {unknown[]} */ ...args) => {
			const answered = answer(args);
			answered.catch(ignore); // the pool's run tells of it
			return answered;
		};
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
