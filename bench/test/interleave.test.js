import { expect, test } from '@jest/globals';
import { interleave, turnOrder } from '../lib/interleave.js';

test('each contender goes first in its turn', () => {
	const names = ['a', 'b', 'c'];
	expect([0, 1, 2, 3].map((round) => turnOrder(names, round).join(''))).toEqual([
		'abc',
		'bac',
		'cab',
		'acb',
	]);
});

test.each([1, 2, 3, 6, 7, 8])(
	'of %i contenders each has its turn, and not always after the same',
	(count) => {
		const names = Array.from({ length: count }, (_, index) => index);
		/** @type {Set<number>} */
		const before = new Set();
		for (let round = 0; round < count; round++) {
			const order = turnOrder(names, round);
			expect([...order].sort((a, b) => a - b)).toEqual(names);
			expect(order[0]).toBe(round);
			if (round > 0) before.add(order[order.indexOf(0) - 1]);
		}
		if (count > 2) expect(before.size).toBeGreaterThan(1);
	},
);

test('contenders alternate round by round and warm-up samples are thrown away', async () => {
	/** @type {string[]} */
	const turns = [];
	const samples = await interleave(['a', 'b'], {
		rounds: 2,
		warmUp: 1,
		async sample(name, round) {
			turns.push(`${name}${round}`);
			return round;
		},
	});
	expect(turns).toEqual(['a-1', 'b-1', 'b0', 'a0', 'a1', 'b1']);
	expect(samples).toEqual({ a: [0, 1], b: [0, 1] });
});

test('a sample that fails ends the run', async () => {
	const sample = async () => {
		throw new Error('different results');
	};
	await expect(interleave(['a'], { rounds: 1, sample })).rejects.toThrow('different results');
});
