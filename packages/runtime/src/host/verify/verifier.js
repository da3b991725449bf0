// LAPIDARY_MODE=verify: each call runs on the pool, and here as in the plain program; what comes of both is compared.
/** @import { UnitReference, VerifySettings } from '../../types.js' */
/** @import { Call } from '../call-record.js' */
/** @import { Found } from './compare.js' */
/** @import { End } from './ends.js' */
import { isLapidaryError } from '../../errors/lapidary-error.js';
import { Object, Reflect, OwnMap } from '../../primordials.js';
import { likeOriginal } from '../../protocol/stand-in.js';
import { isReached } from '../in-out.js';
import { lendFunctions } from '../lend.js';
import { compare } from './compare.js';
import { compareEnds } from './ends.js';
import { haveObjectInCommon } from './common-objects.js';
import { copyOf } from './copy.js';
import { PlainRuns } from './plain-run.js';
import { Replay } from './replay.js';
import { stepThrough } from './steps.js';
import { VerifyReport } from './report.js';

const SHARED = 'with shared memory, which two runs would change twice';
const OF_THIS = 'of methods that change what they are called on, which two runs would change twice';
const NO_ORIGINAL = 'built without `lapidary build --verify`';

/** The arguments of a call: for the plain run, as they were, and as the caller has them. @typedef {{ args: unknown[], before: unknown[], given: unknown[], replay: Replay }} Prepared */

/** Compares the calls of a process with the plain program. */
export class Verifier {
	/** @param {VerifySettings} settings */
	constructor(settings) {
		this.report = new VerifyReport(settings);
		this.plainRuns = new PlainRuns();
	}

	/** whether the caller is a plain run */
	get isInside() {
		return this.plainRuns.isInside;
	}

	/**
	 * Begin a call on the pool, and the plain run beside it. The caller gets the pool's result, once both have ended.
	 *
	 * @param {Call} made its callbacks for the result are replaced
	 * @param {() => void} begin starts it on the pool, with its values as they are now
	 */
	begin(made, begin) {
		const prepared = this.#prepare(made);
		if (!prepared) return begin();
		if (made.callback) return this.#beginWithCallback(made, prepared, begin);
		const { resolve, reject } = made;
		/** @type {(end: End) => void} */
		let settle = () => undefined;
		/** @type {Promise<End>} */
		const pool = new Promise((onEnd) => (settle = onEnd));
		made.resolve = (result) => settle({ result });
		made.reject = (thrown) => settle({ thrown });
		try {
			// The call takes its values first: the plain run may change what the program has.
			begin();
		} catch (error) {
			Object.assign(made, { resolve, reject });
			throw error;
		}
		const plain = this.#run(made, prepared.args);
		void pool.then(async (end) => {
			prepared.replay.end();
			const difference = await this.#compare(made.reference, { plain, end, prepared });
			if (difference) reject(difference);
			else if ('thrown' in end) reject(end.thrown);
			else resolve(end.result);
		});
	}

	/**
	 * Step through a generator on the pool and, beside it, through the source's own.
	 *
	 * @param {Call} made
	 * @param {() => AsyncGenerator<unknown, unknown, unknown>} open makes the generator that runs on the pool
	 * @returns {AsyncGenerator<unknown, unknown, unknown>} the pool's answers
	 */
	generate(made, open) {
		const prepared = this.#prepare(made);
		const { original, reference } = made;
		const pool = open();
		if (!prepared || !original) return pool;
		if (reference.options.functions) {
			this.report.skip('of generators that call functions of the program');
			return pool;
		}
		this.report.count(reference.id);
		const plain = this.plainRuns.run(() => Reflect.apply(original, undefined, prepared.args));
		const steps = (/** @type {() => unknown} */ step) => this.plainRuns.run(step);
		const report = (/** @type {Found} */ found) => this.report.differ(reference.id, found);
		return stepThrough(pool, plain, { steps, report });
	}

