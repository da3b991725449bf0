// Units whose inputs and state are looked at when they run: what is told, and what is not.
import { runProgram } from './child.js';

const PRELUDE_OF_STATE = `
const table = { limit: 3, rows: [{ x: 1 }] };
const registry = new Map();
class Local { static n = 1; }
const { print } = await import('@lapidary/runtime/internal/host');
const state = reference('checked.js#state'), fills = reference('checked.js#fills'), inner = reference('checked.js#inner');
const withState = () => call(state, [], () => [print(state, [() => table])]);
`;

/** @param {string} source @param {{ env?: Record<string, string> }} [how] @returns {Promise<{ lines: string[], warned: string[] }>} */
async function run(source, { env = {} } = {}) {
	const options = { env: { LAPIDARY_THREADS: '2', ...env } };
	const { lines, errors, code } = await runProgram(PRELUDE_OF_STATE + source, options);
	const warned = errors.match(/\[LP80(?:4\d|57)\] LapidaryWarning: .*/g) ?? [];
	if (code !== 0) throw new Error(errors);
	return { lines, warned };
}

const changes = (unit, what) =>
	`[LP8048] LapidaryWarning: \`test/checked.js#${unit}\` changes ${what}, which the program does not see: the unit has a copy`;
const differs = (unit, what) =>
	`[LP8049] LapidaryWarning: \`test/checked.js#${unit}\` has run with another content of \`${what}\` than the host has at the call`;

describe('inputs', () => {
	test('a unit that reads is not told of', async () => {
		const { lines, warned } = await run(
			`console.log(await call(reference('checked.js#reads'), [[1, 2]]))`,
		);
		expect({ lines, warned }).toEqual({ lines: ['2'], warned: [] });
	});

	test.each([
		['pushes', '[[1]]', 'its argument `list`'],
		['later', '[[1]]', 'its argument `list`'],
		['throws', '[[1]]', 'its argument 1'],
	])('a change of an argument is told once: %s', async (unit, args, what) => {
		const { warned } = await run(`const checked = reference('checked.js#${unit}');
			for (let i = 0; i < 3; i++) await call(checked, ${args}).catch(() => 0);
			await Promise.all(Array.from({ length: 20 }, () => call(checked, ${args}).catch(() => 0)));`);
		expect(warned).toEqual([changes(unit, what)]);
	});

	test('a program that ends with the result has been warned', async () => {
		const { warned } = await run(`await call(reference('checked.js#pushes'), [[1], 5]);
			setImmediate(() => process.exit(0));`);
		expect(warned).toEqual([changes('pushes', 'its argument `list`')]);
	});

	test.each([
		['exits', 'process.exit(0)'],
		['throws', `process.once('uncaughtException', () => process.exit(0)); throw new Error('over')`],
	])('a program that %s in the tick of the warning has been warned', async (_, end) => {
		const report = new URL('../src/protocol/check-report.js', import.meta.url);
		const { warned } = await run(`const { warnOfChange } = await import('${report.href}');
			for (const what of ['a', 'b']) warnOfChange(['', 'LP8048', 'test/checked.js#pushes', what, '']);
			${end};`);
		expect(warned).toEqual([changes('pushes', 'a'), changes('pushes', 'b')]);
	});

	test('an argument that a diagnostic has told of is left out, and a unit without checks', async () => {
		const { lines, warned } = await run(`const list = [];
			console.log(await call(reference('checked.js#pushes'), [[], 7]));
			console.log(await call(reference('checked.js#proven'), [list]));`);
		expect(lines).toEqual(['7', '1']);
		expect(warned).toEqual([changes('pushes', 'its argument `list`')]);
	});

	test('a capture has its name', async () => {
		const { warned } = await run(`await call(reference('checked.js#captured'), [], [{ sum: 0 }]);`);
		expect(warned).toEqual([changes('captured', '`weights`')]);
	});

	test('a generator is looked at step by step, with what its consumer gives it', async () => {
		const { lines, warned } =
			await run(`const steps = generate(reference('checked.js#steps'), [[1]]);
			console.log((await steps.next()).value);
			console.log((await steps.next()).value);
			console.log((await steps.next({ n: 0 })).value);`);
		expect(lines).toEqual(['1', '2', '2']);
		expect(warned).toEqual([
			changes('steps', 'its argument `list`'),
			changes('steps', 'what `next` gives it'),
		]);
	});

	test.each(['pool', 'inline'])('what a function of the caller gives: %s', async (mode) => {
		const { warned } = await run(
			`const takes = reference('checked.js#takes', { functions: [[0]] });
			const store = { list: [] };
			await call(takes, [() => store]);
			await call(takes, [() => 1]);`,
			{ env: { LAPIDARY_MODE: mode } },
		);
		expect(warned).toEqual([changes('takes', 'what `args[0]` gives it')]);
	});
});

