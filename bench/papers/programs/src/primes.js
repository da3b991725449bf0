import { Partitioned, release } from '@lapidary/runtime/gem';

/** @param {number[]} content @param {number} parts */
export function share(content, parts) {
	const numbers = Partitioned.create(content, { partitions: parts });
	return { numbers, release: () => release(numbers) };
}

/** @param {{ numbers: number[] }} shared @param {number} parts */
export async function run({ numbers }, parts) {
	const primes = await Promise.all(Array.from({ length: parts }, (_, part) => work(numbers, part)));
	return primes.reduce((sum, part) => sum + part, 0);
}

/**
 * @param {any} numbers
 * @param {number} part
 * @returns {Promise<number>} how many of the part are prime
 */
async function work(/* cpu_bound: gem */ numbers, part) {
	'use cpu_bound';
	const { from, to } = numbers.subset(part);
	let primes = 0;
	for (let i = from; i < to; i++) {
		const candidate = numbers[i];
		let isPrime = candidate % 2 === 1;
		for (let divisor = 3; isPrime && divisor * divisor <= candidate; divisor += 2) {
			isPrime = candidate % divisor !== 0;
		}
		if (isPrime) primes++;
	}
	numbers.release();
	return primes;
}
