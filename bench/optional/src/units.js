/**
 * Work of a chosen length, all arithmetic: nothing is allocated and nothing can be left out, because the result depends on every
 * step.
 *
 * @param {number} steps
 * @returns {number} int32
 */
function work(steps) {
	let state = steps | 0;
	for (let step = 0; step < steps; step++) {
		state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + step) | 0;
	}
	return state;
}

/**
 * @param {number} steps
 * @param {number[]} payload that a call on the pool clones
 * @returns {Promise<number>}
 */
export async function pooled(steps, payload) {
	'use cpu_bound';
	return work(steps) + payload.length;
}

/**
 * The same, on the pool where that pays.
 *
 * @param {number} steps
 * @param {number[]} payload
 * @returns {Promise<number>}
 */
export async function optional(steps, payload) {
	'use try_cpu_bound';
	return work(steps) + payload.length;
}
