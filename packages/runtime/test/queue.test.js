// The queue against a plain list: random operations, replayable (fast-check prints seed and path).
import fc from 'fast-check';
import { batchSize, nextMean } from '../src/host/batch-size.js';
import { CallQueue } from '../src/host/queue.js';

const PRIORITIES = ['high', 'normal', 'low'];
const UNITS = ['a', 'b', 'c'].map((id) => ({ id }));

const operation = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('push'),
			unit: fc.nat(2),
			priority: fc.constantFrom(...PRIORITIES),
			isAlone: fc.boolean(),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constant('take'), limit: fc.integer({ min: 0, max: 5 }) }),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), at: fc.nat(20) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('fire'), at: fc.nat(20) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('end') }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('putBack'), at: fc.nat(5) }) },
);

/**
 * What `take` has to return, from the plain list.
 *
 * @param {any[]} waiting in any order
 * @param {number} limit
 */
function expectedTake(waiting, limit) {
	const rank = (call) => [PRIORITIES.indexOf(call.priority), call.sequence];
	const [first] = [...waiting].sort((x, y) => rank(x)[0] - rank(y)[0] || rank(x)[1] - rank(y)[1]);
	if (!first) return [];
	const lane = waiting
		.filter((call) => call.priority === first.priority && call.reference === first.reference)
		.sort((x, y) => x.sequence - y.sequence);
	if (first.isAlone) return [first];
	const lonely = lane.findIndex((call) => call.isAlone);
	return lane.slice(0, lonely === -1 ? undefined : lonely).slice(0, Math.max(1, limit));
}

test('takes the oldest call of the highest priority, and its likes, under any operations', () => {
	fc.assert(
		fc.property(fc.array(operation, { maxLength: 120 }), (operations) => {
			const queue = new CallQueue();
			let waiting = [];
			let fired = []; // not settled yet, and never to be taken
			const taken = [];
			let sequence = 0;
			for (const step of operations) {
				if (step.kind === 'push') {
					const { priority, isAlone } = step;
					const call = {
						priority,
						isAlone,
						reference: UNITS[step.unit],
						isSettled: false,
						watch: { hasFired: false },
						sequence,
					};
					sequence++;
					queue.push(call);
					waiting.push(call);
				} else if (step.kind === 'take') {
					const expected = expectedTake(waiting, step.limit);
					const got = queue.take((_, lane) => {
						const [first] = expected;
						const likes = waiting.filter(
							(call) => call.priority === first.priority && call.reference === first.reference,
						);
						const over = fired.filter(
							(call) => call.priority === first.priority && call.reference === first.reference,
						);
						expect(lane).toBeGreaterThanOrEqual(likes.length);
						expect(lane).toBeLessThanOrEqual(likes.length + over.length);
						return step.limit;
					});
					expect(got).toEqual(expected);
					waiting = waiting.filter((call) => !got.includes(call));
					if (got.length > 0) taken.push(got);
				} else if (step.kind === 'remove' && waiting.length > 0) {
					const [call] = waiting.splice(step.at % waiting.length, 1);
					call.isSettled = true;
					queue.remove(call);
				} else if (step.kind === 'fire' && waiting.length > 0) {
					const [call] = waiting.splice(step.at % waiting.length, 1);
					call.watch.hasFired = true;
					fired.push(call);
				} else if (step.kind === 'end') {
					for (const call of fired) {
						call.isSettled = true;
						queue.remove(call);
					}
					fired = [];
				} else if (step.kind === 'putBack' && taken.length > 0) {
					const [calls] = taken.splice(step.at % taken.length, 1);
					queue.putBack(calls);
					waiting.push(...calls);
				}
				expect(queue.size).toBe(waiting.length + fired.length);
				expect(queue.first).toBe(expectedTake(waiting, 1)[0]);
			}
			const rest = queue.clear();
			expect(new Set(rest)).toEqual(new Set(waiting));
			expect(rest).toHaveLength(waiting.length);
			expect(queue.size).toBe(fired.length);
		}),
		{ numRuns: 400 },
	);
});

describe('what an operation on one call looks at does not grow with the calls that wait', () => {
	/** What calls are compared by. */
	const counted = { looks: 0 };

	/** @param {number} sequence */
	const makeCall = (sequence, unit = 0, priority = 'normal') => ({
		priority,
		reference: UNITS[unit],
		isSettled: false,
		get sequence() {
			counted.looks++;
			return sequence;
		},
	});

	/** @param {() => void} act */
	const looksOf = (act) => {
		counted.looks = 0;
		act();
		return counted.looks;
	};

	const WAITING = 100_000;
	const queue = new CallQueue();
	const all = Array.from({ length: WAITING }, (_, sequence) => makeCall(sequence, sequence % 3));

	test('arrival', () => {
		expect(looksOf(() => all.forEach((call) => queue.push(call)))).toBeLessThan(10);
	});

	test('a recall for a more urgent call', () => {
		const ahead = [queue.take(() => 1), queue.take(() => 1)];
		const looks = looksOf(() => {
			queue.push(makeCall(WAITING, 0, 'high'));
			ahead.forEach((calls) => queue.putBack(calls));
			expect(queue.take(() => 1)[0].priority).toBe('high');
		});
		expect(looks).toBeLessThan(30);
	});

	test('batches that come back in any order', () => {
		const batches = Array.from({ length: 64 }, () => queue.take(() => 16));
		const count = batches.flat().length;
		const looks = looksOf(() => batches.reverse().forEach((calls) => queue.putBack(calls)));
		// Each call is compared with the ancestors of a heap of 1024, and with its unit's first.
		expect(count).toBe(1024);
		expect(looks).toBeLessThan(count * 24);
	});

	test('ends of calls that wait', () => {
		const looks = looksOf(() => {
			for (const call of all.slice(2000)) {
				call.isSettled = true;
				queue.remove(call);
			}
		});
		expect(looks).toBe(0);
		expect(queue.size).toBe(2000);
		expect(new Set(queue.clear())).toEqual(new Set(all.slice(0, 2000)));
	});
});

describe('the size of a batch', () => {
	test.each([
		['not measured', { meanRunUs: -1, waiting: 1000, threads: 2 }, 1],
		['long', { meanRunUs: 5000, waiting: 1000, threads: 2 }, 1],
		['short, many wait: a millisecond', { meanRunUs: 8, waiting: 10_000, threads: 2 }, 100],
		['short, few wait: a share', { meanRunUs: 8, waiting: 20, threads: 2 }, 5],
		['the last ones', { meanRunUs: 8, waiting: 1, threads: 2 }, 1],
		['nearly free', { meanRunUs: 0, waiting: 1e6, threads: 2 }, 500],
	])('%s', (_, situation, expected) => {
		expect(batchSize(situation)).toBe(expected);
	});

	test('is at least one and never more than a share of what waits', () => {
		const situation = fc.record({
			meanRunUs: fc.double({ min: -1, max: 1e6, noNaN: true }),
			waiting: fc.integer({ min: 1, max: 1e6 }),
			threads: fc.integer({ min: 1, max: 128 }),
		});
		fc.assert(
			fc.property(situation, (given) => {
				const size = batchSize(given);
				expect(size).toBeGreaterThanOrEqual(1);
				expect(size).toBeLessThanOrEqual(Math.ceil(given.waiting / (2 * given.threads)));
			}),
		);
	});

	test('the mean forgets a cold first run', () => {
		let mean = nextMean(-1, 300);
		expect(mean).toBe(300);
		for (let run = 0; run < 20; run++) mean = nextMean(mean, 5);
		expect(mean).toBeLessThan(10);
	});
});
