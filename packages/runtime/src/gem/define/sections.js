/** @import { Region } from '../memory/region.js' */
import * as graph from '../graph/index.js';
import { I32 } from '../memory/heap.js';
import { View } from './view.js';
import { detach } from './sync-objects.js';
import { layOut, SyncPart } from './sync-parts.js';

// A section that threads share lies in a block of the GEM's region:
//
//  cell 0          cell 1 …
//  ┌─────┬───────┬─────────────────────────────┐
//  │ addr│ stamp │ parts, as layOut places them │
//  └─────┴───────┴─────────────────────────────┘
//  addr, stamp: the node that holds what is no part; 0 when there is none. Written once, by the thread that creates the GEM,
//  before any other knows of it. Parts are of those who made them (sync/).

/**
 * Threads: the one that creates the GEM. Blocks: never.
 *
 * @param {Region} region
 * @param {Record<string, unknown>} section `internal` or `static.shared` of a configuration
 * @returns {number} address of its block; 0 when it is empty
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8103, LP8104
 */
export function createParts(region, section) {
	if (Object.keys(section).length === 0) return 0;
	const { parts, cells, data } = layOut(section);
	const block = region.allocate(1 + cells);
	for (let word = 0; word < 2 * (1 + cells); word++) I32[2 * block + word] = 0;
	if (Object.keys(data).length > 0) {
		const node = graph.createRoot(region, data);
		I32[2 * block] = node.address;
		I32[2 * block + 1] = node.stamp;
	}
	for (const { part, offset } of parts) part.initialise(block + 1 + offset);
	return block;
}

/**
 * Make this thread's objects for a shared section.
 *
 * Threads: any. Blocks: never.
 *
 * @param {import('./handle.js').Handle} handle whose region has it
 * @param {number} block as `createParts` gave it
 * @param {Record<string, unknown>} section the same
 * @returns {object} frozen: a property for each part, accessors for data
 */
export function attachParts(handle, block, section) {
	const made = {};
	if (block === 0) return Object.freeze(made);
	const { parts, data } = layOut(section);
	for (const { key, part, offset } of parts) {
		Object.defineProperty(made, key, {
			value: part.attach(block + 1 + offset, handle),
			enumerable: true,
		});
	}
	const address = I32[2 * block];
	if (address !== 0) {
		const view = new View(handle, new graph.Node(address, I32[2 * block + 1]), null, '');
		for (const key of Object.keys(data)) {
			Object.defineProperty(made, key, {
				get: () => Reflect.get(view.rawProxy, key),
				set: (value) => void Reflect.set(view.rawProxy, key, value),
				enumerable: true,
			});
		}
	}
	return Object.freeze(made);
}

/**
 * Threads: the one whose objects they are, which gives up its hold on the GEM. Blocks: never.
 *
 * @param {object} made by `attachParts`
 * @param {Record<string, unknown>} section the same
 */
export function detachParts(made, section) {
	for (const { key } of layOut(section).parts) detach(Reflect.get(made, key));
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {Record<string, unknown>} section `local` or `static.local`
 * @returns {Record<string, any>} a clone of its own, for one thread; parts are made for it alone
 */
export function instantiateLocal(section) {
	/** @type {Record<string, unknown>} */
	const made = {};
	for (const key of Object.keys(section)) {
		const value = section[key];
		made[key] = value instanceof SyncPart ? value.attach(0) : structuredClone(value);
	}
	return made;
}
