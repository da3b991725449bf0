// Whether what a call has left behind (a timer, a request) goes on to change what the caller has copies of by then.
/** @import { Outcome } from './invoke.js' */
import { OwnMap, OwnSet, push, some, WeakRef } from '../primordials.js';
import { Budget } from '../protocol/check-budget.js';
import { tellChange } from '../protocol/check-report.js';
import { isObject } from '../protocol/fingerprint.js';
import { RETURNED } from '../protocol/messages.js';
import { print } from '../protocol/state-prints.js';
import { beforeRest, isAtRest, nextTurn } from './left-behind.js';

/** How long a thread goes on to look, however long something runs in it: an interval may never end. */
const LONGEST_MS = 2000;
const LONGEST_PAUSE_MS = 50;

/** @typedef {{ unit: string, what: string, ref: WeakRef<object>, before: string, untilMs: number }} Watched */

/** Per thread. @type {Set<Watched>} */
const watched = new OwnSet();
/** Per thread, by unit. @type {Map<string, Budget>} */
const budgets = new OwnMap();
/** Per thread. */
const watch = { isRunning: false };

/**
 * Called when the result of a call has been posted: what is transferred with it is not there any more, which is no change.
 *
 * @param {string} unit
 * @param {readonly unknown[]} args as the unit was given them
 * @param {Outcome} outcome
 */
export function watchLateChanges(unit, args, [kind, , runUs, result]) {
	if (kind !== RETURNED || !(isObject(result) || some(args, isObject))) return;
	let budget = budgets.get(unit);
	if (!budget) budgets.set(unit, (budget = new Budget()));
	budget.earn(runUs / 1000);
	if (!budget.allows()) return;
	const startMs = performance.now();
	if (!isAtRest()) {
		note(unit, 'its result', result);
		for (let at = 0; at < args.length; at++) note(unit, `its argument ${at + 1}`, args[at]);
		if (watched.size > 0 && !watch.isRunning) void look();
	}
	budget.spend(performance.now() - startMs);
}

/** @param {string} unit @param {string} what @param {unknown} value */
function note(unit, what, value) {
	if (!isObject(value)) return;
	// What could still change it holds on to it.
	const ref = new WeakRef(/** @type {object} */ (value));
	const before = print({ read: () => value });
	watched.add({ unit, what, ref, before, untilMs: performance.now() + LONGEST_MS });
}

async function look() {
	watch.isRunning = true;
	beforeRest(tellLateChanges);
	for (let pauseMs = 0; watched.size > 0 && !isAtRest();) {
		await nextTurn(pauseMs);
		pauseMs = pauseMs < LONGEST_PAUSE_MS ? 2 * pauseMs + 1 : LONGEST_PAUSE_MS;
		tellLateChanges();
	}
	watched.clear();
	watch.isRunning = false;
}

/** Tell of what has changed so far. @returns {undefined} */
function tellLateChanges() {
	/** @type {Watched[]} */
	const over = [];
	for (const one of watched) {
		const value = one.ref.deref();
		const isChanged = value && print({ read: () => value }) !== one.before;
		if (isChanged) tellChange('LP8080', one.unit, one.what);
		if (!value || isChanged || performance.now() > one.untilMs) push(over, one);
	}
	for (let at = 0; at < over.length; at++) watched.delete(over[at]);
}
