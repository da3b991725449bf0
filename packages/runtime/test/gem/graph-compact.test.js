import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
	compactIfSparse,
	createRoot,
	get,
	materialise,
	remove,
	set,
	setLength,
} from '../../src/gem/graph/index.js';
import { receive, send, snapshot, usage } from '../../src/gem/index.js';
import { KEEP, policies, TEXTS, textOf } from './compact/content.js';
import { compactNow, expectSound, withRegion } from './graph-fixture.js';

/** Texts, which are what can be moved, in an array, in a dictionary and in objects, some of them in several places. */
const content = () => ({
	texts: Array.from({ length: 4000 }, (_, at) => textOf(at)),
	many: Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [textOf(at), textOf(-at)])),
	rows: Array.from({ length: 20 }, (_, at) => ({
		at,
		text: textOf(at + 0.5),
		tags: [textOf(at), textOf(at)],
	})),
});

/** Of both, one entry of many stays. */
function thin(region, root, model) {
	for (let at = 0; at < 4000; at++) {
		if (at % KEEP === 0) continue;
		set(region, get(region, root, 'texts'), at, at);
		model.texts[at] = at;
		if (at >= 1000) continue;
		remove(region, get(region, root, 'many'), textOf(at));
		delete model.many[textOf(at)];
	}
}

test('memory in which little is left is given back', () => {
	withRegion((region) => {
		const model = content();
		const root = createRoot(region, model);
		expect(compactIfSparse(region, root)).toBe(false);
		thin(region, root, model);
		const before = region.usage();
		expect(compactIfSparse(region, root)).toBe(true);
		const after = region.usage();
		expect(after.cells).toBe(before.cells);
		expect(after.bytes).toBeLessThan(before.bytes / 2);
		expect(after.bytes).toBeLessThan(1.3 * 8 * after.cells);
		expectSound(region, root);
		expect(materialise(region, root)).toEqual(model);
		expect(compactIfSparse(region, root)).toBe(false);
	});
});

test('parts that were kept from before stay what they are, and can be changed', () => {
	withRegion((region) => {
		const model = content();
		const root = createRoot(region, model);
		/** @type {any[]} */
		const parts = [
			get(region, root, 'texts'),
			get(region, root, 'many'),
			get(region, root, 'rows'),
		];
		const rows = Array.from(
			{ length: 20 },
			(_, at) => /** @type {any} */ (get(region, parts[2], at)),
		);
		const tags = rows.map((row) => /** @type {any} */ (get(region, row, 'tags')));
		thin(region, root, model);
		expect(compactIfSparse(region, root)).toBe(true);
		expect(parts.map((part) => materialise(region, part))).toEqual(Object.values(model));
		expect(rows.map((row) => materialise(region, row))).toEqual(model.rows);
		expect(tags.map((part) => materialise(region, part))).toEqual(
			model.rows.map((row) => row.tags),
		);
		for (const [at, row] of rows.entries()) {
			set(region, row, 'text', `changed ${at}`);
			set(region, tags[at], 1, at);
			Object.assign(model.rows[at], { text: `changed ${at}`, tags: [textOf(at), at] });
		}
		expectSound(region, root);
		expect(materialise(region, root)).toEqual(model);
	});
});

test('a text that this thread has read before is not taken for one that is now in its place', () => {
	withRegion((region) => {
		const model = content();
		const root = createRoot(region, model);
		const texts = /** @type {any} */ (get(region, root, 'texts'));
		const read = () => model.texts.map((_, at) => get(region, texts, at));
		expect(read()).toEqual(model.texts);
		thin(region, root, model);
		for (let turn = 0; turn < 3; turn++) {
			compactNow(region, root);
			expect(read()).toEqual(model.texts);
		}
	});
});

test('rows that are cut off', () => {
	withRegion((region) => {
		const list = Array.from({ length: 2000 }, (_, at) => ({
			at,
			text: textOf(at),
			all: [textOf(-at)],
		}));
		const root = createRoot(region, {
			list,
			many: Object.fromEntries(list.map((row) => [textOf(row.at), row])),
		});
		const rows = /** @type {any} */ (get(region, root, 'list'));
		const row = /** @type {any} */ (get(region, rows, 7));
		setLength(region, rows, 50);
		const before = materialise(region, root);
		const { bytes } = region.usage();
		expect(compactNow(region, root)).toBe(true);
		// It is not sparse, and each shared text is there twice until its last owner has been moved.
		expect(region.usage().bytes).toBeLessThanOrEqual(1.25 * bytes);
		expectSound(region, root);
		expect(materialise(region, root)).toEqual(before);
		expect(materialise(region, row)).toEqual(list[7]);
	});
});

test('when memory runs out anywhere in between, all is as it was', () => {
	withRegion((region) => {
		const model = {
			list: ['one', 'two', 1.5, null, { text: 'three' }, [1, 2, 3]],
			many: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`key ${at}`, `${at} text`])),
		};
		const root = createRoot(region, model);
		const { allocate } = region;
		let isDone = false;
		let most = 0;
		for (; !isDone; most++) {
			let left = most;
			region.allocate = (cells) => {
				if (left-- <= 0) throw new Error('full');
				return allocate.call(region, cells);
			};
			try {
				isDone = compactNow(region, root);
			} catch (thrown) {
				expect(thrown).toEqual(new Error('full'));
			}
			region.allocate = allocate;
			expectSound(region, root);
			expect(materialise(region, root)).toEqual(model);
		}
		expect(most).toBeGreaterThan(60);
	});
});

describe.each(Object.keys(policies))('%s: another thread compacts', (name) => {
	/** @type {Worker} */
	let thread;
	beforeEach(() => void (thread = new Worker(new URL('compact/thread.js', import.meta.url))));
	afterEach(async () => {
		const ended = once(thread, 'exit');
		await thread.terminate();
		await ended;
	});

	test('and what this one has read before does not go stale, nor do the parts that it has kept', async () => {
		const { type, within } = policies[name];
		const plain = {
			texts: Array.from({ length: TEXTS }, (_, at) => textOf(at)),
			later: [],
			deep: { text: 'deep text', list: ['a', 'text of a list'] },
		};
		const gem = type.create(plain);
		const read = () => plain.texts.map((_, at) => gem.texts[at]);
		const deep = within(gem, () => gem.deep);
		expect(within(gem, read)).toEqual(plain.texts);
		expect(within(gem, () => deep.list[1])).toBe('text of a list');
		const answer = new Promise((resolve) => receive(thread, resolve));
		send(thread, { name, gem });
		expect(await answer).toBe(gem);

		const texts = plain.texts.map((text, at) => (at % KEEP === 0 ? text : at));
		expect(within(gem, read)).toEqual(texts);
		expect(within(gem, () => snapshot(deep))).toEqual(plain.deep);
		expect(within(gem, () => deep.list[1])).toBe('text of a list');
		const later = Array.from({ length: 1500 }, (_, at) => textOf(-at));
		expect(snapshot(gem)).toEqual({ ...plain, texts, later });
		// Without moving them, each of the 375 texts that were kept would hold a page of its own.
		expect(usage(gem).bytes).toBeLessThan((TEXTS / KEEP) * 1024);
	});
});
