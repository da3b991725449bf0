// Generators in a whole process: when it ends, what it prints and in which order, what it collects, the modes.
import { runProgram } from './child.js';

test('an open generator does not hold up the end of the process, a pull does', async () => {
	const { code, lines, errors } = await runProgram(`
		const counting = generate(reference('generators.js#count'), [0, 9]);
		console.log((await counting.next()).value);
		const slow = generate(reference('generators.js#slow'), [300_000]);
		void slow.next().then(() => {
			console.log('first');
			void slow.next().then(() => console.log('second'));
		});
	`);
	expect({ code, lines, errors }).toEqual({ code: 0, lines: ['0', 'first', 'second'], errors: '' });
});

test('what the body prints comes where the plain program prints it', async () => {
	const { code, lines } = await runProgram(`
		for await (const n of generate(reference('generators.js#prints'), [4])) console.log('consumer ' + n);
	`);
	const expected = [0, 1, 2, 3].flatMap((n) => [`body ${n}`, `consumer ${n}`]);
	expect({ code, lines }).toEqual({ code: 0, lines: expected });
});

test('a body is collected when nobody can ask for more, without its finally blocks', async () => {
	const source = `
		const words = new Int32Array(new SharedArrayBuffer(12));
		const rows = async function* () {
			return yield* generate(reference('generators.js#collectable'), [words]);
		};
		const keep = rows();
		await keep.next();
		await (async () => { const dropped = rows(); await dropped.next(); })();
		const collect = reference('generators.js#collect');
		const alive = setInterval(() => undefined, 1000);
		while (Atomics.load(words, 1) === 0) {
			globalThis.gc();
			await new Promise((resolve) => setImmediate(resolve));
			await call(collect, []);
		}
		clearInterval(alive);
		for (let more = 0; more < 5; more++) { globalThis.gc(); await call(collect, []); }
		console.log((await keep.next()).value, [...words].join());
	`;
	const env = { LAPIDARY_THREADS: '1' };
	const { code, lines, errors } = await runProgram(source, { env, flags: ['--expose-gc'] });
	expect({ code, lines, errors }).toEqual({ code: 0, lines: ['0 3,1,0'], errors: '' });
});

describe('LAPIDARY_MODE', () => {
	const source = `
		class StepError extends RangeError {}
		const open = (name, args, options) =>
			generate(reference('generators.js#' + name, options, () => ({ StepError })), args);
		const { threadId } = await import('node:worker_threads');
		console.log('thread', (await open('threads', []).next()).value === threadId);
		const seen = [];
		for await (const n of open('countAsync', [0, 3])) seen.push(n);
		const echo = open('echo', ['start']);
		await echo.next();
		const { value } = await echo.throw(new StepError('given'));
		console.log(seen.join(), value.isStepError, value.caught instanceof StepError, (await echo.return(7)).value);
		const throwing = open('throws', [{ row: 4 }]);
		await throwing.next();
		const error = await throwing.next().catch((thrown) => thrown);
		console.log(error instanceof StepError, error.at.row, error.cause.message, (await throwing.next()).done);
		const words = new Int32Array(new SharedArrayBuffer(12));
		for await (const n of open('traced', [words])) if (n === 2) break;
		const log = [];
		const report = (n) => void log.push('report ' + n);
		for await (const n of open('reports', [report], { functions: [[0]] })) log.push('got ' + n);
		console.log(words.join(), log.join());
		const bad = open('reports', [() => { throw new StepError('at once'); }], { functions: [[0]] });
		console.log(await bad.next().catch((thrown) => thrown instanceof StepError), (await bad.next()).done);
		const functions = open('uncloneable', [words]);
		await functions.next();
		console.log(await functions.next().then(({ value }) => typeof value.list[0], (thrown) => thrown.code + ' ' + thrown.path));
		const { calls, completed, failed } = stats();
		console.log(calls, completed, failed);
	`;
	const common = [
		'0,1,2 true true 7',
		'true 4 why true',
		'2,1,0 report 0,got 0,report 1,got 1,report 2,got 2',
		'true true',
	];
	const refused = 'LP8006 yielded.list[0]';

	test.each([
		['pool', 'thread false', refused, '7 3 3'],
		['inline', 'thread true', refused, '7 3 3'],
		['serial', 'thread true', 'function', '7 3 2'],
	])('%s', async (mode, where, uncloneable, counts) => {
		const { code, lines, errors } = await runProgram(source, { env: { LAPIDARY_MODE: mode } });
		const expected = [where, ...common, uncloneable, counts];
		expect({ code, lines, errors }).toEqual({ code: 0, lines: expected, errors: '' });
	});
});

test.each([[[]], [['--no-experimental-require-module']]])(
	'CommonJS hosts, with the flags %j',
	async (flags) => {
		const url = new URL('./units/generators.js', import.meta.url).href;
		const source = `
			const { generate, unit } = require('@lapidary/runtime/internal/host');
			const scaled = unit('test/generators.js#scaled', '${url}');
			const xs = [1, 2];
			const captures = [10];
			async function* rows() { return yield* generate(scaled, [xs], captures); }
			const first = rows();
			const pending = first.next();
			xs.push(3);
			captures[0] = 5;
			pending.then(async ({ value }) => {
				const all = [value];
				for await (const more of first) all.push(more);
				console.log(all.join());
			});
		`;
		const { code, lines, errors } = await runProgram(source, {
			prelude: '',
			type: 'commonjs',
			flags,
		});
		expect({ code, lines, errors }).toEqual({ code: 0, lines: ['10,20'], errors: '' });
	},
);
