// A region against a plain Map of blocks, and how much memory it takes as its content changes. A failure prints its seed.
import fc from 'fast-check';
import { createGem, releaseHandle } from '../../src/gem/memory/directory.js';
import { I32 } from '../../src/gem/memory/heap.js';
import { beginLog, Region } from '../../src/gem/memory/region.js';
import { spanUsage } from '../../src/gem/memory/spans.js';

const sizes = fc.oneof(
	{ weight: 8, arbitrary: fc.integer({ min: 1, max: 40 }) },
	{ weight: 3, arbitrary: fc.integer({ min: 41, max: 512 }) },
	{ weight: 1, arbitrary: fc.integer({ min: 513, max: 9000 }) },
);
const steps = fc.array(
	fc.oneof(
		{ weight: 6, arbitrary: fc.record({ what: fc.constant('allocate'), cells: sizes }) },
		{ weight: 5, arbitrary: fc.record({ what: fc.constant('release'), which: fc.nat() }) },
		{
			weight: 3,
			arbitrary: fc.record({ what: fc.constant('write'), which: fc.nat(), at: fc.nat() }),
		},
		{ weight: 1, arbitrary: fc.record({ what: fc.constant('reserve'), cells: fc.nat(3000) }) },
		{
			weight: 1,
			arbitrary: fc.record({
				what: fc.constantFrom('begin', 'commit', 'rollback', 'savepoint', 'rollbackTo'),
			}),
		},
	),
	{ maxLength: 300 },
);

/** What a region should hold: words of each block. A log is a stack of copies. */
class Model {
	/** @type {Map<number, { cells: number, words: number[] }>} */
	blocks = new Map();
	/** @type {{ blocks: Model['blocks'], savepoint: number }[]} */
	copies = [];

	pick(which) {
		const addresses = [...this.blocks.keys()];
		return addresses[which % addresses.length];
	}

	copy() {
		return new Map(
			[...this.blocks].map(([address, { cells, words }]) => [
				address,
				{ cells, words: [...words] },
			]),
		);
	}
}

function fill(region, address, cells) {
	const words = Array.from({ length: 2 * cells }, (_, index) => (address * 31 + index) | 0);
	words.forEach((value, index) => region.write32(2 * address + index, value));
	return { cells, words };
}

/** @type {Record<string, (region: Region, model: Model, step: any) => void>} */
const apply = {
	allocate(region, model, { cells }) {
		const address = region.allocate(cells);
		model.blocks.set(address, fill(region, address, cells));
	},
	release(region, model, { which }) {
		if (model.blocks.size === 0) return;
		const address = model.pick(which);
		region.release(address, model.blocks.get(address).cells);
		model.blocks.delete(address);
	},
	write(region, model, { which, at }) {
		if (model.blocks.size === 0) return;
		const address = model.pick(which);
		const { words } = model.blocks.get(address);
		region.write32(2 * address + (at % words.length), at | 0);
		words[at % words.length] = at | 0;
	},
	reserve(region, _, { cells }) {
		region.reserve(cells);
	},
	begin(region, model) {
		if (region.log) return;
		region.log = beginLog();
		model.copies = [{ blocks: model.copy(), savepoint: 0 }];
	},
	savepoint(region, model) {
		if (region.log) model.copies.push({ blocks: model.copy(), savepoint: region.log.savepoint() });
	},
	rollbackTo(region, model) {
		if (!region.log || model.copies.length < 2) return;
		const { blocks, savepoint } = model.copies.pop();
		region.log.rollbackTo(savepoint);
		model.blocks = blocks;
	},
	commit: (region, model) => endLog(region, model, 'commit'),
	rollback: (region, model) => endLog(region, model, 'rollback'),
};

function endLog(region, model, how) {
	const { log } = region;
	if (!log) return;
	region.log = null;
	log[how]();
	if (how === 'rollback') model.blocks = model.copies[0].blocks;
	model.copies = [];
}

function compare(region, model) {
	let cells = 0;
	for (const [address, block] of model.blocks) {
		cells += block.cells;
		const start = 2 * address;
		const bad = block.words.findIndex((word, index) => I32[start + index] !== word);
		if (bad >= 0) throw new Error(`word ${bad} of the block at ${address} was changed`);
	}
	if (!region.log && region.usage().cells !== cells) throw new Error('cells are counted wrong');
}

test('a region holds what a model holds, with logs, and gives all back', () => {
	/** @type {number[]} */
	const lost = [];
	fc.assert(
		fc.property(steps, (all) => {
			const before = spanUsage().bytesInUse;
			const gem = createGem(0);
			const region = new Region(gem);
			const model = new Model();
			for (const step of all) {
				apply[step.what](region, model, step);
				compare(region, model);
			}
			endLog(region, model, 'rollback');
			compare(region, model);
			for (const [address, { cells }] of model.blocks) region.release(address, cells);
			region.reserve(0);
			// What is left is the one slab that is kept.
			if (region.usage().bytes > 1024) throw new Error(`${region.usage().bytes} bytes are left`);
			releaseHandle(gem);
			lost.push(spanUsage().bytesInUse - before);
		}),
		{ numRuns: 400 },
	);
	// The log keeps what it has had, up to 256 KB.
	const kept = lost.reduce((sum, bytes) => sum + bytes, 0);
	expect(Math.abs(kept)).toBeLessThanOrEqual(32 * 8192);
});

/** Mulberry32: numbers from 0 to 1. @param {number} seed */
function random(seed) {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

describe('a region of 2 MB does not grow past twice its content', () => {
	const LIVE_CELLS = 250_000;
	const SEED = Number(process.env.SEED ?? 1);

	/** Replace random blocks by others of the size that `sizeAt` says, for `lives` times the whole content. */
	function churn(sizeAt, { lives, isReserved }) {
		const next = random(SEED);
		const gem = createGem(0);
		const region = new Region(gem);
		const blocks = [];
		let live = 0;
		let worst = 0;
		const add = (age) => {
			const cells = sizeAt(age, next);
			blocks.push([region.allocate(cells), cells]);
			live += cells;
		};
		if (isReserved) region.reserve(LIVE_CELLS);
		while (live < LIVE_CELLS) add(0);
		region.reserve(0);
		for (let written = 0; written < lives * LIVE_CELLS;) {
			const place = Math.floor(next() * blocks.length);
			const [address, cells] = blocks[place];
			blocks[place] = blocks[blocks.length - 1];
			blocks.pop();
			region.release(address, cells);
			live -= cells;
			while (live < LIVE_CELLS) {
				const before = live;
				add(written / LIVE_CELLS);
				written += live - before;
			}
			worst = Math.max(worst, region.usage().bytes / (8 * live));
		}
		releaseHandle(gem);
		return worst;
	}

	test.each([
		['small ones of one size', () => 6, false],
		['a document whose parts are replaced', () => 6, true],
		['a document of mixed sizes', (_, next) => 2 + Math.floor(next() * 30), true],
		['mixed sizes, some large', (_, next) => Math.floor(2 * 1.6 ** (next() * 14)), true],
		[
			'sizes that grow as time goes by',
			(age, next) => Math.floor((2 + 4 * age) * (1 + next())),
			true,
		],
		[
			'sizes that shrink as time goes by',
			(age, next) => Math.floor((34 - 4 * age) * (1 + next())),
			true,
		],
		[
			'sizes that change at once',
			(age, next) => Math.floor((age < 2 ? 4 : 40) * (1 + next())),
			false,
		],
	])('%s', (_, sizeAt, isReserved) => {
		const worst = churn(sizeAt, { lives: 8, isReserved });
		expect(worst).toBeLessThan(2);
	});
});
