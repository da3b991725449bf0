import { AtomicLK } from '@lapidary/runtime/gem';
import { Vat } from '@lapidary/runtime/hive';
import { runProgram } from './child.js';
import { failure } from './fixtures.js';

const PRELUDE = `import { Vat } from '@lapidary/runtime/hive';\n`;
const run = (source) => runProgram(source, { prelude: PRELUDE });

/** @type {ReturnType<typeof Vat>[]} */
const open = [];
const start = (options) => {
	const vat = Vat(options);
	open.push(vat);
	return vat;
};
afterEach(async () => {
	for (const vat of open.splice(0)) await vat.close({ force: true });
});

const COUNTER = `({
	n: 0,
	log: [],
	add(k) { this.log.push(k); return this.n += k; },
	async addLater(k) { await new Promise((resolve) => setTimeout(resolve, 10)); return this.add(k); },
	fail() { throw Object.assign(new RangeError('no'), { code: 'E', at: [1] }); },
})`;

describe('a vat', () => {
	test('is what the article shows', async () => {
		function sum(a, b) {
			return a + b;
		}
		const vat = start();
		const sumPromise = vat.eval(sum.toString());
		expect(await sumPromise(3, 5)).toBe(8);
		expect(await vat.eval('sum(1, 1)')).toBe(2);
		expect(await new Vat().eval('1')).toBe(1);
	});

	test('evaluates programs: what they declare stays', async () => {
		const vat = start();
		void vat.eval('let count = 0; const step = 2; class Box { n = step; }');
		expect(await vat.eval('count += step; count')).toBe(2);
		expect(await vat.eval('new Box().n + count')).toBe(4);
		expect(await failure(vat.eval('let count = 1'))).toMatchObject({ name: 'SyntaxError' });
		expect(await vat.eval('async function f() { return 3; }')()).toBe(3);
		expect(await vat.eval('function () { return 4; }')()).toBe(4);
		expect(await vat.eval('function* g() {}; 5')).toBe(5);
		expect(await vat.eval('import("node:path")').posix.join('a', 'b')).toBe('a/b');
	});

	test('keeps its state, which is used from several places', async () => {
		const counter = start().eval(COUNTER);
		async function use(from, times) {
			const totals = [];
			for (let time = 0; time < times; time++) totals.push(await counter.add(from));
			return totals;
		}
		const all = await Promise.all([use(1, 30), use(10, 20), use(100, 10)]);
		expect(await counter.n).toBe(30 + 200 + 1000);
		expect(new Set(all.flat()).size).toBe(60); // each call has seen a state of its own
		for (const totals of all) expect(totals).toEqual([...totals].sort((a, b) => a - b));
	});

	test('does what it is asked in that order, and does not wait for promises in between', async () => {
		const vat = start();
		const counter = vat.eval(COUNTER);
		void counter.add(1);
		const later = counter.addLater(2);
		void counter.add(3);
		await later;
		expect(await counter.log).toEqual([1, 3, 2]);
		const released = vat.eval('var release; new Promise((resolve) => (release = resolve))');
		await vat.eval('release(4)');
		expect(await released).toBe(4);
	});

	test('is asked about what is not there yet', async () => {
		const vat = start();
		const made = vat.eval(`new Promise((resolve) => setTimeout(resolve, 10, ${COUNTER}))`);
		const added = made.addLater(5);
		expect(await Promise.all([made.log.length, added, made.add(1)])).toEqual([0, 6, 1]);
	});

	test('gets arguments as data, and what refers to it as what it refers to', async () => {
		const vat = start();
		const counter = vat.eval(COUNTER);
		const put = vat.eval(
			'(target, n, list) => { target.n = n; list.push(target.n); return [target, list]; }',
		);
		const changed = put(counter, 7, [1]);
		expect(await changed[1]).toEqual([1, 7]);
		expect(await changed[0].add(1)).toBe(8);
		expect(await put(counter, counter.n, [])[1]).toEqual([8]);
		const echo = vat.eval('(...values) => values');
		const values = [Buffer.from('ab'), new Map([[1, new Set([2])]]), new URL('http://a/'), 3n];
		expect(await echo(...values)).toEqual(values);
		expect(await failure(echo(() => 1))).toMatchObject({ code: 'LP8021', path: 'args[0]' });
		expect(await failure(echo(1, start().eval('({})')))).toMatchObject({
			code: 'LP8021',
			path: 'args[1]',
		});
	});

	test('shares GEMs', async () => {
		const totals = AtomicLK.create({ n: 1 });
		const vat = start();
		const add = vat.eval('(gem, k) => { gem.atomic(() => { gem.n += k; }); return gem; }');
		const same = await add(totals, 2);
		expect(await totals.atomicAsync(() => totals.n)).toBe(3);
		expect(await same.atomicAsync(() => same.n)).toBe(3);
	});
});

