import { close, configure, drain, isLapidaryError, stats } from '@lapidary/runtime';
import { Hive } from '@lapidary/runtime/hive';
import { runProgram } from './child.js';
import { changed, failure, sharedWords } from './fixtures.js';

const PRELUDE = `
import { close, configure, stats } from '@lapidary/runtime';
import { Hive } from '@lapidary/runtime/hive';
`;
const run = (source, options) => runProgram(source, { prelude: PRELUDE, ...options });

beforeEach(async () => {
	await close({ force: true });
	configure({ threads: 2 });
	Hive.init('');
});
afterAll(() => close({ force: true }));

describe('Hive.eval', () => {
	test('is what the article shows', async () => {
		function fib(n) {
			return n < 2 ? 1 : fib(n - 2) + fib(n - 1);
		}
		Hive.init(fib.toString());
		const seen = await new Promise((resolve) => {
			const given = Hive.eval('fib(25);', (err, res) => resolve([given, err, res]));
		});
		expect(seen).toEqual([undefined, null, 121393]);
		expect(await Hive.eval('fib(25);')).toBe(121393);
	});

	test('and Vat are what the example shows', async () => {
		const { code, lines, errors } = await run(`await import('../../../examples/hive/main.js');`);
		expect({ code, errors }).toEqual({ code: 0, errors: '' });
		expect(lines.sort()).toEqual(['14930352', '8']);
	});

	test('gives the value that eval gives, and what a promise gives', async () => {
		expect(await Hive.eval('1; 2;')).toBe(2);
		expect(await Hive.eval('let a = 3; const b = 4; a * b')).toBe(12);
		expect(await Hive.eval('{ a: 1 }')).toBe(1);
		expect(await Hive.eval('({ a: [1, , 3], m: new Map([[1, new Set("x")]]) })')).toEqual({
			a: [1, , 3],
			m: new Map([[1, new Set('x')]]),
		});
		expect(await Hive.eval('Promise.resolve(7n)')).toBe(7n);
		expect(await Hive.eval('')).toBe(undefined);
		expect(await Hive.eval('// only a comment')).toBe(undefined);
	});

	test('gets data as data, whatever is in them', async () => {
		Hive.init('const twice = (text) => text + text; async function later(x) { return x; }');
		const text = '"); process.exit(1); ("';
		expect(await Hive.eval('twice', { args: [text] })).toBe(text + text);
		expect(await Hive.eval('later', { args: [{ text }] })).toEqual({ text });
		expect(await Hive.eval('(a, b) => a - b', { args: [5, 3] })).toBe(2);
		expect(
			await Hive.eval(
				String((a) => [a]),
				{ args: [undefined] },
			),
		).toEqual([undefined]);
		expect(await Hive.eval('function (n) { return n * n; } // of', { args: [4] })).toBe(16);
		expect(await Hive.eval('function sq(n) { return n * n; }', { args: [4] })).toBe(16);
		expect(await Hive.eval('const k = 2; (n) => n * k', { args: [4] })).toBe(8);
	});

	test('shows functions arguments of their own language', async () => {
		const check = `(list, map, date, plain, bytes) => [list instanceof Array, map instanceof Map, date instanceof Date,
			plain.constructor === Object, bytes instanceof Uint8Array, bytes[1]]`;
		const args = [[1], new Map(), new Date(), {}, new Uint8Array([1, 2])];
		expect(await Hive.eval(check, { args })).toEqual([true, true, true, true, true, 2]);
		expect(await Hive.eval('(b) => Buffer.isBuffer(b)', { args: [Buffer.from('a')] })).toBe(true);
	});

	test('has what modules have without an import, and imports from the working directory', async () => {
		const names = ['URL', 'structuredClone', 'setTimeout', 'Buffer', 'process', 'AbortController'];
		expect(await Hive.eval(`[${names}].map((f) => typeof f)`)).toEqual(
			names.map((name) => typeof globalThis[name]),
		);
		expect(await Hive.eval('globalThis === global && typeof crypto.subtle')).toBe('object');
		expect(await Hive.eval('performance = 3; performance + typeof require')).toBe('3undefined');
		// relative to where the tests are started: the root of the repository
		const imports = `import('./packages/runtime/test/fixtures.js').then((m) => m.sharedWords(3).length)`;
		expect(await Hive.eval(imports)).toBe(3);
		Hive.init(`let length; ${imports}.then((given) => { length = given; })`);
		expect(await Hive.eval('length')).toBe(3);
		const { lines } = await run(`await Hive.eval('console.log("printed")');`);
		expect(lines).toEqual(['printed']);
	});

	test('runs beside units without changing what they see', async () => {
		await close();
		configure({ threads: 1 });
		await Hive.eval('Array.prototype.last = 3; leaked = 4; Math.max = () => 0; var kept = 5; 0');
		expect(await Hive.eval('[[].last, leaked, Math.max(1), kept]')).toEqual([3, 4, 0, 5]);
		expect(await Hive.eval('[Object.keys(process).length > 0, Math.max(1)]')).toEqual([true, 0]);
		Hive.init('');
		expect(await Hive.eval('[[].last, typeof leaked, Math.max(1)]')).toEqual([
			undefined,
			'undefined',
			1,
		]);
	});

	test('keeps order, each result with its own call, over many calls', async () => {
		Hive.init('function echo(x) { return x; }');
		const order = [];
		const calls = Array.from({ length: 2_000 }, async (_, index) => {
			const value =
				index % 2 === 0
					? await Hive.eval(`echo(${index})`)
					: await Hive.eval('echo', { args: [index] });
			if (index < 2) order.push(index);
			return value;
		});
		expect(await Promise.all(calls)).toEqual(Array.from({ length: 2_000 }, (_, index) => index));
		expect(order).toHaveLength(2);
	});

	test('begins calls of one thread in the order in which they were made', async () => {
		await close();
		configure({ threads: 1 });
		Hive.init('const seen = [];');
		await Promise.all([1, 2, 3].map((n) => Hive.eval('(n) => seen.push(n)', { args: [n] })));
		expect(await Hive.eval('seen')).toEqual([1, 2, 3]);
	});
});

