/** @import { View } from './view.js' */
import * as graph from '../graph/index.js';

// Accesses of the graph itself, without any policy.

/**
 * Threads: who has the right by the policy. Blocks: never.
 *
 * @param {View} view
 * @param {string | symbol} key
 * @returns {boolean} whether it has it itself
 */
export function hasRaw({ handle, node, isArray, isTyped }, key) {
	if (typeof key === 'symbol') return false;
	if ((isArray || isTyped) && key === 'length') return true;
	return graph.has(handle.region, node, key);
}

/**
 * Threads: who has the right by the policy. Blocks: never.
 *
 * @param {View} view
 * @param {string} key
 * @returns {unknown} a primitive, or what policies hold of an object
 */
export function readRaw(view, key) {
	const found = readNode(view, key);
	return found instanceof graph.Node ? childOf(view, key, found).rawProxy : found;
}

/**
 * Threads: who has the right by the policy. Blocks: never.
 *
 * @param {View} view
 * @param {string} key
 * @returns {unknown} a primitive, a Node, or what objects inherit
 */
export function readNode(view, key) {
	const { handle, node } = view;
	if (key === 'length' && (view.isArray || view.isTyped)) {
		return graph.lengthOf(handle.region, node);
	}
	const found = graph.get(handle.region, node, key);
	if (found !== undefined) return found;
	// The getter of the prototype would tell of the prototype's own.
	return key === '__proto__' ? view.prototype : view.prototype[key];
}

/**
 * Threads: who has the right by the policy. Blocks: never.
 *
 * @param {View} view of an array or typed array
 * @param {number} index
 * @param {string} key the same
 * @returns {unknown} as of `readNode`
 */
export function readElementNode({ handle, node, prototype }, index, key) {
	const found = graph.get(handle.region, node, index);
	return found === undefined ? prototype[key] : found;
}

/**
 * Threads: who has the right by the policy. Blocks: never.
 *
 * @param {View} view
 * @param {string | number} key
 * @param {unknown} value
 */
export function writeRaw(view, key, value) {
	const { handle, node } = view;
	if (view.isArray && key === 'length') graph.setLength(handle.region, node, value);
	else if (!isThere(view, key, value)) graph.set(handle.region, node, key, value);
}

/** @param {View} view @param {string | number} key @param {unknown} value @returns {boolean} whether it is the part of the graph that the view has there */
function isThere({ handle, node, lastChild }, key, value) {
	// Who has it has read it there.
	if (lastChild === null || !lastChild.isRawProxy(value)) return false;
	const found = graph.get(handle.region, node, key);
	const { address, stamp } = lastChild.node;
	return found instanceof graph.Node && found.address === address && found.stamp === stamp;
}

/**
 * Threads: who has the right by the policy. Blocks: never.
 *
 * @param {View} view
 * @param {string} key
 * @param {graph.Node} node that the view has there
 * @returns {View}
 */
export function childOf(view, key, node) {
	const last = view.lastChild;
	if (last !== null && last.node.address === node.address && last.node.stamp === node.stamp) {
		return last;
	}
	const child = view.handle.view(node, view, key);
	view.lastChild = child;
	return child;
}
