/** @import { GemType } from './types.js' */
import * as graph from '../graph/index.js';
import * as directory from '../memory/directory.js';
import { I32 } from '../memory/heap.js';
import { Region } from '../memory/region.js';
import { ensureStack } from '../memory/stack.js';
import { staticBlockOf } from '../memory/type-table.js';
import { Handle } from './handle.js';
import { createParts, instantiateLocal } from './sections.js';

/**
 * Create a GEM: a JSON copy of its content, its internal state, then what the type does about it. [GEM16 §4.1]
 *
 * Threads: any. Blocks: never.
 *
 * @param {GemType} type
 * @param {object} content
 * @param {object} options
 * @returns {object} what users hold
 * @throws {Error} LP8103, LP8104, and what `onCreate` throws; the memory has been given back then
 */
export function createGem(type, content, options) {
	ensureStack();
	const handle = build(type, content, type.configuration.internal);
	try {
		handle.callTrap('onCreate', [handle.rootView().rawProxy, options]);
	} catch (refusal) {
		handle.release();
		throw refusal;
	}
	return handle.rootView().proxy;
}

/** @param {GemType} type @param {object} content @param {Record<string, unknown>} internal @returns {Handle} */
function build(type, content, internal) {
	const index = directory.createGem(type.index);
	try {
		const region = new Region(index);
		const root = graph.createRoot(region, content, { fixed: type.configuration.layout.fixed });
		directory.setRoot(index, root.address, root.stamp);
		I32[directory.policyWords(index)] = createParts(region, internal);
		return new Handle(type, index, { isCreator: true, root, region });
	} catch (refusal) {
		directory.releaseHandle(index);
		throw refusal;
	}
}

/**
 * Give a type its static state. What threads share lies in a GEM of its own, which the table of types holds for good.
 *
 * Threads: each, while it defines the type. Blocks: never.
 *
 * @param {GemType} type
 * @param {boolean} isFirst of all threads
 */
export function createStatics(type, isFirst) {
	const { shared, local } = type.configuration.static;
	type.statics.static = { shared: {}, local: instantiateLocal(local ?? {}) };
	if (Object.keys(shared ?? {}).length === 0) return;
	const bare = {
		...type,
		configuration: { ...type.configuration, local: {}, internal: shared ?? {}, layout: {} },
	};
	if (!isFirst) {
		const index = I32[2 * staticBlockOf(type.index)];
		type.statics.static.shared = open(bare, index, directory.generationOf(index)).internal;
		return;
	}
	const handle = build(bare, {}, shared ?? {});
	directory.addInFlight(handle.index); // never taken: the type holds it
	type.statics.static.shared = handle.internal;
	I32[2 * staticBlockOf(type.index)] = handle.index; // published by finishType
}

/**
 * Make this thread's handle of a GEM that another thread has created.
 *
 * Threads: any. Blocks: never.
 *
 * @param {GemType} type
 * @param {number} index
 * @param {number} generation
 * @returns {Handle}
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8112
 */
export function open(type, index, generation) {
	ensureStack();
	directory.retain(index, generation);
	const { address, stamp } = directory.rootOf(index);
	const root = new graph.Node(address, stamp);
	const region = new Region(index);
	return new Handle(type, index, { isCreator: false, root, region });
}
