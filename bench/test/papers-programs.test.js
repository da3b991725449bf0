import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { PROGRAMS } from '../papers/programs/content.js';
import * as crc from '../papers/programs/plain/crc32.js';
import * as sha from '../papers/programs/plain/sha.js';
import { rangesOf } from '../papers/programs/split.js';

test('parts follow each other, and begin at steps', () => {
	expect(rangesOf(10, 3, 1)).toEqual([
		{ from: 0, to: 3 },
		{ from: 3, to: 6 },
		{ from: 6, to: 10 },
	]);
	expect(rangesOf(8, 3, 4)).toEqual([
		{ from: 0, to: 0 },
		{ from: 0, to: 4 },
		{ from: 4, to: 8 },
	]);
	expect(rangesOf(5, 2, 2)).toEqual([
		{ from: 0, to: 2 },
		{ from: 2, to: 5 },
	]);
});

test('digests are those of SHA-256', () => {
	const document = Array.from({ length: 2 * sha.BLOCK }, (_, index) => (index * 37) % 256);
	const expected = [0, sha.BLOCK].map((from) => {
		const block = Uint8Array.from(document.slice(from + 8, from + sha.BLOCK));
		return createHash('sha256').update(block).digest('hex');
	});
	const words = sha.work(document).map((word) => (word >>> 0).toString(16).padStart(8, '0'));
	expect([words.slice(0, 8).join(''), words.slice(8).join('')]).toEqual(expected);
});

test('codes of parts become the CRC-32 of all', () => {
	const bytes = Array.from({ length: 10_001 }, (_, index) => (index * 91) % 256);
	const expected = crc32(Buffer.from(bytes));
	for (const parts of [1, 2, 7]) {
		const ranges = rangesOf(bytes.length, parts, 1);
		const all = ranges.map(({ from, to }) => crc.work(bytes.slice(from, to)));
		expect(crc.merge(all)).toBe(expected);
	}
});

test.each(PROGRAMS)(
	'$name computes the same on GEMs, on parts and in one piece',
	async (program) => {
		const { name, step, make } = program;
		const content = make(step * 60);
		const { work, merge } = await import(`../papers/programs/plain/${name}.js`);
		const { share, run } = await import(`../papers/programs/src/${name}.js`);
		const expected = merge([work(content)]);
		for (const parts of [1, 3]) {
			const pieces = rangesOf(content.length, parts, step).map(({ from, to }) =>
				work(content.slice(from, to), from),
			);
			expect(merge(pieces)).toEqual(expected);
			const shared = share(content, parts);
			expect(await run(shared, parts)).toEqual(expected);
			expect(await run(shared, parts)).toEqual(expected);
			shared.release();
		}
	},
);