describe('what is in a vat', () => {
	test('arrives as a copy when it is data, else as a reference', async () => {
		const vat = start();
		expect(await vat.eval('({ a: [1, { b: 2 }] })')).toEqual({ a: [1, { b: 2 }] });
		const reference = await vat.eval(COUNTER);
		expect(typeof reference).toBe('function');
		expect(reference.then).toBe(undefined);
		expect(await reference.add(2)).toBe(2);
		expect(await reference.n).toBe(2);
		const add = await reference.add;
		expect(await failure(add(1))).toMatchObject({ name: 'TypeError' }); // it has lost its receiver, as anywhere
		const box = await vat.eval('class Box { #n = 1; get n() { return this.#n; } }; new Box()');
		expect(await box.n).toBe(1);
	});

	test('cannot be changed from outside but by calls', async () => {
		const counter = start().eval(COUNTER);
		const refused = expect.objectContaining({ code: 'LP8032' });
		expect(() => (counter.n = 1)).toThrow(refused);
		expect(() => delete counter.n).toThrow(refused);
		expect(() => Object.defineProperty(counter, 'n', { value: 1 })).toThrow(refused);
	});

	test('is given up when nobody refers to it any more', async () => {
		const { lines, errors } = await runProgram(
			`const vat = Vat();
			const make = vat.eval(\`(registry => (() => { const made = { f() {} }; registry(made); return made; }))(
				(made) => { globalThis.weak = new WeakRef(made); })\`);
			await (async () => { await make(); await make().f(); })();
			for (let turn = 0; turn < 200; turn++) {
				gc();
				await vat.eval('gc(); 1');
				if (await vat.eval('weak.deref() === undefined')) break;
				await new Promise((resolve) => setTimeout(resolve, 5));
			}
			console.log(await vat.eval('weak.deref() === undefined'));`,
			{ prelude: PRELUDE, flags: ['--expose-gc'] },
		);
		expect({ lines, errors }).toEqual({ lines: ['true'], errors: '' });
	});
});

describe('errors', () => {
	test('arrive with class, properties and the place in the text', async () => {
		const counter = start().eval(COUNTER);
		const error = await failure(counter.fail());
		expect(error).toBeInstanceOf(RangeError);
		expect(error).toMatchObject({ message: 'no', code: 'E', at: [1] });
		expect(error.stack).toContain('Vat.eval:6:');
		expect(await failure(counter.nothing())).toMatchObject({
			name: 'TypeError',
			message: 'nothing is not a function',
		});
		expect(await failure(counter.a.b.c)).toMatchObject({ name: 'TypeError' });
		expect(await failure(counter.fail().then(() => 1))).toMatchObject({ code: 'E' });
		expect(await counter.fail().catch((caught) => caught.code)).toBe('E');
		expect(await failure(start().eval('throw 4'))).toBe(4);
	});

	test('of what others are asked of come there too, and nobody has to take them twice', async () => {
		const { lines, errors } = await run(`
			const vat = Vat();
			const missing = vat.eval('throw new RangeError("gone")');
			const results = await Promise.allSettled([missing.f(), missing(1), missing.a.b]);
			console.log(results.map(({ reason }) => reason.message).join());
		`);
		expect({ lines, errors }).toEqual({ lines: ['gone,gone,gone'], errors: '' });
	});

	test('that nobody takes are unhandled rejections', async () => {
		const { lines } = await run(`
			process.on('unhandledRejection', (error) => console.log('unhandled', error.message));
			Vat().eval('throw new Error("alone")');
		`);
		expect(lines).toEqual(['unhandled alone']);
	});

	test('of the thread end all that was asked, and what is asked later', async () => {
		const vat = start({ name: 'registry' });
		const waiting = failure(vat.eval('new Promise(() => setInterval(() => 0, 1000))'));
		const left = failure(vat.eval('process.exit(3)'));
		expect(await left).toMatchObject({ code: 'LP8030', vat: 'registry' });
		expect((await waiting).message).toBe('the thread of `registry` ended: exit code 3');
		expect(await failure(vat.eval('1'))).toMatchObject({ code: 'LP8030' });
		const crashed = await failure(
			start().eval('setTimeout(() => { throw new RangeError("late"); }); new Promise(() => 0)'),
		);
		expect(crashed).toMatchObject({ code: 'LP8030', cause: { message: 'late' } });
	});

	test('are refused at once where the call makes no sense', () => {
		expect(() => start().eval(() => 1)).toThrow(expect.objectContaining({ code: 'LP8026' }));
		expect(() => Vat({ size: 2 })).toThrow(expect.objectContaining({ code: 'LP8009' }));
		expect(() => Vat(null)).toThrow(expect.objectContaining({ code: 'LP8009' }));
		expect(() => Vat({ name: 3 })).toThrow(expect.objectContaining({ code: 'LP8009' }));
	});
});

describe('the end', () => {
	test('close waits for what was asked, and refuses what comes then', async () => {
		const vat = start();
		const asked = vat.eval('new Promise((resolve) => setTimeout(resolve, 20, 7))');
		const closed = vat.close();
		expect(await failure(vat.eval('1'))).toMatchObject({ code: 'LP8031' });
		expect(await asked).toBe(7);
		await closed;
		await vat.close();
	});

	test('close does not wait for what can never be answered, nor, by force, for anything', async () => {
		const vat = start();
		const never = failure(vat.eval('new Promise(() => {})'));
		await vat.close();
		expect(await never).toMatchObject({ code: 'LP8031' });
		const busy = start();
		const endless = failure(busy.eval('for (;;);'));
		await busy.close({ force: true });
		expect(await endless).toMatchObject({ code: 'LP8031' });
	});

	test('the process ends by itself, and not before what was asked is answered and printed', async () => {
		const { code, lines, errors } = await run(`
			const vat = Vat();
			vat.eval('setInterval(() => 0, 1000)');
			const add = vat.eval('(a, b) => new Promise((resolve) => setTimeout(() => {' +
				'console.log("in the vat"); resolve(a + b); }, 50))');
			add(1, 2).then((value) => console.log(value));
		`);
		expect({ code, errors }).toEqual({ code: 0, errors: '' });
		expect(lines.sort()).toEqual(['3', 'in the vat']);
		expect(
			await run(`const vat = Vat(); vat.eval('new Promise(() => {})').then(console.log);`),
		).toEqual({
			code: 0,
			lines: [],
			errors: '',
		});
	});
});
