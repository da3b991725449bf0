import {
	createGem,
	generationOf,
	isCurrent,
	releaseHandle,
} from '../../src/gem/memory/directory.js';
import { I32 } from '../../src/gem/memory/heap.js';
import { Region, beginLog } from '../../src/gem/memory/region.js';
import { spanUsage, tryAllocateSpan } from '../../src/gem/memory/spans.js';
import { UndoLog } from '../../src/gem/memory/undo-log.js';

/** @param {(region: Region) => void} body */
function withRegion(body) {
	const gem = createGem(0);
	try {
		body(new Region(gem));
	} finally {
		releaseHandle(gem);
	}
}

test('a block that is released is used again', () => {
	withRegion((region) => {
		const first = region.allocate(7);
		region.release(first, 7);
		expect(region.allocate(8)).toBe(first);
		expect(region.usage()).toEqual({ cells: 8, bytes: 1024 });
	});
});

test('what is no size is refused, whoever computed it, and nothing changes', () => {
	withRegion((region) => {
		const block = region.allocate(200);
		const before = { ...region.usage(), ...spanUsage() };
		for (const cells of [0, -1, -128, 0.5, 1.5, NaN, Infinity, -(2 ** 32), undefined, '8']) {
			expect(() => region.allocate(cells)).toThrow(RangeError);
			expect(() => region.release(block, cells)).toThrow(RangeError);
		}
		for (const cells of [2 ** 29, 2 ** 31, 2 ** 32, 2 ** 32 + 8, 1e10, 2 ** 53]) {
			const needed = 1024 * Math.ceil(cells / 128);
			expect(() => region.allocate(cells)).toThrow(`${needed} more bytes`);
			expect(() => region.release(block, cells)).toThrow(RangeError);
		}
		for (const address of [0, -2, 1, 2 ** 29, 0.5, NaN, block - 2 ** 31]) {
			expect(() => region.release(address, 200)).toThrow(RangeError);
		}
		for (const cells of [-1, NaN, Infinity, 1e10, 2 ** 40]) region.reserve(cells);
		region.reserve(0);
		for (const units of [0, -1, NaN, 2 ** 31, 2 ** 32 + 1]) expect(tryAllocateSpan(units)).toBe(0);
		expect({ ...region.usage(), ...spanUsage() }).toEqual(before);
		region.release(block, 200);
	});
});

test('releasing the last handle gives all memory back, and the index gets another generation', () => {
	const before = spanUsage().bytesInUse;
	const gem = createGem(3);
	const generation = generationOf(gem);
	const region = new Region(gem);
	region.reserve(5000);
	for (let index = 0; index < 1000; index++) region.allocate(5);
	for (const cells of [1, 32, 33, 512, 513, 100_000]) region.allocate(cells);
	expect(spanUsage().bytesInUse).toBeGreaterThan(before + 800_000);
	expect(releaseHandle(gem)).toBe(true);
	expect(isCurrent(gem, generation)).toBe(false);
	expect(spanUsage().bytesInUse).toBe(before);
});

test('rollback restores words, takes back allocations and keeps what was released', () => {
	withRegion((region) => {
		const kept = region.allocate(2);
		I32[2 * kept] = 1;
		I32[2 * kept + 1] = 2;
		const before = region.usage();
		const log = (region.log = beginLog());
		region.write32(2 * kept, 5);
		const savepoint = log.savepoint();
		region.write32(2 * kept, 6);
		region.release(kept, 2);
		region.allocate(3);
		expect([I32[2 * kept], I32[2 * kept + 1]]).toEqual([6, 0]);
		log.rollbackTo(savepoint);
		expect([I32[2 * kept], I32[2 * kept + 1]]).toEqual([5, 2]);
		region.log = null;
		log.rollback();
		expect([I32[2 * kept], I32[2 * kept + 1]]).toEqual([1, 2]);
		expect(region.usage().cells).toEqual(before.cells);
	});
});

test('another copy of the library, in a block of this one, does not write over its log', () => {
	withRegion((region) => {
		const block = region.allocate(2);
		I32[2 * block] = 1;
		const [log, ofCopy] = [beginLog(), new UndoLog()];
		log.write(block);
		I32[2 * block] = 2;
		expect(() => ofCopy.write(block)).toThrow(expect.objectContaining({ code: 'LP8106' }));
		log.rollback();
		expect(I32[2 * block]).toBe(1);
		ofCopy.write(block);
		I32[2 * block] = 3;
		ofCopy.rollback();
		expect(I32[2 * block]).toBe(1);
	});
});

test('when all indexes are taken the next GEM is refused, and one that is released is enough', () => {
	const gems = [];
	const fill = () => {
		for (;;) gems.push(createGem(0));
	};
	expect(fill).toThrow('more GEMs do not fit into the memory of GEMs: 65535 of 65535 are in use');
	const [freed] = gems.splice(Math.floor(gems.length / 2), 1);
	releaseHandle(freed);
	expect(createGem(0)).toBe(freed);
	for (const gem of [...gems, freed]) releaseHandle(gem);
	expect(createGem(0)).toBe(Math.min(...gems));
	releaseHandle(Math.min(...gems));
});
