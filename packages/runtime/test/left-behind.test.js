// What calls leave running in a thread hits no other call, is told, and keeps the process alive as in the plain program.
import { close, configure, stats } from '@lapidary/runtime';
import { call, generate } from '@lapidary/runtime/internal/host';
import { runProgram } from './child.js';
import { isShare } from '../../../scripts/some-of.js';
import { failure, reference, sharedWords } from './fixtures.js';

const unit = (name) => reference(`left-behind.js#${name}`);
const ROUNDS = isShare ? 30 : 100;

beforeEach(() => configure({ threads: 1 }));
afterEach(() => close({ force: true }));

describe('the next call of the thread', () => {
	test.each(['rejection', 'timer'])('is not hit by a %s that the one before left', async (how) => {
		const words = sharedWords(ROUNDS);
		for (let round = 0; round < ROUNDS; round++) {
			expect(await call(unit('leave'), [how])).toBe(how);
			expect(await call(unit('count'), [words, round])).toBe(0);
			expect(await call(unit('echo'), [{ round }])).toEqual({ round });
		}
		expect([...words]).toEqual(Array.from({ length: ROUNDS }, () => 1));
		expect(stats().threads).toBe(1);
	});

	test.each(['rejection', 'timer'])('or batch, or generator, neither: %s', async (how) => {
		for (let round = 0; round < 20; round++) {
			await call(unit('leave'), [how]);
			const echoes = Array.from({ length: 10 }, (_, index) => call(unit('echo'), [[index]]));
			expect((await Promise.all(echoes)).flat()).toEqual([...Array(10).keys()]);
			await call(unit('leave'), [how]);
			const numbers = generate(unit('numbers'), []);
			expect((await numbers.next()).value).toBe(1);
			await call(unit('leave'), [how]);
			expect((await numbers.next()).value).toBe(2);
		}
	});

	test('runs on another thread when the one before has ended this one', async () => {
		const words = sharedWords(ROUNDS);
		/** @type {any[]} */
		const lost = [];
		for (let round = 0; round < ROUNDS; round++) {
			await call(unit('leave'), ['exit']);
			if (round % 3 === 0) expect(await call(unit('echo'), [round])).toBe(round);
			else if (round % 3 === 1) expect((await generate(unit('numbers'), []).next()).value).toBe(1);
			else await call(unit('count'), [words, round]).catch((error) => lost.push({ error, round }));
		}
		// Shared memory is an object that the caller has had since.
		for (const { error, round } of lost) {
			expect(error).toMatchObject({ code: 'LP8002', hasBegun: false });
			expect(error.message).toMatch(/ended before it began/);
			expect(words[round]).toBe(0);
		}
		expect(words.reduce((sum, word) => sum + word)).toBe(Math.floor(ROUNDS / 3) - lost.length);
	});

	test('but the call that runs gets what nobody catches', async () => {
		for (const how of ['rejection', 'timer']) {
			const error = await failure(call(unit('wait'), [how]));
			expect(error).toMatchObject({ code: 'LP8002', cause: { message: 'left' } });
			expect(error).not.toHaveProperty('hasBegun');
		}
	});
});

describe('the end of a process', () => {
	test('comes once nothing runs that units have left', async () => {
		const { code, lines, errors } = await runProgram(`
			process.on('beforeExit', () => console.log('before'));
			console.log(await call(reference('left-behind.js#print'), [100, true]));
		`);
		expect({ code, errors }).toEqual({ code: 0, errors: '' });
		expect(lines.filter((line) => line !== 'before')).toEqual(['result', 'late 2', 'late 1']);
		expect(lines.at(-1)).toBe('before');
	});

	test('comes at once, and is announced once, when nothing does', async () => {
		const { code, lines, errors } = await runProgram(`
			process.on('beforeExit', () => console.log('before'));
			console.log(await call(reference('left-behind.js#unreferenced'), []));
		`);
		expect({ code, lines, errors }).toEqual({ code: 0, lines: ['result', 'before'], errors: '' });
	});

	test.each(['rejection', 'timer'])('a %s that a unit has left costs a warning', async (how) => {
		const { code, lines, errors } = await runProgram(`
			process.on('warning', ({ code, detail }) => console.log(code, detail.split('\\n')[0]));
			console.log(await call(reference('left-behind.js#leave'), ['${how}']));
		`);
		expect({ code, lines }).toEqual({ code: 0, lines: [how, 'LP8043 RangeError: left'] });
		expect(errors).toMatch(/\[LP8043\] .*nothing caught it: left/);
	});

	test.each([
		['rejection', 'unhandledRejection'],
		['rejection', 'uncaughtException'],
		['timer', 'uncaughtException'],
	])('a %s that a unit has left is heard by listeners for %s', async (how, event) => {
		const { code, lines, errors } = await runProgram(`
			process.on('${event}', (error) => console.log(error instanceof RangeError, error.message));
			console.log(await call(reference('left-behind.js#leave'), ['${how}']));
		`);
		expect({ code, lines, errors }).toEqual({ code: 0, lines: [how, 'true left'], errors: '' });
	});
});
