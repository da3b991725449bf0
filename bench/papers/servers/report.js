/** @import { Machine } from '../../lib/machine.js' */
/** @import { Report, Section } from '../../lib/report.js' */
/** @import { Plan, Point } from './measure.js' */
import { codeLines, readSources } from '../../lib/count-lines.js';
import { digits, spread } from '../../lib/format.js';
import { summarize } from '../../lib/statistics.js';
import { serversChart } from './chart.js';
import { serverClaims, serverGoals } from './claims.js';
import { NAMES, pointOf, ratioOf, registryPerWorker, workersOf } from './figures.js';

/** @type {Record<string, string>} */
const TITLES = {
	'scale-up':
		'Scale-Up: requests are handed to a worker behind, with a session of 14 KB (ReadOnly)',
	immutable: 'Immutable: a registry of 30,000 users that never changes (ReadOnly)',
	cache:
		'Cache: 10,000 values of 500 characters, one of 20 requests changes the one it asks for (AtomicSTM)',
};

/**
 * @param {{ machine: Machine, plan: Plan, figures: Record<string, Point[]>, notes: string[] }} run
 * @returns {Report}
 */
export function serversReport({ machine, plan, figures, notes }) {
	return {
		name: 'servers',
		title: 'Servers [GEM16 §7.3, Fig. 11]',
		machine,
		sections: [
			{ title: 'What ran', text: describeRun(plan, notes) },
			...Object.entries(figures).map(([app, points]) => appSection(app, points)),
			memorySection(figures.immutable),
			linesSection(),
		],
		goals: serverGoals(figures),
		claims: serverClaims(figures),
		data: { plan, figures },
		chart: serversChart(figures),
	};
}

/** @param {Plan} plan @param {string[]} notes */
function describeRun({ rounds, warmUp, seconds, connections }, notes) {
	return `Each server is a process of its own; all of an application are up at once, and get load in turns, ${rounds} rounds of ${seconds} s after ${warmUp} that do not
count. The load is that of \`ab\` with keep-alive (the paper has wrk): a process of it for each worker, with ${connections} connections each, on the same two cores. \`ab\` asks for the same path
each time, so which session, user or key a request is about is decided in the worker, the same way for all. Before the load each worker has answered checks with the same
text. Threads listen on a port each, as behind a balancer, since threads cannot share one on Node 20; processes of a cluster share one. memcached 1.6 runs on
loopback, with a client that sends requests without waiting for the answers before. Median (p10–p90) of requests a second; the latency is that of the slowest client,
median of the rounds, in whole milliseconds as \`ab\` has it. ${notes.join(' ')}`;
}

/** @param {string} app @param {Point[]} points @returns {Section} */
function appSection(app, points) {
	const workers = workersOf(points);
	const ways = Object.keys(NAMES[app]).filter((way) => pointOf(points, way, workers[0]));
	return {
		title: TITLES[app],
		table: {
			columns: [
				'requests a second',
				...workers.flatMap((count) => [`>${count} workers`, '>GEM / it', '>p50, p99 ms']),
			],
			rows: ways.map((way) => [
				NAMES[app][way],
				...workers.flatMap((count) => cellsOf(points, way, count)),
			]),
		},
	};
}

/** @param {Point[]} points @param {string} way @param {number} workers @returns {string[]} */
function cellsOf(points, way, workers) {
	const { loads } = /** @type {Point} */ (pointOf(points, way, workers));
	const [p50, p99] = /** @type {const} */ (['p50', 'p99']).map((which) =>
		digits(summarize(loads.map((load) => load[which])).median),
	);
	return [
		spread(summarize(loads.map(({ perSecond }) => perSecond))),
		digits(ratioOf(points, 'gem', way, workers)),
		`${p50}, ${p99}`,
	];
}

/** @param {Point[]} points of Immutable @returns {Section} */
function memorySection(points) {
	const workers = workersOf(points);
	const megabytes = (/** @type {string} */ way, /** @type {number} */ count) =>
		(pointOf(points, way, count)?.bytes ?? NaN) / 1e6;
	return {
		title: 'Immutable: memory',
		text: 'Of all processes of a server, after the load and garbage collection: what only it has, and its share of what it shares with others (Pss). _Registry_: what each worker has more than a thread without the registry.',
		table: {
			columns: [
				'MB',
				...workers.flatMap((count) => [`>${count} workers`, '>registry, per worker']),
			],
			rows: Object.keys(NAMES.immutable).map((way) => [
				NAMES.immutable[way],
				...workers.flatMap((count) => [
					digits(megabytes(way, count)),
					digits(Math.max(0, registryPerWorker(points, way, count))),
				]),
			]),
		},
	};
}

/** @returns {Section} */
function linesSection() {
	const files = {
		'Scale-Up with a GEM': ['src/answer.js'],
		'Scale-Up by messages': ['src/answer.js', 'message-thread.js'],
		'Scale-Up on piscina or tinypool': ['src/answer.js', 'pool-thread.js'],
		'Scale-Up on workerpool': ['src/answer.js', 'workerpool-thread.js'],
		'the client of memcached, in place of one from npm': ['memcached-client.js'],
		'starting and stopping memcached': ['memcached.js'],
	};
	return {
		title: 'What a user writes',
		text: 'Code lines of files; the stores of the cache and of the registry are a few lines each, side by side in [apps](../papers/servers/apps/).',
		table: {
			columns: ['', '>lines'],
			rows: Object.entries(files).map(([what, names]) => [
				what,
				String(
					readSources(names.map((name) => new URL(name, import.meta.url))).flatMap(codeLines)
						.length,
				),
			]),
		},
	};
}