describe('errors', () => {
	test('of the text arrive with class, properties and cause', async () => {
		const error = await failure(
			Hive.eval(
				'throw Object.assign(new RangeError("far", { cause: "c" }), { code: "E", at: [1] })',
			),
		);
		expect(error).toBeInstanceOf(RangeError);
		expect(error).toMatchObject({ message: 'far', code: 'E', at: [1], cause: 'c' });
		expect(error.stack).toMatch(/^RangeError: far\n {4}at eval \(Hive\.eval:1:21\)/);
		expect(await failure(Hive.eval('throw 3'))).toBe(3);
		expect(await failure(Hive.eval('Promise.reject(new TypeError("p"))'))).toBeInstanceOf(
			TypeError,
		);
		expect(await failure(Hive.eval('not a program'))).toMatchObject({ name: 'SyntaxError' });
		expect(await failure(Hive.eval('fib(3)'))).toMatchObject({ name: 'ReferenceError' });
		expect(await failure(Hive.eval('function (', { args: [] }))).toMatchObject({
			name: 'SyntaxError',
		});
	});

	test('reach a callback, and a value that is no error, too', async () => {
		const given = (code) => new Promise((resolve) => Hive.eval(code, (...args) => resolve(args)));
		expect(await given('throw new RangeError("r")')).toEqual([new RangeError('r')]);
		const [[wrapped]] = [await given('throw undefined')];
		expect(wrapped).toMatchObject({ code: 'ERR_FALSY_VALUE_REJECTION' });
	});

	test('thrown by a callback are nobody’s but its own', async () => {
		const { lines } = await run(`
			process.on('uncaughtException', (error) => console.log('uncaught', error.message));
			Hive.eval('1', () => { throw new Error('mine'); });
		`);
		expect(lines).toEqual(['uncaught mine']);
	});

	test('of Hive.init reject each call, until there is another one', async () => {
		Hive.init('throw Object.assign(new RangeError("no table"), { code: "E" })');
		for (const _ of [1, 2, 3]) {
			const error = await failure(Hive.eval('1'));
			expect(isLapidaryError(error)).toBe(true);
			expect(error).toMatchObject({ code: 'LP8028', cause: { message: 'no table', code: 'E' } });
			expect(error.cause).toBeInstanceOf(RangeError);
		}
		Hive.init('Promise.reject(new TypeError("later"))');
		expect(await failure(Hive.eval('1'))).toMatchObject({ cause: { message: 'later' } });
		Hive.init('const ok = true');
		expect(await Hive.eval('ok')).toBe(true);
	});

	test('of calls name what is wrong', async () => {
		const bad = (...args) => {
			try {
				Hive.eval(...args);
			} catch (error) {
				return error.code;
			}
			return 'not refused';
		};
		expect([bad(), bad(3), bad(() => 1), bad(null), bad(['1'])]).toEqual(Array(5).fill('LP8026'));
		expect(bad('1', { arg: [1] })).toBe('LP8009');
		expect(bad('1', { args: 'abc' })).toBe('LP8009');
		expect([bad('1', 3), bad('1', null), bad('1', 'x')]).toEqual(Array(3).fill('LP8009'));
		expect(bad('1', { timeoutMs: -1 })).toBe('LP8009');
		expect(bad('1', {}, 'callback')).toBe('LP8009');
		expect(() => Hive.init(() => 1)).toThrow(expect.objectContaining({ code: 'LP8026' }));
		expect(() => Hive.init('1', { args: [] })).toThrow(expect.objectContaining({ code: 'LP8009' }));
		const { signal } = new AbortController();
		expect(() => Hive.init('1', { signal })).toThrow(expect.objectContaining({ code: 'LP8009' }));
		expect(await failure(Hive.eval('1 + 1', { args: [] }))).toMatchObject({ code: 'LP8029' });
		expect(await failure(Hive.eval('(f) => f', { args: [() => 1] }))).toMatchObject({
			code: 'LP8005',
			path: 'args[3][0]',
		});
		expect(await failure(Hive.eval('() => 1'))).toMatchObject({ code: 'LP8006', path: 'result' });
	});

	test('say so where text may not be evaluated', async () => {
		const { lines, errors } = await run(
			`import { Vat } from '@lapidary/runtime/hive';
			for (const f of [() => Hive.init(''), () => Hive.eval('1'), () => Vat().eval('1')]) {
				try { f(); } catch (error) { console.log(error.code, error.cause.name); }
			}`,
			{ flags: ['--disallow-code-generation-from-strings'] },
		);
		expect({ lines, errors }).toEqual({ lines: Array(3).fill('LP8027 EvalError'), errors: '' });
	});
});

