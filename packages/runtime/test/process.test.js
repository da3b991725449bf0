// What a whole process does: when it ends, what it prints, what the environment changes.
import { runProgram } from './child.js';

describe('the end of a process', () => {
	test('comes by itself when all calls are settled', async () => {
		const { code, lines, errors } = await runProgram(`
			const add = reference('values.js#add');
			Promise.all(Array.from({ length: 100 }, (_, i) => call(add, [i, 1]))).then((all) => console.log(all[99]));
			withOptions(async () => call(add, [1, 1]), { timeoutMs: 60_000, signal: new AbortController().signal })();
		`);
		expect({ code, lines, errors }).toEqual({ code: 0, lines: ['100'], errors: '' });
	});

	test('does not come while a call is not settled, though nothing else is going on', async () => {
		const { lines } = await runProgram(`
			call(reference('values.js#spinUs'), [300_000]).then(() => {
				console.log('first');
				call(reference('values.js#spinUs'), [300_000]).then(() => console.log('second'));
			});
		`);
		expect(lines).toEqual(['first', 'second']);
	});

	test.each([
		['exit', 'LP8002'],
		['uncaught', 'LP8002'],
		['memory', 'LP8011'],
	])('does not come before the caller hears that a thread has died: %s', async (name, wanted) => {
		const { code, lines } = await runProgram(`
			configure({ threads: 1, resourceLimits: { maxOldGenerationSizeMb: 24 } });
			call(reference('ends-thread.js#${name}'), []).catch((error) => console.log(error.code));
		`);
		expect({ code, lines }).toEqual({ code: 0, lines: [wanted] });
	});

	test('comes although its listeners call units, of which a warning tells', async () => {
		const { code, lines, errors } = await runProgram(`
			process.on('exit', () => void call(reference('values.js#add'), [1, 2]));
			console.log(await call(reference('values.js#add'), [3, 4]));
			process.on('exit', async () => {
				void callOrRun(reference('values.js#add'), [5, 6], undefined, (a, b) => console.log('inline', a + b));
			});
		`);
		expect({ code, lines }).toEqual({ code: 0, lines: ['7', 'inline 11'] });
		expect(errors.match(/LP8059/g)).toHaveLength(1);
		expect(errors).toMatch(/has called `test\/values\.js#add`, which does nothing any more/);
	});

	test('is not held up by a callback that is never called, nor comes before one that is', async () => {
		const { code, lines } = await runProgram(`
			callWithCallback(reference('callbacks.js#never', { callback: 'node' }), [() => console.log('wrong')]);
			callWithCallback(reference('callbacks.js#later', { callback: 'node' }), [7, (error, value) => console.log(value)]);
		`);
		expect({ code, lines }).toEqual({ code: 0, lines: ['7'] });
	});

	test('is not held up by functions and signals that nobody uses any more', async () => {
		const { code, lines, errors } = await runProgram(`
			const keep = reference('lending.js#keep', { functions: [[1]] });
			await call(keep, ['f', () => 1]);
			await call(keep, ['s', new AbortController().signal]);
			console.log(await call(reference('lending.js#callKept'), ['f']));
		`);
		expect({ code, lines, errors }).toEqual({ code: 0, lines: ['1'], errors: '' });
	});

	test('does not come while a function runs that a worker has called', async () => {
		const { code, lines } = await runProgram(`
			const words = new Int32Array(new SharedArrayBuffer(8));
			const alive = setInterval(() => undefined, 1000);
			const f = async () => {
				clearInterval(alive);
				await new Promise((resolve) => setTimeout(resolve, 100).unref());
				console.log('done');
			};
			console.log(await call(reference('lending.js#later', { functions: [[0]] }), [f, words]));
		`);
		expect({ code, lines }).toEqual({ code: 0, lines: ['settled', 'done'] });
	});

	test('comes after close, which waits', async () => {
		const { code, lines } = await runProgram(`
			call(reference('values.js#echo'), ['settled']).then(console.log);
			await close();
			console.log('closed', stats().threads);
		`);
		expect({ code, lines }).toEqual({ code: 0, lines: ['settled', 'closed 0'] });
	});
});

