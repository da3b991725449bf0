// A right that threads have in turns: in all orders of their steps with few preemptions, and with threads that end anywhere. Who gets it
// again is told that all is the same only when it is.
import { jest } from '@jest/globals';
import { explore } from '../interleave/explore.js';
import { current, reset, step, thread, world } from './interleave/atomics.js';
import * as heap from './interleave/heap.js';
import * as threads from './interleave/threads.js';

const MEMORY = '../../src/gem/memory';
jest.unstable_mockModule(`${MEMORY}/atomics.js`, () => import('./interleave/atomics.js'));
jest.unstable_mockModule(`${MEMORY}/heap.js`, () => heap);
jest.unstable_mockModule(`${MEMORY}/threads.js`, () => threads);

/** Of each simulated thread; `end` is what its log does, a step. */
const works = new Map();
const workOf = () => works.get(current.thread);
jest.unstable_mockModule('../../src/gem/define/work.js', () => ({
	work: {
		get depth() {
			return workOf().depth;
		},
		hasOthers: false,
		beginAlone(region) {
			workOf().depth = 1;
			region.log = {};
		},
		endAlone(region) {
			workOf().depth = 0;
			region.log = null;
			region.change();
			workOf().end();
		},
	},
}));

const layout = await import(`${MEMORY}/layout.js`);
const { Region } = await import(`${MEMORY}/region.js`);
const { RepeatedRight } = await import('../../src/gem/define/repeated-right.js');
const { lock, tryLock, unlock } = await import('../../src/gem/sync/lock.js');
const { I32 } = heap;

const GEM = 1;
const WORD = 256 * (heap.unitCount - 4);

function createMemory() {
	reset();
	I32.fill(0, 256, 1024);
	I32.fill(0, WORD, WORD + 2);
	I32.fill(0, layout.gemBase(GEM), layout.gemBase(GEM) + layout.GEM_WORDS);
	// `before`: what the content was before the block that goes on, as its log has it
	return { content: 0, before: null, problem: '', same: 0, other: 0 };
}

/** What there is of a handle: see Handle.revoke. */
const createHandle = () => ({
	region: new Region(GEM),
	rights: 0,
	last: 0,
	revoke() {
		this.region.publish();
		this.region.change();
		this.changeRights();
	},
	changeRights() {
		this.rights = ++this.last;
	},
	allowAll() {
		this.revoke();
	},
	tidy() {},
});

/** The steps of a block, as AtomicLK has them. */
const asItIs = [
	({ right }) => right.end(),
	({ memory }) => step(() => (memory.before = null)),
	() => unlock(WORD),
];

/** @param {number[][]} edits by thread: which of its blocks edit the content */
const blocks =
	(edits, { mortal = [], ending = asItIs } = {}) =>
	(memory) => ({
		...world(mortal),
		threads: edits.map((own, index) =>
			thread(index, () => {
				const handle = createHandle();
				const { region } = handle;
				const right = new RepeatedRight(handle);
				let known;
				for (const isEdit of own) {
					const outcome = lock(WORD);
					// lock() has the log of the dead thread undone first.
					step(() => {
						if (outcome === 'abandoned' && memory.before !== null) memory.content = memory.before;
						memory.before = null;
					});
					const isSame = right.begin();
					const content = step(() => memory.content);
					step(() => memory[isSame ? 'same' : 'other']++);
					if (isSame && known !== content)
						step(() => (memory.problem = `${index} knows ${known} of ${content}`));
					known = content;
					if (isEdit) {
						region.edit();
						known = step(() => {
							memory.before = memory.content;
							return ++memory.content;
						});
					}
					for (const part of ending) part({ right, memory });
				}
			}),
		),
		check() {
			current.step = undefined;
			return memory.problem || undefined;
		},
	});

test.each([
	[[[0, 0], [1]], 4, 100],
	[
		[
			[0, 0],
			[0, 1],
		],
		2,
		100,
	],
	[
		[
			[1, 0],
			[1, 0],
		],
		2,
		100,
	],
	[[[0, 0], [1], [1]], 2, 200],
])('threads %j whose blocks edit it or not', (edits, preemptions, atLeast) => {
	let [same, other] = [0, 0];
	const create = (memory) => {
		const { check, ...scenario } = blocks(edits)(memory);
		return {
			...scenario,
			check() {
				[same, other] = [same + memory.same, other + memory.other];
				return check();
			},
		};
	};
	const { runs, failure } = explore(create, createMemory, { preemptions });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(atLeast);
	expect(Math.min(same, other)).toBeGreaterThan(0);
});

test.each([
	[[[0, 0], [1]], [1]],
	[
		[
			[0, 0],
			[1, 1],
		],
		[1],
	],
	[[[0, 0, 0], [1]], [0]],
])('threads %j, of which %j may end anywhere', (edits, mortal) => {
	const { runs, failure } = explore(blocks(edits, { mortal }), createMemory, { preemptions: 2 });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(100);
});

