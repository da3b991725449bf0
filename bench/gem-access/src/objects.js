/** @typedef {{ a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number }} Ten a, c, e, g, i: integers; the others doubles */

/**
 * @param {Ten} object
 * @param {number} times
 * @returns {number}
 */
export function readFields(/* cpu_bound: gem */ object, times) {
	'use cpu_bound';
	let total = 0;
	for (let t = 0; t < times; t++) {
		total += object.a + object.b * t + object.c + object.d + object.e;
		total -= object.f + object.g * t + object.h + object.i + object.j;
	}
	return total;
}

/**
 * @param {Ten} object
 * @param {number} times
 */
export function writeFields(/* cpu_bound: gem */ object, times) {
	'use cpu_bound';
	for (let t = 0; t < times; t++) {
		object.a = t;
		object.b = t + 0.5;
		object.c = t & 7;
		object.d = t * 0.25;
		object.e = t + 1;
		object.f = t * 0.125;
		object.g = t + 2;
		object.h = t - 0.5;
		object.i = t & 1023;
		object.j = t * 1.5;
	}
}

/**
 * @param {Ten} object
 * @param {number} times
 */
export function updateFields(/* cpu_bound: gem */ object, times) {
	'use cpu_bound';
	for (let t = 0; t < times; t++) {
		object.a = (object.a + 1) & 1023;
		object.b = object.b + 0.5;
		object.c = (object.c + t) & 7;
		object.d = object.d * 0.5;
		object.e = object.a;
		object.f = object.d + object.b;
		object.g = object.e ^ object.c;
		object.h = object.f - 0.5;
		object.i = object.g & 255;
		object.j = object.h * 0.25;
	}
}

/**
 * @param {Ten[]} table
 * @returns {number}
 */
export function readRows(/* cpu_bound: gem */ table) {
	'use cpu_bound';
	let total = 0;
	for (let i = 0; i < table.length; i++) total += table[i].a * table[i].b;
	return total;
}

/** @param {Ten[]} table */
export function writeRows(/* cpu_bound: gem */ table) {
	'use cpu_bound';
	for (let i = 0; i < table.length; i++) {
		table[i].a = i & 1023;
		table[i].b = i * 0.5 + 0.25;
	}
}

/** @param {Ten[]} table */
export function updateRows(/* cpu_bound: gem */ table) {
	'use cpu_bound';
	for (let i = 0; i < table.length; i++) {
		table[i].a = (table[i].a + 1) & 1023;
		table[i].b = table[i].b + table[i].d;
	}
}

/**
 * @param {Ten[]} table
 * @returns {number}
 */
export function readRowVariable(/* cpu_bound: gem */ table) {
	'use cpu_bound';
	let total = 0;
	for (let i = 0; i < table.length; i++) {
		const row = table[i];
		total += row.a * row.b;
	}
	return total;
}

/**
 * @param {Ten[]} table
 * @returns {number}
 */
export function readRowsOf(/* cpu_bound: gem */ table) {
	'use cpu_bound';
	let total = 0;
	for (const row of table) total += row.a * row.b;
	return total;
}
