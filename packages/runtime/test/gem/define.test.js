// Gem.define: every trap and section of [GEM16 Fig. 4], and what users of a type cannot reach.
import { once } from 'node:events';
import { inspect } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Gem, Sync } from '../../src/gem/define/index.js';
import { isGem, receive, release, send, snapshot, usage } from '../../src/gem/index.js';
import { block } from '../../src/internal/gem.js';
import {
	calls,
	Careful,
	Closed,
	Guarded,
	Locked,
	Plain,
	Watched,
	Synchronised,
} from './define/types.js';
import { codeOf } from './code-of.js';

beforeEach(() => void calls.splice(0));

describe('traps', () => {
	test('see every access, with what it is about', () => {
		const gem = Watched.create({ n: 1, deep: { x: 2 }, _hidden: 3 }, { tag: 'options' });
		expect(gem.deep.x).toBe(2);
		gem.n = 5;
		delete gem._hidden;
		expect('n' in gem).toBe(true);
		expect(Object.keys(gem)).toEqual(['n', 'deep']);
		expect(calls.filter(([trap]) => trap !== 'onHas')).toEqual([
			['onCreate', ['n', 'deep', '_hidden'], { tag: 'options' }],
			['onGet', 'deep', null],
			['onGet', 'x', 'deep'],
			['onSet', 'n', 5],
			['onDelete', '_hidden'],
			['onEnumerate'],
			// for the descriptors that `Object.keys` asks for
			['onGet', 'n', null],
			['onGet', 'deep', null],
		]);
	});

	test('a type without any allows everything', () => {
		const gem = Plain.create({ list: [3, 1, 2] });
		gem.list.sort();
		gem.more = { x: 1 };
		delete gem.more.x;
		expect(snapshot(gem)).toEqual({ list: [1, 2, 3], more: {} });
	});

	test('a type that decides on writes has to decide on all of them', () => {
		const gem = Careful.create({ n: 1, list: [2, 1] });
		expect(codeOf(() => (gem.n = 'text'))).toBe('TypeError: n is no number');
		gem.n = 2;
		expect(codeOf(() => delete gem.n)).toBe('LP8101');
		expect(codeOf(() => gem.list.sort())).toBe('LP8101');
		expect(codeOf(() => gem.list.push('text'))).toBe('LP8101');
		expect(snapshot(gem)).toEqual({ n: 2, list: [2, 1] });
	});

	test('a type that refuses reading refuses it for copies too', () => {
		const gem = Closed.create({ secret: 1, list: [2] });
		expect(codeOf(() => gem.secret)).toBe('Error: no reading');
		expect(codeOf(() => snapshot(gem))).toBe('Error: no enumerating');
		expect(inspect(gem)).toBe('[Closed: no enumerating]');
	});

	test('what `onCreate` throws reaches the caller, and the memory is given back', () => {
		const before = usage().bytesInUse;
		for (let turn = 0; turn < 50; turn++) {
			expect(codeOf(() => Refusing.create({ text: 'x'.repeat(10_000) }))).toBe('Error: not this');
		}
		expect(usage().bytesInUse - before).toBeLessThan(50_000);
	});
});

describe('sections', () => {
	test('`internal` is shared and of each GEM, `local` of each handle', () => {
		const one = Watched.create({ n: 1 });
		const other = Watched.create({ n: 2 });
		expect([one.n, one.n, one.touch(2)]).toEqual([1, 1, [7, true, 2]]);
		expect(other.touch(1)).toEqual([6, true, 0]);
		expect(one.relabel('first')).toEqual(['first', 3]);
		expect(other.relabel('second')).toEqual(['second', 3]);
	});

	test('functions of a type get at the contexts of its own GEMs only', () => {
		const [one, other] = [Watched.create({ n: 1 }), Watched.create({ n: 2 })];
		expect(Watched.both(one, other)).toEqual([1, 2]);
		expect(Watched.both(one, Plain.create({ n: 3 }))).toEqual([1, undefined]);
		expect(Watched.both({ n: 1 }, other)).toEqual([undefined, 2]);
	});

	test('a name of a public function is no key', () => {
		const gem = Watched.create({});
		expect(codeOf(() => (gem.touch = 1))).toBe('LP8101');
		expect(gem.touch).toBe(gem.touch);
		gem.deep = { touch: 1 };
		expect(gem.deep.touch).toBe(1);
	});
});