describe('Hive.init', () => {
	test('is run once in each thread, before the first call there', async () => {
		const words = sharedWords(1);
		Hive.init(
			'var count = 0; const started = (words) => Atomics.add(words, 0, count++ === 0 ? 1 : 100);',
		);
		await Promise.all(Array.from({ length: 50 }, () => Hive.eval('started', { args: [words] })));
		expect(Math.floor(words[0] / 100) + (words[0] % 100)).toBe(50);
		expect(words[0] % 100).toBeLessThanOrEqual(2);
	});

	test('is waited for where it gives a promise', async () => {
		Hive.init(`let helper; import('node:path').then((path) => new Promise((resolve) => setTimeout(() => {
			helper = path.posix.join;
			resolve();
		}, 20)))`);
		expect(await Promise.all([1, 2, 3].map(() => Hive.eval('helper("a", "b")')))).toEqual([
			'a/b',
			'a/b',
			'a/b',
		]);
	});

	test('holds for the calls that follow, not for those before', async () => {
		Hive.init('const version = 1');
		const before = Array.from({ length: 20 }, () => Hive.eval('version'));
		Hive.init('const version = 2');
		const after = Array.from({ length: 20 }, () => Hive.eval('version'));
		expect(new Set(await Promise.all(before))).toEqual(new Set([1]));
		expect(new Set(await Promise.all(after))).toEqual(new Set([2]));
	});

	test('says what holds for all calls', async () => {
		await close();
		configure({ threads: 1, pools: { other: { threads: 1 } } });
		Hive.init('const id = Math.random()', { pool: 'other' });
		const own = await Hive.eval('id');
		expect(await Hive.eval('id')).toBe(own);
		expect(await Hive.eval('id', { pool: 'default' })).not.toBe(own);
		expect(Object.keys(stats().pools)).toEqual(['other', 'default']);
		Hive.init('1', { pool: 'nowhere' });
		expect(await failure(Hive.eval('1'))).toMatchObject({ code: 'LP8012' });
	});

	test('takes large texts, in any letters', async () => {
		const text = '€'.repeat(2_000_000);
		Hive.init(`const text = ${JSON.stringify(text)}; const lone = '\ud800';`);
		expect(await Hive.eval('[text.length, text[7], lone.charCodeAt(0)]')).toEqual([
			2_000_000,
			'€',
			0xd800,
		]);
	});
});

