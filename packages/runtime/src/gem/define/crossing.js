/** @import { Handle } from './handle.js' */
import { gemForeignMemory, gemReleased, gemUnknownType } from '../../errors/codes.js';
import { addCopy, PROTOCOL } from '../../protocol/gem-copies.js';
import * as graph from '../graph/index.js';
import { asyncWaits } from '../memory/atomics.js';
import * as directory from '../memory/directory.js';
import { heapId } from '../memory/heap.js';
import { ensureStack } from '../memory/stack.js';
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
 * @property {boolean} isHeld whether the sender keeps it; else the message counts as a holder
 * @property {[address: number, stamp: number, key: string][]} [path] from the root to a part: each with its key, as it was found
 */

/**
 * Threads: any. Blocks: never.
 *
 * @param {View} view
 * @param {boolean} isHeld
 * @returns {Reference}
 */
function describe(view, isHeld) {
	const { handle } = view;
	handle.check();
	handle.remember();
	const { index: gem, generation, type } = handle;
	const reference = { heap: heapId, gem, generation, type: type.key, isHeld };
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
 * @param {boolean} isHeld
 */
function leave(views, isHeld) {
	ensureStack();
	for (let at = 0; at < views.length; at++) {
		const { handle } = views[at];
		if (isOfOneBefore(views, at)) continue;
		// What a type allows the receiver, it need not allow this thread any more.
		handle.checkUnchanged('sending');
		handle.revoke();
		handle.callTrap('onSend');
	}
	if (isHeld) return;
	// A message each: the receiver takes one back for each that it reads.
	for (const { handle } of views) directory.addInFlight(handle.index);
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
 */
function stay(views) {
	for (const { handle } of views) directory.dropInFlight(handle.index);
}

/**
 * Threads: any. Blocks: where the type's `onReceive` does.
 *
 * @param {Reference} reference
 * @returns {object} what users hold
 * @throws {Error} LP8109, LP8110, LP8112
 */
function arrive({ heap, gem, generation, type: key, isHeld, path = [] }) {
	ensureStack();
	if (heap !== heapId) throw gemForeignMemory();
	const type = typeOf(key);
	if (!type) throw gemUnknownType({ url: moduleOf(key) });
	let view = takeHold(handleOf(gem, generation) ?? open(type, gem, generation), isHeld);
	for (const [address, stamp, key] of path) {
		view = view.handle.view(new graph.Node(address, stamp), view, key);
	}
	return view.proxy;
}

/**
 * Threads: any. Blocks: where the type's `onReceive` does.
 *
 * @param {Pick<Reference, 'heap' | 'gem' | 'generation' | 'isHeld'>} reference of a whole GEM, by `refer`
 * @returns {object} what users hold
 * @throws {Error} LP8109, LP8110, LP8112
 */
function receive({ heap, gem, generation, isHeld }) {
	ensureStack();
	if (heap !== heapId) throw gemForeignMemory();
	return takeHold(handleOf(gem, generation) ?? openAny(gem, generation), isHeld).proxy;
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

/** @param {Handle} handle of what a message has brought @param {boolean} isHeld @returns {View} its root */
function takeHold(handle, isHeld) {
	// The sender has it anyway until the call is settled.
	if (isHeld) holdForAWhile(handle);
	else directory.endFlight(handle.index);
	handle.callTrap('onReceive');
	return handle.rootView();
}

/** @param {View} view of a whole GEM */
function refer({ handle }) {
	handle.check();
	handle.remember();
	const { index: gem, generation, type } = handle;
	return { heap: heapId, gem, generation, url: type.url };
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
	describe: (view, isHeld) => describe(/** @type {View} */ (view), isHeld),
	moduleOf: (view) => /** @type {View} */ (view).handle.type.url,
	leave: (views, isHeld) => leave(/** @type {View[]} */ (views), isHeld),
	stay: (views) => stay(/** @type {View[]} */ (views)),
	arrive: (reference) => arrive(/** @type {Reference} */ (reference)),
	isWhole: (view) => /** @type {View} */ (view).parent === null,
	refer: (view) => refer(/** @type {View} */ (view)),
	isTypeKnown: (heap, gem) => heap === heapId && isKnown({ gem }),
	receive: (reference) => receive(reference),
	isLoaded: (url) => isDefinedIn(url),
	isWaiting: () => asyncWaits.count > 0,
});
