/** @import { Node } from '../types.js' */
import { isCall, isMember, unwrap } from '../ast/shapes.js';

/**
 * `rows.map(f).filter(g).map(h)…`: what a call gives depends on what its receiver is, which is a call as well. A chain of
 * thousands of them would use up the stack, so a long one is followed from its inner end, a number of links at a time: each
 * of these finds the one before it in the memo.
 */

/** How many links of a chain are followed by recursion. */
const LINKS_AT_ONCE = 64;

/**
 * @param {Node} expression
 * @param {(link: Node) => boolean} isKnown whether the memo has it
 * @returns {Node[]} calls and members to ask for before the expression, in this order; none of a short chain
 */
export function linksBefore(expression, isKnown) {
	/** @type {Node[]} */
	const chain = [];
	for (let at = unwrap(expression); at && (isCall(at) || isMember(at));) {
		if (isKnown(at)) break;
		chain.push(at);
		at = unwrap(isCall(at) ? at.callee : at.object);
	}
	/** @type {Node[]} */
	const links = [];
	for (let index = chain.length - LINKS_AT_ONCE; index > 0; index -= LINKS_AT_ONCE) {
		const link = chain.slice(index).find(isCall);
		if (link) links.push(link);
	}
	return links;
}

/**
 * What calls give, once that is settled. While a long chain of calls is followed, its links also find what is not: else each
 * of them would follow those before it again.
 *
 * @template T
 */
export class ChainMemo {
	constructor() {
		/** @type {Map<Node, Map<string, T>>} */
		this.settled = new Map();
		/** @type {Map<Node, Map<string, T>>} */
		this.unsettled = new Map();
		this.openChains = 0;
	}

	/** @param {Node} call @param {string} key of the question @returns {T | undefined} */
	get(call, key) {
		const settled = this.settled.get(call)?.get(key);
		return settled === undefined ? this.unsettled.get(call)?.get(key) : settled;
	}

	/**
	 * @param {Node} call
	 * @param {string} key of the question
	 * @param {{ compute: (call: Node) => T, isSettled: () => boolean }} how `isSettled`: nothing is being computed that the answer
	 *   may depend on
	 * @returns {T}
	 */
	find(call, key, how) {
		const known = this.get(call, key);
		if (known !== undefined) return known;
		const links = linksBefore(call, (link) => this.get(link, key) !== undefined);
		if (links.length > 0) this.openChains++;
		for (const link of links) this.find(link, key, how);
		const found = how.compute(call);
		if (links.length > 0) this.openChains--;
		const isSettled = how.isSettled();
		if (isSettled || this.openChains > 0) {
			const answers = isSettled ? this.settled : this.unsettled;
			answers.set(call, (answers.get(call) ?? new Map()).set(key, found));
		}
		if (this.openChains === 0) this.unsettled.clear();
		return found;
	}
}