test('one signal may be given to any number of calls', async () => {
	const { lines, errors } = await runProgram(`
		const { signal } = new AbortController();
		const add = withOptions(async (a, b) => call(reference('values.js#add'), [a, b]), { signal });
		const sums = await Promise.all(Array.from({ length: 100 }, (_, i) => add(i, 1)));
		console.log(sums.length);
	`);
	expect({ lines, errors }).toEqual({ lines: ['100'], errors: '' });
});

describe('errors that nobody takes', () => {
	test('a body that throws before a plain callback is an unhandled rejection', async () => {
		const { code, lines } = await runProgram(`
			process.on('unhandledRejection', (error) => console.log('unhandled', error.message));
			callWithCallback(reference('callbacks.js#throws', { callback: 'plain' }), [() => console.log('wrong')]);
		`);
		expect({ code, lines }).toEqual({ code: 0, lines: ['unhandled before'] });
	});

	test('what dropped calls of functions of the host throw, where the plain program would not end the body', async () => {
		const { code, lines, errors } = await runProgram(
			`
			const error = new Error('mine');
			process.on('unhandledRejection', (reason) => console.log('unhandled', reason === error));
			const words = new Int32Array(new SharedArrayBuffer(4));
			const throws = () => { throw error; };
			const drop = reference('lending.js#dropOne', { functions: [[0]] });
			console.log(await call(drop, [async () => throws(), words]));
			console.log(await call(drop, [throws, words]).catch((caught) => caught.message));
			const keep = reference('lending.js#keep', { functions: [[1]] });
			await call(keep, ['f', throws]);
			const late = new Int32Array(new SharedArrayBuffer(4));
			await call(reference('lending.js#callKeptLater'), ['f', late]);
			const alive = setInterval(() => undefined, 1000);
			await Atomics.waitAsync(late, 0, 0).value;
			clearInterval(alive);
			console.log(await call(reference('values.js#add'), [1, 2]), stats().threads);
		`,
			{ env: { LAPIDARY_THREADS: '1' } },
		);
		expect({ code, lines: lines.sort(), errors }).toEqual({
			code: 0,
			lines: ['3 1', 'mine', 'returned', 'unhandled true', 'unhandled true'],
			errors: '',
		});
	});

	test('an error of the callback is an uncaught exception, and hits nothing else', async () => {
		const { code, lines } = await runProgram(`
			process.on('uncaughtException', (error) => console.log('uncaught', error.message));
			const sum = reference('callbacks.js#sum', { callback: 'node' });
			callWithCallback(sum, [1, 2, () => { throw new Error('mine'); }]);
			callWithCallback(sum, [1, 3, (error, value) => console.log(value)]);
		`);
		// Two calls, two threads: which of them calls back first is open.
		expect({ code, lines: lines.sort() }).toEqual({ code: 0, lines: ['4', 'uncaught mine'] });
	});
});

test('what a unit prints is out before its result', async () => {
	const source = `
		const url = 'data:text/javascript,' + encodeURIComponent(
			'export const $lp_units = { print: () => (text) => { console.log(text); return text.length; } };');
		const print = unit('print', url);
		console.log(await call(print, ['x'.repeat(200_000)]));
		const calls = Array.from({ length: 20 }, (_, i) => call(print, ['line ' + i]));
		await Promise.all(calls);
		process.exit();
	`;
	const { lines } = await runProgram(source);
	expect(lines).toHaveLength(22);
	expect(lines[1]).toBe('200000');
	const printed = lines.slice(2).sort();
	expect(printed).toEqual(Array.from({ length: 20 }, (_, i) => `line ${i}`).sort());
});

