/** @import { UnitReference } from '../types.js' */
import { Reflect } from '../primordials.js';
import { registry } from '../protocol/registry.js';
import { Call } from './call-record.js';
import { runInside, settle, toArray } from './call.js';
import { isFasterHere, noteAnswered, noteRunHere, noteSent } from './cost-model.js';
import { isExiting } from './exit.js';
import { hasInFlight, Turn, waitForTurn } from './in-out.js';
import { guardPromise } from './guard.js';
import { runMarked, runsMarked } from './here.js';
import { areMethodsReplaced, withOwnMethods } from './own-methods.js';
import { host } from './registry.js';
import { DEFAULT_POOL } from './options.js';
import { mayRunAgain } from './run-instead.js';

/**
 * Call a unit of `"use try_cpu_bound"`: on the pool, or right here when sending would take longer than running, or is not possible.
 *
 * The first call goes to the pool, which measures the unit. From then on the cost model (cost-model.js) compares both ways for each
 * call. Every run updates what it knows, so both ways can be left again.
 *
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @param {unknown[] | (() => unknown[]) | undefined} captures
 * @param {Function} inline the source's own function
 * @returns {Promise<unknown>} rejects with what the function throws; LP8001 to LP8015 when it was sent
 */
export function callOrRun(reference, args, captures, inline) {
	if (runsMarked(reference, args)) return runMarked(reference, args, inline);
	host.mark.way = undefined;
	if (host.verifier?.isInside) return runInside(inline, args);
	if (areMethodsReplaced() && !registry.isWorker)
		return withOwnMethods(() => callOrRun(reference, args, captures, inline));
	if (!hasInFlight()) return decide(reference, { args, captures, turn: undefined }, inline);
	const turn = new Turn(!reference.options.inOut);
	const values = [...toArray(args), ...(typeof captures === 'object' ? captures : [])];
	const others = waitForTurn(values, turn);
	if (!others) return decide(reference, { args, captures, turn: undefined }, inline);
	const decided = others.then(() => decide(reference, { args, captures, turn }, inline));
	return guardPromise(decided, reference);
}

/**
 * @param {UnitReference} reference
 * @param {{ args: unknown[] | IArguments, captures: unknown[] | (() => unknown[]) | undefined, turn: Turn | undefined }} values `turn`: that it has waited for
 * @param {Function} inline
 * @returns {Promise<unknown>} as `callOrRun`
 */
function decide(reference, { args, captures, turn }, inline) {
	if (registry.isWorker || isWorthRunning(reference) || isExiting())
		return guardPromise(runInTurn(reference, args, inline, turn), reference);
	let isLone = host.callsHere === 0 && [...host.dispatchers.values()].every((pool) => !pool.isBusy);
	const startMs = performance.now();
	const list = toArray(args);
	const made = new Call(reference, list);
	made.original = inline;
	made.turn = turn;
	const runHere = () => {
		isLone = false; // it has none of the overhead
		reference.figures.calls--; // which counts it again
		return runInline(reference, args, inline);
	};
	made.here = () => void runHere().then(made.resolve, made.reject);
	made.again = (error) => (mayRunAgain(made, error, list) ? runHere() : undefined);
	const result = guardPromise(settle(made, captures, callOrRun), reference);
	noteSent(reference, (performance.now() - startMs) * 1000);
	// Waiting behind other calls is no overhead of this one.
	if (isLone)
		result.then(() => {
			if (isLone) noteAnswered(reference, (performance.now() - startMs) * 1000);
		}, ignore);
	return result;
}

/**
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @param {Function} inline
 * @param {Turn | undefined} turn
 * @returns {Promise<unknown>}
 */
function runInTurn(reference, args, inline, turn) {
	const made = runInline(reference, args, inline);
	if (turn?.isReader) turn.end();
	else if (turn) made.then(turn.end.bind(turn), turn.end.bind(turn));
	return made;
}

/**
 * @param {UnitReference} reference
 * @returns {boolean}
 */
function isWorthRunning(reference) {
	if (reference.staysHere) return true;
	// A signal, a time-out or a transfer needs a thread; a mode other than `pool` is what the user asked for.
	if (host.ambient || host.mode !== 'pool') return false;
	const pool = host.dispatchers.get(reference.options.pool ?? DEFAULT_POOL);
	return isFasterHere(reference, pool?.settings.threads ?? 1);
}

/**
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @param {Function} inline
 * @returns {Promise<unknown>}
 */
async function runInline(reference, args, inline) {
	const { figures } = reference;
	figures.calls++;
	figures.inlineRuns++;
	host.callsHere++;
	const startMs = performance.now();
	try {
		const result = Reflect.apply(inline, undefined, args);
		noteRunHere(reference, (performance.now() - startMs) * 1000);
		const value = await result;
		figures.completed++;
		return value;
	} catch (error) {
		figures.failed++;
		throw error;
	} finally {
		host.callsHere--;
	}
}

/** The caller of `callOrRun` handles it. */
const ignore = () => undefined;