describe('blocks', () => {
	test('what they run has the right, and its result and its exception are theirs', () => {
		const gem = Guarded.create({ n: 1, inner: { n: 2 } });
		expect(gem.within(() => ++gem.n)).toBe(2);
		expect(gem.within(() => gem.inner)).toBe(gem.within(() => gem.inner));
		const thrown = new Error('thrown');
		expect(() =>
			gem.within(() => {
				throw thrown;
			}),
		).toThrow(thrown);
		expect(codeOf(() => gem.within(async () => 1))).toBe('LP8101');
		expect(codeOf(() => gem.within(() => gem.within(() => 1)))).toBe('Error: it is busy');
		expect(() => gem.within(1)).toThrow(TypeError);
		// Of the one that was refused there was no end.
		expect([gem.blocks(), gem.within.name]).toEqual([7 * 11, 'within']);
		expect(() => gem.n).toThrow('outside');
		expect(codeOf(() => (gem.within = 1))).toBe('LP8101');
	});

	test('with the name of a lock, those that are alone are the business of the library', () => {
		const gem = Locked.create({ n: 1, list: [1] });
		const other = Locked.create({ n: 5 });
		expect(gem.within(() => [gem.n++, gem.state()])).toEqual([1, [true, null, 0]]);
		expect(gem.state()).toEqual([false, null, 0]);
		for (const times of [1, 2]) {
			gem.within(() => {
				expect(gem.within(() => gem.within(() => gem.n))).toBe(2);
				expect(gem.state()).toEqual([true, true, 2 * times]);
				gem.list.push(times);
			});
			expect(gem.state()).toEqual([false, false, 2 * times]);
		}
		const failing = () =>
			gem.within(() => {
				gem.n = 9;
				expect(codeOf(() => gem.within(async () => 1))).toBe('LP8101');
				// The lock of another one is nothing that a block in a block takes.
				expect(codeOf(() => other.within(() => 1))).toBe('Error: it is busy');
				throw new RangeError('thrown');
			});
		expect(failing).toThrow(RangeError);
		expect(gem.state()).toEqual([false, false, 5]);
		expect(() => gem.n).toThrow('outside');
		expect(other.within(() => other.state())).toEqual([true, true, 0]);
		expect(gem.within(() => [gem.n, gem.list.length])).toEqual([9, 3]);
	});

	test('a compiled loop begins and ends them itself', async () => {
		const site = block('within');
		const gem = Guarded.create({ n: 1 });
		for (let turn = 0; turn < 3; turn++) {
			expect([site.of(gem), site.of(gem)]).toEqual([undefined, undefined]); // it may be the last time
			const found = site.of(gem);
			for (let again = 0; again < 5; again++) expect(site.of(gem)).toBe(found);
			found.begin();
			gem.n++;
			expect(found.result(gem)).toBe(gem);
			expect(codeOf(() => found.result(Promise.resolve()))).toBe('LP8101');
			found.end();
			expect(gem.blocks()).toBe(11 * (turn + 1));
			await undefined; // it has let go of it
			expect(site.block).toBe(undefined);
		}
		site.of(gem);
		site.of(gem);
		const found = site.of(gem);
		release(gem);
		expect(codeOf(() => found.begin())).toBe('LP8112');
	});

	test('what is no block goes the general way, and so do GEMs in turns', () => {
		const site = block('within');
		const gems = [Guarded.create({}), Guarded.create({})];
		for (let turn = 0; turn < 10; turn++) expect(site.of(gems[turn % 2])).toBe(undefined);
		for (const other of [null, 1, {}, gems[0].within(() => gems[0]), () => 1]) {
			const fresh = block('toString');
			for (let turn = 0; turn < 5; turn++)
				expect([fresh.of(other), fresh.fn]).toEqual([undefined, undefined]);
		}
		const touch = block('touch');
		const watched = Watched.create({ n: 1 });
		for (let turn = 0; turn < 3; turn++) touch.of(watched);
		expect([touch.of(watched), touch.fn]).toEqual([undefined, watched.touch]);
	});
});

