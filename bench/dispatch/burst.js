/** @import { Contender } from './contenders.js' */
import { deepStrictEqual } from 'node:assert/strict';

/**
 * Start all calls in one turn of the event loop and wait for all of them.
 *
 * @param {Contender} contender
 * @param {number[]} inputs steps of each call
 * @param {number[]} expected results, in the same order
 * @returns {Promise<number>} milliseconds
 */
export async function timeBurst({ spin }, inputs, expected) {
	const start = performance.now();
	const results = await Promise.all(inputs.map((steps) => spin(steps)));
	const elapsed = performance.now() - start;
	deepStrictEqual(results, expected);
	return elapsed;
}

/**
 * Call one after the other: each starts when the one before has returned.
 *
 * @param {Contender} contender
 * @param {number[]} inputs
 * @param {number[]} expected
 * @returns {Promise<number>} milliseconds
 */
export async function timeLoop({ spin }, inputs, expected) {
	const results = [];
	const start = performance.now();
	for (const steps of inputs) results.push(await spin(steps));
	const elapsed = performance.now() - start;
	deepStrictEqual(results, expected);
	return elapsed;
}

/**
 * Keep a fixed number of calls in flight, as a server under load does.
 *
 * @param {Pick<Contender, 'spin'>} contender
 * @param {number[]} inputs
 * @param {number[]} expected
 * @param {number} width calls in flight
 * @returns {Promise<number>} milliseconds
 */
export async function timeInFlight({ spin }, inputs, expected, width) {
	/** @type {number[]} */
	const results = new Array(inputs.length);
	let next = 0;
	async function lane() {
		while (next < inputs.length) {
			const index = next++;
			results[index] = await spin(inputs[index]);
		}
	}
	const start = performance.now();
	await Promise.all(Array.from({ length: width }, lane));
	const elapsed = performance.now() - start;
	deepStrictEqual(results, expected);
	return elapsed;
}
