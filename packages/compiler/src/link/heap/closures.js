/** @import { Context } from './context.js' */
/** @import { Heap } from './heap.js' */
/** @import { Element, Value } from './values.js' */

import { union } from './values.js';

/** A function of the program. @typedef {Extract<Element, { made: Context | null }>} Made */

/** Closures of closures beyond which calls that make them are not told apart. */
const DEEPEST = 3;

/**
 * What a function that a context makes belongs to: the context has the variables that the function closes over. Only a cautious analysis
 * tells closures apart, for each one has contexts of its own.
 *
 * @param {Context} context
 * @returns {Context | null} null for functions of the top level
 */
export function makerOf(context) {
	if (!context.heap.isCautious || context.fn < 0) return null;
	let depth = 0;
	for (let [one] = context.makers; one && depth < DEEPEST; [one] = one.makers) depth += 1;
	return depth < DEEPEST ? context : null;
}

/**
 * @param {Context} context of a closure
 * @param {number} fn a function around it
 * @returns {Context[]} the calls of that function which have led to the making of the closure
 */
export function callsAround(context, fn) {
	/** @type {Context[]} */
	const found = [];
	const seen = new Set(context.makers);
	// grows while it is walked
	for (const one of seen) {
		if (one.module === context.module && one.isInside(fn)) found.push(one);
		else for (const outer of one.makers) seen.add(outer);
	}
	return found;
}

/**
 * The function that `bind` gives: it belongs to a call of the function itself, which has its first arguments.
 *
 * @param {Heap} heap
 * @param {number} target an element: a function
 * @param {{ self: Value, args: Value[] }} to
 * @returns {number} an element
 */
export function bind(heap, target, { self, args }) {
	const { module, index, made } = /** @type {Made} */ (heap.elements.get(target));
	const bound = heap.context(module, { fn: index, self, args, made });
	return heap.elements.type('fn', module, index, bound);
}

/** @param {Heap} heap @param {Made} element a function @param {{ self: Value, args: Value[] }} given @returns {Context | null} of a call of it */
export function contextOf(heap, { module, index, made }, { self, args }) {
	const isBound = made?.fn === index && made.module === module;
	if (!made || !isBound) return heap.context(module, { fn: index, self, args, made });
	// `bind` may have given any of the first arguments.
	const given = made.args.map((one) => union(one, ...args));
	const [maker = null] = made.makers;
	return heap.context(module, { fn: index, self: made.self, args: given, made: maker });
}