describe('LAPIDARY_MODE', () => {
	const source = `
		const { threadId } = await import('node:worker_threads');
		const argument = { n: 1 };
		const pending = call(reference('values.js#echo'), [argument]);
		argument.n = 2;
		const result = await pending;
		console.log(result.n, result === argument);
		console.log((await call(reference('values.js#thread'), [])) === threadId);
		console.log(await call(reference('values.js#echo'), [() => 1]).then(String, (error) => error.code + ' ' + error.path));
		const back = await call(reference('values.js#bytes'), ['b']);
		console.log(Buffer.isBuffer(back.bytes));
		callWithCallback(reference('callbacks.js#sum', { callback: 'node' }), [1, 2, (e, v) => console.log('back', v)]);
		console.log('after');
	`;

	test('pool, the default', async () => {
		const { lines } = await runProgram(source);
		const expected = ['1 false', 'false', 'LP8005 args[0]', 'true', 'after', 'back 3'];
		expect(lines).toEqual(expected);
		const set = await runProgram(source, { env: { LAPIDARY_MODE: 'pool' } });
		expect(set.lines).toEqual(expected);
	});

	test('inline: this thread, with clones', async () => {
		const { lines } = await runProgram(source, { env: { LAPIDARY_MODE: 'inline' } });
		expect(lines).toEqual(['1 false', 'true', 'LP8005 args[0]', 'true', 'after', 'back 3']);
	});

	test('serial: this thread, without', async () => {
		const { lines } = await runProgram(source, { env: { LAPIDARY_MODE: 'serial' } });
		expect(lines).toEqual(['2 true', 'true', '() => 1', 'true', 'after', 'back 3']);
	});

	test.each([
		['LAPIDARY_MODE', 'fast', 'one of pool, inline, serial, verify'],
		['LAPIDARY_THREADS', '0', 'an integer from 1 to 1024'],
		['LAPIDARY_THREADS', '2.5', 'an integer from 1 to 1024'],
	])('%s=%s is refused at the first call', async (name, value, accepted) => {
		const { lines } = await runProgram(
			`console.log(await call(reference('values.js#add'), [1, 2]).catch((e) => e.code + ' ' + e.message));`,
			{ env: { [name]: value } },
		);
		expect(lines[0]).toBe(`LP8009 \`${name}\` is '${value}', but accepts ${accepted}`);
	});

	test('LAPIDARY_THREADS sizes the default pool', async () => {
		const { lines } = await runProgram(
			`configure({ threads: 1 });
			const calls = Array.from({ length: 9 }, () => call(reference('values.js#spinUs'), [1000]));
			console.log(stats().threads);
			await Promise.all(calls);`,
			{ env: { LAPIDARY_THREADS: '3' } },
		);
		expect(lines).toEqual(['3']);
	});
});

test('without the permission to start threads, a call says so', async () => {
	const flag =
		Number(process.versions.node.split('.')[0]) < 23 ? '--experimental-permission' : '--permission';
	const { lines } = await runProgram(
		`console.log(await call(reference('values.js#add'), [1, 2]).catch((e) => e.code));`,
		{ flags: [flag, '--allow-fs-read=*'] },
	);
	expect(lines).toEqual(['LP8013']);
});

test('a worker of somebody else has a pool of its own, and ends by itself', async () => {
	const { code, lines } = await runProgram(`
		const { Worker } = await import('node:worker_threads');
		const worker = new Worker('./foreign-worker.js', { execArgv: [] });
		worker.on('message', (message) => console.log(JSON.stringify(message)));
		worker.on('exit', (code) => console.log('exit', code));
	`);
	expect({ code, lines }).toEqual({ code: 0, lines: ['[50,true]', 'exit 0'] });
});

