/** @import { Found } from './compare.js' */
/** @import { End } from './ends.js' */
import { isLapidaryError } from '../../errors/lapidary-error.js';
import { compareEnds } from './ends.js';
import { structuredClone } from '../../primordials.js';

/** @typedef {'next' | 'return' | 'throw'} Method */

/**
 * A generator whose steps run on the pool and here; the consumer gets the pool's answers.
 *
 * @param {AsyncGenerator<unknown, unknown, unknown>} pool
 * @param {Generator<unknown> | AsyncGenerator<unknown>} plain
 * @param {object} setting
 * @param {(step: () => unknown) => unknown} setting.steps runs a step of the plain generator
 * @param {(found: Found) => Error | undefined} setting.report gives the error with which a step that differs rejects
 * @returns {AsyncGenerator<unknown, unknown, unknown>}
 */
export function stepThrough(pool, plain, { steps, report }) {
	/** @param {Method} method @param {unknown} value @returns {Promise<IteratorResult<unknown>>} */
	const step = async (method, value) => {
		const copy = copyOfSent(value);
		const answer = endOf(() => /** @type {any} */ (pool)[method](value));
		const own = endOf(() => steps(() => /** @type {any} */ (plain)[method](copy)));
		const end = await answer;
		const isRefused = 'thrown' in end && isLapidaryError(end.thrown);
		const found = isRefused ? undefined : compareEnds(await own, end);
		const difference = found && report(found);
		if (difference) throw difference;
		if ('thrown' in end) throw end.thrown;
		return /** @type {IteratorResult<unknown>} */ (end.result);
	};
	const generator = {
		next: (/** @type {unknown} */ value) => step('next', value),
		return: (/** @type {unknown} */ value) => step('return', value),
		throw: (/** @type {unknown} */ error) => step('throw', error),
		[Symbol.asyncIterator]: () => generator,
		[Symbol.toStringTag]: 'AsyncGenerator',
	};
	return /** @type {any} */ (generator);
}

/** @param {() => unknown} run @returns {Promise<End>} */
async function endOf(run) {
	try {
		return { result: await run() };
	} catch (thrown) {
		return { thrown };
	}
}

/** @param {unknown} value @returns {unknown} itself where it cannot be cloned: the pool refuses it */
function copyOfSent(value) {
	try {
		return structuredClone(value);
	} catch {
		return value;
	}
}
