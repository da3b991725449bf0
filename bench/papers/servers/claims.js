/** @import { Claim } from '../../lib/claims.js' */
/** @import { Goal } from '../../lib/goals.js' */
/** @import { Point } from './measure.js' */
import { verdictAtLeast } from '../../lib/claims.js';
import { digits } from '../../lib/format.js';
import { summarize } from '../../lib/statistics.js';
import { pointOf, ratioOf, registryPerWorker, throughput, workersOf } from './figures.js';

/** As many as there are cores. */
const BOTH_CORES = 2;

/** @param {Point[]} cache @param {number} workers @returns {number} AtomicSTM over the better of the two with memcached; NaN without one */
function overMemcached(cache, workers) {
	const ratios = ['memcached', 'memcachedProcesses'].map((way) =>
		ratioOf(cache, 'gem', way, workers),
	);
	return Math.min(...ratios);
}

/** @param {Record<string, Point[]>} figures @returns {Goal[]} */
export function serverGoals({ cache }) {
	const value = overMemcached(cache, BOTH_CORES);
	if (Number.isNaN(value)) return [];
	const name = `Cache on ${BOTH_CORES} workers: requests a second, AtomicSTM over memcached (the better of threads and cluster)`;
	return [{ name, value, direction: 'at least', limit: 1 }];
}

/** @param {Record<string, Point[]>} figures @returns {Claim[]} */
export function serverClaims({ 'scale-up': scaleUp, immutable, cache }) {
	return [scaleUpClaim(scaleUp), ...immutableClaims(immutable), ...cacheClaims(cache)];
}

/** @param {Point[]} points @param {(workers: number) => number} ratio */
const byWorkers = (points, ratio) =>
	workersOf(points)
		.map((workers) => `${digits(ratio(workers))} on ${workers}`)
		.join(', ');

/** @param {Point[]} points @returns {Claim} */
function scaleUpClaim(points) {
	const ratios = workersOf(points).map((workers) => ratioOf(points, 'gem', 'clone', workers));
	return {
		paper: '[GEM16 §7.3, Fig. 11, Scale-Up]',
		claim: 'With GEMs for the messages between workers, the service performs considerably better.',
		expected: 'in a chart; no figures in the text',
		measured: `requests a second, GEM over clone: ${byWorkers(points, (workers) => ratioOf(points, 'gem', 'clone', workers))} workers; over JSON: ${byWorkers(points, (workers) => ratioOf(points, 'gem', 'json', workers))}`,
		verdict: verdictAtLeast(Math.min(...ratios), { reproduced: 1.2 }),
		why: 'considerably: 1.2 times at each number of workers; sessions are made once, and sent with each request',
	};
}

/** @param {Point[]} points @returns {Claim[]} */
function immutableClaims(points) {
	const paper = '[GEM16 §7.3, Fig. 11, Immutable]';
	const counts = workersOf(points);
	const most = counts[counts.length - 1];
	const ratios = counts.map((workers) => ratioOf(points, 'gem', 'threads', workers));
	const [ofGem, ofCopies] = ['gem', 'threads'].map((way) => registryPerWorker(points, way, most));
	const saving = ofCopies / Math.max(ofGem, 0.1);
	return [
		{
			paper,
			claim: 'A service scales alike with a shared GEM and with copies.',
			expected: 'identical',
			measured: `requests a second, GEM over copies in threads: ${byWorkers(points, (workers) => ratioOf(points, 'gem', 'threads', workers))} workers`,
			verdict: verdictAtLeast(Math.min(...ratios), { reproduced: 0.9, beaten: 1.1 }),
			why: 'a user is copied out of the GEM for each answer (`snapshot`), where a copy is just read; identical: at least 0.9 times',
		},
		{
			paper,
			claim: 'Each worker of Node.js has a copy; with GEMs there is one.',
			expected: 'no figures in the text',
			measured: `${digits(Math.max(0, ofGem))} MB of the registry for each of ${most} workers with a GEM, ${digits(ofCopies)} MB with copies in threads`,
			verdict: verdictAtLeast(saving, { reproduced: most / 2 }),
			why: `half of the possible saving, ${most} times, counts as reproduced`,
		},
	];
}

/** @param {Point[]} points @returns {Claim[]} */
function cacheClaims(points) {
	const paper = '[GEM16 §7.3, Fig. 11, Cache]';
	const value = overMemcached(points, BOTH_CORES);
	if (Number.isNaN(value)) return [];
	const counts = workersOf(points);
	const perSecond = counts.map(
		(workers) => summarize(throughput(pointOf(points, 'gem', workers))).median,
	);
	const best = counts[perSecond.indexOf(Math.max(...perSecond))];
	return [
		{
			paper,
			claim: 'A cache in a GEM of transactions performs as one in memcached does.',
			expected: 'comparable',
			measured: `requests a second, AtomicSTM over the better of both with memcached: ${byWorkers(points, (workers) => overMemcached(points, workers))} workers`,
			verdict: verdictAtLeast(value, { reproduced: 0.9, beaten: 1.1 }),
			why: `judged on ${BOTH_CORES} workers; most of a request is Node's HTTP: a cache of its own in each thread, which shares nothing, has ${byWorkers(points, (workers) => ratioOf(points, 'own', 'gem', workers))} times as many`,
		},
		{
			paper,
			claim: 'It is best with as many workers as there are cores.',
			expected: '16 workers on 16 cores',
			measured: `best with ${best} of ${counts.join(', ')} workers, on 2 cores that the load generator uses too`,
			verdict: best === BOTH_CORES ? 'reproduced' : 'not reproduced',
			why: 'the load generator and memcached have cores of their own in the paper',
		},
	];
}
