/**
 * Whether the tests take a share of what takes minutes, so that all of them end in time on a slow machine: as `npm run check` does.
 * `npm test` takes all of it.
 */
export const isShare = Boolean(process.env.TEST_SHARE);

/**
 * @template T
 * @param {readonly T[]} all
 * @param {number} share every how manieth is taken where a share is
 * @returns {T[]} in the same order
 */
export const someOf = (all, share) => all.filter((_, at) => !isShare || at % share === 0);

/**
 * A `test` that takes some of the tests that are written with it, and skips the others; not of those of `test.each`.
 *
 * @template {(...given: any[]) => void} T
 * @param {T & { skip: T }} test
 * @param {number} share every how manieth is run where a share is
 * @returns {T}
 */
export const everyOf = (test, share) => {
	let count = 0;
	/** @param {any[]} given */
	const take = (...given) => (isShare && count++ % share > 0 ? test.skip : test)(...given);
	return Object.assign(take, test);
};
