/** @import { Point } from './measure.js' */
import { pairedRatio } from '../../lib/statistics.js';

/** @type {Record<string, Record<string, string>>} */
export const NAMES = {
	'scale-up': {
		gem: 'Lapidary, session in a GEM',
		clone: 'worker_threads, clone',
		json: 'worker_threads, JSON',
		piscina: 'piscina, clone',
		tinypool: 'tinypool, clone',
		workerpool: 'workerpool, clone',
	},
	immutable: {
		gem: 'one GEM',
		threads: 'a copy in each thread',
		processes: 'cluster, a copy in each process',
		objectBuffer: '@bnaya/objectbuffer',
		none: 'threads without the registry',
	},
	cache: {
		gem: 'AtomicSTM',
		memcached: 'memcached, threads',
		memcachedProcesses: 'memcached, cluster',
		own: 'a cache of its own in each thread',
	},
};

/** @param {Point[]} points @param {string} way @param {number} workers */
export const pointOf = (points, way, workers) =>
	points.find((point) => point.way === way && point.workers === workers);

/** @param {Point | undefined} point @returns {number[]} requests a second, by round */
export const throughput = (point) => (point ? point.loads.map(({ perSecond }) => perSecond) : []);

/** @param {Point[]} points @param {string} way @param {string} base @param {number} workers @returns {number} NaN when one has not run */
export function ratioOf(points, way, base, workers) {
	const [one, other] = [way, base].map((each) => throughput(pointOf(points, each, workers)));
	return one.length === 0 || other.length === 0 ? NaN : pairedRatio(one, other).median;
}

/** @param {Point[]} points */
export const workersOf = (points) => [...new Set(points.map(({ workers }) => workers))];

/** @param {Point[]} points of Immutable @param {string} way @param {number} workers @returns {number} MB */
export function registryPerWorker(points, way, workers) {
	const [all, without] = [way, 'none'].map((each) => pointOf(points, each, workers)?.bytes ?? NaN);
	return (all - without) / workers / 1e6;
}
