/** @import { CallOptions, ClassesThunk, Mode, UnitOptions, UnitReference } from '../types.js' */
import { poolClosed, unknownPool } from '../errors/codes.js';
import { isLapidaryError } from '../errors/lapidary-error.js';
import { withoutRuntimeFrames } from '../errors/record.js';
import { isArray, Reflect, slice, Promise, Set, Object } from '../primordials.js';
import { KnownClasses, NO_CLASSES } from '../protocol/classes.js';
import { registry } from '../protocol/registry.js';
import { builtInsFor } from './built-ins.js';
import { Call } from './call-record.js';
import { attachCallback, settleCallback } from './callback.js';
import { runHere } from './direct.js';
import { Dispatcher } from './dispatch.js';
import { publishCall } from './events.js';
import { isExiting, tellAtExit } from './exit.js';
import { hasInFlight, Turn, waitForOthersOf, waitForTurn } from './in-out.js';
import { guardPromise } from './guard.js';
import { endLoan } from './lend.js';
import { LocalTrip } from './local-trip.js';
import { DEFAULT_POOL, readMode, readPoolSettings, readVerify } from './options.js';
import { host } from './registry.js';
import { areMethodsReplaced, withOwnMethods } from './own-methods.js';
import { runInstead } from './run-instead.js';
import { describeFullQueue, isCallersOwn } from './settle.js';
import { captureTrace, withAwaitingFrames } from './trace.js';
import { describeRefusal, inspectValues } from './values.js';
import { Verifier } from './verify/verifier.js';
import { describeAbort, watchCall } from './watch.js';

/**
 * Name a unit of a worker module; emitted host modules call it once per unit, at the first call.
 *
 * @param {string} id `<package>/<path>#<qualified name>`
 * @param {string} url of the worker module
 * @param {UnitOptions} [options] from the directive
 * @param {ClassesThunk} [classes] the host module's classes by name; read when a value first needs one
 * @returns {UnitReference}
 */
export function unit(id, url, options = {}, classes = undefined) {
	/** @type {import('../types.js').UnitFigures} */
	const figures = {
		calls: 0,
		completed: 0,
		failed: 0,
		batches: 0,
		batchedCalls: 0,
		largestBatch: 0,
		inlineRuns: 0,
		meanRunUs: -1,
	};
	const known = classes ? new KnownClasses(classes) : NO_CLASSES;
	const reference = {
		id,
		url,
		key: host.nextKey++,
		options,
		classes: known,
		figures,
		budget: undefined,
		guard: undefined,
	};
	host.units.set(id, reference);
	return reference;
}

/**
 * Run a unit on its pool.
 *
 * Arguments and captures cross as they are now, as one graph: identity, aliasing and cycles between them survive.
 *
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @param {unknown[] | (() => unknown[])} [captures] a thunk that throws rejects the promise
 * @param {Function} [original] the source's own function, for LAPIDARY_MODE=verify
 * @returns {Promise<unknown>} the result; rejects with what the unit threw, or LP8001 to LP8015
 */
export function call(reference, args, captures, original) {
	if (original && host.verifier?.isInside) return runInside(original, args);
	if (areMethodsReplaced()) return withOwnMethods(() => call(reference, args, captures, original));
	const made = new Call(reference, toArray(args));
	made.original = original;
	return guardPromise(settle(made, captures, call), reference);
}

/**
 * A unit that another one calls runs on the spot, in the plain program and where that is repeated.
 *
 * @param {Function} original
 * @param {unknown[] | IArguments} args
 * @returns {any} what it returns: no promise, where the source has none
 */
export function runInside(original, args) {
	host.ambient = undefined;
	return Reflect.apply(original, undefined, args);
}

/**
 * @param {Call} made
 * @param {unknown[] | (() => unknown[]) | undefined} captures
 * @param {Function} entry the function that the stub called
 * @returns {Promise<unknown>}
 */
