// A thread that dies takes the running call with it, and nothing else: every other call settles right, and no
// unit runs twice. Each unit counts its runs in shared memory.
import { close, configure, stats } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { changed, failure, reference, sharedWords } from './fixtures.js';

const run = reference('faults.js#run');
const CALLS = 400;

beforeEach(() => configure({ threads: 2, resourceLimits: { maxOldGenerationSizeMb: 24 } }));
afterEach(() => close({ force: true }));

/** Make the unit known as short, so that calls travel in batches. */
async function warmUp() {
	const words = sharedWords(64);
	await Promise.all(Array.from({ length: 64 }, (_, index) => call(run, [words, index, 'return'])));
}

/**
 * Make many calls, some of which end badly.
 *
 * @param {(index: number) => string} endingOf
 */
async function runMixed(endingOf) {
	await warmUp();
	const words = sharedWords(CALLS);
	const batchesBefore = stats().units['test/faults.js#run'].batches;
	const outcomes = await Promise.allSettled(
		Array.from({ length: CALLS }, (_, index) => call(run, [words, index, endingOf(index)])),
	);
	expect([...words]).toEqual(Array.from({ length: CALLS }, () => 1));
	outcomes.forEach((outcome, index) => {
		if (endingOf(index) === 'return') {
			expect(outcome).toEqual({ status: 'fulfilled', value: index });
		}
	});
	return {
		batches: stats().units['test/faults.js#run'].batches - batchesBefore,
		failures: outcomes
			.filter((_, index) => endingOf(index) !== 'return')
			.map(({ reason }) => reason),
	};
}

/** @param {string} ending of every 57th call */
const every57th = (ending) => (index) => (index % 57 === 30 ? ending : 'return');

test.each([
	['throw', { name: 'RangeError' }],
	['function', { code: 'LP8006', path: 'result.list[0].fn' }],
	['symbol', { code: 'LP8006', path: 'result' }],
	['exit', { code: 'LP8002', exitCode: 7 }],
	['uncaught', { code: 'LP8002', cause: { message: 'nobody catches this' } }],
	['hoard', { code: 'LP8011' }],
])('%s: the other calls are right, none runs twice', async (ending, expected) => {
	const { batches, failures } = await runMixed(every57th(ending));
	expect(batches).toBeGreaterThan(4);
	expect(failures).toHaveLength(7);
	for (const error of failures) expect(error).toMatchObject(expected);
	expect(await call(reference('values.js#add'), [1, 2])).toBe(3);
});

test('all faults mixed, and endless loops with a timeout', async () => {
	const endings = ['throw', 'exit', 'function', 'uncaught', 'hoard'];
	const endingOf = (index) => (index % 37 === 20 ? endings[index % endings.length] : 'return');
	const spinning = reference('faults.js#run', { timeoutMs: 300 });
	await warmUp(); // threads that start take their part of the time
	const words = sharedWords(2);
	const spins = [0, 1].map((index) => failure(call(spinning, [words, index, 'spin'])));
	const { failures } = await runMixed(endingOf);
	expect(failures).toHaveLength(11);
	for (const error of await Promise.all(spins)) {
		expect(error).toMatchObject({ code: 'LP8003', timeoutMs: 300 });
	}
	expect([...words]).toEqual([1, 1]);
});

test('a worker module that ends its thread fails its calls one by one, and no others', async () => {
	const leaving = reference('leaving.js#any');
	const innocent = reference('values.js#echo');
	const calls = [];
	for (let index = 0; index < 60; index++) {
		calls.push(index % 10 === 5 ? failure(call(leaving, [])) : call(innocent, [index]));
	}
	const outcomes = await Promise.all(calls);
	outcomes.forEach((outcome, index) => {
		if (index % 10 === 5) expect(outcome).toMatchObject({ code: 'LP8002', exitCode: 9 });
		else expect(outcome).toBe(index);
	});
});

test('a thread that dies while it is idle is replaced', async () => {
	const late = reference('late.js#leaveLater');
	for (let round = 0; round < 5; round++) {
		const words = sharedWords(1);
		expect(await call(late, [words])).toBe('done');
		await changed(words, 0);
		const outcomes = await Promise.allSettled(
			Array.from({ length: 20 }, (_, index) => call(reference('values.js#echo'), [index])),
		);
		// The thread may be found dead only when a call has been sent to it.
		const lost = outcomes.filter(({ status }) => status === 'rejected');
		expect(lost.length).toBeLessThanOrEqual(1);
		for (const { reason } of lost) expect(reason.code).toBe('LP8002');
	}
});

test('threads that cannot start fail the calls that wait, and the next ones too', async () => {
	await close();
	const execArgv = ['--import', 'data:text/javascript,throw new RangeError("no start")'];
	configure({ threads: 2, execArgv });
	const echo = reference('values.js#echo');
	for (let round = 0; round < 2; round++) {
		const errors = await Promise.all(
			Array.from({ length: 20 }, (_, index) => failure(call(echo, [index]))),
		);
		for (const error of errors) {
			expect(error).toMatchObject({ code: 'LP8014', cause: { message: 'no start' } });
		}
	}
});