describe('threads', () => {
	test('that a text ends take its call with them and no other', async () => {
		Hive.init('function echo(x) { return x; }');
		const calls = Array.from({ length: 40 }, (_, index) =>
			Hive.eval(index === 20 ? 'process.exit(3)' : `echo(${index})`),
		);
		const settled = await Promise.allSettled(calls);
		expect(settled[20]).toMatchObject({ reason: { code: 'LP8002', exitCode: 3 } });
		const kept = settled.filter(({ status }) => status === 'fulfilled');
		expect(kept.map(({ value }) => value)).toEqual(
			[...Array(40).keys()].filter((index) => index !== 20),
		);
		expect(await Hive.eval('echo(1)')).toBe(1);
	});

	test('are given up with calls that are out of time or aborted', async () => {
		const late = Hive.eval('for (;;);', { timeoutMs: 50 });
		expect(await failure(late)).toMatchObject({ code: 'LP8003' });
		const words = sharedWords(1);
		const controller = new AbortController();
		const endless = Hive.eval(
			'(words) => { Atomics.store(words, 0, 1); Atomics.notify(words, 0); for (;;); }',
			{
				args: [words],
				signal: controller.signal,
			},
		);
		const failed = failure(endless);
		await changed(words, 0);
		controller.abort();
		expect(await failed).toMatchObject({ name: 'AbortError', code: 'LP8004' });
		expect(await Hive.eval('1')).toBe(1);
	});

	test('are closed once calls are done, or at once with LP8008', async () => {
		const calls = Array.from({ length: 10 }, (_, index) => Hive.eval(`${index}`));
		await close();
		expect(await Promise.all(calls)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		expect(await failure(Hive.eval('1'))).toMatchObject({ code: 'LP8008' });
		configure({ threads: 2 });
		const lost = Array.from({ length: 10 }, () => failure(Hive.eval('for (;;);')));
		await close({ force: true });
		expect((await Promise.all(lost)).map(({ code }) => code)).toEqual(Array(10).fill('LP8008'));
	});

	test('count calls, and drain waits for them', async () => {
		let done = 0;
		for (let n = 0; n < 10; n++) Hive.eval('1', () => done++);
		await drain();
		await Hive.eval('1');
		expect(done).toBe(10);
		expect(stats().units['Hive.eval'].calls).toBeGreaterThan(10);
	});
});

describe('a process', () => {
	test('ends by itself when nothing is asked any more, with nothing printed', async () => {
		const { code, lines, errors } = await run(
			`Hive.init('const x = 3'); Hive.eval('x', (error, value) => console.log(error, value));`,
		);
		expect({ code, lines, errors }).toEqual({ code: 0, lines: ['null 3'], errors: '' });
		expect(
			(await run(`Hive.init('setInterval(() => 0, 1000)'); console.log(await Hive.eval('1'))`))
				.lines,
		).toEqual(['1']);
	});

	test.each(['inline', 'serial'])('computes the same in the mode %s', async (mode) => {
		const { lines, errors } = await run(
			`Hive.init('function sum(list) { let s = 0; for (const x of list) s += x; return [s]; }');
			console.log(JSON.stringify(await Hive.eval('sum', { args: [[1, 2, 3]] })));
			await Hive.eval('throw new RangeError("r")').catch((error) => console.log(error.name, error.message));`,
			{ env: { LAPIDARY_MODE: mode } },
		);
		expect({ lines, errors }).toEqual({ lines: ['[6]', 'RangeError r'], errors: '' });
	});
});
