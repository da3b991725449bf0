// GEMs in messages that arrive and that nobody reads, or not to their end: what they hold is free at once.
import { MessageChannel } from 'node:worker_threads';
import { ReadOnly, release, usage } from '../../src/gem/index.js';
import { Gem } from '../../src/gem/define/index.js';
import { isInFlight } from '../../src/gem/memory/flights.js';
import { deliverCallback } from '../../src/host/callback.js';
import { ThreadBridge } from '../../src/host/bridge.js';
import { discardResult } from '../../src/host/settle.js';
import { HOST_CALL } from '../../src/protocol/bridge-messages.js';
import { NO_CLASSES } from '../../src/protocol/classes.js';
import { CALLED_BACK, RETURNED, rootOf } from '../../src/protocol/messages.js';
import { FIRST_CLASS } from '../../src/protocol/notes.js';
import { pack } from '../../src/protocol/pack.js';
import { discard, unpack } from '../../src/protocol/unpack.js';

const TEXT = 'x'.repeat(10_000);

/** @param {(make: () => any) => unknown} wrap @returns {{ value: unknown, gems: object[] }} `make` gives a new GEM */
function create(wrap) {
	/** @type {object[]} */
	const gems = [];
	const value = wrap(() => {
		const gem = ReadOnly.create({ text: TEXT, rows: [{ n: 1 }] });
		gems.push(gem);
		return gem;
	});
	return { value, gems };
}

/**
 * @param {string} name of the value
 * @param {(make: () => any) => unknown} wrap
 * @returns {{ root: any, notes: any }} as it arrives; nothing but the message holds the GEMs
 */
function post(name, wrap) {
	const { value, gems } = create(wrap);
	const { root, notes } = pack({ [name]: value }, NO_CLASSES);
	const arrived = structuredClone(root);
	for (const gem of gems) release(gem);
	return { root: arrived, notes };
}

/** @type {[string, (make: () => any) => unknown][]} */
const values = [
	['one', (make) => make()],
	['several', (make) => ({ a: make(), list: [1, make(), { b: make() }] })],
	['the same twice, and a part', (make) => [make()].flatMap((gem) => [gem, { gem }, gem.rows])],
	[
		'in maps, sets and errors',
		(make) => [new Map([[make(), make()]]), new Set([make()]), failure(make())],
	],
	['beside Buffers and URLs', (make) => [Buffer.from('b'), new URL('file:///a'), make()]],
	['deep down', (make) => [[[[[[[[[[make()]]]]]]]]]]],
];

const Picky = Gem.define({
	meta: {
		onReceive() {
			throw new Error('picky');
		},
	},
});

// The tables of shapes may grow by those of the first GEM, and stay so: Jest runs files one after the other in one process.
beforeAll(() => create((make) => make()).gems.forEach((gem) => release(gem)));

/** @param {unknown} gem @returns {Error} */
const failure = (gem) => Object.assign(new Error('with a GEM'), { gem });

describe.each(values)('%s', (_, wrap) => {
	test.each([
		['a value', 'value', (root, notes) => discard(root, notes)],
		[
			'a result of a call that was given up',
			rootOf(RETURNED),
			(root, notes) => discardResult([RETURNED, 0, 0, root[rootOf(RETURNED)], notes]),
		],
		[
			'arguments of a function of the host’s that is gone',
			'args[0].arguments',
			(root, notes) => {
				const { port1 } = new MessageChannel();
				const bridge = new ThreadBridge(port1, /** @type {any} */ (undefined), () => undefined);
				expect(bridge.deliver([HOST_CALL, 1, 2, root['args[0].arguments'], notes])).toBe(true);
				port1.close();
			},
		],
		[
			'arguments of a callback that is gone',
			'callback',
			(root, notes) => deliverCallback(new Map(), [CALLED_BACK, 1, root, notes]),
		],
	])('in %s', (__, name, drop) => {
		const before = usage().bytesInUse;
		const { root, notes } = post(name, wrap);
		expect(usage().bytesInUse - before).toBeGreaterThan(TEXT.length);
		drop(root, notes);
		expect(usage().bytesInUse).toBe(before);
	});
});

test('`this` of a function of the host’s that is gone', () => {
	const before = usage().bytesInUse;
	const { value, gems } = create((make) => ({ gem: make(), map: new Map([[1, make()]]) }));
	const { root, notes } = pack({ 'args[0].f.arguments': [1], 'args[0].f.this': value }, NO_CLASSES);
	for (const gem of gems) release(gem);
	const { port1 } = new MessageChannel();
	const bridge = new ThreadBridge(port1, /** @type {any} */ (undefined), () => undefined);
	const message = [
		HOST_CALL,
		1,
		2,
		root['args[0].f.arguments'],
		notes,
		undefined,
		root['args[0].f.this'],
	];
	bridge.deliver(structuredClone(message));
	port1.close();
	expect(usage().bytesInUse).toBe(before);
});

describe('a message of which only a part can be read', () => {
	test('for a class that is not known here', () => {
		const before = usage().bytesInUse;
		const { root, notes } = post('value', (make) => [
			make(),
			new URL('file:///a'),
			[make()],
			{ last: make() },
		]);
		// As if the URL were an instance of another module’s class.
		const at = notes.findIndex((step, index) => index > 0 && step === 2 && notes[index - 1] === 1);
		const [, ...steps] = notes;
		const changed = [[...notes[0], 'Unknown'], ...steps];
		changed[at] = FIRST_CLASS + notes[0].length;
		expect(() => unpack(root, changed, NO_CLASSES)).toThrow();
		release(root.value[0]);
		expect(usage().bytesInUse).toBe(before);
	});

	test('for a GEM whose type is not known here', () => {
		const before = usage().bytesInUse;
		const { root, notes } = post('value', (make) => [make(), new Map([[1, make()]]), make()]);
		root.value[1].get(1).type = 'file:///none.js:1:1';
		expect(() => unpack(root, notes, NO_CLASSES)).toThrow(
			expect.objectContaining({ code: 'LP8110' }),
		);
		release(root.value[0]);
		expect(usage().bytesInUse).toBe(before);
	});

	test.each([
		['on the quick way', (gems) => gems],
		['after a search', (gems) => ({ ...gems, url: new URL('file:///a') })],
	])('for one whose type refuses it, which is taken once: %s', (_, wrap) => {
		const before = usage().bytesInUse;
		const { value, gems } = create((make) => ({ a: make(), b: Picky.create([1]), c: make() }));
		const [first, second] = [value, value.b].map((sent) => {
			const { root, notes } = pack({ value: sent === value ? wrap(sent) : sent }, NO_CLASSES);
			return { root: structuredClone(root), notes };
		});
		const [, , , , index] = second.notes;
		for (const gem of [...gems, value.b]) release(gem);
		expect(() => unpack(first.root, first.notes, NO_CLASSES)).toThrow('picky');
		expect(isInFlight(index)).toBe(true);
		discard(second.root, second.notes);
		expect(isInFlight(index)).toBe(false);
		release(first.root.value.a);
		expect(usage().bytesInUse - before).toBeLessThan(TEXT.length);
	});
});
