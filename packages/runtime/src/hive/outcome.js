/**
 * What became of something that was asked of a vat: known, or to be known.
 *
 * @typedef {{ value: any } | { error: unknown } | { promise: Promise<any> }} Outcome
 */

/**
 * @param {() => any} make
 * @returns {Outcome} of what it returns, followed where that is a promise, or throws
 */
export function attempt(make) {
	try {
		const value = make();
		const isThenable =
			typeof value === 'object' && value !== null && typeof value.then === 'function';
		return isThenable ? { promise: Promise.resolve(value) } : { value };
	} catch (error) {
		return { error };
	}
}

/**
 * Go on with an outcome: at once where it is known, so that what is asked first is done first.
 *
 * @param {Outcome} outcome
 * @param {(value: any) => any} next may return a promise
 * @returns {Outcome}
 */
export function then(outcome, next) {
	if ('error' in outcome) return outcome;
	if ('value' in outcome) return attempt(() => next(outcome.value));
	return { promise: outcome.promise.then(next) };
}

/**
 * @param {Outcome[]} outcomes
 * @returns {Outcome} of all their values; the first error
 */
export function all(outcomes) {
	const failed = outcomes.find((outcome) => 'error' in outcome);
	if (failed) return failed;
	if (!outcomes.some((outcome) => 'promise' in outcome)) {
		return { value: outcomes.map((outcome) => ('value' in outcome ? outcome.value : undefined)) };
	}
	const each = outcomes.map((outcome) =>
		'promise' in outcome ? outcome.promise : Reflect.get(outcome, 'value'),
	);
	return { promise: Promise.all(each) };
}
