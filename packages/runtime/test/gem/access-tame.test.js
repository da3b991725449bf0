import { expect, test } from '@jest/globals';
import { Owned, Partitioned, ReadOnly, send } from '../../src/gem/index.js';
import { elements } from '../../src/internal/gem.js';
import { fitsCell, fitsDouble, fitsInt } from '../../src/gem/access/numbers.js';

/** @param {number} high upper word @returns {Float64Array} two elements, the first of which has these bits */
const bits = (high) => new Float64Array(new Uint32Array([1, high, 0, 0x3ff00000]).buffer);

/** @param {any} content @returns {any} a GEM that nobody writes to any more */
function constant(content) {
	const gem = ReadOnly.create(content);
	const { port1, port2 } = new MessageChannel();
	send(port1, gem);
	port1.close();
	port2.close();
	return gem;
}

/** @param {any} gem @param {number} [from] @returns {ArrayLike<unknown>} */
const read = (gem, from = 0) => elements([]).enterFrom(gem, from).v;

const site = elements([]).writing('some');
const { q } = site.enterFrom(Partitioned.create([0.5, 1.5], { partitions: 1 }).subset(), 0);

test('a number made of what is in the text, or of the list itself, is not looked at', () => {
	expect(q).toBe(fitsCell);
	expect(site.fitting(q, [])).toBe(fitsDouble);
});

test('nor one made of constant numbers, or of integers', () => {
	expect(site.fitting(q, [read(constant(new Float64Array([0.5, NaN, -Infinity])))])).toBe(
		fitsDouble,
	);
	expect(site.fitting(q, [read(Owned.create([1, 2, 3]))])).toBe(fitsDouble);
	expect(site.fitting(q, [read(constant([0.5])), read(constant([2.5]))])).toBe(fitsDouble);
});

test('a list that somebody may write to may get any number', () => {
	expect(site.fitting(q, [read(Owned.create([0.5, 1.5]))])).toBe(fitsCell);
	expect(site.fitting(q, [read(constant([0.5])), read(Owned.create([2.5]))])).toBe(fitsCell);
	expect(site.fitting(q, [[]])).toBe(fitsCell);
	expect(site.fitting(q, [read(constant(['a', 1]))])).toBe(fitsCell);
});

test('a NaN that is like a boxed value, or becomes like one, is found', () => {
	for (const high of [0xfff90001, 0xfff90003, 0xfff90006, 0xfff10002]) {
		expect(site.fitting(q, [read(constant(bits(high)))])).toBe(fitsCell);
	}
	for (const high of [0x7ff80000, 0xfff80000, 0x7ff90003, 0xfff90007, 0xfff00000]) {
		expect(site.fitting(q, [read(constant(bits(high)))])).toBe(fitsDouble);
	}
});

test('what takes other values is left as it is', () => {
	expect(site.fitting(fitsInt, [])).toBe(fitsInt);
	expect(site.fitting(fitsDouble, [[]])).toBe(fitsDouble);
});
