// What needs the memory of a GEM keeps it: blocks, functions of the GEM, changes that call code of users, and waits. Guards lie around each
// GEM: they take what memory is given back, so that who goes on writing to it changes one of them.
import { MessageChannel } from 'node:worker_threads';
import {
	atomic,
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	PartitionedDynamic,
	ReadOnly,
	receive,
	release,
	send,
	snapshot,
} from '../../src/gem/index.js';
import { Gem, Sync } from '../../src/gem/define/index.js';
import { codeOf } from './code-of.js';

/** A type with functions that call code of users, and no log. */
const Guarded = Gem.define({
	name: 'Guarded',
	internal: { lock: Sync.newLock(), runs: Sync.newAtomicLong(), event: Sync.newEvent() },
	blocks: {
		within: {
			begin() {
				this.internal.lock.lock();
			},
			end() {
				this.internal.lock.unlock();
			},
		},
	},
	public: {
		run(fn) {
			fn();
			return this.internal.runs.increment();
		},
		wait(ms) {
			return this.internal.event.waitAsync(this.internal.event.count(), ms);
		},
	},
	meta: {
		onSet(key, value) {
			this.set(key, value);
		},
	},
});

const ELEMENTS = 300;
const contentOf = (seed) => Array.from({ length: ELEMENTS }, (_, at) => seed + at + 0.5);

/** @returns {() => number} how many elements of the guards have changed */
function setGuards() {
	const guards = Array.from({ length: 12 }, (_, at) => ReadOnly.create(contentOf(1000 * at)));
	return () => {
		let changed = 0;
		for (const [at, guard] of guards.entries()) {
			const now = snapshot(guard);
			const was = contentOf(1000 * at);
			if (now.length !== was.length) changed++;
			for (const [index, value] of was.entries()) if (now[index] !== value) changed++;
		}
		for (const guard of guards) release(guard);
		return changed;
	};
}

/** Takes what memory was given back, and checks it at the end. */
const checks = [];
const fillMemory = () => checks.push(setGuards());
const countChanged = () => checks.splice(0).reduce((sum, check) => sum + check(), 0);
afterEach(() => expect(countChanged()).toBe(0));

const { port1, port2 } = new MessageChannel();
receive(port2, () => undefined);
afterAll(() => port1.close());

const giveUp = (gem) => {
	const code = codeOf(() => release(gem));
	fillMemory();
	return code;
};

describe.each([
	['AtomicLK', AtomicLK],
	['AtomicSTM', AtomicSTM],
])('a block of %s', (_, type) => {
	test('refuses to release its GEM, whether it is the outermost or not, and however it ends', () => {
		for (const fails of [false, true]) {
			const gem = type.create(contentOf(1));
			const other = type.create({ n: 1 });
			const change = (value) => {
				for (let at = 0; at < ELEMENTS; at++) gem[at] = value;
				gem.push('text', { a: 1 });
				expect(giveUp(gem)).toBe('LP8101');
				if (fails) throw new Error('stop');
			};
			const ways = [
				(fn) => gem.atomic(fn),
				(fn) => other.atomic(() => gem.atomic(fn)),
				(fn) => gem.atomic(() => other.atomic(fn)),
				(fn) => gem.atomic(() => gem.atomic(fn)),
				(fn) => atomic([gem, other], fn),
			];
			for (const [at, way] of ways.entries()) {
				expect(codeOf(() => way(() => change(at)))).toBe(fails ? 'Error: stop' : 'nothing');
			}
			expect(gem.atomic(() => gem[0])).toBe(!fails ? 4 : type === AtomicLK ? 4 : 1.5);
			expect(codeOf(() => release(gem))).toBe('nothing');
		}
	});

	test('keeps GEMs of blocks within it until it ends', () => {
		const gem = type.create({ n: 1 });
		const inner = type.create(contentOf(1));
		gem.atomic(() => {
			inner.atomic(() => inner.fill('text'));
			expect(giveUp(inner)).toBe('LP8101');
		});
		expect(giveUp(inner)).toBe('nothing');
		expect(codeOf(() => inner.atomic(() => 0))).toBe('LP8112');
	});

	test('lets GEMs go that are none of its own', () => {
		const gem = type.create({ n: 1 });
		const owned = Owned.create(contentOf(1));
		gem.atomic(() => {
			owned[0] = 'text';
			expect(giveUp(owned)).toBe('nothing');
			const made = type.create(contentOf(2));
			expect(giveUp(made)).toBe('nothing');
		});
		expect(gem.atomic(() => gem.n)).toBe(1);
	});

	test('that comes once the GEM has been released is refused', async () => {
		const gem = type.create(contentOf(1));
		let later;
		gem.atomic(() => {
			later = gem.atomicAsync(() => gem.fill('text'));
		});
		release(gem);
		fillMemory();
		await expect(later).rejects.toMatchObject({ code: 'LP8112' });
	});
});

