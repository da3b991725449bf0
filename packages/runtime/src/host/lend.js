// Functions and signals among the arguments of a call: lent to the thread that it runs on.
/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { FunctionPlaces } from '../protocol/search.js' */
/** @import { LentFunction, LentSignal } from '../protocol/unpack.js' */
/** @import { OriginsHolder } from '../protocol/origins.js' */
/** @import { Path } from '../types.js' */
/** @import { Call } from './call-record.js' */
/** @import { SignalWatch } from './signal-watch.js' */
import { AsyncResource } from 'node:async_hooks';
import { Object, OwnMap, push, textOfFunction, WeakMap } from '../primordials.js';
import { textError } from '../protocol/error-values.js';
import { describePlace, put } from '../protocol/places.js';
import { allGems } from '../protocol/gem-copies.js';
import { canCross } from '../protocol/scan.js';
import { host } from './registry.js';
import { watchSignal } from './signal-watch.js';

/**
 * A function that a call lends, and the object that it is called on as a method; a function that does not use `this` has none.
 *
 * @typedef {{ lent: LentFunction, call: Function, holder: object | undefined, argument: number }} LentHere `argument`: the index of that which leads to it
 *
 * What a call lends.
 *
 * @typedef {object} Loan
 * @property {Map<Function, LentHere[]>} functions `call` runs in the async context of the call
 * @property {Map<AbortSignal, LentSignal & { watch: SignalWatch | undefined }>} signals without a watch, one has fired already
 */

/**
 * @param {Call} call
 * @returns {Loan}
 */
function loanOf(call) {
	return (call.loan ??= { functions: new OwnMap(), signals: new OwnMap() });
}

/**
 * @param {Call} call
 * @param {Path[]} places where the unit may have functions; each starts with an index of `args`
 * @returns {FunctionPlaces | undefined} undefined when there is none
 */
export function lendFunctions(call, places) {
	/** @type {FunctionPlaces} */
	const found = new OwnMap();
	for (const path of places) {
		const container = containerAt(call.args, path);
		const key = String(path[path.length - 1]);
		const value = ownFunction(container, key);
		if (!value) continue;
		const own = found.get(container) ?? new OwnMap();
		found.set(container, own.set(key, lendFunction(call, value, { path, container })));
	}
	return found.size > 0 ? found : undefined;
}

/** @param {any} container @param {string} key @returns {Function | undefined} methods of a class are where their instance is */
function ownFunction(container, key) {
	const value = Object.hasOwn(Object(container), key) ? container[key] : undefined;
	return typeof value === 'function' ? value : undefined;
}

/**
 * @param {unknown[] | IArguments} args of a call
 * @param {Path[]} places where the unit may have functions
 * @returns {Path | undefined} the first that has
 */
export const functionAmong = (args, places) =>
	places.find((path) => ownFunction(containerAt(args, path), String(path[path.length - 1])));

/** @param {unknown[] | IArguments} args @param {Path} path @returns {any} what has the last name of the path; undefined in a GEM, whose methods are where it is, and whose fields this call need not have the right to read */
function containerAt(args, path) {
	const gems = allGems();
	/** @type {any} */
	let container = args;
	for (let at = 0; at < path.length - 1; at++) {
		container = Object(container)[path[at]];
		if (gems?.viewOf(Object(container))) return undefined;
	}
	return container;
}

/**
 * @param {Call} call
 * @param {Function} value
 * @param {{ path: Path, container: object }} at `path`: from `args` to it
 * @returns {LentFunction} the same for each place that has the function, and for those of one object where it uses `this`
 */
function lendFunction(call, value, { path, container }) {
	const { functions } = loanOf(call);
	const usesThis = mayUseThis(value);
	const holder = usesThis && container !== call.args ? container : undefined;
	const all = functions.get(value) ?? [];
	for (const known of all) if (known.holder === holder) return known.lent;
	const place = describePlace({ args: call.args }, ['args', ...path]);
	const lent = { id: host.nextLoanId++, place, usesThis, own: readable(value) };
	const bound = AsyncResource.bind(/** @type {any} */ (value));
	const argument = Number(path[0]);
	all.push({ lent, call: call.replay?.record(place, bound) ?? bound, holder, argument });
	functions.set(value, all);
	return lent;
}

