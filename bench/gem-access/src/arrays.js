/**
 * @param {number[]} values
 * @returns {number}
 */
export function sum(/* cpu_bound: gem */ values) {
	'use cpu_bound';
	let total = 0;
	for (let i = 0; i < values.length; i++) total += values[i];
	return total;
}

/**
 * @param {number[]} values integers
 * @returns {number}
 */
export function sumRemainders(/* cpu_bound: gem */ values) {
	'use cpu_bound';
	let total = 0;
	for (let i = 0; i < values.length; i++) total += values[i] % 7;
	return total;
}

/** @param {number[]} out */
export function fillInts(/* cpu_bound: gem */ out) {
	'use cpu_bound';
	for (let i = 0; i < out.length; i++) out[i] = (i * 7) & 1023;
}

/** @param {number[]} out */
export function fillDoubles(/* cpu_bound: gem */ out) {
	'use cpu_bound';
	for (let i = 0; i < out.length; i++) out[i] = i * 0.5 + 0.25;
}

/**
 * @param {number[]} out
 * @param {number[]} input integers below 1024
 */
export function mapInts(/* cpu_bound: gem */ out, /* cpu_bound: gem */ input) {
	'use cpu_bound';
	for (let i = 0; i < out.length; i++) out[i] = (input[i] * 3 + 1) & 1023;
}

/**
 * @param {number[]} out
 * @param {number[]} input
 */
export function mapDoubles(/* cpu_bound: gem */ out, /* cpu_bound: gem */ input) {
	'use cpu_bound';
	for (let i = 0; i < out.length; i++) out[i] = input[i] * 0.5 + 1.5;
}

/** @param {number[]} values */
export function increment(/* cpu_bound: gem */ values) {
	'use cpu_bound';
	for (let i = 0; i < values.length; i++) values[i] = values[i] + 1;
}
