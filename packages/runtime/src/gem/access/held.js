/** @import { View } from '../define/view.js' */
import { kindOf } from '../graph/index.js';
import { HeldNode, nodeAt } from '../graph/node.js';
import { I32 } from '../memory/heap.js';
import { below, NOWHERE, walk } from './walk.js';

/**
 * The object that a site leads to, as it was when the site was entered. JavaScript evaluates what is written to before the value that is
 * written, and the value may run code that moves or replaces the object; so compiled code keeps this, and writes to what it gives where
 * anything has changed meanwhile.
 *
 * Threads: one. Blocks: never.
 */
export class Held {
	/** @type {View | null} */
	#kept = null;

	/**
	 * @param {View} root where the path begins
	 * @param {readonly string[]} path
	 */
	constructor(root, path) {
		this.root = root;
		this.path = path;
		let at = root.node.address;
		this.nodes = path.map((key) => {
			at = below(at, key);
			const node = nodeAt(at);
			return new HeldNode(node.address, node.stamp, kindOf(root.handle.region, node));
		});
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @returns {any} what users hold of the object at the end of the path
	 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8102, LP8112
	 */
	at() {
		// What is done with it asks, and nothing else has to yet.
		if (this.#kept) return this.#kept.proxy;
		this.root.handle.check();
		return this.view().proxy;
	}

	/**
	 * Keep the object readable by this thread once it has been replaced, as one that the program holds (graph/detached.js).
	 *
	 * Threads: its own. Blocks: never.
	 */
	keep() {
		this.#kept ??= this.view();
	}

	/** @returns {View} of the object at the end of the path, which may be gone. Threads: its own. Blocks: never. */
	view() {
		const { root, nodes, path } = this;
		return nodes.reduce((view, node, at) => root.handle.viewOfHeld(node, view, path[at]), root);
	}
}

/** Elements of an array, and what lies below them. Threads: one. Blocks: never. */
export class HeldRows extends Held {
	/**
	 * @param {View} root where the path begins
	 * @param {readonly string[]} path of the array
	 * @param {{ from: number, count: number, ways: readonly (readonly string[])[], isConstant: boolean }} about `from`: index of the first row; `ways`: from
	 *   a row to an object; `isConstant`: nobody can move the rows
	 */
	constructor(root, path, { from, count, ways, isConstant }) {
		super(root, path);
		this.from = from;
		this.ways = ways;
		const address = (this.nodes.at(-1) ?? root.node).address;
		this.address = address;
		/** by way, those of the rows themselves first: addresses and stamps; null: they are where they are */
		this.places = isConstant ? null : placesByWay(address, { from, count, ways });
	}

	/**
	 * Threads: its own. Blocks: never.
	 *
	 * @param {number} index of a row that was known
	 * @param {number} [way] index among the ways; none: the row itself
	 * @returns {any} what users hold of the object there
	 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8102, LP8112
	 */
	row(index, way) {
		const { handle } = this.root;
		handle.check();
		const row = handle.viewOfHeld(this.#nodeOf(index, -1), this.view(), String(index));
		const key = way === undefined ? undefined : this.ways[way].at(-1);
		if (way === undefined || key === undefined) return row.proxy;
		return handle.viewOfHeld(this.#nodeOf(index, way), row, key).proxy;
	}

	/** @param {number} index @param {number} way -1: the row itself @returns {HeldNode} */
	#nodeOf(index, way) {
		if (this.places === null) {
			const { address, stamp } = nodeAt(
				walk(this.address, [String(index), ...(this.ways[way] ?? [])]),
			);
			return new HeldNode(address, stamp, 'object');
		}
		const { addresses, stamps } = this.places[way + 1];
		const at = index - this.from;
		return new HeldNode(addresses[at], stamps[at], 'object');
	}
}

/** @typedef {{ addresses: Int32Array, stamps: Int32Array }} Places */

/** @param {number} address of an array @param {{ from: number, count: number, ways: readonly (readonly string[])[] }} about @returns {Places[]} of the rows, and by way */
function placesByWay(address, { from, count, ways }) {
	const rows = placesOf(address, { from, count, way: [] });
	return [
		rows,
		...ways.map((way) => (way.length === 0 ? rows : placesOf(address, { from, count, way }))),
	];
}

/** @param {number} address of an array @param {{ from: number, count: number, way: readonly string[] }} about @returns {Places} */
function placesOf(address, { from, count, way }) {
	const addresses = new Int32Array(count);
	const stamps = new Int32Array(count);
	const first = I32[2 * address + 2] + from;
	for (let at = 0; at < count; at++) {
		const row = I32[2 * (first + at)];
		const node = way.length === 0 ? row : walk(row, way);
		if (node === NOWHERE) continue;
		addresses[at] = node;
		stamps[at] = I32[2 * node + 1];
	}
	return { addresses, stamps };
}
