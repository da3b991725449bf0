// Every access and method with operands that call code of users in the middle of it, which shortens, lengthens, replaces, releases, sends
// and aborts: other GEMs are what they were, the GEM itself is whole, and its memory comes back. How many there are is in docs/gem.md.
import { usage } from '../../src/gem/index.js';
import { allCalls } from './hostile/calls.js';
import { explore } from './hostile/explore.js';
import { plainFunctions } from './hostile/paths.js';

/** Of a log, which stays; as do shapes of objects. */
const CHUNK = 8192;

const calls = allCalls();
const bytesInUse = () => usage().bytesInUse;

/** @param {Function[]} functions by call */
async function check(functions) {
	await explore(calls.slice(0, 8), functions); // what stays is there now
	const before = bytesInUse();
	const { combinations, failures } = await explore(calls, functions);
	expect(failures).toEqual([]);
	expect(bytesInUse() - before).toBeLessThanOrEqual(CHUNK);
	return combinations;
}

test('as it is written', async () => {
	expect(await check(plainFunctions(calls))).toBeGreaterThanOrEqual(35_000);
}, 300_000);
