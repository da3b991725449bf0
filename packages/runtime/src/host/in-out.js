// In-out arguments on the host: at most one call at a time changes an object, and no other call gets it meanwhile.
/** @import { Call } from './call-record.js' */
import {
	filter,
	indexOf,
	map,
	OwnMap,
	OwnSet,
	Promise,
	push,
	splice,
	WeakMap,
} from '../primordials.js';
import { memoryOf } from '../protocol/content-readers.js';
import { openParts, rootsOf } from '../protocol/in-out/index.js';
import { partsOf } from '../protocol/in-out/parts.js';
import { registry } from '../protocol/registry.js';
import { noteState } from './argument-state.js';
import { host } from './registry.js';

/**
 * The place of a call in the order of those that get one object. A call that changes an object waits for all before it, another one for
 * those that change it; what waits has its place, too, so that no later call overtakes it.
 */
export class Turn {
	/** objects, or memory, that it has a place for @type {object[]} */
	held = [];
	/** what goes on once it is over @type {(() => void)[]} */
	waiting = [];
	isOver = false;
	/** whether its call has failed, and its caller has not been told */
	isFailing = false;
	/** what waits for it to be over, and for its caller to be told @type {((value?: unknown) => void)[]} */
	told = [];

	/** @param {boolean} isReader whether its call only gets the objects: it is over once its values have left */
	constructor(isReader) {
		this.isReader = isReader;
		this.number = host.nextTurn++;
		/** of calls that are made in one run of the caller's code @type {Turn[]} */
		this.together = isReader ? [] : turnsOfNow();
		if (!isReader) push(this.together, this);
	}

	/** @param {readonly object[]} parts that its call gets */
	hold(parts) {
		for (let at = 0; at < parts.length; at++) {
			const memory = memoryOf(ownerOf(parts[at]));
			const queue = queues.get(memory);
			if (queue && indexOf(queue, this) >= 0) continue;
			push(this.held, memory);
			if (queue) insert(queue, this);
			else queues.set(memory, [this]);
		}
	}

	/**
	 * @param {readonly object[]} parts
	 * @returns {Turn[]} those before it of which the call has to wait, each once
	 */
	before(parts) {
		/** @type {Set<Turn>} */
		const found = new OwnSet();
		for (let at = 0; at < parts.length; at++) {
			const queue = queues.get(memoryOf(ownerOf(parts[at]))) ?? [];
			for (let place = queue.length - 1; place >= 0; place--) {
				const other = queue[place];
				if (other.number >= this.number) continue;
				if (!this.isReader || !other.isReader) found.add(other);
				// It waits for those before it.
				if (!other.isReader) break;
			}
		}
		return [...found];
	}

	/** Its call has been settled; that of a reader has begun. */
	end() {
		const { held, waiting } = this;
		for (let at = 0; at < held.length; at++) {
			const queue = /** @type {Turn[]} */ (queues.get(held[at]));
			if (queue.length === 1) queues.delete(held[at]);
			else splice(queue, indexOf(queue, this), 1);
		}
		this.held = [];
		this.waiting = [];
		this.isOver = true;
		this.tell();
		// In a later turn than what the caller of this call does with its result: the plain program would have done that first.
		if (waiting.length > 0) setImmediate(() => waiting.forEach((goOn) => goOn()));
	}

	/** What waits for the end of its call goes on in a later turn. */
	tell() {
		const { told } = this;
		this.told = [];
		if (told.length > 0) setImmediate(() => told.forEach((goOn) => goOn()));
	}
}

/**
 * A call that fails lets the code behind `Promise.all([f(a), f(b)])` go on before the others have ended: in the plain program
 * all of them have run by then, and the error is that of the first.
 *
 * @param {Turn} turn of the call, which is over
 * @returns {Promise<void>} of the others that the same run of the caller's code has made: these are over, and those before it that have failed have said so
 */
