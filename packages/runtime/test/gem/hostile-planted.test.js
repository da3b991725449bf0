// The harness of hostile.test.js finds what it is for: faults that are put back here change guards.
import { jest } from '@jest/globals';
import { isShare, someOf } from '../../../../scripts/some-of.js';
import { copyTooEarly } from './hostile/planted.js';

const path = '../../src/gem/graph/array-methods.js';
const real = await import(path);
const planted = { isOn: false };
jest.unstable_mockModule(path, () => ({
	...real,
	copyWithin: (...given) =>
		planted.isOn ? copyTooEarly(...given, real.copyWithin) : real.copyWithin(...given),
}));
const { allCalls } = await import('./hostile/calls.js');
const { explore } = await import('./hostile/explore.js');
const { plainFunctions } = await import('./hostile/paths.js');
const { viewOf } = await import('../../src/gem/define/sides.js');

const calls = allCalls().filter((call) => /copyWithin|fill/.test(call));
const functions = plainFunctions(calls);

test('without a fault, nothing is found', async () => {
	const { failures, combinations } = await explore(someOf(calls, 3), functions);
	expect(failures).toEqual([]);
	expect(combinations).toBeGreaterThan(isShare ? 600 : 2000);
});

test('positions that are converted once the array was looked at', async () => {
	planted.isOn = true;
	const { failures } = await explore(calls, functions, { keepsReplaced: false, mostFailures: 1 });
	planted.isOn = false;
	expect(failures[0]).toMatch(/^list\.copyWithin.* guards$/);
});

test('a release in the middle of a block', async () => {
	const release = (gem) => viewOf(gem).handle.release();
	const { failures } = await explore(calls, functions, { release, mostFailures: 1 });
	expect(failures[0]).toMatch(/guards$/);
});
