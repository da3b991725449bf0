import { isPrime } from './is-prime.js';

/**
 * @param {number} limit
 * @returns {Promise<number>} primes below it
 */
export async function countPrimes(limit) {
	'use cpu_bound';
	let count = 0;
	for (let n = 2; n < limit; n++) if (isPrime(n)) count++;
	return count;
}
