/** @import { View } from './view.js' */
import { gemForeignMemory, gemUnknownType } from '../../errors/codes.js';
import { registry } from '../../protocol/registry.js';
import * as graph from '../graph/index.js';
import { asyncWaits } from '../memory/atomics.js';
import * as directory from '../memory/directory.js';
import { heapId } from '../memory/heap.js';
import { open } from './create.js';
import { handleOf } from './handle.js';
import { holdForAWhile } from './recent.js';
import { isDefinedIn, typeOf } from './types.js';
import { viewOf } from './sides.js';

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
	const handles = new Set(views.map(({ handle }) => handle));
	for (const handle of handles) {
		handle.revoke();
		handle.callTrap('onSend');
	}
	if (isHeld) return;
	// A message each: the receiver takes one back for each that it reads.
	for (const { handle } of views) directory.addInFlight(handle.index);
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
	if (heap !== heapId) throw gemForeignMemory();
	const type = typeOf(key);
	if (!type) throw gemUnknownType({ url: moduleOf(key) });
	const handle = handleOf(gem, generation) ?? open(type, gem, generation);
	// The sender has it anyway until the call is settled.
	if (isHeld) holdForAWhile(handle);
	else directory.takeInFlight(gem, generation);
	handle.callTrap('onReceive');
	let view = handle.rootView();
	for (const [address, stamp, key] of path) {
		view = handle.view(new graph.Node(address, stamp), view, key);
	}
	return view.proxy;
}

/** @param {string} key of a type @returns {string} url of the module that defines it */
const moduleOf = (key) => key.replace(/:\d+:\d+$/, '');

/** What `pack` and `unpack` ask of GEMs, once one can exist in this thread. */
registry.gems = {
	viewOf: (value) => viewOf(value) ?? undefined,
	describe: (view, isHeld) => describe(/** @type {View} */ (view), isHeld),
	moduleOf: (view) => /** @type {View} */ (view).handle.type.url,
	leave: (views, isHeld) => leave(/** @type {View[]} */ (views), isHeld),
	stay: (views) => stay(/** @type {View[]} */ (views)),
	arrive: (reference) => arrive(/** @type {Reference} */ (reference)),
	isLoaded: (url) => isDefinedIn(url),
	isWaiting: () => asyncWaits.count > 0,
};