	/**
	 * In callback form there is no result that could wait: what the two runs call back with is compared as it comes.
	 *
	 * @param {Call} made
	 * @param {Prepared} prepared
	 * @param {() => void} begin
	 */
	#beginWithCallback(made, { args }, begin) {
		const { reference, callback, callbackFunction } = made;
		const report = (/** @type {Found} */ found) => {
			const error = this.report.differ(reference.id, found);
			// As with other errors that no caller waits for.
			if (error) void Promise.reject(error);
		};
		const pairs = new Pairs((plain, pool, index) => {
			const found = compare(plain, pool, `callback ${index}`);
			if (found) report(found);
		});
		made.callbackFunction = function (/** @type {unknown[]} */ ...given) {
			pairs.add('pool', given);
			return Reflect.apply(/** @type {Function} */ (callbackFunction), this, given);
		};
		begin();
		this.report.count(reference.id);
		const stand = (/** @type {unknown[]} */ ...given) => pairs.add('plain', given);
		if (callback) likeOriginal(stand, callback);
		void this.#run(made, [...args, stand]).then((end) => {
			if ('thrown' in end && callback?.kind === 'node') pairs.add('plain', [end.thrown]);
		});
	}

	/**
	 * @param {Call} made
	 * @param {unknown[]} args that only this run has
	 * @returns {Promise<End>}
	 */
	async #run({ original }, args) {
		try {
			const run = () => Reflect.apply(/** @type {Function} */ (original), undefined, args);
			return { result: await this.plainRuns.run(run) };
		} catch (thrown) {
			return { thrown };
		}
	}

	/**
	 * @param {Call} made
	 * @returns {Prepared | undefined} undefined for a call that cannot be compared
	 */
	#prepare(made) {
		const { reference, original, args, captures } = made;
		const { report } = this;
		if (report.isExcluded(reference.id)) return void report.skip('excluded');
		if (!original) return void report.skip(NO_ORIGINAL);
		const { inOut, inOutThis } = reference.options;
		if (inOutThis || (inOut && isReached(made))) return void report.skip(OF_THIS);
		const replay = new Replay(reference.classes);
		made.replay = replay;
		/** @type {unknown[] | undefined} */
		let before;
		/** @type {unknown[] | undefined} */
		let copy;
		try {
			const trade = tradeOf(made, replay);
			if (!copyOf({ captures }, reference.classes)) return void report.skip(SHARED);
			copy = copyOf({ args }, reference.classes, trade)?.args;
			before = copyOf({ args }, reference.classes, trade)?.args;
		} catch {
			return void report.skip('with values that cannot cross'); // the call itself says why
		}
		if (!copy || !before) return void report.skip(SHARED);
		// The plain run has the program's own captures, and copies of the arguments.
		if (captures && haveObjectInCommon(args, captures))
			return void report.skip('with an argument that is, or is part of, what the unit captures');
		return { args: copy, before, given: args, replay };
	}

	/**
	 * @param {UnitReference} reference of the unit
	 * @param {{ plain: Promise<End>, end: End, prepared: Prepared }} runs
	 * @returns {Promise<Error | undefined>} LP8047, when differences are errors
	 */
	async #compare({ id, options }, { plain, end: pool, prepared }) {
		// A call that was given up, or refused with a reason, has been told about.
		if ('thrown' in pool && isLapidaryError(pool.thrown))
			return void this.report.skip('rejected by the runtime');
		if (prepared.replay.hasThrown)
			return void this.report.skip('that called a function of the program, which threw');
		const ended = await plain;
		this.report.count(id);
		const found =
			compareEnds(ended, pool) ??
			compareArguments(ended, prepared, options) ??
			prepared.replay.compare();
		return found && this.report.differ(id, found);
	}
}

/**
 * The caller sees no change of an argument of a unit that is not known to change any, but for one that it gets as the result.
 *
 * @param {End} plain
 * @param {Prepared} prepared
 * @param {UnitReference['options']} options `own`: arguments that no other code references; `inOut`: the caller sees what the unit changes
 * @returns {Found | undefined}
 */
function compareArguments(plain, { args, before, given }, { own = [], inOut }) {
	if (inOut) return compare(args, given, 'arguments after the call');
	if ('result' in plain && haveObjectInCommon([plain.result], args)) return undefined;
	const shared = (/** @type {unknown} */ value, /** @type {number} */ index) =>
		own.includes(index) ? undefined : value;
	return compare(args.map(shared), before.map(shared), 'arguments after the call');
}

/** What two runs have come to, one after the other; each is compared with the other run's of the same number. */
class Pairs {
	#compare;
	/** @type {{ plain: unknown[][], pool: unknown[][] }} */
	#seen = { plain: [], pool: [] };

	/** @param {(plain: unknown[], pool: unknown[], index: number) => void} compare */
	constructor(compare) {
		this.#compare = compare;
	}

	/** @param {'plain' | 'pool'} side @param {unknown[]} given */
	add(side, given) {
		const index = this.#seen[side].push(given) - 1;
		const { plain, pool } = this.#seen;
		if (index < plain.length && index < pool.length)
			this.#compare(plain[index], pool[index], index);
	}
}

/**
 * @param {Call} made
 * @param {Replay} replay
 * @returns {NonNullable<Parameters<typeof copyOf>[2]>}
 */
function tradeOf(made, replay) {
	const places = made.reference.options.functions;
	/** @type {Map<number, AbortSignal>} */
	const signals = new OwnMap();
	/** @type {Map<number, Function>} */
	const stands = new OwnMap();
	return {
		lender: {
			functions: places && lendFunctions(made, places),
			lendSignal(signal) {
				const id = -1 - signals.size;
				signals.set(id, signal);
				return { id };
			},
		},
		borrower: {
			makeFunction(lent) {
				const stand = stands.get(lent.id) ?? replay.stand(lent);
				stands.set(lent.id, stand);
				return stand;
			},
			makeSignal: ({ id }) => /** @type {AbortSignal} */ (signals.get(id)),
		},
	};
}
