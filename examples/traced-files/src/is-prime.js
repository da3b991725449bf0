/** @param {number} n 2 or more @returns {boolean} */
export function isPrime(n) {
	for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
	return true;
}
