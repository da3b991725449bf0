import fc from 'fast-check';
import { Nesting } from '../src/ast/nesting.js';

/** @typedef {{ start: number, end: number }} Range */

/** Ranges of a tree: each number splits the range that it falls into. @param {number[]} cuts @returns {Range[]} */
function rangesOf(cuts) {
	const ranges = [{ start: 0, end: 64 }];
	for (const [index, cut] of cuts.entries()) {
		const { start, end } = /** @type {Range} */ (ranges[cut % ranges.length]);
		const middle = start + (cut % (end - start + 1));
		const half = index % 2 === 0 ? { start, end: middle } : { start: middle, end };
		const isApart = ranges.every(
			(one) =>
				(one.start <= half.start && half.end <= one.end) ||
				(half.start <= one.start && one.end <= half.end) ||
				half.end < one.start ||
				one.end < half.start,
		);
		if (isApart) ranges.push(half);
	}
	return ranges;
}

test('the ranges around a place are those of a look at all of them, the innermost first', () => {
	fc.assert(
		fc.property(
			fc.array(fc.nat(1000), { maxLength: 30 }),
			fc.nat(64),
			fc.nat(8),
			(cuts, at, length) => {
				const [outermost, ...ranges] = rangesOf(cuts);
				const nesting = new Nesting(
					/** @type {any} */ (cuts.length % 2 === 0 ? ranges : [outermost, ...ranges]),
				);
				const place = { start: at, end: Math.min(at + length, 64) };
				const found = nesting.around(place);
				const expected = nesting.nodes.filter(
					(one) => one.start <= place.start && place.end <= one.end,
				);
				expect(new Set(found)).toEqual(new Set(expected));
				expect(found).toHaveLength(expected.length);
				const lengths = found.map(({ start, end }) => end - start);
				expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
			},
		),
	);
});
