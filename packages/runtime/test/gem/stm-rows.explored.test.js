// Transactions whose loops lock rows before they come to them, and know again what they found out under the same locks: in all orders of their
// steps with few preemptions, what they know is what is there.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

const layout = await import(`${MEMORY}/layout.js`);
const { Region } = await import(`${MEMORY}/region.js`);
const { cellsOfLocks, ReaderWriterLocks } = await import('../../src/gem/define/sync-objects.js');
const { lockForChanging } = await import('../../src/gem/policies/stm/access.js');
const { createTransaction } = await import('../../src/gem/policies/stm/transaction.js');
const { lockBelow, lockForLoop } = await import('../../src/gem/policies/stm/loop.js');
const { Moment } = await import('../../src/gem/access/by-version.js');
const { I32 } = heap;

const GEM = 1;
const ADDRESS = 128 * (heap.unitCount - 8);
const STRIPES = 64;
const ARRAY = 40;
const ROWS = Int32Array.of(52, 64);

function createMemory() {
	reset();
	I32.fill(0, 256, 1024);
	I32.fill(0, 2 * ADDRESS, 2 * (ADDRESS + cellsOfLocks(STRIPES)));
	I32.fill(0, layout.gemBase(GEM), layout.gemBase(GEM) + layout.GEM_WORDS);
	// what each row has that is no number; all are the same whenever no transaction is in the middle
	return { texts: [0, 0], problem: '', known: 0, found: 0 };
}

/** @param {object} shared by the contexts of one thread @param {number} place @param {object | null} parent */
const contextOf = (shared, place, parent) => ({
	...shared,
	mark: 0,
	place,
	parent,
	size: 2,
	isArray: parent === null,
	allowReading() {},
	allowSetting() {},
	revoke() {},
});

function createThread() {
	const region = new Region(GEM);
	const locks = new ReaderWriterLocks(ADDRESS, STRIPES);
	const transaction = createTransaction();
	const shared = { internal: { locks }, static: { local: { transaction } } };
	const array = contextOf(shared, ARRAY, null);
	const rows = [...ROWS].map((place) => contextOf(shared, place, array));
	transaction.contexts.push(array);
	transaction.joined = 1;
	return { region, locks, transaction, array, rows, known: null };
}

/** The steps by which a transaction ends that has edited something. */
const asItIs = [
	({ region }) => region.publish(),
	({ undo }) => undo(),
	({ locks }) => locks.releaseAll(),
];

/** @returns {boolean} whether it ended well */
function attempt(own, body, ending) {
	const { transaction } = own;
	transaction.number += 4;
	transaction.doom = null;
	const log = [];
	let isDone = true;
	try {
		body(log);
	} catch (thrown) {
		if (transaction.doom === null) throw thrown; // the explorer's
		isDone = false;
	}
	const undo = () => {
		if (isDone) return;
		own.region.edit();
		for (const { at, old, texts } of log.reverse()) step(() => (texts[at] = old));
	};
	for (const part of ending) part({ ...own, undo });
	return isDone;
}

/** Knows the texts of all rows as they were, where nothing was edited since; looks only once they are locked. */
const lookAt = {
	asItIs(own, access) {
		lockForLoop(own.array, access, { from: 0, to: 2 });
		if (lockBelow(own.array, access, ROWS) < ROWS.length) return null;
		return own.known !== null && own.known.moment.holds(own.region);
	},
	tooEarly(own, access) {
		const isKnown = own.known !== null && own.known.moment.holds(own.region);
		lockForLoop(own.array, access, { from: 0, to: 2 });
		return lockBelow(own.array, access, ROWS) < ROWS.length ? null : isKnown;
	},
};

/** @param {any} memory @param {any} own @param {{ access?: string, look: any }} how @returns {boolean} whether it has them */
function know(memory, own, { access = 'reading', look }) {
	const isKnown = look(own, access);
	if (isKnown === null) return false;
	const texts = [0, 1].map((at) => step(() => memory.texts[at]));
	if (texts[0] !== texts[1]) step(() => (memory.problem = `${texts[0]} is not ${texts[1]}`));
	if (isKnown && `${own.known.texts}` !== `${texts}`)
		step(() => (memory.problem = `${own.known.texts} is known of ${texts}`));
	step(() => memory[isKnown ? 'known' : 'found']++);
	if (!isKnown) own.known = { moment: new Moment(own.region), texts };
	return true;
}

/** @param {any} memory @param {any} own @param {{ log: object[], isLooped: boolean, look: any }} how */
function edit(memory, own, { log, isLooped, look }) {
	const isLocked = isLooped && know(memory, own, { access: 'setting', look });
	for (const at of [0, 1]) {
		if (!isLocked) lockForChanging(own.rows[at]);
		own.region.edit();
		step(() => {
			log.push({ at, old: memory.texts[at], texts: memory.texts });
			memory.texts[at]++;
		});
	}
}

/** `l` looks at all rows, `e` edits them, `E` has them locked by a loop. @param {string[]} bodies of each thread */
const running =
	(bodies, { ending = asItIs, look = lookAt.asItIs } = {}) =>
	(memory) => ({
		...world(),
		threads: bodies.map((names, index) =>
			thread(index, () => {
				const own = createThread();
				for (const name of names) {
					const body = (log) => {
						if (name === 'l') know(memory, own, { look });
						else edit(memory, own, { log, isLooped: name === 'E', look });
					};
					attempt(own, body, ending);
				}
			}),
		),
		check() {
			current.step = undefined;
			return memory.problem || undefined;
		},
	});

test.each([
	[['ll', 'e'], 2, 100],
	[['ll', 'E'], 2, 100],
	[['llel', 'e'], 1, 20],
	[['ll', 'ee'], 1, 20],
	[['ll', 'e', 'E'], 1, 20],
])('threads that do %j', (bodies, preemptions, atLeast) => {
	let [known, found] = [0, 0];
	const create = (memory) => {
		const { check, ...scenario } = running(bodies)(memory);
		return {
			...scenario,
			check() {
				[known, found] = [known + memory.known, found + memory.found];
				return check();
			},
		};
	};
	const { runs, failure } = explore(create, createMemory, { preemptions });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(atLeast);
	expect(Math.min(known, found)).toBeGreaterThan(0);
});

test('a planted bug is found: whether it was edited is looked at before it is locked', () => {
	const { failure } = explore(
		running(['ll', 'e'], { look: lookAt.tooEarly }),
		createMemory,
		{ preemptions: 2 }, //
	);
	expect(failure?.problem).toMatch(/is known of/);
});

test('a planted bug is found: edits are told of after the locks were given back', () => {
	const [publish, undo, release] = asItIs;
	const { failure } = explore(
		running(['ll', 'e'], { ending: [undo, release, publish] }),
		createMemory,
		{ preemptions: 3 },
	);
	expect(failure?.problem).toMatch(/is known of/);
});

test('a planted bug is found: rows are read that could not be locked', () => {
	const look = (own, access) => lookAt.asItIs(own, access) ?? false;
	const { failure } = explore(running(['l', 'e'], { look }), createMemory, { preemptions: 2 });
	expect(failure?.problem).toMatch(/is not/);
});
