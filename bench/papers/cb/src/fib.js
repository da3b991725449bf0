/**
 * @param {number} n
 * @returns {number}
 */
function fibonacci(n) {
	return n < 2 ? 1 : fibonacci(n - 2) + fibonacci(n - 1);
}

/** @param {number} n which number: the time it takes doubles from one second next number to the other */
export async function fib(n) {
	'use cpu_bound';
	return fibonacci(n);
}
