// LAPIDARY_MODE=verify: each call also runs as the source has it, and what differs is told. The functions that stand for the
// source here are the units of ./units again, or differ from them in one respect.
import { runProgram } from './child.js';

const VERIFY = { LAPIDARY_MODE: 'verify' };
const ERROR = { ...VERIFY, LAPIDARY_VERIFY: 'error' };

/** @param {string} errors @returns {string[]} lines of the summary at the end */
const summaryOf = (errors) => {
	const lines = errors.split('\n');
	return lines
		.slice(lines.findIndex((line) => line.startsWith('lapidary verify:')))
		.filter(Boolean);
};

/**
 * @param {string} original the function of the source
 * @param {{ name?: string, args?: string, env?: Record<string, string>, before?: string }} [how]
 */
const verify = (
	original,
	{ name = 'values.js#add', args = '[2, 3]', env = ERROR, before = '' } = {},
) =>
	runProgram(
		`${before}
		await call(reference('${name}'), ${args}, undefined, ${original}).then(
			(value) => console.log(value),
			(error) => console.log(error.code ?? error.name, error.path ?? ''),
		);`,
		{ env },
	);

test('a call that does the same gives its result, and the summary counts it', async () => {
	const { lines, errors } = await verify('(a, b) => a + b');
	expect({ lines, summary: summaryOf(errors) }).toEqual({
		lines: ['5'],
		summary: ['lapidary verify: 1 calls of 1 units compared, 0 differences'],
	});
});

test('a difference is a warning that names unit, place and both values; the pool answers', async () => {
	const { lines, errors } = await verify('(a, b) => a - b', { env: VERIFY });
	expect(lines).toEqual(['5']);
	expect(errors).toContain(
		'[LP8047] LapidaryWarning: `test/values.js#add` differs from the plain program at `result`: ' +
			'-1 as the source has it, 5 on the pool',
	);
	expect(summaryOf(errors)).toEqual([
		'lapidary verify: 1 calls of 1 units compared, 1 differences',
		'  test/values.js#add: 1 in 1 calls',
	]);
});

test.each([
	['(a, b) => a - b', 'LP8047 result'],
	['(a, b) => { throw new Error("no"); }', 'LP8047 whether it throws'],
	['async (a, b) => a + b', '5'],
	['(a, b) => -0', 'LP8047 result'],
])('%s beside a + b: %s', async (original, expected) => {
	const { lines } = await verify(original);
	expect(lines.map((line) => line.trim())).toEqual([expected]);
});

// On the pool `echo` gives back what it got.
test.each([
	[
		'[{ rows: [{ x: 1 }, { x: 2 }] }]',
		'(v) => ({ rows: [v.rows[0], { x: 3 }] })',
		'result.rows[1].x',
	],
	[
		'[{ rows: [{ x: 1 }] }]',
		'(v) => { v.rows[0].x = 5; return { rows: [{ x: 1 }] }; }',
		'arguments after the call[0].rows[0].x',
	],
	['[[1, , 3]]', '(v) => [1, undefined, 3]', 'result (the keys)'],
	['[new Map([["k", { n: 1 }]])]', '(v) => new Map([["k", { n: 2 }]])', 'result.get("k").n'],
	['[new Date(5)]', '() => new Date(6)', 'result (its value)'],
	['[new Float64Array([1, 0])]', '() => new Float64Array([1, -0])', 'result (element 1)'],
	['[[0, 0]]', '() => { const one = {}; return [one, one]; }', 'result[0]'],
	[
		'[(() => { const one = {}; return [one, {}]; })()]',
		'() => { const one = {}; return [one, one]; }',
		'result[1] (which objects are the same one)',
	],
	['[{ a: 1, b: 2 }]', '() => ({ b: 2, a: 1 })', 'result (the keys)'],
	['[{}]', '() => Object.create(null)', 'result (the class)'],
	['[new RangeError("r")]', '() => new TypeError("r")', 'result (the class)'],
])('echo of %s beside %s differs at %s', async (args, original, place) => {
	const { lines } = await verify(original, { name: 'values.js#echo', args });
	expect(lines).toEqual([`LP8047 ${place}`]);
});

