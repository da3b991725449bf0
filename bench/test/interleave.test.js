import { expect, test } from '@jest/globals';
import { interleave, turnOrder } from '../lib/interleave.js';

test('each contender goes first in its turn', () => {
	const names = ['a', 'b', 'c'];
	expect([0, 1, 2, 3].map((round) => turnOrder(names, round).join(''))).toEqual([
		'abc',
		'bca',
		'cab',
		'abc',
	]);
});

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
