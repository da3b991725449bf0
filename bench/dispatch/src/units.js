/**
 * Work of a chosen length, all arithmetic: nothing is allocated and nothing can be left out,
 * because the result depends on every step.
 *
 * @param {number} steps
 * @returns {Promise<number>} int32
 */
export async function spin(steps) {
	'use cpu_bound';
	let state = steps | 0;
	for (let step = 0; step < steps; step++) {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + step) | 0;
	}
	return state;
}

/**
 * No work at all: what is left of a call is its dispatch and its payload, both ways.
 *
 * @template T
 * @param {T} value
 * @returns {Promise<T>}
 */
export async function echo(value) {
	'use cpu_bound';
	return value;
}
