/** @import { Receiver } from '../../protocol/registry.js' */
/** @import { Handle } from './handle.js' */
import { gemForeignMemory, gemReleased, gemUnknownType } from '../../errors/codes.js';
import { addCopy, PROTOCOL } from '../../protocol/gem-copies.js';
import * as graph from '../graph/index.js';
import { asyncWaits } from '../memory/atomics.js';
import * as directory from '../memory/directory.js';
import { rowOf, takeReadFlight, UNKNOWN } from '../memory/flights.js';
import { heapId } from '../memory/heap.js';
import { ensureStack } from '../memory/stack.js';
import { me, nodeIdOf, parentOfMe, watch } from '../memory/threads.js';
import { keyOfType } from '../memory/type-table.js';
import { open } from './create.js';
import { handleOf } from './handle.js';
import { holdForAWhile } from './recent.js';
import { isDefinedIn, typeAt, typeOf } from './types.js';
import { COPY } from './other-copies.js';
import { viewOf } from './sides.js';
import { View } from './view.js';
import { work } from './work.js';

/**
 * A GEM, or a part of one, on its way to another thread.
 *
 * @typedef {object} Reference
 * @property {number} heap which memory it lives in
 * @property {number} gem index
 * @property {number} generation of the index
 * @property {string} type key
 * @property {number} hold KEPT when the sender keeps it; else the message counts as a holder, in this row (memory/flights.js)
 * @property {[address: number, stamp: number, key: string][]} [path] from the root to a part: each with its key, as it was found
 */

/** In place of a row. */
const KEPT = -1;

