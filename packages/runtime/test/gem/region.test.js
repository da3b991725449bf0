import {
	createGem,
	generationOf,
	isCurrent,
	releaseHandle,
} from '../../src/gem/memory/directory.js';
import { I32 } from '../../src/gem/memory/heap.js';
import { Region, beginLog } from '../../src/gem/memory/region.js';
import { spanUsage } from '../../src/gem/memory/spans.js';
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
