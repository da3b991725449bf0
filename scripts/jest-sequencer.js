// The order of test files: those that take longest begin first, so that none of them runs alone at the end, while the other
// process has nothing to do. A clean clone knows no durations, by which Jest would order them.

/** By the time that they take in `npm run check`, the longest first: from two minutes to half of one. */
const LONGEST = [
	'packages/compiler/test/fixtures.test.js',
	'scripts/test/gem-types.test.js',
	'scripts/test/emit-types.test.js',
	'packages/cli/test/run.test.js',
	'scripts/test/install.test.js',
	'fuzz/test/planted.test.js',
	'packages/cli/test/self-lowering.test.js',
	'ecosystem/test/ecosystem.test.js',
	'packages/cli/test/types.test.js',
	'fuzz/test/programs.test.js',
	'bundlers/test/matrix.test.js',
	'fuzz/test/kills.test.js',
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
