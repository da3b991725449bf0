// Fingerprints: what they tell apart, that no code of the program runs for them, and what they cost at most.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
	fingerprint,
	isSamePrint,
	lookAtState,
	printOfState,
} from '../src/protocol/fingerprint.js';
import { look, textOfLooks } from '../src/protocol/state-prints.js';
import { contents, unaligned } from './units/contents.js';

/** @param {unknown[]} values */
const printAll = (values) => values.map((one) => fingerprint(one));

test.each(Object.entries(contents()))('%s differ from each other', (_name, values) => {
	const prints = printAll(values);
	expect(new Set(prints).size).toBe(values.length);
	for (const print of prints) expect(Number.isSafeInteger(print) && print >= 0).toBe(true);
});

test('the same content has the same fingerprint, in each thread', async () => {
	const here = Object.fromEntries(
		Object.entries(contents()).map(([name, values]) => [name, printAll(values)]),
	);
	const again = Object.entries(contents()).map(([name, values]) => [name, printAll(values)]);
	expect(Object.fromEntries(again)).toEqual(here);
	const worker = new Worker(new URL('./units/fingerprint-thread.js', import.meta.url));
	const [there] = await once(worker, 'message');
	expect(there).toEqual(here);
});

test('a clone has the fingerprint of what it was made of', () => {
	const value = {
		rows: [{ x: 1, at: new Date(5) }],
		by: new Map([['a', new Set([1n])]]),
		bytes: new Float32Array(3),
	};
	expect(fingerprint(structuredClone(value))).toBe(fingerprint(value));
	expect(new Set(printAll(unaligned())).size).toBe(1);
});