test('a planted bug is found: telling of edits after the right was given up', () => {
	const ending = [asItIs[1], asItIs[2], asItIs[0]];
	const { failure } = explore(blocks([[0, 0], [1]], { ending }), createMemory, { preemptions: 2 });
	expect(failure?.problem).toMatch(/0 knows 0 of 1/);
});

test('a planted bug is found: telling of edits that can no longer be taken back', () => {
	const ending = [asItIs[1], asItIs[0], asItIs[2]];
	const world = blocks([[0, 0], [1]], { ending, mortal: [1] });
	const { failure } = explore(world, createMemory, { preemptions: 2 });
	expect(failure?.problem).toMatch(/0 knows 0 of 1/);
});

// The same in one step where nobody else has the lock, and by single steps where another one has.
const alone =
	(edits, { mortal = [], isLate = false, inner = () => {} } = {}) =>
	(memory) => ({
		...world(mortal),
		threads: edits.map((own, index) =>
			thread(index, () => {
				const handle = createHandle();
				const { region } = handle;
				// A planted bug: others are told of edits when the log has ended.
				if (isLate) region.publish = () => region.version;
				works.set(index, {
					depth: 0,
					end() {
						step(() => (memory.before = null));
						if (isLate) Region.prototype.publish.call(region);
					},
				});
				/** lock() has the log of the dead thread undone first. */
				const recover = (outcome) =>
					step(() => {
						if (outcome === 'abandoned' && memory.before !== null) memory.content = memory.before;
						memory.before = null;
						if (outcome === 'abandoned') memory.inside = undefined;
						return true;
					});
				const right = new RepeatedRight(handle, {
					tryLock: () => {
						const outcome = tryLock(WORD);
						return outcome !== 'busy' && recover(outcome);
					},
					unlock: () => unlock(WORD),
				});
				const seen = new Map();
				for (const isEdit of own) {
					const isAlone = right.beginAlone();
					if (!isAlone) {
						recover(lock(WORD));
						region.log = {};
						right.begin();
					}
					step(() => (memory.inside = index));
					if (isAlone) inner(right);
					// What was found out by a number of `changes` holds as long as that is the number.
					const { changes } = region;
					const content = step(() => memory.content);
					step(() => {
						if (memory.inside !== index)
							memory.problem = `${index} and ${memory.inside} are inside`;
						memory.inside = undefined;
					});
					step(() => memory[seen.has(changes) ? 'same' : 'other']++);
					if (seen.has(changes) && seen.get(changes) !== content)
						step(() => (memory.problem = `${index} knows ${seen.get(changes)} of ${content}`));
					seen.set(changes, content);
					if (isEdit) {
						region.edit();
						const now = step(() => {
							memory.before = memory.content;
							return ++memory.content;
						});
						seen.set(region.changes, now);
					}
					if (isAlone) right.endAlone();
					else {
						right.end();
						region.log = null;
						region.change();
						step(() => (memory.before = null));
						unlock(WORD);
					}
				}
			}),
		),
		check() {
			current.step = undefined;
			return memory.problem || undefined;
		},
	});

test.each([
	[[[0, 0, 0], [1]], [], 3],
	[
		[
			[1, 0],
			[1, 0],
		],
		[],
		2,
	],
	[[[0, 0, 0], [1]], [1], 2],
	[
		[
			[0, 0],
			[1, 1],
		],
		[1],
		2,
	],
])('threads %j, mortal %j, in one step', (edits, mortal, preemptions) => {
	let [same, other] = [0, 0];
	const create = (memory) => {
		const { check, ...scenario } = alone(edits, { mortal })(memory);
		return {
			...scenario,
			check() {
				[same, other] = [same + memory.same, other + memory.other];
				return check();
			},
		};
	};
	const { runs, failure } = explore(create, createMemory, { preemptions });
	expect(failure).toBeUndefined();
	expect(runs).toBeGreaterThan(100);
	expect(Math.min(same, other)).toBeGreaterThan(0);
});

test('a planted bug is found: telling of edits in one step once they can no longer be taken back', () => {
	const world = alone([[0, 0, 0], [1]], { mortal: [1], isLate: true });
	const { failure } = explore(world, createMemory, { preemptions: 2 });
	expect(failure?.problem).toMatch(/0 knows 0 of 1/);
});

describe('a block in one that is alone', () => {
	/** Its type counts it, and does not end the one around it. */
	function counted(right) {
		if (!right.handOver()) throw new Error('it was not alone');
		if (right.isAlone || right.endAlone()) throw new Error('it was ended within');
		right.takeBack();
	}

	test('leaves the lock to that', () => {
		const world = alone([[1, 0], [1]], { inner: counted });
		const { runs, failure } = explore(world, createMemory, { preemptions: 2 });
		expect(failure).toBeUndefined();
		expect(runs).toBeGreaterThan(50);
	});

	test('a planted bug is found: the end of the inner one is taken for that of both', () => {
		const inner = (/** @type {any} */ right) => {
			right.endAlone();
			right.takeBack();
		};
		const world = alone([[1, 0], [1]], { inner });
		const { failure } = explore(world, createMemory, { preemptions: 2 });
		expect(failure?.problem).toMatch(/are inside|knows/);
	});
});