describe('definitions that are refused', () => {
	test.each([
		['in a function', () => Gem.define({})],
		['in a function without a name', () => (() => Gem.define({}))()],
		['by a callback', () => [1].map(() => Gem.define({}))],
	])('%s', (_, define) => expect(codeOf(define)).toBe('LP8105'));

	test.each([
		['unknown section', '{ meat: {} }', /no section `meat`/],
		['unknown trap', '{ meta: { onRead() {} } }', /no trap `onRead`/],
		['trap that is no function', '{ meta: { onGet: 1 } }', /`meta.onGet` is no function/],
		['block without an end', '{ blocks: { in: { begin() {} } } }', /`blocks.in` lacks/],
		[
			'block without the lock that it names',
			"{ internal: { lock: 1 }, blocks: { in: { begin() {}, end() {}, lock: 'lock' } } }",
			/`blocks.in` names no lock of `internal`/,
		],
		[
			'name of two functions',
			'{ public: { in() {} }, blocks: { in: { begin() {}, end() {} } } }',
			/`in` stands in `public` and in `blocks`/,
		],
		['no object', '42', /is no object/],
		['lock of one thread', '{ local: { lock: Sync.newLock() } }', /`local.lock` is shared memory/],
		[
			'counter of one thread',
			'{ static: { local: { n: Sync.newAtomicLong(1) } } }',
			/`static.local.n` is shared memory/,
		],
	])('%s', async (_, configuration, message) => {
		const define = new URL('../../src/gem/define/index.js', import.meta.url).href;
		const worker = new Worker(
			`import(${JSON.stringify(`data:text/javascript,import { Gem, Sync } from ${JSON.stringify(define)}; Gem.define(${configuration});`)}).catch((error) => require('node:worker_threads').parentPort.postMessage([error.code, error.message]))`,
			{ eval: true },
		);
		const [[code, text]] = await once(worker, 'message');
		expect(code).toBe('LP8105');
		expect(text).toMatch(message);
		await worker.terminate();
	});

	test('the same place twice', async () => {
		const define = new URL('../../src/gem/define/index.js', import.meta.url).href;
		const source = `import { Gem } from ${JSON.stringify(define)}; for (let turn = 0; turn < 2; turn++) Gem.define({});`;
		const worker = new Worker(
			`import(${JSON.stringify(`data:text/javascript,${source}`)}).catch((error) => require('node:worker_threads').parentPort.postMessage([error.code, error.message]))`,
			{ eval: true },
		);
		const [[code, text]] = await once(worker, 'message');
		expect([code, text]).toEqual(['LP8105', expect.stringMatching(/has defined a type already/)]);
		await worker.terminate();
	});
});

describe('users cannot reach', () => {
	test('the graph without its policy, but where the type hands it out', () => {
		const gem = Watched.create({ n: 1 });
		// A public function that returns it gives a part under the policy.
		expect(gem.raw()).toBe(gem);
		// One that passes it to a function of the user's hands it out: that is what the type wants.
		expect(gem.give((shared) => shared === gem)).toBe(false);
	});

	test('state, by reflection', () => {
		const gem = Watched.create({ n: 1, deep: { x: 1 } });
		for (const part of [gem, gem.deep]) {
			expect(Reflect.ownKeys(part).filter((key) => typeof key === 'symbol')).toEqual([]);
			expect(Object.getPrototypeOf(part)).toBe(Object.prototype);
			expect(part.constructor).toBe(Object);
			expect(part.handle ?? part.node ?? part.view ?? part.context).toBeUndefined();
		}
		expect(Object.isFrozen(Watched)).toBe(true);
		expect(() => structuredClone(gem)).toThrow(/could not be cloned/);
	});

	test('what is asked of proxies, by a proxy of their own', () => {
		const gem = Watched.create({ n: 1 });
		const asked = [];
		const spies = Object.getOwnPropertyNames(Reflect).map((name) => [
			name,
			(...given) => {
				asked.push(name);
				return Reflect[name](...given);
			},
		]);
		expect(isGem(new Proxy(gem, Object.fromEntries(spies)))).toBe(false);
		expect(isGem(new Proxy({}, Object.fromEntries(spies)))).toBe(false);
		expect(asked).toEqual(['isExtensible', 'isExtensible']);
		const angry = () => {
			throw new Error('not me');
		};
		expect(isGem(new Proxy(gem, { isExtensible: angry }))).toBe(false);
		const { proxy, revoke } = Proxy.revocable(gem, {});
		revoke();
		expect(isGem(proxy)).toBe(false);
		expect([Object.isExtensible(gem), Object.isFrozen(gem), isGem(gem)]).toEqual([
			true,
			false,
			true,
		]);
	});

	test('state, by patched platform functions', () => {
		const gem = Watched.create({ n: 1, deep: { x: 1 } });
		const seen = [];
		const spied = [
			[Function.prototype, 'call'],
			[Function.prototype, 'apply'],
			[WeakMap.prototype, 'get'],
			[Map.prototype, 'get'],
			[Map.prototype, 'set'],
			[Map.prototype, 'forEach'],
			[WeakRef.prototype, 'deref'],
			[FinalizationRegistry.prototype, 'register'],
			[globalThis, 'Proxy'],
			[globalThis, 'WeakRef'],
			[Reflect, 'apply'],
			[Reflect, 'get'],
		].map(([holder, name]) => [holder, name, holder[name]]);
		for (const [holder, name, native] of spied) {
			holder[name] = function (...args) {
				seen.push(this, ...args);
				const result = new.target ? new native(...args) : native.bind(this)(...args);
				seen.push(result);
				return result;
			};
		}
		try {
			gem.n = 2;
			void gem.n;
			void gem.deep.x;
			gem.touch(1);
			void Watched.create({ n: 2 }).n;
		} finally {
			for (const [holder, name, native] of spied) holder[name] = native;
		}
		const reached = seen.filter(
			(value) =>
				typeof value === 'object' &&
				value !== null &&
				('internal' in value || 'rawProxy' in value || 'handle' in value),
		);
		expect(reached).toEqual([]);
	});
});

