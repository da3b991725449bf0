/**
 * What came of a range of seeds; sums can be added.
 *
 * @typedef {object} Figures
 * @property {number} programs
 * @property {number} lowered at least one unit was, and the program ran
 * @property {number} refused as was to be expected
 * @property {number} warned something else was computed, and a warning says so
 * @property {number} checked the same was computed, though a check at run time has told of a change
 * @property {number} calls that workers have answered
 * @property {number} pooled programs that ran on the threads of a pool as well
 * @property {Record<string, number>} features what occurs in lowered programs: in how many
 * @property {Record<string, number>} codes why programs were refused: how many, by code
 */

/** @returns {Figures} */
export const noFigures = () => ({
	programs: 0,
	lowered: 0,
	refused: 0,
	warned: 0,
	checked: 0,
	calls: 0,
	pooled: 0,
	features: {},
	codes: {},
});

/** @param {Figures} sum is changed @param {Figures} more */
export function addFigures(sum, more) {
	for (const key of /** @type {const} */ ([
		'programs',
		'lowered',
		'refused',
		'warned',
		'checked',
		'calls',
		'pooled',
	])) {
		sum[key] += more[key];
	}
	for (const key of /** @type {const} */ (['features', 'codes'])) {
		for (const [name, count] of Object.entries(more[key])) {
			sum[key][name] = (sum[key][name] ?? 0) + count;
		}
	}
}
