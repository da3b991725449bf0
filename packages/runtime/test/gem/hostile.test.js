// Every access and method with operands that call code of users in the middle of it, which shortens, lengthens, replaces, releases, sends
// and aborts: other GEMs are what they were, the GEM itself is whole, and its memory comes back. How many there are is in docs/gem.md.
import { isShare, someOf } from '../../../../scripts/some-of.js';
import { usage } from '../../src/gem/index.js';
import { allAccesses, allCalls } from './hostile/calls.js';
import { explore } from './hostile/explore.js';
import { compiledFunctions, places, plainFunctions } from './hostile/paths.js';

/** Of a log, which stays; as do shapes of objects. */
const CHUNK = 8192;

const LIMIT = 600_000;
const SHARE = 60;
const calls = someOf(allCalls(), SHARE);
const least = (/** @type {number} */ combinations) =>
	isShare ? (0.85 * combinations) / SHARE : combinations;
const bytesInUse = () => usage().bytesInUse;

/**
 * @param {string[]} expressions
 * @param {Function[]} functions by expression
 * @param {Parameters<typeof explore>[2]} [options]
 */
async function check(expressions, functions, options) {
	await explore(expressions.slice(0, 8), functions, options); // what stays is there now
	const before = bytesInUse();
	const { combinations, failures } = await explore(expressions, functions, options);
	expect(failures).toEqual([]);
	expect(bytesInUse() - before).toBeLessThanOrEqual(CHUNK);
	return combinations;
}

test(
	'as it is written',
	async () => {
		expect(await check(calls, plainFunctions(calls))).toBeGreaterThanOrEqual(least(48_000));
	},
	LIMIT,
);

test(
	'compiled',
	async () => {
		const { functions, sites } = compiledFunctions(calls);
		expect(sites).toBeGreaterThanOrEqual(calls.length);
		expect(await check(calls, functions)).toBeGreaterThanOrEqual(least(48_000));
	},
	LIMIT,
);

// What takes memory away that compiled code knows of; the other acts are those of the test above.
const only = ['shorten', 'replace', 'release', 'give up', 'send'];
const accesses = someOf(allAccesses(), SHARE);
const others = Object.entries(places).filter(([name]) => name !== 'a loop over elements');

test.each(others)(
	'compiled, in %s',
	async (name, place) => {
		const { functions, sites } = compiledFunctions(accesses, place);
		expect(sites).toBeGreaterThanOrEqual(accesses.length);
		const kinds = /row/.test(name) ? ['rows'] : undefined;
		expect(await check(accesses, functions, { only, kinds })).toBeGreaterThanOrEqual(least(6_000));
	},
	LIMIT,
);
