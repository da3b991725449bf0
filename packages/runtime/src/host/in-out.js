// In-out arguments on the host: at most one call at a time changes an object, and no other call gets it meanwhile.
/** @import { Call } from './call-record.js' */
import { indexOf, isView, map, OwnMap, OwnSet, Promise, push, WeakMap } from '../primordials.js';
import { bytesOf } from '../protocol/content-readers.js';
import { openParts, rootsOf } from '../protocol/in-out/index.js';
import { partsOf } from '../protocol/in-out/parts.js';
import { registry } from '../protocol/registry.js';

/** Calls that have been sent, by the objects that they may change. Per thread. @type {Map<object, Call>} */
const inFlight = new OwnMap();

/** Whether any call has sent what it may change, and has not been settled; asked before each call. */
export const hasInFlight = () => inFlight.size > 0;

/** Objects that methods are called on, by the copies of what these read of them. @type {WeakMap<object, object>} */
const receivers = new WeakMap();

/**
 * Name the object that a method is called on, where its stub sends a copy of what the method reads of it.
 *
 * @param {object} self
 * @param {object} copy
 * @returns {object} the copy
 */
export function receiver(self, copy) {
	receivers.set(copy, self);
	return copy;
}

/**
 * Note what a call may change of its arguments, and send that behind them.
 *
 * @param {Call} call whose values leave now
 * @param {object[]} [transfer] what it moves, besides what is marked
 */
export function openInOut(call, transfer = []) {
	const { args, captures, reference } = call;
	const { options, classes } = reference;
	const roots = rootsOf({ args, captures }, options);
	const isMoved = movedBy(transfer);
	const sent = openParts(roots, { classes, holder: call, isMoved, ownerOf });
	call.args = [...args, sent];
	if (!sent) return;
	const parts = map(sent[0], ownerOf);
	call.parts = parts;
	for (let at = 0; at < parts.length; at++) inFlight.set(memoryOf(parts[at]), call);
	const { resolve, reject } = call;
	call.resolve = (value) => {
		close(call);
		resolve(value);
	};
	call.reject = (error) => {
		close(call);
		reject(error);
	};
}

/** @param {object} part @returns {object} the object that a method is called on, of the copy of what it reads of that */
export const ownerOf = (part) => receivers.get(part) ?? part;

/**
 * @param {readonly object[]} transfer what a call moves, besides what is marked
 * @returns {(part: object) => boolean} whether that is not the caller's any more
 */
export const movedBy = (transfer) => (part) => {
	const memory = memoryOf(part);
	return [part, memory].some((one) => registry.marked.has(one) || indexOf(transfer, one) >= 0);
};

/** @param {object} part @returns {object} what all views of it have in common */
const memoryOf = (part) => (isView(part) ? bytesOf(part).buffer : part);

/** @param {Call} call that is settled */
function close(call) {
	const { parts = [], waiting = [] } = call;
	for (let at = 0; at < parts.length; at++)
		if (inFlight.get(memoryOf(parts[at])) === call) inFlight.delete(memoryOf(parts[at]));
	call.parts = undefined;
	call.waiting = undefined;
	// In a later turn than what the caller of this call does with its result: the plain program would have done that first.
	if (waiting.length > 0) setImmediate(() => waiting.forEach((goOn) => goOn()));
}

/**
 * Let a call wait for those that change what it is given: the plain program has made them, to their end, before.
 *
 * @param {unknown[]} values
 * @returns {Promise<void> | undefined} undefined when there are none
 */
export function afterThoseInFlight(values) {
	if (inFlight.size === 0) return undefined;
	/** @type {Promise<void>[]} */
	const others = [];
	const parts = partsOf(values);
	/** @type {Set<Call>} */
	const seen = new OwnSet();
	for (let at = 0; at < parts.length; at++) {
		const call = inFlight.get(memoryOf(ownerOf(parts[at])));
		if (!call || seen.has(call)) continue;
		seen.add(call);
		push(others, new Promise((resolve) => push((call.waiting ??= []), resolve)));
	}
	return others.length > 0 ? Promise.all(others).then(() => undefined) : undefined;
}
