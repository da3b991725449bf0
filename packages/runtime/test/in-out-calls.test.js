// What units change of their arguments, as calls of a pool bring it back: by themselves, in batches and behind one another.
import { close, configure } from '@lapidary/runtime';
import { call } from '@lapidary/runtime/internal/host';
import { failure, reference } from './fixtures.js';

afterEach(close);

const push = reference('in-out.js#push', { inOut: [0] });
const pushAndThrow = reference('in-out.js#pushAndThrow', { inOut: [0] });
const length = reference('in-out.js#length');

test('a call by itself changes the object before it is settled', async () => {
	const list = [];
	for (let count = 1; count <= 5; count++) expect(await call(push, [list, count])).toBe(count);
	expect(list).toEqual([1, 2, 3, 4, 5]);
});

test('calls that change one object wait for one another, and so do those that read it', async () => {
	configure({ threads: 2 });
	const list = [];
	const numbers = Array.from({ length: 10 }, (_, number) => number);
	const lengths = numbers.flatMap((number) => [call(push, [list, number]), call(length, [list])]);
	expect(await Promise.all(lengths)).toEqual(numbers.flatMap((number) => [number + 1, number + 1]));
	expect(list).toEqual(numbers);
});

test('batches bring back what each of their calls has changed', async () => {
	configure({ threads: 1 });
	for (let round = 0; round < 10; round++) await call(push, [[], 0]); // measured, and short
	const lists = Array.from({ length: 200 }, (_, number) => [number]);
	const lengths = await Promise.all(lists.map((list) => call(push, [list, 'more'])));
	expect(lengths).toEqual(lists.map(() => 2));
	expect(lists).toEqual(lists.map((_, number) => [number, 'more']));
	expect(push.figures.batches).toBeGreaterThan(0);
});

test('a call that fails after it has waited has what it changed, and the frames of its caller', async () => {
	configure({ threads: 2 });
	const someCaller = async (list, value) => await call(pushAndThrow, [list, value]);
	for (let round = 0; round < 3; round++) {
		const list = [];
		const [first, second] = await Promise.all([
			failure(someCaller(list, 'first')),
			failure(someCaller(list, 'second')),
		]);
		expect(list).toEqual(['first', 'second']);
		expect(first.stack).toMatch(/^Error: has pushed first[^]*someCaller .*in-out-calls/);
		expect(second.stack).toMatch(/^Error: has pushed second[^]*someCaller .*in-out-calls/);
	}
});
