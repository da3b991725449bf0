// Calls that run where they are made, by their mark; and calls that fail beside others.
import { createRequire } from 'node:module';
import { close, configure } from '@lapidary/runtime';
import {
	call,
	callHereOrThere,
	callOrRun,
	here,
	there,
	unit,
} from '@lapidary/runtime/internal/host';
import { failure, reference } from './fixtures.js';

afterEach(async () => {
	await close();
	configure({});
});

const require = createRequire(import.meta.url);
const { createBridge, createMarks } = require('../src/internal/bridge.cjs');
/** @param {string[]} list @param {string} value */
const original = (list, value) => {
	list.push(`here ${value}`);
	return list.length;
};
const push = reference('in-out.js#push', { inOut: [0] });
const pushHere = reference('in-out.js#push', { inOut: [0], here: true });
const pushAndThrow = reference('in-out.js#pushAndThrow', { inOut: [0] });
const pushSlowly = reference('in-out.js#pushSlowly', { inOut: [0] });

test('the mark is of the call that is made next', async () => {
	const list = [];
	expect(callHereOrThere(push, [here(list), 'a'], undefined, original)).toBe(1);
	const sent = callHereOrThere(push, [list, 'b'], undefined, original);
	expect(list).toEqual(['here a']);
	expect(await sent).toBe(2);
	expect(list).toEqual(['here a', 'b']);
	expect(push.figures).toMatchObject({ calls: 2, completed: 2, inlineRuns: 1 });
});

test('a unit that other names have runs where it is called, unless the call is marked', async () => {
	const list = [];
	expect(callHereOrThere(pushHere, [list, 'a'], undefined, original)).toBe(1);
	expect(await callHereOrThere(pushHere, [there(list), 'b'], undefined, original)).toBe(2);
	expect(callOrRun(pushHere, [list, 'c'], undefined, original)).toBe(3);
	expect(list).toEqual(['here a', 'b', 'here c']);
});

test('what a marked call throws is thrown, and counted', () => {
	const failing = () => {
		throw new RangeError('here');
	};
	const before = push.figures.failed;
	expect(() => callHereOrThere(push, [here([]), 1], undefined, failing)).toThrow('here');
	expect(push.figures.failed).toBe(before + 1);
});

test('a mark of CommonJS is one of ES modules', async () => {
	const marks = createMarks(call, callOrRun);
	const list = [];
	expect(callHereOrThere(push, [marks.here(list), 'a'], undefined, original)).toBe(1);
	here(list);
	expect(marks.callHereOrThere(push, [list, 'b'], undefined, original)).toBe(2);
	expect(marks.callHereOrThere(pushHere, [list, 'c'], undefined, original)).toBe(3);
	expect(await marks.callHereOrThere(pushHere, [marks.there(list), 'd'])).toBe(4);
	expect(list).toEqual(['here a', 'here b', 'here c', 'd']);
});

test('calls that are kept until the runtime is there go to the pool, as they were marked', async () => {
	const bridge = createBridge(import('@lapidary/runtime/internal/host'));
	const { id, url } = push;
	const early = bridge.unit(id, url, { inOut: [0], here: true });
	const list = [];
	expect(bridge.callOrRun(early, [list, 'a'], undefined, original)).toBe(1);
	const sent = bridge.callOrRun(early, [bridge.there(list), 'b'], undefined, original);
	expect(list).toEqual(['here a']);
	expect(await sent).toBe(2);
	expect(list).toEqual(['here a', 'b']);
	unit(id, url, push.options); // the figures of other tests
});

test('a call that fails waits for those that the same code has made, and the first one fails first', async () => {
	const lists = [[], [], [], []];
	const units = [pushSlowly, pushAndThrow, pushSlowly, pushAndThrow];
	/** @type {number[]} */
	const failed = [];
	const made = lists.map((list, at) => call(/** @type {any} */ (units[at]), [list, at]));
	for (const [at, one] of made.entries()) one.catch(() => failed.push(at));
	expect(await failure(Promise.all(made))).toMatchObject({ message: 'has pushed 1' });
	expect(lists).toEqual([[0], [1], [2], [3]]);
	await Promise.allSettled(made);
	expect(failed).toEqual([1, 3]);
});

test('a call of other code is not waited for', async () => {
	const later = call(pushSlowly, [[], 'later']);
	await null;
	const list = [];
	const ended = later.then(() => 'later');
	const failing = call(pushAndThrow, [list, 'now']).catch(() => 'failed');
	expect(await Promise.race([ended, failing])).toBe('failed');
	await later;
});
