/** @import { RawSide, View } from './view.js' */
import * as graph from '../graph/index.js';
import { ensureStack } from '../memory/stack.js';
import { enumerate, read } from './accesses.js';
import { checkNotOfOthers } from './other-copies.js';
import { sideOf } from './sides.js';

const { apply } = Reflect;

/**
 * Copy a GEM, or a part of it, to plain data: all of it as of one moment, where the type can tell what that is.
 *
 * Threads: who may read it by the policy. Blocks: where the type's `onSnapshot` does.
 *
 * @param {object} part what users hold
 * @returns {any} plain objects and arrays, typed arrays
 * @throws {Error} what the policy throws; a TypeError when it is no part of a GEM
 */
export function snapshot(part) {
	const side = sideOf(part);
	if (!side) checkNotOfOthers(part);
	if (!side) throw new TypeError('snapshot() takes a GEM, or a part of one');
	return side.isRaw ? materialise(side.view) : copyByPolicy(side.view);
}

/** @param {View} view @returns {any} */
function copyByPolicy(view) {
	const { onSnapshot, onAccess, onGet } = view.handle.type.configuration.meta;
	ensureStack();
	view.handle.check();
	if (onSnapshot) return apply(onSnapshot, view.context, [() => materialise(view)]);
	return onAccess || onGet ? copyByReads(view) : materialise(view);
}

/** @param {View} view @returns {object} */
const materialise = ({ handle, node }) => graph.materialise(handle.region, node);

/** Ask the policy for each value. @param {View} view @returns {unknown} */
function copyByReads(view) {
	if (view.isTyped) {
		const copy = /** @type {any} */ (graph.typedView(view.handle.region, view.node)).slice();
		for (let index = 0; index < copy.length; index++) copy[index] = read(view, String(index));
		return copy;
	}
	/** @type {any} */
	const copy = view.isArray ? new Array(Number(read(view, 'length'))) : {};
	for (const key of enumerate(view)) {
		const value = plainOf(read(view, key));
		Object.defineProperty(copy, key, {
			value,
			writable: true,
			enumerable: true,
			configurable: true,
		});
	}
	return copy;
}

/**
 * What is stored in place of a value: a part of a GEM belongs to that alone, so that another place gets a copy.
 *
 * Threads: who may read it by the policy. Blocks: never.
 *
 * @param {unknown} value
 * @returns {any} of a part, a plain copy; it is copied exactly where it is stored
 */
export function plainOf(value) {
	const side = sideOf(value);
	return side ? exactCopy(side) : value;
}

/** @param {View | RawSide} side @returns {any} */
const exactCopy = (side) =>
	graph.exactly(side.isRaw ? materialise(side.view) : copyByPolicy(side.view));

/**
 * Give a part that is copied as it is, where something that contains it is copied: it has been asked for its `toJSON`.
 *
 * Threads: who may read it by the policy. Blocks: never.
 *
 * @param {View | RawSide} side
 */
export function answerCopy(side) {
	if (!graph.isAsking()) return;
	const { view, isRaw } = side;
	graph.answer({
		isBehind: (value) => value === (isRaw ? view.rawProxy : view.proxy),
		copy: () => exactCopy(side),
	});
}

/**
 * What is stored in place of a value that is set: the part itself, as the policy holds it, when it is there already. Nothing is copied then.
 *
 * Threads: who may read it by the policy. Blocks: never.
 *
 * @param {View} view
 * @param {string} key that is set
 * @param {unknown} value
 * @returns {unknown}
 */
export function storedFor(view, key, value) {
	const side = sideOf(value);
	if (!side) return value;
	const isThere = !side.isRaw && side.view.parent === view && read(view, key) === value;
	return isThere ? side.view.rawProxy : exactCopy(side);
}

/**
 * What `console.log` shows; it looks through proxies and would show nothing.
 *
 * Threads: any. Blocks: where the type's `onSnapshot` does.
 *
 * @this {object}
 * @param {number} depth
 * @param {any} options
 * @param {(value: unknown, options: any) => string} inspect
 * @returns {string}
 */
export function inspectPart(depth, options, inspect) {
	const side = sideOf(this);
	if (!side) return '[GEM]';
	const { name } = side.view.handle.type.configuration;
	try {
		return inspect(snapshot(this), options);
	} catch (refusal) {
		return `[${name}: ${/** @type {Error} */ (refusal).message}]`;
	}
}
