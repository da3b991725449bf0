export async function countPrimes(limit: number): Promise<number> {
	'use cpu_bound';
	let count = 0;
	for (let n = 2; n < limit; n++) {
		let isPrime = true;
		for (let d = 2; d * d <= n && isPrime; d++) isPrime = n % d !== 0;
		if (isPrime) count++;
	}
	return count;
}
