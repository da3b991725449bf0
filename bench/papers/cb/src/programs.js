import { deltablue } from './deltablue.js';
import { fib } from './fib.js';
import { mapreduce } from './mapreduce.js';
import { raytrace } from './raytrace.js';
import { richards } from './richards.js';
import { rsa } from './rsa.js';

/** @type {Record<string, (size: number) => Promise<unknown>>} */
export const programs = { richards, deltablue, raytrace, rsa, fib, mapreduce };

/**
 * @param {string} name of a program
 * @param {number} size
 * @returns {Promise<unknown>} a small value that depends on all that it has computed
 */
export function call(name, size) {
	return programs[name](size);
}
