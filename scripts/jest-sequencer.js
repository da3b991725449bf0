// The order of test files: those that take minutes begin first, so that none of them runs alone at the end, while the other
// process has nothing to do. A clean clone knows no durations, by which Jest would order them.

/** By the time that they take, the longest first; minutes each. */
const LONGEST = [
	'packages/compiler/test/fixtures.test.js',
	'ecosystem/test/ecosystem.test.js',
	'fuzz/test/programs.test.js',
	'fuzz/test/planted.test.js',
	'packages/runtime/test/gem/hostile.test.js',
	'packages/cli/test/run.test.js',
	'bundlers/test/matrix.test.js',
	'packages/compiler/test/test-runners/jest.test.js',
	'ecosystem/test/vitest.test.js',
	'scripts/test/install.test.js',
	'packages/runtime/test/gem/ranges.explored.test.js',
];

/** @param {{ path: string }} test @returns {number} */
function placeOf({ path }) {
	const place = LONGEST.findIndex((name) => path.replaceAll('\\', '/').endsWith(name));
	return place < 0 ? LONGEST.length : place;
}

/** What Jest asks of a sequencer, without shards and the memory of failures. */
export default class Sequencer {
	/** @template {{ path: string }} T @param {T[]} tests @returns {T[]} */
	sort(tests) {
		return [...tests].sort((one, other) => placeOf(one) - placeOf(other));
	}

	/** @template T @param {T[]} tests @returns {T[]} */
	allFailedTests(tests) {
		return tests;
	}

	cacheResults() {}
}
