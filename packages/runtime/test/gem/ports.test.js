// Messages with GEMs between ports: what arrives, and who holds it.
import { MessageChannel } from 'node:worker_threads';
import { Owned, ReadOnly, receive, release, send, usage } from '../../src/gem/index.js';

/** @type {MessageChannel} */
let channel;
/** @type {((value: any) => void)[]} */
const waiting = [];

beforeAll(() => {
	channel = new MessageChannel();
	receive(channel.port2, (value) => waiting.shift()?.(value));
});
afterAll(() => channel.port1.close());

/** @param {unknown} value @returns {Promise<any>} what arrives */
function trip(value) {
	const arrived = new Promise((resolve) => waiting.push(resolve));
	send(channel.port1, value);
	return arrived;
}

describe('what arrives', () => {
	const gem = ReadOnly.create({ n: 1, rows: [{ n: 2 }] });
	const other = ReadOnly.create([3]);

	test.each([
		['alone', gem],
		['in an object', { kind: 'k', gem, list: [1, 'two', null, undefined, 3n] }],
		['several', { gem, deep: { list: [0, [other, gem.rows]] }, part: gem.rows[0] }],
		['the same twice', [gem, { gem }, gem]],
		[
			'in errors, maps and Buffers’ company',
			{ gem, map: new Map([['k', other]]), bytes: Buffer.from('b') },
		],
		['deep down', { a: { b: { c: { d: { e: { f: { g: [gem] } } } } } } }],
		['among many', { list: Array.from({ length: 200 }, (_, n) => (n % 50 === 7 ? gem : n)) }],
		['none', { kind: 'k', list: [{ n: 1 }] }],
		['own `__proto__`', JSON.parse('{"__proto__":{"n":1},"x":2}')],
		['beside an object without a prototype', { gem, nothing: Object.create(null) }],
	])('%s', async (_, value) => {
		expect(await trip(value)).toEqual(value);
	});

	test('the GEM itself', async () => {
		const { list, part } = await trip({ list: [gem, other], part: gem.rows });
		expect([list[0] === gem, list[1] === other, part === gem.rows]).toEqual([true, true, true]);
	});

	test('an own key `__proto__` that has one', async () => {
		const value = Object.defineProperty({ x: 1 }, '__proto__', { value: gem, enumerable: true });
		const arrived = await trip(value);
		expect(Object.getPrototypeOf(arrived)).toBe(Object.getPrototypeOf(await trip({})));
		expect(Object.getOwnPropertyDescriptor(arrived, '__proto__')?.value).toBe(gem);
	});

	test('one container in two places is one', async () => {
		const shared = { gem };
		const { a, b } = await trip({ a: shared, b: [shared] });
		expect([a === b[0], a.gem === gem]).toEqual([true, true]);
	});

	test('cycles', async () => {
		/** @type {any} */
		const value = { gem };
		value.self = value;
		const arrived = await trip(value);
		expect([arrived.self === arrived, arrived.gem === gem]).toEqual([true, true]);
	});

	test('lists with holes and properties', async () => {
		const list = Object.assign([gem, , other], { name: 'n' });
		const arrived = await trip(list);
		expect([arrived.length, 1 in arrived, arrived.name, arrived[2] === other]).toEqual([
			3,
			false,
			'n',
			true,
		]);
	});

	test('what was sent is as it was', async () => {
		const value = { gem, list: [other] };
		await trip(value);
		expect([value.gem === gem, value.list[0] === other]).toEqual([true, true]);
	});

	test('what cannot cross is refused, and the GEM is not held by a message', () => {
		const lost = ReadOnly.create({ text: 'x'.repeat(10_000) });
		const before = usage().bytesInUse;
		expect(() => send(channel.port1, { lost, run() {} })).toThrow('could not be cloned');
		release(lost);
		expect(usage().bytesInUse).toBeLessThan(before);
	});
});

describe.each([
	['by itself', (/** @type {any} */ gem) => gem],
	['twice in a message', (/** @type {any} */ gem) => [gem, { gem }]],
	['with a part', (/** @type {any} */ gem) => [gem, gem.rows]],
	['deep down', (/** @type {any} */ gem) => [[[[[[[[[[gem]]]]]]]]]]],
])('a GEM that was sent %s', (_, wrap) => {
	test.each([
		['ReadOnly', ReadOnly],
		['Owned', Owned],
	])('ends when its thread releases it: %s', async (__, type) => {
		const before = usage().bytesInUse;
		const gem = type.create({ rows: [{ text: 'x'.repeat(10_000) }] });
		for (let turn = 0; turn < 3; turn++) await trip(wrap(gem));
		expect(usage().bytesInUse).toBeGreaterThan(before);
		release(gem);
		expect(usage().bytesInUse).toBe(before);
	});
});