/** @param {Function} value @returns {[key: string, value: unknown][]} what code may read of it instead of calling it, without accessors and objects */
export function readable(value) {
	/** @type {[key: string, value: unknown][]} */
	const own = [];
	for (const key of ['name', 'length', ...Object.keys(value)]) {
		const read = Object.getOwnPropertyDescriptor(value, key)?.value;
		const isPrimitive = Object(read) !== read && typeof read !== 'symbol';
		if (isPrimitive && read !== undefined) push(own, [key, read]);
	}
	return own;
}

/** @type {WeakMap<Function, boolean>} */
const usingThis = new WeakMap();

/** @param {Function} value @returns {boolean} whether it makes a difference to it what it is called on */
function mayUseThis(value) {
	let answer = usingThis.get(value);
	if (answer === undefined) {
		const text = textOfFunction(value);
		answer = USES_THIS.test(text) && !ARROW.test(text);
		usingThis.set(value, answer);
	}
	return answer;
}

const USES_THIS = /\b(this|super|eval)\b/;
const ARROW = /^(async\b\s*)?(\(|[\p{ID_Start}$_][\p{ID_Continue}$]*\s*=>)/u;

/** @param {Loan | undefined} loan @returns {LentHere[]} */
export function functionsOf(loan) {
	/** @type {LentHere[]} */
	const all = [];
	for (const some of loan?.functions.values() ?? []) for (const one of some) push(all, one);
	return all;
}

/**
 * @param {Call} call
 * @param {AbortSignal} signal among its values
 * @returns {LentSignal} what crosses in its place
 */
export function lendSignal(call, signal) {
	const { signals } = loanOf(call);
	let lent = signals.get(signal);
	if (!lent) {
		const id = host.nextLoanId++;
		const watch = signal.aborted ? undefined : watchSignal(signal, id);
		const { value: reason, origin } = lendThrown(call, watch ? undefined : signal.reason);
		lent = { id, words: watch?.words, reason, origin, watch };
		signals.set(signal, lent);
	}
	const { id, words, reason, origin } = lent;
	return { id, words, reason, origin };
}

/**
 * @param {Call} call
 * @param {unknown} thrown by a function that it lends, or the reason of a signal
 * @returns {{ value: unknown, origin: number | undefined }} what crosses in its place
 */
export function lendThrown(call, thrown) {
	// The unit's own errors that come back are its originals, and have no number here.
	if (call.origins?.describe(thrown)) return { value: thrown, origin: undefined };
	const { classes } = call.reference;
	const value = canCross(thrown, classes) ? thrown : standIn(thrown, classes);
	return { value, origin: numberOf(call, thrown) };
}

/**
 * @param {unknown} thrown what cannot cross
 * @param {KnownClasses} classes of the host module
 * @returns {object} of an object, what it has of data: the unit may decide by that what it does
 */
function standIn(thrown, classes) {
	if (typeof thrown !== 'object' || thrown === null) return textError(thrown);
	/** @type {Record<string, unknown>} */
	const data = {};
	for (const key of Object.keys(thrown)) {
		const value = Object.getOwnPropertyDescriptor(thrown, key)?.value;
		if (canCross(value, classes)) put(data, key, value);
	}
	return data;
}

/**
 * @param {OriginsHolder} call
 * @param {unknown} thrown by a function that it lends, or the reason of a signal
 * @returns {number | undefined} by which it is known when the unit passes it on; undefined for a value without an identity
 */
export function numberOf(call, thrown) {
	const hasIdentity = Object(thrown) === thrown || typeof thrown === 'symbol';
	return hasIdentity ? call.openOrigins().numberOf(thrown) : undefined;
}

/** @param {Call} call that is over without having been sent */
export function endLoan({ loan }) {
	for (const { id, watch } of loan?.signals.values() ?? []) watch?.release(id);
}
