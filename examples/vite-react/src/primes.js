/**
 * @param {number} limit
 * @returns {Promise<number>} primes below it
 */
export async function countPrimes(limit) {
	'use cpu_bound';
	let count = 0;
	for (let n = 2; n < limit; n++) {
		let isPrime = true;
		for (let d = 2; d * d <= n && isPrime; d++) isPrime = n % d !== 0;
		if (isPrime) count++;
	}
	return count;
}
