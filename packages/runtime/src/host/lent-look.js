// Whether a function that a call has lent changes an object of which the unit has a copy.
/** @import { Call } from './call-record.js' */
import { indexOf, map, Object, OwnMap, push, WeakMap, WeakRef } from '../primordials.js';
import { Budget } from '../protocol/check-budget.js';
import { tellChange } from '../protocol/check-report.js';
import { fingerprint, isObject } from '../protocol/fingerprint.js';
import { dataOf } from './holder-changes.js';
import { host } from './registry.js';

/**
 * A call of a function that is lent.
 *
 * @typedef {object} CallOfLent
 * @property {Call} caller the call that lends it
 * @property {string} place `args[0].onProgress`
 * @property {number} argument the first index of `place`
 * @property {object | undefined} holder the caller's object that it is called on: its properties go back to the unit
 * @property {unknown} receiver any other object that it is called on
 * @property {unknown[]} args as they have crossed
 */

/** Of the looks of a unit in this thread. @type {WeakMap<object, { budget: Budget, sinceMs: number }>} */
const spending = new WeakMap();

/**
 * Keep what the unit gets copies of, so that it can be compared while the call runs. References are weak: an object that
 * the call alone leads to is one that no function of the host can change.
 *
 * @param {Call} call whose values are the caller's objects
 */
export function noteInputs(call) {
	call.inputs = map(call.args, (value) => {
		const isKept = typeof value === 'object' && value !== null;
		return isKept ? new WeakRef(value) : undefined;
	});
}

/**
 * Look at what a function is given, and at the inputs of the call that lends it. In the plain program these are the unit's
 * own objects: what the function changes in them, the unit sees.
 *
 * @param {CallOfLent} called
 * @returns {LentLook | undefined} undefined when there is nothing to be compared, or no time for it
 */
export function lookAtLent(called) {
	const { reference } = called.caller;
	const startMs = performance.now();
	let spent = spending.get(reference);
	if (!spent) spending.set(reference, (spent = { budget: new Budget(), sinceMs: startMs }));
	if (!spent.budget.allows(startMs - spent.sinceMs)) return undefined;
	const look = new LentLook(called, spent.budget);
	spent.budget.spend(performance.now() - startMs);
	return look;
}

class LentLook {
	#called;
	#budget;
	/** fingerprints, by what they are of @type {Map<string, number>} */
	#before;

	/** @param {CallOfLent} called @param {Budget} budget */
	constructor(called, budget) {
		this.#called = called;
		this.#budget = budget;
		this.#before = fingerprints(called);
	}

	/**
	 * The function has returned, or its promise is settled.
	 *
	 * @param {unknown} [thrown] by it: that goes back to the unit with all that has changed
	 */
	end(thrown) {
		const startMs = performance.now();
		const { caller, place, args } = this.#called;
		const after = fingerprints(this.#called);
		const back = isObject(thrown) ? nameOfArgument(indexOf(args, thrown)) : '';
		for (const [what, number] of this.#before) {
			const isChanged = what !== back && after.has(what) && after.get(what) !== number;
			if (isChanged) tellChange('LP8057', caller.reference.id, what, place);
		}
		this.#budget.spend(performance.now() - startMs);
	}
}

/** A value, and what it is for messages. @typedef {[what: string, value: unknown]} Named */

/** @param {string} what @param {unknown} value @returns {Named} */
const named = (what, value) => [what, value];

/** @param {number} at its index @returns {string} */
const nameOfArgument = (at) => `its argument ${at + 1}`;

/** @param {CallOfLent} called @returns {Map<string, number>} */
function fingerprints(called) {
	const { caller, args, receiver, holder } = called;
	/** @type {Named[]} */
	const seen = map(args, (value, at) => named(nameOfArgument(at), value));
	push(seen, named('the object that it is called on', receiver));
	if (holder) push(seen, ...partsOf(holder));
	if (!caller.isSettled) push(seen, ...inputsOf(called), ...capturesOf(caller));
	/** @type {Map<string, number>} */
	const found = new OwnMap();
	for (const [what, value] of seen) if (value !== undefined) found.set(what, fingerprint(value));
	return found;
}

/** Its own properties go back to the unit, and what is behind them does not. @param {object} holder @returns {Named[]} */
const partsOf = (holder) =>
	map(Object.entries(dataOf(holder)), ([key, value]) =>
		named(`\`${key}\` of the object that it is called on`, isObject(value) ? value : undefined),
	);

/** @param {CallOfLent} called @returns {Named[]} */
const inputsOf = ({ caller: { inputs = [] }, holder, argument }) =>
	map(inputs, (one, at) => {
		const isTold = holder !== undefined && at === argument;
		return named(`\`args[${at}]\` of the call`, isTold ? undefined : one?.deref());
	});

/** @param {Call} caller @returns {Named[]} */
function capturesOf({ readCaptures, reference }) {
	const names = reference.options.captures;
	const values = names && readCaptures && readUnprinted(readCaptures);
	if (!values) return [];
	return names.flatMap((name, at) => {
		const value = values[at];
		if (name === '') return []; // a diagnostic has told of it
		if (name !== 'this' || !isObject(value)) return [named(`\`${name}\``, value)];
		const parts = Object.entries(dataOf(/** @type {object} */ (value)));
		return map(parts, ([key, part]) => named(`\`this.${key}\``, part));
	});
}

/** @param {() => unknown[]} read @returns {unknown[] | undefined} undefined where a variable has no value any more */
function readUnprinted(read) {
	host.isLooking = true;
	try {
		return read();
	} catch {
		return undefined;
	} finally {
		host.isLooking = false;
	}
}