describe('state', () => {
	test('the same state is not told of', async () => {
		const { lines, warned } = await run(`console.log(await withState(), await withState());`);
		expect({ lines, warned }).toEqual({ lines: ['3 3'], warned: [] });
	});

	test('a change of the host between calls is told of', async () => {
		const { lines, warned } = await run(`console.log(await withState());
			table.rows[0].x = 2;
			console.log(await withState());`);
		expect({ lines, warned }).toEqual({ lines: ['3', '3'], warned: [differs('state', 'table')] });
	});

	test('a variable that the module and another one read is told of once', async () => {
		const { warned } = await run(`const both = reference('checked.js#both');
			const { show } = await import('@lapidary/runtime/internal/state');
			const other = { limit: 3, rows: [{ x: 1 }] };
			show('shown.js', { table: () => table, other: () => other });
			const others = [['table', 'shown.js'], ['other', 'shown.js']];
			const called = () => call(both, [], () => [print(both, [() => table], others)]);
			await called();
			table.limit = 4;
			await called();
			other.limit = 4;
			await called();`);
		expect(warned).toEqual([differs('both', 'table'), differs('both', 'other` of `shown.js')]);
	});

	test('a variable without a value yet leaves itself out', async () => {
		const { lines, warned } =
			await run(`console.log(await call(state, [], () => [print(state, [() => late])]));
			const late = 1;`);
		expect({ lines, warned }).toEqual({ lines: ['3'], warned: [] });
	});

	test('a unit that fills its own is told of, and later that the host has another', async () => {
		const { warned } = await run(
			`for (const key of ['a', 'b']) await call(fills, [key], [print(fills, [() => registry])]);`,
			{ env: { LAPIDARY_THREADS: '1' } },
		);
		expect(warned).toEqual([
			changes('fills', '`registry` of its module'),
			differs('fills', 'registry'),
		]);
	});

	test('variables of enclosing functions', async () => {
		const { warned } =
			await run(`const calls = () => call(inner, [], [print(inner, [() => Local])]);
			await calls();
			Local.n = 2;
			await calls();`);
		expect(warned).toEqual([differs('inner', 'Local')]);
	});

	test('the time for fingerprints is limited', async () => {
		const { lines } = await run(`const large = Array.from({ length: 20000 }, (_, i) => ({ i }));
			let sent = 0;
			for (let i = 0; i < 200; i++) if (print(state, [() => large]) !== undefined) sent++;
			console.log(sent > 0 && sent < 200);`);
		expect(lines).toEqual(['true']);
	});
});

describe('modes', () => {
	const BOTH = `const list = [1];
		await call(reference('checked.js#pushes'), [list]);
		table.limit = 4;
		await withState();
		console.log(list.length);`;
	const told = [changes('pushes', 'its argument `list`'), differs('state', 'table')];

	test.each([
		['pool', '1', told],
		['inline', '1', told],
		// There the caller sees its own objects change; the module's state is another all the same.
		['serial', '2', told.slice(1)],
		// Which compares the whole call, and tells of that.
		['verify', '1', []],
	])('%s', async (mode, length, expected) => {
		const { lines, warned } = await run(BOTH, { env: { LAPIDARY_MODE: mode } });
		expect({ lines, warned }).toEqual({ lines: [length], warned: expected });
	});

	test('inline, after a unit that is not checked', async () => {
		const { warned } = await run(
			`await call(reference('checked.js#proven'), [[]]);
			await call(reference('checked.js#pushes'), [[]]);`,
			{ env: { LAPIDARY_MODE: 'inline' } },
		);
		expect(warned).toEqual(told.slice(0, 1));
	});
});

describe('what functions of the caller change', () => {
	const changesIt = (unit, place, what) =>
		`[LP8057] LapidaryWarning: \`${place}\`, which \`test/lending.js#${unit}\` calls on the host, changes ${what}: the unit has a copy from before`;

	test.each(['pool', 'inline'])(
		'is told of, wherever the unit has a copy of it: %s',
		async (mode) => {
			const { lines, warned } = await run(
				`const lent = reference('lending.js#first', { functions: [[1, 'f']], captures: ['this', 'limit'] });
			const rows = [{ n: 1 }];
			const self = { isOver: false, n: 1 };
			let limit = 1;
			const options = { seen: { n: 0 }, count: 0, async f(row) {
				await undefined;
				row.n *= 10;
				rows[0].n = 3;
				self.isOver = true;
				this.seen.n++;
				this.count++;
				limit++;
			} };
			const captures = () => [{ isOver: self.isOver, n: self.n }, limit, print(lent, [() => limit])];
			for (let i = 0; i < 2; i++) await call(lent, [rows, options], captures);
			console.log(limit);`,
				{ env: { LAPIDARY_MODE: mode } },
			);
			const whats = [
				'its argument 1',
				'`seen` of the object that it is called on',
				'`args[0]` of the call',
				'`this.isOver`',
				'`limit`',
			];
			expect(lines).toEqual(['3']);
			expect(warned).toEqual(whats.map((what) => changesIt('first', 'args[1].f', what)));
		},
	);

	test('of a function that throws, too, and not where it only reads', async () => {
		const { warned } = await run(`const list = [], own = [];
			const caught = reference('lending.js#caught', { functions: [[0]] });
			await call(caught, [() => { list.push(1); throw new RangeError('as planned'); }, list]);
			await call(reference('lending.js#each', { functions: [[1]] }), [[{ n: 1 }], (row) => void own.push({ ...row })]);`);
		expect(warned).toEqual([changesIt('caught', 'args[0]', '`args[1]` of the call')]);
	});
});