export async function waitForOthersOf(turn) {
	/** @param {Turn} one @returns {boolean} */
	const isAwaited = (one) => !one.isOver || (one.number < turn.number && one.isFailing);
	turn.isFailing = true;
	for (;;) {
		const others = filter(turn.together, isAwaited);
		if (others.length === 0) break;
		await Promise.all(map(others, (one) => new Promise((resolve) => push(one.told, resolve))));
	}
	turn.isFailing = false;
	turn.tell();
}

/** @returns {Turn[]} those of the calls that the code has made which runs now, up to its end */
function turnsOfNow() {
	const known = host.turnsOfNow;
	if (known) return known;
	host.turnsOfNow = [];
	void Promise.resolve().then(() => (host.turnsOfNow = undefined));
	return host.turnsOfNow;
}

/** Turns that are not over, in their order, by the objects that they have a place for. Per thread. @type {Map<object, Turn[]>} */
const queues = new OwnMap();

/** @param {Turn[]} queue @param {Turn} turn that may be earlier than its last ones */
function insert(queue, turn) {
	let place = queue.length;
	while (place > 0 && queue[place - 1].number > turn.number) place--;
	splice(queue, place, 0, turn);
}

/** Whether any call has sent what it may change, and has not been settled; asked before each call. */
export const hasInFlight = () => queues.size > 0;

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
	sendWholeReceiver(call);
	const { args, captures, reference } = call;
	const { options, classes } = reference;
	const roots = rootsOf({ args, captures }, options);
	const isMoved = movedBy(transfer);
	const others = captures ?? [];
	const sent = openParts(roots, others, { classes, holder: call, isMoved, ownerOf });
	call.args = [...args, sent];
	if (!sent) return;
	call.parts = map(sent[0], ownerOf);
	const turn = (call.turn ??= new Turn(false));
	turn.hold(sent[0]);
	noteState(call, call.parts, memoryOf);
}

/**
 * What a method reads of `this` is a copy of a part of it. Where arguments or captures lead to the object, too, all of it crosses, as one object.
 *
 * ```js
 * const ROOT = new Counter();
 * class Counter { async add() { 'use cpu_bound'; this.count++; return ROOT.count; } }
 * ```
 *
 * @param {Call} call whose values leave now
 */
function sendWholeReceiver(call) {
	const [copy, ...others] = call.captures ?? [];
	if (isReached(call)) call.captures = [ownerOf(copy), ...others];
}

/** @param {Call} call @returns {boolean} whether its values lead to the object that its method is called on, besides the copy of a part of that */
export function isReached({ args, captures = [] }) {
	const [copy] = captures;
	const self = typeof copy === 'object' && copy !== null ? receivers.get(copy) : undefined;
	return self !== undefined && partsOf([args, captures]).includes(self);
}

/** @param {any} part @returns {object} the object that a method is called on, of the copy of what it reads of that */
export const ownerOf = (part) => receivers.get(part) ?? part;

/**
 * @param {readonly object[]} transfer what a call moves, besides what is marked
 * @returns {(part: object) => boolean} whether that is not the caller's any more
 */
export const movedBy = (transfer) => (part) => {
	const memory = memoryOf(part);
	return [part, memory].some((one) => registry.marked.has(one) || indexOf(transfer, one) >= 0);
};

/**
 * Let a call wait for those before it that change what it is given: the plain program has made them, to their end, before.
 *
 * @param {unknown[]} values that it gets
 * @param {Turn} turn of the call; has its place from now on, where it waits
 * @returns {Promise<void> | undefined} undefined when there are none
 */
export function waitForTurn(values, turn) {
	const parts = partsOf(values);
	const others = turn.before(parts);
	if (others.length === 0) return undefined;
	turn.hold(parts);
	const ends = others.map((other) => new Promise((resolve) => push(other.waiting, resolve)));
	host.waitingCalls += 1;
	return Promise.all(ends).then(() => {
		host.waitingCalls -= 1;
		// What these have changed may lead to objects that others have, which were called before this one.
		return waitForTurn(values, turn);
	});
}
