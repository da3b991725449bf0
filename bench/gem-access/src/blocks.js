/** @typedef {{ values: number[], atomic: <R>(run: () => R) => R }} Guarded of AtomicLK or AtomicSTM */

/**
 * @param {Guarded} gem
 * @param {number} blocks
 * @returns {number}
 */
export function enter(/* cpu_bound: gem */ gem, blocks) {
	'use cpu_bound';
	let total = 0;
	for (let block = 0; block < blocks; block++) {
		gem.atomic(() => {
			total += block;
		});
	}
	return total;
}

/**
 * What `enter` does without blocks.
 *
 * @param {{ run: <R>(run: () => R) => R }} nothing
 * @param {number} times
 * @returns {number}
 */
export function call(nothing, times) {
	'use cpu_bound';
	let total = 0;
	for (let time = 0; time < times; time++) {
		nothing.run(() => {
			total += time;
		});
	}
	return total;
}

/**
 * @param {Guarded} gem
 * @param {number} blocks
 * @returns {number}
 */
export function read(/* cpu_bound: gem */ gem, blocks) {
	'use cpu_bound';
	let total = 0;
	for (let block = 0; block < blocks; block++) {
		gem.atomic(() => {
			for (let i = 0; i < 100; i++) total += gem.values[i];
		});
	}
	return total;
}

/**
 * @param {Guarded} gem
 * @param {number} blocks
 * @returns {number}
 */
export function write(/* cpu_bound: gem */ gem, blocks) {
	'use cpu_bound';
	for (let block = 0; block < blocks; block++) {
		gem.atomic(() => {
			for (let i = 0; i < 100; i++) gem.values[i] = i;
		});
	}
	return blocks;
}