describe('threads', () => {
	/** @type {Worker} */
	let worker;
	beforeAll(() => {
		worker = new Worker(new URL('define/thread.js', import.meta.url));
	});
	afterAll(() => worker.terminate());
	const ask = async (message) => {
		const answer = new Promise((resolve) => listeners.push(resolve));
		send(worker, message);
		return answer;
	};
	const listeners = [];
	beforeAll(() => receive(worker, (message) => listeners.shift()(message)));

	test('share `internal`, and have `local` and `isCreator` of their own', async () => {
		const gem = Watched.create({ n: 1 });
		void gem.n;
		expect(await ask({ action: 'touch', gem })).toEqual({ value: [6, false, 0], imported: 1 });
		expect(gem.touch(1)).toEqual([7, true, 1]);
		expect(calls.filter(([trap]) => trap === 'onSend')).toHaveLength(1);
		expect((await ask({ action: 'relabel', gem })).value).toEqual(['other', 3]);
		expect(gem.relabel('own')).toEqual(['own', 4]);
	});

	test('`onFirstImport` runs once for all of them', () => {
		expect(Watched.imported()).toBe(1);
	});

	test('a part crosses as itself', async () => {
		const gem = Watched.create({ deep: { n: 4, deep: { x: 8 } } });
		const { value, part } = await ask({ action: 'part', part: gem.deep });
		expect(value).toEqual([4, 8]);
		expect(part).toBe(gem.deep);
	});
});

describe('the life of a GEM', () => {
	test('release() gives its memory back at once, and nothing can be done with it', () => {
		const before = usage().bytesInUse;
		const gem = Plain.create({ text: 'x'.repeat(100_000) });
		expect(usage(gem).bytes).toBeGreaterThan(100_000);
		const part = gem;
		release(gem);
		expect(usage().bytesInUse).toBeLessThanOrEqual(before);
		expect(codeOf(() => part.text)).toBe('LP8112');
		expect(codeOf(() => send({ postMessage() {} }, gem))).toBe('LP8112');
	});

	test('what nobody holds is collected', async () => {
		const before = usage().bytesInUse;
		for (let turn = 0; turn < 20; turn++) Plain.create({ text: 'x'.repeat(100_000) });
		expect(usage().bytesInUse - before).toBeGreaterThan(2_000_000);
		for (let turn = 0; turn < 50 && usage().bytesInUse > before + 200_000; turn++) {
			globalThis.gc?.();
			await new Promise((resolve) => setImmediate(resolve));
		}
		if (globalThis.gc) expect(usage().bytesInUse - before).toBeLessThan(200_000);
	});
});

test('Sync: ordered accesses, a value of each thread, a latch, several counters, a lock', async () => {
	const gem = Synchronised.create({ n: 1 });
	expect(gem.store('n', 2)).toEqual([true, 2]);
	expect([gem.has('n'), gem.has('missing'), gem.n]).toEqual([true, false, 2]);
	expect([gem.own('second'), gem.own('third')]).toEqual(['first', 'second']);
	expect(Synchronised.create({}).own('other')).toBe('first');
	const opened = gem.opened();
	expect(gem.pass()).toEqual([1, 'timed-out']);
	expect(gem.pass()).toEqual([0, 'open']);
	await opened;
	expect(gem.add(2, 5)).toEqual([0, 5, false, 5]);
	expect(gem.add(2, -5)).toEqual([5, 0, false, 0]);
	expect(gem.locked()).toEqual([false, true, true, true, false]);
});

test('Sync has no parts outside of a GEM', () => {
	const plan = Sync.newAtomicLong(1);
	expect(plan.get).toBeUndefined();
	expect(Sync.currentThread()).toBeGreaterThan(255);
	expect(Sync.isAlive(Sync.currentThread())).toBe(true);
});

const Refusing = Gem.define({
	meta: {
		onCreate() {
			throw new Error('not this');
		},
	},
});
