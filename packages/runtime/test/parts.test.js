import { cutIntoParts } from '../src/messaging/partition.js';

describe('parts', () => {
	test.each([
		[
			[1, 2, 3, 4, 5],
			[
				[1, 2],
				[3, 4, 5],
			],
		],
		[[1], [[], [1]]],
		[{ a: 1, b: 2, c: 3 }, [{ a: 1 }, { b: 2, c: 3 }]],
		[new Map([[1, 2]]), [new Map(), new Map([[1, 2]])]],
		[new Set([1, 2]), [new Set([1]), new Set([2])]],
		[new Uint8Array([1, 2, 3]), [new Uint8Array([1]), new Uint8Array([2, 3])]],
	])('of %p', (value, parts) => {
		expect(cutIntoParts(value, 2)).toEqual(parts);
	});

	test('have memory of their own, unless it is shared', () => {
		const [part] = cutIntoParts(new Float64Array(8), 4);
		expect(part.buffer.byteLength).toBe(16);
		const memory = new SharedArrayBuffer(8);
		const shared = cutIntoParts(new Uint8Array(memory), 2);
		expect(shared.map(({ buffer, byteOffset }) => [buffer === memory, byteOffset])).toEqual([
			[true, 0],
			[true, 4],
		]);
		expect(Buffer.isBuffer(cutIntoParts(Buffer.from('abcd'), 2)[1])).toBe(true);
	});

	test.each([[42], ['text'], [null], [undefined], [new Date()], [new (class Row {})()]])(
		'are not to be had of %p',
		(value) => {
			expect(() => cutIntoParts(value, 2)).toThrow(expect.objectContaining({ code: 'LP8022' }));
		},
	);
});