export async function settle(made, captures, entry) {
	/** @type {Promise<unknown>} */
	const result = new Promise((resolve, reject) => {
		// The body has called back before it ends, and calls back are delivered in later turns.
		const isAfter = made.callback !== undefined;
		made.resolve = isAfter ? (value) => void setImmediate(resolve, value) : resolve;
		made.reject = isAfter ? (error) => void setImmediate(reject, error) : reject;
	});
	begin(made, captures, entry);
	try {
		const value = await result;
		made.turn?.end();
		return value;
	} catch (error) {
		made.turn?.end();
		const again = made.again?.(error);
		if (again) return again;
		// What has ended the call without its unit cannot wait for others.
		const hasThrown = made.toError === undefined && !isLapidaryError(error);
		if (made.turn && hasThrown) await waitForOthersOf(made.turn);
		const isUntold = made.dispatcher && !made.trace && !isCallersOwn(made, error);
		throw isUntold ? withAwaitingFrames(error, settle) : error;
	}
}

/**
 * Run a unit whose last declared parameter is called as a callback [CB §IV.D, Listings 2 and 3].
 *
 * When the last argument is a function, the body runs in the worker with a stand-in; whenever that is called, its
 * receiver and arguments come back and the function is called with them, in order, in later turns of the event
 * loop. If the body throws, an `(err, …)` callback gets the error, else the promise or, without it, an unhandled rejection.
 *
 * @param {UnitReference} reference
 * @param {unknown[] | IArguments} args
 * @param {unknown[] | (() => unknown[])} [captures]
 * @param {Function} [original] the source's own function, for LAPIDARY_MODE=verify
 * @returns {Promise<unknown> | undefined} undefined in callback form, unless the unit's `promise` is set; else as `call`
 */
export function callWithCallback(reference, args, captures, original) {
	if (original && host.verifier?.isInside) return runInside(original, args);
	if (areMethodsReplaced())
		return withOwnMethods(() => callWithCallback(reference, args, captures, original));
	const list = toArray(args);
	const callback = list[list.length - 1];
	if (typeof callback !== 'function') return call(reference, list, captures, original);
	const made = new Call(reference, slice(list, 0, -1));
	made.original = original;
	// As in the plain program, whoever calls gets what it throws.
	if (original && reference.options.optional)
		made.here = () => Reflect.apply(original, undefined, list);
	attachCallback(made, callback, host.nextCallbackId++);
	if (reference.options.promise)
		return settleCallback(made, settle(made, captures, callWithCallback));
	begin(made, captures, callWithCallback);
	return undefined;
}

/**
 * @param {unknown[] | IArguments} args
 * @returns {unknown[]}
 */
export const toArray = (args) => (isArray(args) ? args : slice(args));

/**
 * Start a call; whatever goes wrong, even now, ends it by its own `reject`.
 *
 * @param {Call} made
 * @param {unknown[] | (() => unknown[]) | undefined} captures
 * @param {Function | undefined} entry the function that the stub called; undefined in a later turn, whose frames are not the caller's
 */
function begin(made, captures, entry) {
	const options = host.ambient;
	host.ambient = undefined; // for this call only
	made.reference.figures.calls++;
	try {
		made.takeCaptures(captures);
		const others = hasInFlight() && waitForOthers(made);
		if (!others) return start(made, options, entry);
		made.trace ??= captureTrace(entry, made.reference.figures);
		made.reference.figures.calls--; // it begins again, with what the others have left
		const dispatcher = modeOfCalls() === 'pool' ? dispatcherOf(made, options) : undefined;
		if (dispatcher) hold(made, dispatcher);
		void others.then(() => {
			if (dispatcher) dispatcher.held--;
			host.ambient = options;
			begin(made, captures, undefined);
			dispatcher?.drained.notice();
		});
	} catch (error) {
		if (!runInstead(made, error)) fail(made, error);
	}
}

/** @param {Call} made that waits for others @param {Dispatcher} dispatcher of the pool that it was made for, which may be closed meanwhile @throws {Error} LP8007 */
function hold(made, dispatcher) {
	const { settings } = dispatcher;
	if (dispatcher.queuedCalls >= settings.queueLimit)
		throw describeFullQueue(made.reference.id, settings);
	dispatcher.held++;
	made.dispatcher = dispatcher;
}

