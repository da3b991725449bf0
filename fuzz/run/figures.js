/**
 * What came of a range of seeds; sums can be added.
 *
 * @typedef {object} Figures
 * @property {number} programs
 * @property {number} lowered at least one unit was, and the program ran
 * @property {number} refused as was to be expected
 * @property {number} calls that workers have answered
 * @property {number} pooled programs that ran on the threads of a pool as well
 * @property {Record<string, number>} codes why programs were refused: how many, by code
 */

/** @returns {Figures} */
export const noFigures = () => ({
	programs: 0,
	lowered: 0,
	refused: 0,
	calls: 0,
	pooled: 0,
	codes: {},
});

/** @param {Figures} sum is changed @param {Figures} more */
export function addFigures(sum, more) {
	for (const key of /** @type {const} */ (['programs', 'lowered', 'refused', 'calls', 'pooled'])) {
		sum[key] += more[key];
	}
	for (const [code, count] of Object.entries(more.codes)) {
		sum.codes[code] = (sum.codes[code] ?? 0) + count;
	}
}
