/**
 * @typedef {object} Benchmark
 * @property {string} name of its results, and of `npm run bench:<name>`
 * @property {string} script in `bench/`
 * @property {boolean} [isPerNode] its figures are kept for each version of Node
 */

/** All, in the order in which they run. @type {Benchmark[]} */
export const BENCHMARKS = [
	{ name: 'babel', script: 'babel/run.js' },
	{ name: 'cancellation', script: 'cancellation/run.js' },
	{ name: 'cb', script: 'papers/cb/run.js' },
	{ name: 'cb-http', script: 'papers/cb/run-requests.js' },
	{ name: 'compiler', script: 'compiler/run.js' },
	{ name: 'dispatch', script: 'dispatch/run.js' },
	{ name: 'gem-access', script: 'gem-access/main.js', isPerNode: true },
	{ name: 'gem-memory', script: 'gem-memory/run.js' },
	{ name: 'hive', script: 'papers/hive/run.js' },
	{ name: 'messages', script: 'papers/messages/run.js' },
	{ name: 'optional', script: 'optional/run.js' },
	{ name: 'passthrough', script: 'passthrough/run.js' },
	{ name: 'programs', script: 'papers/programs/run.js' },
	{ name: 'servers', script: 'papers/servers/run.js' },
];
