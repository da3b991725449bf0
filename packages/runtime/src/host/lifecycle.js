/** @import { UnitFigures } from '../types.js' */
import { badRuntimeOption } from '../errors/codes.js';
import { Object, Reflect } from '../primordials.js';
import { host } from './registry.js';

/**
 * Wait until no call is queued or running, in any pool.
 *
 * @returns {Promise<void>}
 */
export async function drain() {
	// Results of one pool may lead to calls in another.
	const isBusy = () =>
		host.waitingCalls > 0 || [...host.dispatchers.values()].some((pool) => pool.isBusy);
	do {
		await Promise.all([...host.dispatchers.values()].map((pool) => pool.drain()));
		if (host.waitingCalls > 0) await new Promise((resolve) => void setImmediate(resolve));
	} while (isBusy());
}

/**
 * End all threads. Later calls reject with LP8008 until `configure` is called.
 *
 * A program that has finished its work exits without it.
 *
 * @param {{ force?: boolean }} [options] `force`: do not wait for calls that are queued or running; they reject with LP8008
 * @returns {Promise<void>} resolves when the threads have ended
 * @throws {LapidaryError} LP8009
 */
export async function close(options = {}) {
	for (const key of Object.keys(options)) {
		if (key !== 'force' || !['boolean', 'undefined'].includes(typeof options.force)) {
			const value = String(Reflect.get(options, key));
			const accepted = key === 'force' ? 'true or false' : 'nothing: the option is force';
			throw badRuntimeOption({ option: `close.${key}`, value, accepted }, { option: key });
		}
	}
	host.isClosed = true;
	if (options.force !== true) await drain();
	const dispatchers = [...host.dispatchers.values()];
	host.dispatchers.clear();
	await Promise.all(dispatchers.map((dispatcher) => dispatcher.close()));
}

/**
 * @typedef {object} PoolStats
 * @property {number} threads that exist
 * @property {number} idle of these
 * @property {number} queued calls that wait
 * @property {number} running calls that have been sent and are not settled
 *
 * @typedef {object} Stats
 * @property {number} calls since the process started
 * @property {number} completed
 * @property {number} failed
 * @property {number} queued
 * @property {number} running
 * @property {number} batches groups of two and more calls
 * @property {number} threads
 * @property {Record<string, PoolStats>} pools
 * @property {Record<string, UnitFigures & { meanBatchSize: number }>} units by id; `meanRunUs` is -1 before the first result
 */

/**
 * Report what the runtime has done and is doing.
 *
 * @returns {Stats} a copy; counts only, no clock is read
 */
export function stats() {
	/** @type {Stats} */
	const report = {
		calls: 0,
		completed: 0,
		failed: 0,
		queued: 0,
		running: 0,
		batches: 0,
		threads: 0,
		pools: {},
		units: {},
	};
	for (const [name, pool] of host.dispatchers) {
		const { threads, idle } = pool.threadCounts;
		const counts = { threads, idle, queued: pool.queuedCalls, running: pool.runningCalls };
		report.pools[name] = counts;
		report.threads += threads;
		report.queued += counts.queued;
		report.running += counts.running;
	}
	for (const [id, { figures }] of host.units) {
		const { batches, batchedCalls } = figures;
		const meanBatchSize = batches === 0 ? 0 : batchedCalls / batches;
		report.units[id] = { ...figures, meanBatchSize };
		report.calls += figures.calls;
		report.completed += figures.completed;
		report.failed += figures.failed;
		report.batches += batches;
	}
	return report;
}