/** @param {Receiver} receiver @returns {number} `hold` of what is sent to it */
function holdFor(receiver) {
	if (receiver === 'kept') return KEPT;
	if (receiver === 'anybody') return UNKNOWN;
	if (receiver === 'above') {
		const above = parentOfMe();
		// With the main thread the program ends.
		return above === 0 || nodeIdOf(above) === 0 ? UNKNOWN : rowOf(nodeIdOf(above), above);
	}
	if (receiver.threadId === -1) return KEPT; // it has ended: the message is never read
	watch(receiver);
	return rowOf(receiver.threadId, me());
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {View} view
 * @param {Receiver} receiver
 * @returns {Reference}
 */
function describe(view, receiver) {
	const { handle } = view;
	handle.check();
	handle.remember();
	const { index: gem, generation, type } = handle;
	const reference = { heap: heapId, gem, generation, type: type.key, hold: holdFor(receiver) };
	/** @type {[number, number, string][]} */
	const path = [];
	for (let at = view; at.parent; at = at.parent) {
		path.unshift([at.node.address, at.node.stamp, at.key]);
	}
	return path.length > 0 ? { ...reference, path } : reference;
}

/**
 * Threads: any. Blocks: where the type's `onSend` does.
 *
 * @param {View[]} views whose references are about to leave
 * @param {Receiver} receiver
 */
function leave(views, receiver) {
	ensureStack();
	for (let at = 0; at < views.length; at++) {
		const { handle } = views[at];
		if (isOfOneBefore(views, at)) continue;
		// What a type allows the receiver, it need not allow this thread any more.
		handle.checkUnchanged('sending');
		handle.revoke();
		handle.callTrap('onSend');
	}
	const hold = holdFor(receiver);
	if (hold === KEPT) return;
	// A message each: the receiver takes one back for each that it reads.
	for (const { handle } of views) directory.addInFlight(handle.index, hold);
}

/** @param {View[]} views @param {number} at @returns {boolean} whether one before it is of the same GEM */
function isOfOneBefore(views, at) {
	for (let before = 0; before < at; before++) {
		if (views[before].handle === views[at].handle) return true;
	}
	return false;
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {View[]} views whose references have not left after all
 * @param {Receiver} receiver
 */
function stay(views, receiver) {
	const hold = holdFor(receiver);
	if (hold === KEPT) return;
	for (const { handle } of views) directory.dropInFlight(handle.index, hold);
}

/**
 * Threads: any. Blocks: where the type's `onReceive` does.
 *
 * @param {Reference} reference whose hold becomes KEPT
 * @returns {object} what users hold
 * @throws {Error} LP8109, LP8110, LP8112
 */
function arrive(reference) {
	ensureStack();
	const { heap, gem, generation, type: key, path = [] } = reference;
	if (heap !== heapId) throw gemForeignMemory();
	const type = typeOf(key);
	if (!type) throw gemUnknownType({ url: moduleOf(key) });
	let view = takeHold(handleOf(gem, generation) ?? open(type, gem, generation), reference);
	for (const [address, stamp, key] of path) {
		view = view.handle.view(new graph.Node(address, stamp), view, key);
	}
	return view.proxy;
}

/**
 * Threads: any. Blocks: where the type's `onReceive` does.
 *
 * @param {Pick<Reference, 'heap' | 'gem' | 'generation' | 'hold'>} reference of a whole GEM, by `refer`
 * @returns {object} what users hold
 * @throws {Error} LP8109, LP8110, LP8112
 */
function receive(reference) {
	ensureStack();
	const { heap, gem, generation } = reference;
	if (heap !== heapId) throw gemForeignMemory();
	return takeHold(handleOf(gem, generation) ?? openAny(gem, generation), reference).proxy;
}

/** @param {number} gem @param {number} generation @returns {Handle} of whatever type the GEM is */
function openAny(gem, generation) {
	// Where it is another one by now, its type says nothing; and while it is that one, the message keeps it.
	if (!directory.isCurrent(gem, generation)) throw gemReleased();
	const index = directory.typeOf(gem);
	const type = typeAt(index);
	if (!type) throw gemUnknownType({ url: moduleOf(keyOfType(index)) });
	return open(type, gem, generation);
}

/** @param {Handle} handle of what a message has brought @param {{ hold: number }} reference @returns {View} its root */
function takeHold(handle, reference) {
	const { hold } = reference;
	// The sender has it anyway until the call is settled.
	if (hold === KEPT) holdForAWhile(handle);
	else {
		reference.hold = KEPT; // whatever the trap throws, it is not to be taken again by `discard`
		takeReadFlight(hold, handle.index);
	}
	handle.callTrap('onReceive');
	return handle.rootView();
}

/**
 * Let go of a GEM in a message that is not read.
 *
 * Threads: the one that would have read it, or knows that nobody will. Blocks: never.
 *
 * @param {Pick<Reference, 'heap' | 'gem' | 'generation' | 'hold'>} reference
 */
function discard(reference) {
	const { heap, gem, generation, hold } = reference;
	// One that is another GEM by now was not held by this message any more.
	if (heap !== heapId || hold === KEPT || !directory.isCurrent(gem, generation)) return;
	reference.hold = KEPT;
	takeReadFlight(hold, gem);
	directory.tryEnd(gem);
}

/** @param {View} view of a whole GEM @param {Receiver} receiver */
function refer({ handle }, receiver) {
	handle.check();
	handle.remember();
	const { index: gem, generation, type } = handle;
	return { heap: heapId, hold: holdFor(receiver), gem, generation, url: type.url };
}

/** @param {string} key of a type @returns {string} url of the module that defines it */
const moduleOf = (key) => key.replace(/:\d+:\d+$/, '');

/** @param {{ gem: number, type?: string }} reference @returns {boolean} */
const isKnown = ({ gem, type }) =>
	(type === undefined ? typeAt(directory.typeOf(gem)) : typeOf(type)) !== undefined;

// What `pack` and `unpack` ask of GEMs, once one can exist in this thread.
addCopy({
	protocol: PROTOCOL,
	copy: COPY,
	heap: heapId,
	isInBlock: () => work.depth > 0,
	isOwn: (view) => view instanceof View,
	isKnown,
	viewOf: (value) => viewOf(value) ?? undefined,
	describe: (view, receiver) => describe(/** @type {View} */ (view), receiver),
	moduleOf: (view) => /** @type {View} */ (view).handle.type.url,
	leave: (views, receiver) => leave(/** @type {View[]} */ (views), receiver),
	stay: (views, receiver) => stay(/** @type {View[]} */ (views), receiver),
	arrive: (reference) => arrive(/** @type {Reference} */ (reference)),
	discard: (reference) => discard(reference),
	isWhole: (view) => /** @type {View} */ (view).parent === null,
	refer: (view, receiver) => refer(/** @type {View} */ (view), receiver),
	isTypeKnown: (heap, gem) => heap === heapId && isKnown({ gem }),
	receive: (reference) => receive(reference),
	isLoaded: (url) => isDefinedIn(url),
	isWaiting: () => asyncWaits.count > 0,
});
