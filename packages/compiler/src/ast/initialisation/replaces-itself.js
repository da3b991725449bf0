/** @import { Parents } from '../parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../resolve.js' */
/** @import { Initialisation, Variable } from '../scope.js' */
import { isWithin } from '../tree.js';
import { walk } from '../babel.js';
import {
	helperValue,
	isCall,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	propertyName,
	unwrap,
} from '../shapes.js';
import { functionAround, referencesIn, usesOfCall } from './inputs.js';

/**
 * Read a function that replaces itself by a function that does the same, in the forms that compilers and people write:
 *
 * ```js
 * function f(o) { return (f = A ? B : function (o) { … }), f(o); }
 * function f() { f = Object.assign || function (o) { … }; return f.apply(this, arguments); }
 * function f() { var t = compute(); return (f = function () { return t; })(); }
 * ```
 * The first call ends with a call of the new function with the arguments that it got itself, and makes no other use of them.
 *
 * @param {Variable} variable
 * @param {Resolution} resolution
 * @returns {Initialisation | null}
 */
export function replacesItself(variable, resolution) {
	const [declaration] = variable.declarations;
	const node = declaration?.node;
	const fn = isFunction(node) ? node : unwrap(helperValue(unwrap(node?.init)));
	if (!fn || !isFunction(fn) || fn.async || fn.generator) return null;
	if (node.type === 'VariableDeclarator' && node.id !== declaration?.id) return null;
	const values = valuesAssigned(variable, fn, resolution.parents);
	if (values === null) return null;
	const first = Math.min(...values.map(({ start }) => start));
	const ends = endsOf(fn, variable, resolution)?.filter(
		(end) => end?.kind !== 'constant' || end.node.start > first,
	);
	if (!ends || ends.length === 0) return null;
	const leaves = values.flatMap(leavesOf);
	const isSame =
		ends.every((end) => leaves.every((leaf) => handsOn(end, leaf, fn))) &&
		readsOnlyWhatItHandsOn(fn, ends, resolution) &&
		isUsedAsIs(variable, fn, ends, resolution);
	const calls = ends.map((end) => end.node);
	return isSame ? { kind: 'function', regions: [fn], values: leaves, ends: calls } : null;
}

/** @param {Variable} variable @param {Node} fn @param {Parents} parents @returns {Node[] | null} null when something else assigns to it */
function valuesAssigned({ references }, fn, parents) {
	/** @type {Node[]} */
	const values = [];
	for (const { node, role } of references) {
		if (role === 'read' || role === 'export') continue;
		const parent = parents.get(node);
		const isPlain = parent?.type === 'AssignmentExpression' && parent.left === node;
		if (!isPlain || parent.operator !== '=' || functionAround(node, parents) !== fn) return null;
		values.push(parent.right);
	}
	return values;
}

/** @param {Node} value @returns {Node[]} the expressions whose value it may be */
function leavesOf(value) {
	const node = /** @type {Node} */ (unwrap(value));
	if (node.type === 'ConditionalExpression')
		return [...leavesOf(node.consequent), ...leavesOf(node.alternate)];
	// What is falsy is never called.
	if (node.type === 'LogicalExpression' && node.operator === '&&') return leavesOf(node.right);
	if (node.type === 'LogicalExpression') return [...leavesOf(node.left), ...leavesOf(node.right)];
	if (node.type === 'SequenceExpression') return leavesOf(node.expressions.at(-1));
	const isUnbound =
		isCall(node) &&
		isMember(node.callee) &&
		propertyName(node.callee) === 'bind' &&
		node.arguments.every(isPrimitiveLiteral);
	return isUnbound ? leavesOf(node.callee.object) : [node];
}

/**
 * How the first call ends.
 *
 * @typedef {object} End
 * @property {'same' | 'given' | 'new' | 'value' | 'constant'} kind `same`: with the arguments that there were; `given`: with
 *   the parameters; `value`: with what the new function returns, too; `constant`: with a literal, before it replaces itself
 * @property {Node[]} operands what it hands on
 * @property {boolean} hasThis it hands `this` on
 * @property {Node} node
 */

/** @param {Node} fn @param {Variable} variable @param {Resolution} resolution @returns {End[] | null} null where it may end in another way */
function endsOf(fn, variable, resolution) {
	const { body } = fn;
	const last = body.type === 'BlockStatement' ? body.body.findLast(isStatement) : null;
	if (body.type === 'BlockStatement' && last?.type !== 'ReturnStatement') return null;
	/** @type {Node[]} */
	const returned = body.type === 'BlockStatement' ? [] : [body];
	walk(body, (node) => {
		if (node.type === 'ReturnStatement') returned.push(node.argument);
		return !isFunction(node);
	});
	const ends = returned.map((one) => endOf(one, fn, variable, resolution));
	return ends.includes(null) ? null : /** @type {End[]} */ (ends);
}

/** @param {Node} node @returns {boolean} */
const isStatement = ({ type }) => type !== 'FunctionDeclaration' && type !== 'EmptyStatement';

