// Running a generator on the calling thread: inside a worker of ours, and in LAPIDARY_MODE=inline and serial.
/** @import { Body } from '../protocol/generator-step.js' */
/** @import { Mode } from '../types.js' */
/** @import { Call } from './call-record.js' */
import { Reflect } from '../primordials.js';
import { closeBody, settleStep } from '../protocol/generator-step.js';
import { applyHere, findHere } from './direct.js';
import { publishCall } from './events.js';
import { LocalTrip } from './local-trip.js';

/**
 * @param {Call} made
 * @param {unknown[] | (() => unknown[]) | undefined} captures
 * @param {{ mode: Mode, inline?: Function }} how `mode`: `inline` clones what would cross, `serial` does not; `inline`: of an optional unit,
 *   the source's own function
 * @returns {AsyncGenerator<unknown, unknown, unknown>}
 */
export async function* generateHere(made, captures, { mode, inline }) {
	const { figures } = made.reference;
	figures.calls++;
	/** @type {{ error?: unknown }} */
	const how = {};
	try {
		publishCall(made);
		made.takeCaptures(captures);
		const trip = openTrip(made, mode, inline !== undefined);
		if (!trip) return yield* Reflect.apply(/** @type {Function} */ (inline), undefined, made.args);
		const { unit, args } = await findHere(made.reference, trip);
		const body = applyHere(unit, args, trip.sharesInputs);
		return yield* new LocalSteps(body, trip);
	} catch (error) {
		how.error = error;
		throw error;
	} finally {
		if ('error' in how) {
			figures.failed++;
			made.reject(how.error);
		} else {
			figures.completed++;
			made.resolve(undefined);
		}
	}
}

/** @param {Call} made @param {Mode} mode @param {boolean} isOptional @returns {LocalTrip | null} null where the values of an optional unit cannot cross @throws {Error} LP8005, LP8015 */
function openTrip(made, mode, isOptional) {
	try {
		return new LocalTrip(made, mode);
	} catch (refusal) {
		if (isOptional) return null;
		throw refusal;
	}
}

/** A body's steps, as its consumer would see them from another thread. */
class LocalSteps {
	#body;
	#trip;

	/**
	 * @param {Body} body
	 * @param {LocalTrip} trip
	 */
	constructor(body, trip) {
		this.#body = body;
		this.#trip = trip;
	}

	[Symbol.asyncIterator]() {
		return this;
	}

	/** @param {unknown} [value] */
	next(value) {
		return this.#step('next', value);
	}

	/** @param {unknown} [value] */
	return(value) {
		return this.#step('return', value);
	}

	/** @param {unknown} [error] */
	throw(error) {
		return this.#step('throw', error);
	}

	/**
	 * @param {'next' | 'return' | 'throw'} method
	 * @param {unknown} value
	 * @returns {Promise<IteratorResult<unknown>>}
	 */
	async #step(method, value) {
		const sent = this.#trip.forth({ [method]: value })[method];
		let result;
		try {
			const step = this.#body[method](sent);
			this.#trip.started();
			result = await settleStep(this.#body, step);
			this.#trip.end();
		} catch (thrown) {
			closeBody(this.#body); // it does not know of what its functions threw

			throw this.#trip.back({ thrown }).thrown;
		}
		const root = result.done ? 'result' : 'yielded';
		try {
			return { value: this.#trip.back({ [root]: result.value })[root], done: result.done };
		} catch (refusal) {
			if (!result.done) closeBody(this.#body);
			throw refusal;
		}
	}
}
