/** @import { Node } from '../types.js' */
/** @import { Resolution } from '../ast/resolve.js' */
/** @import { Variable } from '../ast/scope.js' */
import {
	chainRoot,
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';

/**
 * `id = nextId++` of a variable of the module: what calls give depends on how many there were before.
 *
 * @param {Resolution} resolution
 * @returns {number | null} the line of the first such place, from 1; null for none
 */
export function findCounter(resolution) {
	const byNode = new Map(resolution.references.map((one) => [one.node, one.variable]));
	const { parents } = resolution;
	const places = nodesOf(resolution.program.node, ['UpdateExpression', 'AssignmentExpression']);
	for (const node of places) {
		const isUpdate = node.type === 'UpdateExpression' || /^(\+|-|\*)=$/.test(node.operator);
		const target = isUpdate ? /** @type {Node} */ (unwrap(node.argument ?? node.left)) : null;
		const root = target && chainRoot(target);
		const variable = root?.type === 'Identifier' ? byNode.get(root) : null;
		if (!variable || !runsLater(node, variable, parents)) continue;
		if (isMember(target) ? holdsOne(variable) : !isSetElsewhere(variable, parents))
			return node.loc.start.line;
	}
	return null;
}

/** `Item.count++`, `state.next++`: of a class, a function or an object of the module. @param {Variable} variable @returns {boolean} */
const holdsOne = (variable) =>
	variable.declarations.some(
		({ node }) =>
			isFunction(node) || /^Class/.test(node.type) || node.init?.type === 'ObjectExpression',
	);

/** Scratch variables are set before they count: `pos = 0; while (…) pos++`. @param {Variable} variable @param {Resolution['parents']} parents @returns {boolean} */
const isSetElsewhere = (variable, parents) =>
	variable.references.some(
		({ node, role }) => role === 'write' && functionAround(node, parents) !== ownerOf(variable),
	);

/** @param {Node} node @param {Variable} variable @param {Resolution['parents']} parents @returns {boolean} the variable is the module's, and the node runs when a function of it is called */
function runsLater(node, variable, parents) {
	const owner = ownerOf(variable);
	if (variable.kind === 'param' || (owner && !runsOnce(owner, parents))) return false;
	for (let at = functionAround(node, parents); at && at !== owner; at = functionAround(at, parents))
		if (!runsOnce(at, parents)) return true;
	return false;
}

/** @param {Variable} variable @returns {Node | null} the function whose calls make the variable; null for the module */
function ownerOf({ scope }) {
	for (let at = /** @type {typeof scope | null} */ (scope); at; at = at.parent)
		if (isFunction(at.node) || at.kind === 'function' || at.kind === 'body') return at.node;
	return null;
}

/** `(function () { … })()`, and what wrappers of modules are given, at the top level. @param {Node} fn @param {Resolution['parents']} parents @returns {boolean} */
function runsOnce(fn, parents) {
	if (!/^(Arrow)?Function(Expression)?$/.test(fn.type) && fn.type !== 'BlockStatement')
		return false;
	const node = fn.type === 'BlockStatement' ? /** @type {Node} */ (parents.get(fn)) : fn;
	let at = /** @type {Node | undefined} */ (parents.get(node));
	while (at && !isCall(at) && /Expression$/.test(at.type) && !isFunction(at)) at = parents.get(at);
	if (!at || !isCall(at)) return false;
	const around = functionAround(at, parents);
	return around === null || runsOnce(around, parents);
}

/** @param {Node} node @param {Resolution['parents']} parents @returns {Node | null} */
function functionAround(node, parents) {
	for (let at = parents.get(node); at; at = parents.get(at)) if (isFunction(at)) return at;
	return null;
}

/** Methods that take something out of a list. */
const TAKES = /^(pop|shift|splice)$/;

/**
 * `next() { return this.id++; }`, `take() { return this.queue.shift(); }`, `let n = 0; return () => n++`: what an object gives depends on the calls before.
 *
 * @param {Resolution} resolution
 * @returns {number | null} the line of the first such place, from 1; null for none
 */
export function findStepping(resolution) {
	const byNode = new Map(resolution.references.map((one) => [one.node, one.variable]));
	const { parents } = resolution;
	const kinds = ['UpdateExpression', 'AssignmentExpression', 'CallExpression'];
	const found = nodesOf(resolution.program.node, kinds).find((node) => {
		const target = steppedBy(node);
		const root = target && chainRoot(target);
		if (!root) return false;
		if (isMember(target) || isCall(node)) return root.type === 'ThisExpression';
		const variable = byNode.get(root);
		return Boolean(variable && isOfGivenClosure(node, variable, parents));
	});
	return found ? found.loc.start.line : null;
}

/** @param {Node} node @returns {Node | null} what it counts up, or takes something out of */
function steppedBy(node) {
	if (node.type === 'UpdateExpression') return /** @type {Node} */ (unwrap(node.argument));
	if (isCall(node)) {
		const callee = /** @type {Node} */ (unwrap(node.callee));
		return isMember(callee) && TAKES.test(propertyName(callee) ?? '')
			? unwrap(callee.object)
			: null;
	}
	if (/^[+*-]=$/.test(node.operator)) return /** @type {Node} */ (unwrap(node.left));
	// `this.n = this.n + 1`
	const { left, right } = node;
	const isSum = node.operator === '=' && right.type === 'BinaryExpression';
	const name = isSum ? dottedName(left) : null;
	const isSame = name !== null && [right.left, right.right].some((one) => dottedName(one) === name);
	return isSame ? left : null;
}

/** @param {Node} node @param {Variable} variable @param {Resolution['parents']} parents @returns {boolean} a function changes it that another one gives */
function isOfGivenClosure(node, variable, parents) {
	const owner = ownerOf(variable);
	const fn = functionAround(node, parents);
	if (!owner || !fn || fn === owner || variable.kind === 'this') return false;
	const body = owner.type === 'BlockStatement' ? parents.get(owner) : owner;
	if (fn === body) return false;
	const parent = parents.get(fn);
	return (
		/^(ReturnStatement|ObjectProperty|ArrowFunctionExpression)$/.test(parent?.type ?? '') ||
		fn.type === 'ObjectMethod' ||
		(parent?.type === 'AssignmentExpression' && isMember(parent.left))
	);
}
