import { describe, expect, test } from '@jest/globals';
import { pairedRatio, quantile, summarize } from '../lib/statistics.js';

describe('quantile', () => {
	test('interpolates between neighbours', () => {
		expect(quantile([10, 20, 30, 40], 0.5)).toBe(25);
		expect(quantile([10, 20, 30], 0.5)).toBe(20);
		expect(quantile([0, 100], 0.1)).toBeCloseTo(10);
		expect(quantile([7], 0.9)).toBe(7);
	});

	test('refuses to answer without samples', () => {
		expect(() => quantile([], 0.5)).toThrow('at least one sample');
	});
});

describe('summarize', () => {
	test('sorts by number and leaves the samples as they were', () => {
		const samples = [9, 100, 10];
		expect(summarize(samples)).toMatchObject({ count: 3, min: 9, median: 10, max: 100 });
		expect(samples).toEqual([9, 100, 10]);
	});

	test('keeps the order of its figures for any samples', () => {
		const samples = Array.from({ length: 101 }, (_, index) => (index * 37) % 101);
		const { p10, median, p90 } = summarize(samples);
		expect([p10, median, p90]).toEqual([10, 50, 90]);
	});

	test('refuses a sample that is no number', () => {
		expect(() => summarize([1, NaN])).toThrow('a sample is NaN');
	});
});

describe('pairedRatio', () => {
	test('is not moved by a machine that is slow in one round', () => {
		const slow = [2, 20, 2, 20];
		const fast = [1, 10, 1, 10];
		expect(pairedRatio(slow, fast)).toMatchObject({ p10: 2, median: 2, p90: 2 });
	});

	test('refuses rounds that do not match', () => {
		expect(() => pairedRatio([1, 2], [1])).toThrow('2 rounds against 1');
	});
});
