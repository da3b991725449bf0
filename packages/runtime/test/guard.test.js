// Promises of calls that are used as the values they are promises of.
import { inspect } from 'node:util';
import { close, configure } from '@lapidary/runtime';
import { call, callOrRun } from '@lapidary/runtime/internal/host';
import { reference } from './fixtures.js';

const echo = reference('values.js#echo');
const environment = process.env.NODE_ENV;

afterEach(async () => {
	process.env.NODE_ENV = environment;
	if (environment === undefined) delete process.env.NODE_ENV;
	await close({ force: true });
	configure({});
});

/** @type {[string, string, (promise: any) => unknown][]} */
const USES = [
	['+', 'a number or a string', (promise) => promise + 1],
	['-', 'a number or a string', (promise) => promise - 1],
	['>', 'a number or a string', (promise) => promise > 1],
	['==', 'a number or a string', (promise) => promise == 1], // eslint-disable-line eqeqeq -- reason: what is tested
	['a template', 'a number or a string', (promise) => `${promise}`],
	['an index', 'a number or a string', (promise) => [1][promise]],
	['JSON.stringify', 'data for JSON', (promise) => JSON.stringify({ promise })],
	['spread', 'an iterable', (promise) => [...promise]],
	['destructuring', 'an iterable', (promise) => ([promise] = promise)],
];

describe('in development', () => {
	test.each(USES)('%s throws', async (_title, how, use) => {
		const promise = call(echo, [7]);
		const message = `a call of \`test/values.js#echo\` is used as ${how} here, and it is a promise`;
		expect(() => use(promise)).toThrow(expect.objectContaining({ code: 'LP8016', message }));
		expect(await promise).toEqual(await call(echo, [7]));
	});

	test('a call that runs here is no other', async () => {
		const local = () => 7;
		const promise = callOrRun(echo, [7], undefined, local);
		expect(() => /** @type {any} */ (promise) * 2).toThrow(
			expect.objectContaining({ code: 'LP8016' }),
		);
		await promise;
	});

	test('what takes promises has them as they are', async () => {
		const promise = call(echo, [7]);
		const [value] = await Promise.all([promise]);
		expect(await promise).toBe(value);
		expect(await promise.finally(() => {})).toBe(value);
		expect(inspect(promise)).toMatch(/^Promise \{\s+7,?\s/);
		expect(Object.keys(promise)).toEqual([]);
		expect(promise instanceof Promise && promise !== null && Boolean(promise)).toBe(true);
	});
});

test('in production nothing is checked', async () => {
	process.env.NODE_ENV = 'production';
	// Decided with a unit's first call.
	const promise = call(reference('values.js#echo'), [7]);
	expect(`${promise}`).toBe('[object Promise]');
	expect(JSON.stringify({ promise })).toBe('{"promise":{}}');
	await promise;
});