test('an attempt of a transaction that waits is refused once the GEM has been released', async () => {
	const gem = AtomicSTM.create({ n: 0 });
	const later = gem.atomicAsync(() => (gem.n === 0 ? AtomicSTM.retry() : gem.n));
	release(gem);
	fillMemory();
	const other = AtomicSTM.create({ n: 0 });
	other.atomic(() => (other.n = 1)); // wakes it
	await expect(later).rejects.toMatchObject({ code: 'LP8112' });
});

test('functions of a GEM keep it while they run, and blocks without a log', () => {
	const ranges = PartitionedDynamic.create(contentOf(1), { range: 10 });
	expect(ranges.getRange(() => expect(giveUp(ranges)).toBe('LP8101'))).toBe(true);
	expect(giveUp(ranges)).toBe('nothing');
	const gem = Guarded.create({ x: 1 });
	expect(gem.run(() => expect(giveUp(gem)).toBe('LP8101'))).toBe(1);
	gem.within(() => expect(giveUp(gem)).toBe('LP8101'));
	expect(codeOf(() => gem.within(() => giveUp(gem).missing.missing))).toMatch('TypeError');
	expect(giveUp(gem)).toBe('nothing');
});

test('a wait keeps the memory that it looks at', async () => {
	const gems = Array.from({ length: 20 }, () => Guarded.create({}));
	const waits = gems.map((gem) => gem.wait(50));
	for (const gem of gems) expect(codeOf(() => release(gem))).toBe('nothing');
	const guards = Array.from({ length: 60 }, () => ReadOnly.create(new Array(200).fill(7)));
	await Promise.all(waits);
	for (const guard of guards) {
		expect(snapshot(guard).filter((value) => value !== 7)).toEqual([]);
		release(guard);
	}
});

/** @type {[string, () => any][]} whose content is contentOf(1), and which may be written */
const writable = [
	['Owned', () => Owned.create(contentOf(1))],
	['ReadOnly', () => ReadOnly.create(contentOf(1))],
	['Guarded', () => Guarded.create(contentOf(1))],
	['Partitioned', () => Partitioned.create(contentOf(1), { partitions: 1 })],
	['PartitionedDynamic', () => PartitionedDynamic.create(contentOf(1))],
];

describe.each(writable)('a change of %s', (name, create) => {
	test('keeps the GEM and the right to it', () => {
		const gem = create();
		const seen = [];
		gem[0] = {
			toJSON: () => (
				seen.push(
					codeOf(() => release(gem)),
					codeOf(() => send(port1, gem)),
				),
				7
			),
		};
		gem[1] = {
			get a() {
				return giveUp(gem);
			},
		};
		expect(seen).toEqual(['LP8101', 'LP8101']);
		expect(gem[0]).toBe(7);
		expect(gem[1].a).toBe('LP8101');
		expect(codeOf(() => send(port1, gem))).toBe('nothing');
	});
});

test('parts of a GEM are neither given back nor handed out anew in the middle of a change', () => {
	const gem = Partitioned.create(contentOf(1), { partitions: 2 });
	expect(gem[0]).toBe(1.5); // the creator has all of it
	const seen = [];
	gem[200] = { toJSON: () => (seen.push(codeOf(() => gem.subset(0))), 7) };
	expect(seen).toEqual(['LP8101']);
	expect(gem[200]).toBe(7);
	const ranges = PartitionedDynamic.create(contentOf(1));
	ranges[0] = { toJSON: () => (seen.push(codeOf(() => ranges.restart())), 7) };
	expect(seen).toEqual(['LP8101', 'LP8101']);
});
