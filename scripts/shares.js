// Of which test files a run with TEST_SHARE takes a share, so that all of them end in time on a slow machine: as `npm run check`
// does. `npm test` takes all tests. Other files are run whole, or take a share of what a test does, with some-of.js.

/**
 * Every how manieth test of a file is run, in the order in which they are written.
 *
 * @type {Readonly<Record<string, number>>}
 */
export const SHARES = {
	// Searches of all interleavings within a bound.
	'packages/runtime/test/gem/flights.explored.test.js': 3,
	'packages/runtime/test/gem/memory.explored.test.js': 2,
	'packages/runtime/test/gem/pages.explored.test.js': 2,
	'packages/runtime/test/gem/policies.explored.test.js': 2,
	'packages/runtime/test/gem/ranges.explored.test.js': 3,
	'packages/runtime/test/gem/repeated-right.explored.test.js': 3,
	'packages/runtime/test/gem/slots.explored.test.js': 2,
	'packages/runtime/test/gem/stm-rows.explored.test.js': 2,
	'packages/runtime/test/gem/sync.explored.test.js': 3,
	'packages/runtime/test/gem/tlrw.explored.test.js': 3,
	'packages/runtime/test/gem/undo-log.explored.test.js': 4,
	// Random operations, deaths and races.
	'packages/runtime/test/ahead.test.js': 3,
	'packages/runtime/test/faults.test.js': 2,
	'packages/runtime/test/gem/access-transactions.test.js': 2,
	'packages/runtime/test/gem/access-window.test.js': 2,
	'packages/runtime/test/gem/copies.test.js': 4,
	'packages/runtime/test/gem/crossing.test.js': 2,
	'packages/runtime/test/gem/crowded.test.js': 2,
	'packages/runtime/test/gem/endings.test.js': 2,
	'packages/runtime/test/gem/graph-reclaim.test.js': 2,
	'packages/runtime/test/gem/heap.test.js': 2,
	'packages/runtime/test/gem/linearizability.test.js': 3,
	'packages/runtime/test/gem/region.model.test.js': 2,
	'packages/runtime/test/gem/stress/policies.test.js': 2,
	'packages/runtime/test/gem/transactions.test.js': 2,
	// Tests that start processes and threads of their own.
	'packages/cli/test/build.test.js': 3,
	'packages/cli/test/check.test.js': 2,
	'packages/cli/test/example.test.js': 2,
	'packages/cli/test/explain.test.js': 2,
	'packages/cli/test/fix.test.js': 3,
	'packages/cli/test/gems.test.js': 2,
	'packages/cli/test/link.test.js': 3,
	'packages/cli/test/outputs.test.js': 2,
	'packages/cli/test/places.test.js': 3,
	'packages/cli/test/run.test.js': 3,
	'packages/cli/test/stacks.test.js': 4,
	'packages/cli/test/types.test.js': 3,
	'packages/cli/test/usage.test.js': 2,
	'packages/compiler/test/babel-with-others.test.js': 2,
	'packages/compiler/test/deep-sources.test.js': 2,
	'packages/compiler/test/fixtures-runner.test.js': 2,
	'packages/runtime/test/checks.test.js': 3,
	'packages/runtime/test/generators-given-up.test.js': 2,
	'packages/runtime/test/generators.test.js': 2,
	'packages/runtime/test/hive.test.js': 2,
	'packages/runtime/test/lending.test.js': 3,
	'packages/runtime/test/process.test.js': 3,
	'packages/runtime/test/replaced-built-ins.test.js': 4,
	'packages/runtime/test/signals.test.js': 2,
	'packages/runtime/test/verify.test.js': 3,
	'packages/runtime/test/workers.test.js': 2,
};
