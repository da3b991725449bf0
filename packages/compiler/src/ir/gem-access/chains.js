/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Reason } from './reasons.js' */
import { isCall, isMember, isWrapper, propertyName, unwrap } from '../../ast/shapes.js';
import { isMethodOfPrimitives } from '../../knowledge/methods.js';

/**
 * One step from an object to what lies in it: a name that the text tells, or an index.
 *
 * @typedef {{ member: Node, name: string | null, index: Node | null }} Step
 */

/**
 * What is done with what lies at a path from a variable.
 *
 * @typedef {object} Chain
 * @property {Node} root the identifier
 * @property {Step[]} steps
 * @property {'read' | 'length' | 'write' | 'update' | 'iteration'} use
 * @property {Node} node what is lowered: the expression, the assignment or the update
 * @property {Reason | null} problem why it cannot be lowered, wherever it stands
 */

/** Methods that strings and numbers have, and neither arrays nor plain objects: what they are called on is read. */
export const isOfPrimitive = (/** @type {string | null} */ name) =>
	name !== null && isMethodOfPrimitives(name);

/**
 * Follow what is done with a variable from one place that names it.
 *
 * @param {Node} root an identifier
 * @param {Parents} parents
 * @returns {Chain | null} null where nothing in it is accessed
 */
export function chainFrom(root, parents) {
	/** @type {Step[]} */
	const steps = [];
	let top = root;
	for (;;) {
		const outer = wrapped(top, parents);
		const parent = parents.get(outer);
		if (!parent || !isMember(parent) || parent.object !== outer) break;
		steps.push(stepOf(parent));
		top = parent;
	}
	const last = wrapped(top, parents);
	const parent = parents.get(last);
	if (!parent) return null;
	const chain = { root, steps, node: top, problem: null };
	if (isCall(parent) && parent.callee === last) return ofCallee(chain);
	if (steps.length === 0)
		return isIterated(last, parent) ? { ...chain, use: 'iteration', node: parent } : null;
	if (steps.some(({ name }) => name?.startsWith('#')))
		return { ...chain, use: 'read', problem: 'private' };
	const isInPattern =
		parent.type === 'ObjectProperty' &&
		parent.value === last &&
		parents.get(parent)?.type === 'ObjectPattern';
	if (isInPattern) return { ...chain, use: 'write', node: parent, problem: 'target' };
	return ofTarget(chain, last, parent) ?? ofValue(chain, last, parent);
}

/** @param {Node} node @param {Parents} parents @returns {Node} with the assertions of TypeScript around it */
function wrapped(node, parents) {
	let outer = node;
	for (let at = parents.get(outer); at && isWrapper(at); at = parents.get(outer)) outer = at;
	return outer;
}

/** @param {Node} member @returns {Step} */
function stepOf(member) {
	const isIndex =
		member.computed && /** @type {Node} */ (unwrap(member.property)).type !== 'StringLiteral';
	return isIndex
		? { member, name: null, index: member.property }
		: { member, name: propertyName(member), index: null };
}

/** @param {Node} node @param {Node} parent @returns {boolean} its values are taken one by one */
const isIterated = (node, parent) =>
	(/^For(In|Of)Statement$/.test(parent.type) && parent.right === node) ||
	parent.type === 'SpreadElement';

/** `rows[i].name.startsWith('a')` @param {Omit<Chain, 'use'>} chain @returns {Chain | null} */
function ofCallee({ root, steps, problem }) {
	const method = steps.at(-1);
	const inner = steps.slice(0, -1);
	const holder = inner.at(-1);
	if (!method) return null;
	const node = holder?.member ?? root;
	/** @type {Chain} */
	const chain = { root, steps: inner, use: 'read', node, problem };
	if (method.name === null) return { ...chain, node: method.member, steps, problem: 'call' };
	if (!isOfPrimitive(method.name))
		return { ...chain, node: method.member, steps, problem: 'method' };
	return holder ? chain : null;
}

/** @param {Omit<Chain, 'use'>} chain @param {Node} last @param {Node} parent @returns {Chain | null} null where it is only read */
function ofTarget(chain, last, parent) {
	const isLength = chain.steps.at(-1)?.name === 'length';
	/** @type {Chain} */
	const write = { ...chain, use: 'write', node: parent, problem: isLength ? 'length' : null };
	if (parent.type === 'AssignmentExpression' && parent.left === last)
		return /^(&&|\|\||\?\?)=$/.test(parent.operator) ? { ...write, problem: 'logical' } : write;
	if (parent.type === 'UpdateExpression') return { ...write, use: 'update' };
	if (parent.type === 'UnaryExpression' && parent.operator === 'delete')
		return { ...write, problem: 'delete' };
	const isInPattern =
		/^(ArrayPattern|RestElement)$/.test(parent.type) ||
		(parent.type === 'AssignmentPattern' && parent.left === last) ||
		(/^For(In|Of)Statement$/.test(parent.type) && parent.left === last);
	return isInPattern ? { ...write, problem: 'target' } : null;
}

/** @param {Omit<Chain, 'use'>} chain @param {Node} last @param {Node} parent @returns {Chain} */
function ofValue(chain, last, parent) {
	if (isIterated(last, parent)) return { ...chain, use: 'iteration', node: parent };
	if (/^TaggedTemplate/.test(parent.type) && parent.tag === last)
		return { ...chain, use: 'read', problem: 'call' };
	const { steps } = chain;
	const isLength = steps.at(-1)?.name === 'length';
	const hasIndex = steps.some(({ index }) => index !== null);
	if (!isLength) return { ...chain, use: 'read' };
	if (!hasIndex) return { ...chain, use: 'length' };
	// `words[i].length`: the word is read.
	const inner = steps.slice(0, -1);
	return { ...chain, use: 'read', steps: inner, node: /** @type {Step} */ (inner.at(-1)).member };
}

/**
 * @param {Node} node
 * @param {Parents} parents
 * @returns {boolean} its value is not used, and what takes its place may be several statements
 */
export const isStatement = (node, parents) =>
	parents.get(node)?.type === 'ExpressionStatement' && !node.extra?.parenthesized;
