/** @param {ArrayLike<number>} numbers @returns {number} how many are prime */
export function work(numbers) {
	let primes = 0;
	for (let i = 0; i < numbers.length; i++) {
		const candidate = numbers[i];
		let isPrime = candidate % 2 === 1;
		for (let divisor = 3; isPrime && divisor * divisor <= candidate; divisor += 2) {
			isPrime = candidate % divisor !== 0;
		}
		if (isPrime) primes++;
	}
	return primes;
}

/** @param {number[]} parts @returns {number} */
export function merge(parts) {
	return parts.reduce((sum, part) => sum + part, 0);
}
