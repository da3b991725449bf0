// Parts of `internal` lie in the memory of their GEM, which other GEMs get once it is released.
import { Gem, Sync } from '../../src/gem/define/index.js';
import { release } from '../../src/gem/index.js';
import { codeOf } from './code-of.js';

const Parts = Gem.define({
	name: 'Parts',
	internal: {
		long: Sync.newAtomicLong(5),
		longs: Sync.newAtomicLongs(2),
		lock: Sync.newLock(),
		latch: Sync.newLatch(1),
		event: Sync.newEvent(),
		locks: Sync.newReaderWriterLocks(8),
	},
	public: {
		parts() {
			return { ...this.internal };
		},
		state() {
			const { long, longs, lock, latch, event, locks } = this.internal;
			const isFree = locks.tryWrite(0);
			locks.releaseAll();
			return [long.get(), longs.get(0), lock.isTaken(), latch.await(1), event.count(), isFree];
		},
		async addLater(ready) {
			await ready;
			this.internal.long.set(77);
		},
		giveUp() {
			throw this.shared;
		},
	},
	meta: {
		onGet(key) {
			if (key === 'secret') throw new Error('refused');
			return this.shared[key];
		},
	},
});
const Odd = Gem.define({ name: 'Odd', meta: { onEnumerate: () => null } });
const FRESH = [5, 0, false, 'timed-out', 0, true];

/** @type {[string, (parts: any) => unknown][]} */
const USES = [
	['get of a counter', ({ long }) => long.get()],
	['set of a counter', ({ long }) => long.set(1)],
	['increment of a counter', ({ long }) => long.increment()],
	['countOne of a counter', ({ long }) => long.countOne()],
	['compareAndSet of a counter', ({ long }) => long.compareAndSet(5, 6)],
	['fetchAndAdd of counters', ({ longs }) => longs.fetchAndAdd(0, 1)],
	['tryLock', ({ lock }) => lock.tryLock()],
	['lock', ({ lock }) => lock.lock()],
	['unlock', ({ lock }) => lock.unlock()],
	['whenFree', ({ lock }) => lock.whenFree()],
	['countDown', ({ latch }) => latch.countDown()],
	['awaitAsync', ({ latch }) => latch.awaitAsync()],
	['signal', ({ event }) => event.signal()],
	['waitAsync', ({ event }) => event.waitAsync(0, 1)],
	['tryRead', ({ locks }) => locks.tryRead(0)],
	['tryWrite', ({ locks }) => locks.tryWrite(0)],
	['recover', ({ locks }) => locks.recover()],
];

test.each(USES)('%s of a released GEM is refused, and changes no other GEM', (_, use) => {
	const gem = Parts.create({ a: 1 });
	const parts = gem.parts();
	use(Parts.create({ a: 1 }).parts());
	release(gem);
	const others = Array.from({ length: 5 }, () => Parts.create({ a: 2 }));
	expect(codeOf(() => use(parts))).toBe('LP8112');
	for (const other of others) expect(other.state()).toEqual(FRESH);
});

test('a function of the type that goes on after the release is refused', async () => {
	const gem = Parts.create({ a: 1 });
	let go = () => {};
	const end = gem.addLater(new Promise((resolve) => (go = () => resolve(undefined))));
	release(gem);
	const other = Parts.create({ a: 2 });
	go();
	await expect(end).rejects.toMatchObject({ code: 'LP8112' });
	expect(other.state()).toEqual(FRESH);
});

test('a part of the graph that a function throws is under the policy', () => {
	const gem = Parts.create({ a: 1, secret: 2 });
	let thrown;
	try {
		gem.giveUp();
	} catch (error) {
		thrown = error;
	}
	expect(thrown.a).toBe(1);
	expect(() => thrown.secret).toThrow('refused');
});

test('what is no array of keys is named, and options may be null', () => {
	expect(() => Object.keys(Odd.create({}, null))).toThrow('`onEnumerate` of Odd');
});
