/** @import { UnitReference } from '../types.js' */
import { Reflect } from '../primordials.js';
import { registry } from '../protocol/registry.js';
import { nextMean } from './batch-size.js';
import { Call } from './call-record.js';
import { runInside, settle, toArray } from './call.js';
import { isExiting } from './exit.js';
import { afterThoseInFlight, hasInFlight } from './in-out.js';
import { guardPromise } from './guard.js';
import { areMethodsReplaced, withOwnMethods } from './own-methods.js';
import { host } from './registry.js';
import { mayRunAgain } from './run-instead.js';

// What a call in a burst costs the host when batches carry it: less than this, and sending never pays.
const BURST_COST_US = 5;

/**
 * Call a unit of `"use try_cpu_bound"`: on the pool, or right here when sending would take longer than running, or is not possible.
 *
 * The first call goes to the pool, which measures the unit. From then on a call runs here while the unit's mean run time is
 * below the measured overhead of a dispatch, and as long as the calls of one turn of the event loop together take no more
 * than that: a burst of calls, each short, is worth sending. Every run updates the mean, so both ways can be left again.
 *
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @param {unknown[] | (() => unknown[]) | undefined} captures
 * @param {Function} inline the source's own function
 * @returns {Promise<unknown>} rejects with what the function throws; LP8001 to LP8015 when it was sent
 */
export function callOrRun(reference, args, captures, inline) {
	if (host.verifier?.isInside) return runInside(inline, args);
	if (areMethodsReplaced() && !registry.isWorker)
		return withOwnMethods(() => callOrRun(reference, args, captures, inline));
	const others =
		hasInFlight() &&
		afterThoseInFlight([...toArray(args), ...(typeof captures === 'object' ? captures : [])]);
	if (others)
		return guardPromise(
			others.then(() => callOrRun(reference, args, captures, inline)),
			reference,
		);
	if (registry.isWorker || isWorthRunning(reference) || isExiting())
		return guardPromise(runInline(reference, args, inline), reference);
	let isLone = [...host.dispatchers.values()].every((pool) => !pool.isBusy);
	const startMs = performance.now();
	const list = toArray(args);
	const made = new Call(reference, list);
	made.original = inline;
	const runHere = () => {
		isLone = false; // it has none of the overhead
		reference.figures.calls--; // which counts it again
		return runInline(reference, args, inline);
	};
	made.here = () => void runHere().then(made.resolve, made.reject);
	made.again = (error) => (mayRunAgain(made, error, list) ? runHere() : undefined);
	const result = guardPromise(settle(made, captures, callOrRun), reference);
	// Waiting behind other calls is no overhead of this one.
	if (isLone) result.then(() => noteOverhead(reference, startMs), ignore);
	return result;
}

/**
 * @param {UnitReference} reference
 * @returns {boolean}
 */
function isWorthRunning({ figures, staysHere }) {
	if (staysHere) return true;
	// A signal, a time-out or a transfer needs a thread; a mode other than `pool` is what the user asked for.
	if (host.ambient || host.mode !== 'pool') return false;
	const { meanRunUs } = figures;
	if (meanRunUs < 0 || meanRunUs > host.overheadUs) return false;
	return meanRunUs <= BURST_COST_US || host.inlineUs + meanRunUs <= host.overheadUs;
}

/**
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @param {Function} inline
 * @returns {Promise<unknown>}
 */
async function runInline({ figures }, args, inline) {
	figures.calls++;
	figures.inlineRuns++;
	const startMs = performance.now();
	try {
		const result = Reflect.apply(inline, undefined, args);
		noteInlineRun(figures, startMs);
		const value = await result;
		figures.completed++;
		return value;
	} catch (error) {
		figures.failed++;
		throw error;
	}
}

/**
 * @param {UnitReference['figures']} figures
 * @param {number} startMs
 */
function noteInlineRun(figures, startMs) {
	const runUs = (performance.now() - startMs) * 1000;
	figures.meanRunUs = nextMean(figures.meanRunUs, runUs);
	// The first run of a turn starts the account of that turn.
	if (host.inlineUs === 0) setImmediate(() => (host.inlineUs = 0)).unref();
	host.inlineUs += runUs;
}

/**
 * @param {UnitReference} reference
 * @param {number} startMs
 */
function noteOverhead({ figures }, startMs) {
	const overheadUs = (performance.now() - startMs) * 1000 - figures.meanRunUs;
	// Starting the first thread takes a hundred times as long as using it.
	if (overheadUs > 0 && overheadUs < 1000) host.overheadUs = nextMean(host.overheadUs, overheadUs);
}

/** The caller of `callOrRun` handles it. */
const ignore = () => undefined;