/** @param {Call} made @returns {Promise<void> | undefined} undefined when there are none that change what it gets */
function waitForOthers(made) {
	made.turn ??= new Turn(!made.reference.options.inOut);
	return waitForTurn([...made.args, ...(made.captures ?? [])], made.turn);
}

/**
 * @param {Call} made
 * @param {CallOptions | undefined} options
 * @param {Function | undefined} entry as `begin` has it
 * @throws {Error} nothing has been sent
 */
function start(made, options, entry) {
	const mode = modeOfCalls();
	publishCall(made);
	if (mode === 'pool') beginOnPool(made, options, entry);
	else if (mode === 'verify') theVerifier().begin(made, () => beginOnPool(made, options, entry));
	else beginHere(made, mode);
	if (made.turn?.isReader) made.turn.end();
}

/** @returns {Mode} */
export const modeOfCalls = () =>
	registry.isWorker ? 'serial' : (host.mode ??= readMode(host.configuration));

/** @returns {Verifier} of this thread */
export const theVerifier = () => (host.verifier ??= new Verifier(readVerify(host.configuration)));

/**
 * @param {Call} made that is in no dispatcher's hands
 * @param {unknown} error
 */
function fail(made, error) {
	made.reference.figures.failed++;
	made.isSettled = true;
	endLoan(made);
	if (isLapidaryError(error)) error.stack = withoutRuntimeFrames(String(error.stack));
	made.reject(error);
}

/**
 * @param {Call} made
 * @param {CallOptions | undefined} options
 * @param {Function | undefined} entry as `begin` has it
 * @throws {Error} LP8004, LP8008, LP8009, LP8012; nothing has been sent
 */
export function beginOnPool(made, options, entry) {
	const { reference } = made;
	const directive = reference.options;
	if (isExiting()) tellAtExit(reference.id);
	const dispatcher = made.dispatcher ?? dispatcherOf(made, options);
	made.trace ??= captureTrace(entry, reference.figures);
	made.priority = options?.priority ?? directive.priority ?? 'normal';
	made.timeoutMs = options?.timeoutMs ?? directive.timeoutMs ?? dispatcher.settings.timeoutMs;
	made.signal = options?.signal;
	if (made.signal?.aborted) throw describeAbort(made);
	try {
		inspectValues(made, options?.transfer);
	} catch (refusal) {
		throw describeRefusal(made, refusal);
	}
	made.builtIns = builtInsFor(reference);
	dispatcher.submit(made);
	if (!made.isSettled && (made.timeoutMs !== undefined || made.signal)) watchCall(made);
}

/** @param {Call} made @param {CallOptions | undefined} options @returns {Dispatcher} @throws {Error} as `findDispatcher` */
const dispatcherOf = ({ reference }, options) =>
	findDispatcher(options?.pool ?? reference.options.pool ?? DEFAULT_POOL, reference);

/**
 * @param {string} name
 * @param {UnitReference} reference
 * @returns {Dispatcher}
 * @throws {Error} LP8008, LP8009, LP8012
 */
function findDispatcher(name, { id }) {
	const known = host.dispatchers.get(name);
	if (known && !host.isClosed) return known;
	if (host.isClosed) throw poolClosed({ unit: id }, { unit: id });
	const settings = readPoolSettings(name, host.configuration);
	if (!settings) {
		const names = [DEFAULT_POOL, ...Object.keys(host.configuration.pools ?? {})];
		const list = [...new Set(names)].join(', ');
		throw unknownPool({ unit: id, pool: name, known: list }, { unit: id, pool: name });
	}
	const dispatcher = new Dispatcher(settings);
	host.dispatchers.set(name, dispatcher);
	return dispatcher;
}

/**
 * Run a call on this thread.
 *
 * @param {Call} made
 * @param {'inline' | 'serial'} mode
 * @throws {Error} LP8005, LP8015; nothing has run
 */
function beginHere(made, mode) {
	const { figures } = made.reference;
	runHere(made, new LocalTrip(made, mode)).then(
		(value) => {
			figures.completed++;
			made.isSettled = true;
			made.resolve(value);
		},
		(error) => fail(made, error),
	);
}
