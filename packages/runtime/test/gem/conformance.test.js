// Policy × (allowed access, forbidden access, enumerate, delete, nested objects, send, receive, death of the holder), on the host
// and in threads: the same answers wherever a GEM is used.
import { isGem, snapshot } from '../../src/gem/index.js';
import { cells, codeOf } from './conformance/cells.js';
import { CONTENT, policies } from './conformance/policies.js';
import { startThread } from './conformance/start-thread.js';

const plain = () => structuredClone(CONTENT);

/** @type {ReturnType<typeof startThread>} */
let thread;
beforeAll(() => {
	thread = startThread();
});
afterAll(() => thread.end());

/** Do something with a new GEM on the host, and with another in a thread. */
const places = {
	host: async (cell, name, gem) => cells[cell](name, gem),
	thread: (cell, name, gem) => thread.ask(cell, name, gem),
};

describe.each(Object.keys(policies))('%s', (name) => {
	const policy = policies[name];
	const shared = async () => {
		const gem = policy.create();
		await thread.ask('content', name, gem); // sent once: what it allows only before does not count
		return gem;
	};

	describe.each(Object.keys(places))('on the %s', (place) => {
		const run = async (cell) => places[place](cell, name, await shared());

		test('allowed access', async () => {
			const { seen, written } = await run('allowed');
			expect(seen).toEqual(plain());
			if (policy.writes) expect(written).toEqual([21, 'three and', true, true]);
		});

		test('forbidden access', async () => {
			const { never, growing } = await run('forbidden');
			for (const code of never) expect(code).toMatch(/^LP810[14]$/);
			if (growing) expect(growing).toBe('LP8101');
		});

		test('enumerate', async () => {
			const indices = ['0', '1', '2', '3', '4', '5', '6', '7'];
			expect(await run('enumerate')).toEqual({
				keys: indices,
				own: indices,
				values: 8,
				has: [true, false, true, true],
				nested: [['list', [1, 2]]],
				isArray: true,
			});
		});

		test('delete', async () => {
			const { results, left, has } = await run('delete');
			const expected = plain();
			if (policy.writes) {
				expect(results).toEqual(['allowed', 'allowed', 'allowed']);
				delete expected[0].n;
				expected[3] = null;
				expect(has).toBe(false);
			} else expect(results).toEqual(['LP8101', 'LP8101', 'LP8101']);
			expect(left).toEqual(expected);
		});

		test('nested objects', async () => {
			const { same, removed, first, list } = await run('nested');
			expect(same).toBe(true);
			if (!policy.writes) {
				expect(list).toEqual([1, 2]);
				return;
			}
			expect(removed).toEqual({ more: [4] });
			expect(first).toEqual({
				n: 1,
				deep: { list: [3, 2, { replaced: true }] },
				added: { x: 1 },
			});
		});

		test('a copy of all of it', async () => {
			expect(await run('snapshot')).toEqual(plain());
		});
	});

	test('forbidden access in a thread that has not asked', async () => {
		const gem = await shared();
		const codes = Object.entries(await thread.ask('outside', name, gem));
		for (const [access, code] of codes) {
			const isRead = access === 'read' || access === 'nested' || access === 'enumerate';
			// The first thread that accesses what nobody owns becomes the owner.
			const isAllowed = name === 'Owned' || (policy.isOpen && isRead);
			expect([access, code]).toEqual([access, isAllowed ? 'allowed' : 'LP8101']);
		}
	});

	test('a part that was kept for longer than the right to it', async () => {
		const gem = await shared();
		const { part } = cells.kept(name, gem);
		// The creator has what nobody else has.
		if (name === 'Owned' || name === 'Partitioned') await thread.ask('hold', name, gem);
		const code = codeOf(() => part.list);
		const creatorHasAll = name === 'PartitionedDynamic';
		expect(code).toBe(policy.isOpen || creatorHasAll ? 'allowed' : 'LP8101');
	});

	test('send: the right goes with it', async () => {
		const gem = await shared();
		policy.within(gem, () => gem[1]);
		if (name === 'PartitionedDynamic') gem.restart();
		// What the host had, the thread gets.
		expect(await thread.ask('code', name, gem)).toBe('allowed');
		if (name === 'Owned') expect(codeOf(() => gem[1])).toBe('LP8101');
	});

	test('receive: what comes back is the same', async () => {
		const gem = await shared();
		const back = await thread.ask('return', name, gem);
		expect(back).toBe(gem);
		expect(isGem(back)).toBe(true);
		expect(snapshot(back)).toEqual(plain());
	});

	test('a thread dies that has the right', async () => {
		const gem = await shared();
		const victim = startThread();
		void victim.ask('die', name, gem);
		await victim.ended;
		if (policy.death === 'lost') {
			expect(codeOf(() => gem[1])).toBe('LP8102');
			return;
		}
		expect(policy.within(gem, () => snapshot(gem))).toEqual(plain());
	});
});