test('private members count as far as their classes show them', () => {
	const show = globalThis[Symbol.for('@lapidary/runtime.private')];
	class Hidden {
		#n = 0;
		static #made = 0;
		constructor() {
			Hidden.#made++;
		}
		hit() {
			this.#n++;
		}
		static {
			show(this, (o) => (#n in o ? [o.#n] : #made in o ? [o.#made] : []));
		}
	}
	class Derived extends Hidden {
		#more = [];
		add(value) {
			this.#more.push(value);
		}
		static {
			show(this, (o) => (#more in o ? [o.#more] : []));
		}
	}
	const values = [new Derived(), new Derived(), new Derived()];
	values[1].hit();
	values[2].add(1);
	expect(new Set(printAll(values)).size).toBe(3);
	const before = fingerprint(Hidden);
	values.push(new Hidden());
	expect(fingerprint(Hidden)).not.toBe(before);
	expect(fingerprint(Object.create(Derived.prototype))).toBe(
		fingerprint(Object.create(Derived.prototype)),
	);
});

test('any single change of a graph changes it', () => {
	const make = () => ({
		rows: Array.from({ length: 50 }, (_, id) => ({ id, name: `row ${id}`, tags: [id, `${id}`] })),
		index: new Map(Array.from({ length: 50 }, (_, id) => [`k${id}`, { id }])),
	});
	const whole = fingerprint(make());
	const seen = new Set([whole]);
	for (let at = 0; at < 50; at++) {
		for (const change of [
			(value) => value.rows[at].id++,
			(value) => (value.rows[at].name += '!'),
			(value) => value.rows[at].tags.push(0),
			(value) => delete value.rows[at].tags,
			(value) => value.rows.splice(at, 1),
			(value) => (value.index.get(`k${at}`).id = -1),
			(value) => value.index.delete(`k${at}`),
		]) {
			const value = make();
			change(value);
			seen.add(fingerprint(value));
		}
	}
	expect(seen.size).toBe(1 + 50 * 7);
});

describe('no code of the program runs', () => {
	const trap = () => {
		throw new Error('has run');
	};

	test('of getters, iterators, conversions and proxies', () => {
		const handler = new Proxy({}, { get: trap });
		const value = {
			get accessor() {
				return trap();
			},
			toJSON: trap,
			valueOf: trap,
			[Symbol.toPrimitive]: trap,
			[Symbol.iterator]: trap,
			get [Symbol.toStringTag]() {
				return trap();
			},
			proxy: new Proxy({}, handler),
			called: new Proxy(() => 1, handler),
			under: Object.create(new Proxy({}, handler)),
			error: Object.defineProperty(new Error('a'), 'stack', { get: trap }),
			map: Object.assign(new Map([[1, 2]]), { entries: trap, [Symbol.iterator]: trap }),
			element: Object.defineProperty([1], 0, { get: trap }),
			made: new (class {
				static get name() {
					return trap();
				}
				get x() {
					return trap();
				}
			})(),
		};
		Object.defineProperty(value.map, 'size', { get: trap });
		expect(() => fingerprint(value)).not.toThrow();
		expect(fingerprint(value)).toBe(fingerprint(value));
	});

	test('of built-ins that it replaces', () => {
		const value = { map: new Map([[1, { a: [new Set([2])] }]]), re: /a/g, at: new Date(1) };
		const before = fingerprint(value);
		const replaced = [
			[Map.prototype, 'entries'],
			[Set.prototype, 'values'],
			[Object.getPrototypeOf(new Map().entries()), 'next'],
			[Date.prototype, 'getTime'],
			[RegExp.prototype, 'exec'],
			[Reflect, 'ownKeys'],
			[Object, 'getOwnPropertyDescriptor'],
		];
		const kept = replaced.map(([owner, key]) => Object.getOwnPropertyDescriptor(owner, key));
		let during;
		for (const [owner, key] of replaced)
			Object.defineProperty(owner, key, { value: trap, configurable: true });
		try {
			during = fingerprint(value);
		} finally {
			for (let at = 0; at < replaced.length; at++)
				Object.defineProperty(replaced[at][0], replaced[at][1], kept[at]);
		}
		expect(during).toBe(before);
	});

	test('of what formats stacks', () => {
		const { prepareStackTrace } = Error;
		Error.prepareStackTrace = trap;
		try {
			expect(() => fingerprint({ error: new Error('a') })).not.toThrow();
		} finally {
			Error.prepareStackTrace = prepareStackTrace;
		}
	});
});

describe('the work is limited', () => {
	const large = (last) => {
		const rows = Array.from({ length: 20_000 }, (_, id) => ({ id }));
		rows[19_999].id = last;
		return rows;
	};

	test('from the start on, and the size counts in any case', () => {
		expect(fingerprint(large(1))).toBe(fingerprint(large(2)));
		expect(fingerprint([...large(1), {}])).not.toBe(fingerprint(large(1)));
		const first = large(1);
		first[0] = { id: 9 };
		expect(fingerprint(first.slice(0, 5000))).not.toBe(fingerprint(large(1).slice(0, 5000)));
	});

	test('texts and memory, too', () => {
		const text = 'x'.repeat(70_000);
		expect(fingerprint(`${text}a`)).toBe(fingerprint(`${text}b`));
		expect(fingerprint(`${text}a`)).not.toBe(fingerprint(`${text}ab`));
		expect(fingerprint(`a${text}`)).not.toBe(fingerprint(`b${text}`));
		const bytes = new Uint8Array(100_000);
		const before = fingerprint(bytes);
		bytes[99_999] = 1;
		expect(fingerprint(bytes)).toBe(before);
		bytes[0] = 1;
		expect(fingerprint(bytes)).not.toBe(before);
	});

	test('lists of any length do not overflow the stack', () => {
		let list = null;
		for (let i = 0; i < 100_000; i++) list = { next: list };
		expect(() => fingerprint(list)).not.toThrow();
	});
});

test('what threads share, and what differs from thread to thread, is what it is', () => {
	const memory = new Int32Array(new SharedArrayBuffer(8));
	const before = fingerprint(memory);
	memory[0] = 1;
	expect(fingerprint(memory)).toBe(before);
	const { env } = process;
	const ofEnvironment = fingerprint({ env, process, globalThis });
	env.LP_FINGERPRINT = '1';
	expect(fingerprint({ env, process, globalThis })).toBe(ofEnvironment);
	delete env.LP_FINGERPRINT;
});

describe('weak collections of the state', () => {
	/** What a thread has: a list of objects, a collection and an object that only the unit names. */
	const thread = () => ({
		rows: [{ id: 1 }, { id: 1 }],
		seen: new WeakSet(),
		ranks: new WeakMap(),
		named: {},
	});
	const printsOf = ({ rows, seen, ranks, named }, { isAsked = true } = {}) =>
		textOfLooks(
			[rows, { seen }, [ranks]].map((value) => look({ read: () => value, closedOver: () => [] })),
			isAsked ? { known: [() => named] } : {},
		).split(' ');
	const compare = (one, other, how) => {
		const there = printsOf(other, how);
		return printsOf(one, how).map((print, at) => isSamePrint(print, there[at]));
	};

	test('are compared by what they have for objects that both threads have', () => {
		const one = thread();
		const other = thread();
		expect(compare(one, other)).toEqual([true, true, true]);
		one.seen.add(one.rows[0]);
		expect(compare(one, other)).toEqual([true, false, true]);
		other.seen.add(other.rows[1]);
		expect(compare(one, other)).toEqual([true, false, true]);
		one.seen.add(one.rows[1]);
		other.seen.add(other.rows[0]);
		one.ranks.set(one.named, { rank: 1 });
		other.ranks.set(other.named, { rank: 2 });
		expect(compare(one, other)).toEqual([true, true, false]);
		other.ranks.get(other.named).rank = 1;
		expect(compare(one, other)).toEqual([true, true, true]);
	});

	test('have entries for other objects that make no difference, as those of arguments', () => {
		const one = thread();
		one.seen.add({});
		one.ranks.set(() => 1, 2);
		expect(compare(one, thread())).toEqual([true, true, true]);
	});

	test('are not compared for objects that differ themselves, nor where the compiler asks for none', () => {
		const one = thread();
		one.seen.add(one.rows[0]);
		expect(compare(one, thread(), { isAsked: false })).toEqual([true, true, true]);
		one.rows[1].id = 2;
		expect(compare(one, thread())).toEqual([false, true, true]);
	});
});

describe('of state, what functions and prototypes hold is compared', () => {
	const add = (a, b) => a + b;
	const inheriting = (limit) => {
		class Base {}
		Base.prototype.limit = limit;
		class Derived extends Base {}
		return new Derived();
	};
	const named = (fn) => Object.defineProperty(fn, 'name', { value: 'named' });
	const print = (value) => printOfState(lookAtState({ value }, []), []);

	test.each([
		['functions of one name', () => [named(() => 1), named(() => 2)]],
		[
			'classes of one name',
			() => [
				class A {
					m() {
						return 1;
					}
				},
				class A {
					m() {
						return 2;
					}
				},
			],
		],
		[
			'accessors',
			() => [
				{
					get a() {
						return 1;
					},
				},
				{
					get a() {
						return 2;
					},
				},
			],
		],
		['objects that inherit from others', () => [Object.create({ q: 1 }), Object.create({ q: 2 })]],
		['data of prototypes', () => [inheriting(1), inheriting(2)]],
		['functions that wait', () => [named(async (f) => await f(1)), named(async (f) => await f(2))]],
		[
			'methods that are called by other names',
			() => [named((o) => o.parse()), named((o) => o.print())],
		],
	])('%s', (_what, make) => {
		const [one, other] = make().map(print);
		expect(isSamePrint(one, print(make()[0]))).toBe(true);
		expect(isSamePrint(one, other)).toBe(false);
	});

	test('but for what lowering and minifiers change in the text', () => {
		const $lp1_call = add;
		const same = [
			[(a, b) => a.x + b, (c, d) => c.x /* the sum */ + d],
			[(print) => print(1), (print$1) => print$1(1)],
			[async (f) => f(1).x, async (f) => (await f(1)).x],
			[async (f, xs) => xs.map(f), async (f, xs) => await Promise.all(xs.map(f))],
			[add, (a, b) => $lp1_call(a, b)],
			[class Point extends Set {}, [class extends Set {}][0]],
			[function scale(x) {}, [function (x) {}][0]], // eslint-disable-line no-unused-vars -- reason: its text is looked at
		];
		for (const [one, other] of same)
			expect(isSamePrint(print(named(one)), print(named(other)))).toBe(true);
		expect(isSamePrint(print(class Po {}), print(class o {}))).toBe(true);
		expect(isSamePrint(print(class Point {}), print(class Line {}))).toBe(false);
	});

	test('or not by texts and names, where a bundler has written each side anew', () => {
		/** @param {new () => object} Made @param {() => unknown} run @param {number} size */
		const state = (Made, run, size) => print({ made: new Made(), run, size });
		class Point {}
		class Renamed {}
		const one = state(Point, () => add(1, 2), 1);
		const other = state(Renamed, () => (0, [add][0])(1, 2), 1);
		expect(isSamePrint(one, other)).toBe(false);
		expect(isSamePrint(one, other, true)).toBe(true);
		expect(
			isSamePrint(
				one,
				state(Renamed, () => 3, 2),
				true,
			),
		).toBe(false);
	});

	test('of arguments, that an object gets another prototype', () => {
		const given = { x: 1 };
		const before = fingerprint(given);
		Object.setPrototypeOf(given, { kind: 'b' });
		expect(fingerprint(given)).not.toBe(before);
	});
});