describe('CommonJS', () => {
	const prelude = `
		const $lp = require('@lapidary/runtime/internal/host');
		const at = (name) => 'file://' + process.cwd() + '/units/' + name.split('#')[0];
		const reference = (name, options) => $lp.unit('test/' + name, at(name), options);
	`;
	const source = `
		const value = { n: 1, bytes: 0 };
		const echo = reference('values.js#echo');
		const pending = [$lp.call(echo, [value]), $lp.call(echo, [Buffer.from('b')])];
		value.n = 2;
		pending[0].then((result) => console.log(result.n));
		pending[1].then((result) => console.log(Buffer.isBuffer(result)));
		$lp.callOrRun(reference('values.js#add'), [1, 2], undefined, () => 3).then(console.log);
		const returned = $lp.callWithCallback(reference('callbacks.js#sum', { callback: 'node' }), [1, 3, (e, v) => {
			console.log('back', v);
			$lp.call(echo, ['loaded']).then(console.log);
		}]);
		console.log(returned, Object.keys($lp).join());
	`;

	test.each([[[]], [['--no-experimental-require-module']]])('with the flags %j', async (flags) => {
		const { code, lines, errors } = await runProgram(source, { prelude, type: 'commonjs', flags });
		expect({ code, errors }).toEqual({ code: 0, errors: '' });
		expect(lines[0]).toBe(
			'undefined unit,call,callHereOrThere,callWithCallback,callOrRun,generate,here,print,hasValue,receiver,there',
		);
		expect(lines.slice(1).sort()).toEqual(['1', '3', 'back 4', 'loaded', 'true']);
	});

	test.each([[[]], [['--no-experimental-require-module']]])(
		'instances keep their class, with the flags %j',
		async (flags) => {
			const { code, lines, errors } = await runProgram(
				`
				class Point {
					constructor(x, y) { this.x = x; this.y = y; }
				}
				const classes = () => ({ Point });
				const shapes = (name) => $lp.unit('test/' + name, at(name), {}, classes);
				const point = new Point(3, 4);
				const bytes = new Uint8Array(new ArrayBuffer(8), 4);
				const value = { a: point, b: point, map: new Map([[point, point]]) };
				const address = { url: new URL('http://a/?q=1'), query: new URLSearchParams(), map: new Map() };
				address.same = address.url;
				address.map.set(address.url, address.query);
				const pending = [
					$lp.call(shapes('shapes.js#check'), ['alias', value]),
					$lp.call(shapes('shapes.js#make'), ['point']).then((made) => made instanceof Point),
					$lp.call(shapes('shapes.js#check'), ['address', address]),
					$lp.call(reference('values.js#echo'), [{ bytes, all: bytes.buffer }]).then((back) =>
						[back.bytes.buffer === back.all, back.bytes.join()]),
					$lp.call(shapes('shapes.js#check'), [{ deep: [new (class Other {})()] }]).catch((error) =>
						[error.code, error.path]),
					$lp.call(reference('values.js#echo'), [{ fn() {} }]).catch((error) => [error.code, error.path]),
				];
				point.x = 0;
				point.self = point;
				bytes.fill(1);
				Promise.all(pending).then((all) => console.log(JSON.stringify(all)));
				`,
				{ prelude, type: 'commonjs', flags },
			);
			expect({ code, errors }).toEqual({ code: 0, errors: '' });
			expect(JSON.parse(lines[0])).toEqual([
				[true, false, true, 5],
				true,
				['1', true, '', true, true],
				[true, '0,0,0,0'],
				['LP8015', 'args[0].deep[0]'],
				['LP8005', 'args[0].fn'],
			]);
		},
	);

	test('shares the state of the ES module', async () => {
		const { lines } = await runProgram(
			`import('@lapidary/runtime').then(async ({ stats, configure }) => {
				configure({ threads: 1 });
				await $lp.call(reference('values.js#echo'), [1]);
				console.log(stats().threads, stats().calls);
			});`,
			{ prelude, type: 'commonjs' },
		);
		expect(lines).toEqual(['1 1']);
	});
});
