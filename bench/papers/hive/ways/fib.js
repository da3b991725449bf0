import { Hive } from '@lapidary/runtime/hive';

/** @param {number} n @returns {number} */
function fib(n) {
	return n < 2 ? 1 : fib(n - 2) + fib(n - 1);
}

Hive.init(fib.toString());

/**
 * @param {string} _name the only one is fib
 * @param {number} n
 * @returns {Promise<unknown>}
 */
export function call(_name, n) {
	return Hive.eval(`fib(${n});`);
}