test('data of every kind that crosses is equal to itself', async () => {
	const { lines, errors } = await verify('(v) => v', {
		name: 'values.js#echo',
		args: `[{ list: [1, , NaN, -0], map: new Map([[{ k: 1 }, new Set([2n])]]), when: new Date(0), re: /a/gi,
			bytes: Buffer.from('abc'), view: new DataView(new ArrayBuffer(4), 1), error: new RangeError('r', { cause: 'c' }),
			none: Object.create(null), url: new URL('http://a/b') }]`,
	});
	expect({ lines: lines.length > 0, summary: summaryOf(errors) }).toEqual({
		lines: true,
		summary: ['lapidary verify: 1 calls of 1 units compared, 0 differences'],
	});
});

test('units that a unit calls run on the spot in the plain run, and print nothing there', async () => {
	const { lines } = await runProgram(
		`
		const inner = (a) => call(reference('values.js#add'), [a, 1], undefined, (a, b) => { console.log('plain'); return a + b; });
		const outer = (a) => call(reference('values.js#add'), [a, 1], undefined, (a) => inner(a));
		console.log(await outer(4));
	`,
		{ env: ERROR },
	);
	expect(lines).toEqual(['5']);
});

test('functions of the program run once; both runs get their answers', async () => {
	const { lines, errors } = await runProgram(
		`
		const each = (...args) => call(reference('lending.js#each', { functions: [[1]] }), args, undefined,
			async (list, f) => { const all = []; for (const one of list) all.push(await f(one)); return all; });
		let calls = 0;
		console.log(await each([1, 2], (x) => { calls++; return 10 * x; }), calls);
	`,
		{ env: ERROR },
	);
	expect({ lines, summary: summaryOf(errors) }).toEqual({
		lines: ['[ 10, 20 ] 2'],
		summary: ['lapidary verify: 1 calls of 1 units compared, 0 differences'],
	});
});

test.each([
	[
		'excluded by name',
		{ ...ERROR, LAPIDARY_VERIFY_EXCLUDE: 'test/*#add' },
		'(a, b) => 0',
		'excluded',
	],
	['built without originals', ERROR, 'undefined', 'built without `lapidary build --verify`'],
])('calls of units that are %s are not compared, and counted', async (_, env, original, reason) => {
	const { lines, errors } = await verify(original, { env });
	expect({ lines, summary: summaryOf(errors) }).toEqual({
		lines: ['5'],
		summary: [
			'lapidary verify: 0 calls of 0 units compared, 0 differences',
			`  not compared: 1 calls, ${reason}`,
		],
	});
});

test('shared memory is changed once: such calls are not compared', async () => {
	const { lines, errors } = await verify('(v) => 0', {
		name: 'values.js#echo',
		args: '[new Int32Array(new SharedArrayBuffer(4))]',
	});
	expect(lines[0]).toMatch(/^Int32Array/);
	expect(summaryOf(errors)[1]).toContain('shared memory');
});

test('what the callback of a unit gets is compared', async () => {
	const { errors } = await runProgram(
		`callWithCallback(reference('callbacks.js#later', { callback: 'node' }), [7, () => undefined], undefined,
			(value, done) => done(null, value + 1));`,
		{ env: VERIFY },
	);
	expect(errors).toContain(
		'differs from the plain program at `callback 0[1]`: 8 as the source has it, 7 on the pool',
	);
});

test('the steps of a generator are compared', async () => {
	const { lines, errors } = await runProgram(
		`const upTo = (n, last) => generate(reference('generators.js#count'), [0, n], undefined,
			function* (from, to) { for (let i = from; i < to; i++) yield i === last ? -1 : i; return 'end'; });
		for (const last of [5, 1]) {
			const steps = upTo(3, last);
			try { for (;;) { const { value, done } = await steps.next(); console.log(value); if (done) break; } }
			catch (error) { console.log(error.code, error.path); }
		}`,
		{ env: ERROR },
	);
	expect(lines.at(-1)).toBe('LP8047 result.value');
	expect(summaryOf(errors)[0]).toContain('2 calls of 1 units compared, 1 differences');
});

test('a value that LAPIDARY_VERIFY does not take is LP8009', async () => {
	const { lines } = await verify('(a, b) => a + b', {
		env: { ...VERIFY, LAPIDARY_VERIFY: 'loud' },
	});
	expect(lines.map((line) => line.trim())).toEqual(['LP8009']);
});
