import { expect, test } from '@jest/globals';
import { growth, leastLead, messageGoals, rangeOf } from '../papers/messages/claims.js';
import { makeRecords } from '../papers/messages/content.js';

const point = (
	/** @type {number} */ bytes,
	/** @type {number} */ gem,
	/** @type {number} */ clone,
) => ({
	bytes,
	workers: 1,
	samples: { gem: [gem, gem], clone: [clone, clone] },
});

test('messages have about the size that was asked for, and one record at least', () => {
	expect(makeRecords(1).rows).toHaveLength(1);
	for (const bytes of [1_000, 100_000]) {
		const { length } = JSON.stringify(makeRecords(bytes));
		expect(length / bytes).toBeGreaterThan(0.95);
		expect(length / bytes).toBeLessThan(1.1);
	}
});

test('growth is that of the dearest size, and a lead counts from 1 KB on', () => {
	const points = [point(100, 50, 10), point(1_000, 40, 80), point(1_000_000, 60, 9_000)];
	expect(growth(points, 'gem')).toBe(1.5);
	expect(growth(points, 'clone')).toBe(900);
	expect(leastLead(points)).toBe(2);
});

test('a GEM is flat by the sizes that take turns, not by those with workers of their own', () => {
	expect(rangeOf([[10, 12, 11], [30], [22]])).toBe(30 / 11);
	const sizes = [point(100, 10, 20), point(1_000, 90, 100)];
	const figures = { sizes, workers: [], bySize: { gem: { 100: [40], 1_000: [50] } } };
	const goals = messageGoals(
		/** @type {any} */ ({ ping: figures, ring: figures, multicast: figures, dispatch: figures }),
	);
	expect(goals.map(({ value }) => value).slice(0, 2)).toEqual([1.25, 100 / 90]);
});
