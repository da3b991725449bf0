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
