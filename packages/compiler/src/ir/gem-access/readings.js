/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Chain } from './chains.js' */
/** @import { Finder } from './finder.js' */
import { isCall, isMember, propertyName } from '../../ast/shapes.js';
import { isMethodOfTextAndList } from '../../knowledge/methods.js';

// What a chain reads that ends in what both lists and texts have: other chains of the function say which of them is likely to be there.

/** Methods that strings and arrays have, and which change neither. */
export const isOfTextOrList = (/** @type {string | null} */ name) =>
	name !== null && isMethodOfTextAndList(name);

/**
 * @param {Chain} chain
 * @param {Variable} root
 * @param {Finder} finder that knows all chains of the function
 * @returns {Chain} what is read in place of it, or the same
 */
export function readingOf(chain, root, finder) {
	return lengthOf(textOf(chain, root, finder), root, finder);
}

/**
 * `rows[i].name.includes('a')`: what the method is called on is read, and it is called outside of the GEM, be it a list in the end.
 *
 * @param {Chain} chain
 * @param {Variable} root
 * @param {Finder} finder
 * @returns {Chain} the same where something says that a list is there, or that it lies below no element
 */
function textOf(chain, root, finder) {
	const { steps, problem } = chain;
	const inner = steps.slice(0, -1);
	const holder = inner.at(-1);
	const isMeant = problem === 'method' && isOfTextOrList(steps.at(-1)?.name ?? null);
	if (!isMeant || !holder || !inner.some(({ index }) => index !== null)) return chain;
	if (finder.isIndexed(root, pathOf(inner))) return chain;
	return { root: chain.root, steps: inner, use: 'read', node: holder.member, problem: null };
}

/** @param {Chain} chain @param {Variable} root @param {Finder} finder @returns {Chain} that of `grid[y].length`, where something says that a list is there, or the same */
function lengthOf(chain, root, finder) {
	const { steps, use, node, problem } = chain;
	const { parents } = finder.analysis;
	const member = /** @type {Node} */ (parents.get(node));
	const isLength =
		use === 'read' && isMember(member) && propertyName(member) === 'length' && problem === null;
	const hasIndex = steps.some(({ index }) => index);
	if (!isLength || !hasIndex || !finder.isIndexed(root, pathOf(steps))) return chain;
	const parent = /** @type {Node} */ (parents.get(member));
	const isTarget =
		(parent.type === 'AssignmentExpression' && parent.left === member) ||
		/^(Update|Unary)Expression$/.test(parent.type) ||
		(isCall(parent) && parent.callee === member);
	if (isTarget) return chain;
	const length = { member, name: 'length', index: null };
	return { ...chain, steps: [...steps, length], use: 'length', node: member };
}

/** @param {Chain['steps']} steps @returns {string[]} */
const pathOf = (steps) => steps.map(({ name }) => name ?? '[]');