/** @param {Node | null} returned @param {Node} fn @param {Variable} variable @param {Resolution} resolution @returns {End | null} */
function endOf(returned, fn, variable, { references, scopes }) {
	let node = unwrap(returned);
	if (node?.type === 'SequenceExpression') node = unwrap(node.expressions.at(-1));
	if (!node) return null;
	const isIt = (/** @type {Node} */ one) => {
		const inner = unwrap(one.type === 'AssignmentExpression' ? one.left : one);
		return variable.references.some((reference) => reference.node === inner);
	};
	if (node.type === 'Identifier') {
		const local = references.find((one) => one.node === node)?.variable;
		const isOwn =
			local?.kind !== 'param' && local?.scope.isWithin(/** @type {any} */ (scopes.get(fn)));
		return isOwn ? { kind: 'value', operands: [], hasThis: true, node } : null;
	}
	if (node.type === 'NewExpression')
		return isIt(unwrap(node.callee))
			? { kind: 'new', operands: node.arguments, hasThis: true, node }
			: null;
	if (isPrimitiveLiteral(node)) return { kind: 'constant', operands: [], hasThis: true, node };
	if (!isCall(node)) return null;
	const callee = unwrap(node.callee);
	if (isIt(callee)) return { kind: 'given', operands: node.arguments, hasThis: false, node };
	if (!isMember(callee) || !isIt(unwrap(callee.object))) return null;
	const [self, ...rest] = node.arguments;
	const hasThis = self?.type === 'ThisExpression';
	if (!self || !(hasThis || isPrimitiveLiteral(self))) return null;
	const operands = node.arguments;
	const name = propertyName(callee);
	if (name === 'call') return { kind: 'given', operands: rest, hasThis, node };
	const isAll = name === 'apply' && rest.length === 1 && rest[0].name === 'arguments';
	return isAll ? { kind: 'same', operands, hasThis, node } : null;
}

/** @param {End} end @param {Node} leaf what it may call @param {Node} fn @returns {boolean} calling that gives what calling `fn` gives */
function handsOn({ kind, operands, hasThis, node }, leaf, fn) {
	if (kind === 'constant') return false; // it replaces itself, and gives something else
	if (kind === 'value') return isFunction(leaf) && returnsName(leaf, node.name);
	if (kind === 'same') return hasThis || !isFunction(leaf) || !usesThis(leaf);
	const { params } = fn;
	const isEach = operands.every((/** @type {Node} */ one, /** @type {number} */ index) =>
		isParameter(unwrap(one), params[index]),
	);
	if (!isEach || operands.length !== params.length) return false;
	if (!isFunction(leaf)) return true;
	const uses = usesOfCall(leaf);
	return (
		leaf.params.length <= params.length &&
		uses.every(({ type }) => type === 'ThisExpression') &&
		(hasThis || uses.length === 0)
	);
}

/** @param {Node} given @param {Node | undefined} param @returns {boolean} `x`, and `x || y` of SWC's `_get`, whose callers pass an object */
function isParameter(given, param) {
	const isDefaulted =
		given.type === 'LogicalExpression' &&
		given.operator === '||' &&
		given.right.type === 'Identifier';
	const named = isDefaulted ? unwrap(given.left) : given;
	return param?.type === 'Identifier' && named.type === 'Identifier' && named.name === param.name;
}

/** @param {Node} fn @param {string} name @returns {boolean} it does no more than to return a variable */
function returnsName({ params, body }, name) {
	const [only] = body.type === 'BlockStatement' ? body.body : [];
	const value = body.type === 'BlockStatement' ? only?.argument : body;
	return params.length === 0 && (body.body?.length ?? 1) === 1 && unwrap(value)?.name === name;
}

/** @param {Node} leaf @returns {boolean} */
const usesThis = (leaf) => usesOfCall(leaf).some(({ type }) => type === 'ThisExpression');

/** @param {Node} fn @param {End[]} ends @param {Resolution} resolution @returns {boolean} its parameters, `this` and `arguments` go nowhere else */
function readsOnlyWhatItHandsOn(fn, ends, resolution) {
	const isHandedOn = (/** @type {Node} */ node) =>
		ends.some(({ operands }) => operands.some((one) => isWithin(node, one)));
	const scope = resolution.scopes.get(fn);
	return (
		usesOfCall(fn).every(isHandedOn) &&
		referencesIn(resolution, fn).every(
			({ node, variable }) =>
				variable?.scope !== scope || variable?.kind !== 'param' || isHandedOn(node),
		)
	);
}

/** @param {Variable} variable @param {Node} fn @param {End[]} ends @param {Resolution} resolution @returns {boolean} other code calls it, or makes instances, as its own first call does, and looks at no property */
function isUsedAsIs({ references }, fn, ends, { parents }) {
	const isNew = ends.some(({ kind }) => kind === 'new');
	return references.every(({ node }) => {
		if (isWithin(node, fn)) return true;
		const parent = /** @type {Node} */ (parents.get(node));
		if (parent.type === 'NewExpression' && parent.callee === node) return isNew;
		if (isNew) return false;
		if (isMember(parent) && parent.object === node)
			return /^(call|apply|bind)$/.test(propertyName(parent) ?? '');
		return true;
	});
}
