// Runs of bits, against strings of them.
import fc from 'fast-check';
import { findRun, maskHigh, maskLow, mostRun, runAround } from '../../src/gem/memory/granules.js';

/** Few changes from 0 to 1, so that runs are long; any bits as well. */
const bits = fc.oneof(
	fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
	fc.array(fc.nat(63), { maxLength: 5 }).map((changes) => {
		let value = changes.length % 2 === 0;
		return Array.from({ length: 64 }, (_, at) => (changes.includes(at) ? (value = !value) : value));
	}),
);
const textOf = (all) => all.map((bit) => (bit ? '1' : '0')).join('');
const wordOf = (text) => parseInt([...text].reverse().join(''), 2) | 0;
const wordsOf = (text) => [wordOf(text.slice(0, 32)), wordOf(text.slice(32))];

test('the first run that is long enough, and the longest', () => {
	fc.assert(
		fc.property(bits, fc.integer({ min: 1, max: 64 }), (all, length) => {
			const text = textOf(all);
			const [low, high] = wordsOf(text);
			expect(findRun(low, high, length)).toBe(text.indexOf('1'.repeat(length)));
			expect(mostRun(low, high)).toBe(Math.max(...text.split('0').map((run) => run.length)));
		}),
		{ numRuns: 3000 },
	);
});

test('the bits of a run, and the run around them', () => {
	fc.assert(
		fc.property(bits, fc.nat(63), fc.nat(63), (all, place, more) => {
			const length = 1 + Math.min(more, 63 - place);
			const run = '0'.repeat(place) + '1'.repeat(length) + '0'.repeat(64 - place - length);
			expect([maskLow(place, length), maskHigh(place, length)]).toEqual(wordsOf(run));
			const text = textOf(all.map((bit, at) => bit || run[at] === '1'));
			const from = text.lastIndexOf('0', place) + 1;
			const end = text.indexOf('0', place);
			const [low, high] = wordsOf(text);
			expect(runAround(low, high, place, length)).toBe((end < 0 ? 64 : end) - from);
		}),
		{ numRuns: 3000 },
	);
});
