// The loops, each in a function of the slice, and one unit that times them in its thread.

const SIZE = 120;
const COUNT = 200_000;

const floats = Float64Array.from({ length: 1_000_000 }, (_, index) => index % 7);
const numbers = Array.from({ length: COUNT }, (_, index) => index % 11);
const points = numbers.map((x, index) => ({ x, y: index % 5 }));
const matrices = [1, 2].map((seed) =>
	Float64Array.from({ length: SIZE * SIZE }, (_, i) => (i * seed) % 9),
);
const keys = numbers.slice(0, 50_000).map((number) => `key ${number}`);
const text = 'the quick brown fox '.repeat(40_000);
const list = numbers.reduce((/** @type {Link | null} */ next, value) => ({ value, next }), null);

/** @typedef {{ value: number, next: Link | null }} Link */

/** @param {number} turns */
function intSum(turns) {
	let sum = 0;
	for (let index = 0; index < turns; index++) sum = (sum + index * 3) | 0;
	return sum;
}

/** @param {Float64Array} values */
function floatSum(values) {
	let sum = 0;
	for (let index = 0; index < values.length; index++) sum += values[index];
	return sum;
}

/** @param {Float64Array} left @param {Float64Array} right @param {number} size */
function multiply(left, right, size) {
	let trace = 0;
	for (let row = 0; row < size; row++) {
		for (let column = 0; column < size; column++) {
			let sum = 0;
			for (let k = 0; k < size; k++) sum += left[row * size + k] * right[k * size + column];
			if (row === column) trace += sum;
		}
	}
	return trace;
}

/** @param {number[]} values */
function forOf(values) {
	let sum = 0;
	for (const value of values) sum += value;
	return sum;
}

/** @param {{ x: number, y: number }[]} rows */
function objects(rows) {
	let sum = 0;
	for (let index = 0; index < rows.length; index++) sum += rows[index].x * rows[index].y;
	return sum;
}

/** @param {number} limit */
function sieve(limit) {
	const isComposite = new Uint8Array(limit);
	let count = 0;
	for (let candidate = 2; candidate < limit; candidate++) {
		if (isComposite[candidate] === 1) continue;
		count++;
		for (let multiple = candidate * 2; multiple < limit; multiple += candidate)
			isComposite[multiple] = 1;
	}
	return count;
}

/** @param {string} words */
function characters(words) {
	let hash = 0;
	for (let index = 0; index < words.length; index++)
		hash = (hash * 31 + words.charCodeAt(index)) | 0;
	return hash;
}

/** @param {number} turns */
function whileTrue(turns) {
	let state = 1;
	let left = turns;
	while (true) {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
		if (--left === 0) break;
	}
	return state;
}

/** @param {number} size */
function mandelbrot(size) {
	let total = 0;
	for (let row = 0; row < size; row++) {
		for (let column = 0; column < size; column++) {
			const [cx, cy] = [(column / size) * 3 - 2, (row / size) * 2 - 1];
			let [x, y, turns] = [0, 0, 0];
			while (turns < 100 && x * x + y * y < 4) {
				const next = x * x - y * y + cx;
				y = 2 * x * y + cy;
				x = next;
				turns++;
			}
			total += turns;
		}
	}
	return total;
}

/** @param {number} limit */
function collatz(limit) {
	let longest = 0;
	for (let start = 1; start < limit; start++) {
		let [value, steps] = [start, 0];
		while (value !== 1) {
			value = value % 2 === 0 ? value / 2 : 3 * value + 1;
			steps++;
		}
		if (steps > longest) longest = steps;
	}
	return longest;
}

/** @param {Link | null} head */
function linkedList(head) {
	let sum = 0;
	for (let link = head; link !== null; link = link.next) sum += link.value;
	return sum;
}

/** @param {string[]} words */
function countInMap(words) {
	const counts = new Map();
	for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts.size;
}

/** @param {number} state @param {number} step */
const mix = (state, step) => (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + step) | 0;

/** @param {number} turns */
function inlinedCall(turns) {
	let state = 7;
	for (let step = 0; step < turns; step++) state = mix(state, step);
	return state;
}

/** @type {Record<string, () => number>} each takes one to three milliseconds on a machine of 2020 */
const LOOPS = {
	intSum: () => intSum(3_000_000),
	floatSum: () => floatSum(floats),
	multiply: () => multiply(matrices[0], matrices[1], SIZE),
	forOf: () => forOf(numbers),
	objects: () => objects(points),
	sieve: () => sieve(200_000),
	characters: () => characters(text),
	whileTrue: () => whileTrue(1_000_000),
	mandelbrot: () => mandelbrot(90),
	collatz: () => collatz(6_000),
	linkedList: () => linkedList(list),
	countInMap: () => countInMap(keys),
	inlinedCall: () => inlinedCall(1_000_000),
};

/**
 * @param {string} name of a loop
 * @param {number} repeats
 * @returns {Promise<{ ms: number, result: number }>} the shortest of the repeats: on a busy machine the others hold what else ran
 */
export async function timeLoop(name, repeats) {
	'use cpu_bound';
	let ms = Infinity;
	let result = 0;
	for (let repeat = 0; repeat < repeats; repeat++) {
		const startMs = performance.now();
		result = LOOPS[name]();
		ms = Math.min(ms, performance.now() - startMs);
	}
	return { ms, result };
}
