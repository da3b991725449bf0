/** @typedef {{ a: { b: { c: { d: number, e: number }[] } } }} Nested d: integers, e: doubles */

/**
 * @param {Nested} document
 * @returns {number}
 */
export function readPath(/* cpu_bound: gem */ document) {
	'use cpu_bound';
	let total = 0;
	for (let i = 0; i < document.a.b.c.length; i++) total += document.a.b.c[i].d;
	return total;
}

/** @param {Nested} document */
export function writePath(/* cpu_bound: gem */ document) {
	'use cpu_bound';
	for (let i = 0; i < document.a.b.c.length; i++) document.a.b.c[i].d = i & 1023;
}

/** @param {Nested} document */
export function updatePath(/* cpu_bound: gem */ document) {
	'use cpu_bound';
	for (let i = 0; i < document.a.b.c.length; i++) {
		document.a.b.c[i].e = document.a.b.c[i].e * 0.5 + document.a.b.c[i].d;
	}
}
