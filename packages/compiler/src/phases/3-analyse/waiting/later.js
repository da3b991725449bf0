/** @import { Node } from '../../../types.js' */
/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Looked } from './window.js' */
import { outermost } from '../../../ast/parents.js';
import {
	dottedName,
	isCall,
	isFunction,
	isLoop,
	isMember,
	propertyName,
} from '../../../ast/shapes.js';
import { isWithin, nodesOf } from '../../../ast/tree.js';
import { functionAround } from '../call-context.js';
import { Window } from './window.js';

/**
 * `const all = xs.map(f);`, and later `await Promise.all(all);`: whether the caller waits there, in each run behind the call, and the code up to
 * there is quiet.
 *
 * @param {Node} id of a promise, or of a list of promises
 * @param {boolean} isList
 * @param {Looked} looked
 * @returns {{ wait: Node | null, place: Node | null }} `wait`: an AwaitExpression, or a ReturnStatement that hands it on; `place`: what may look at what
 *   the call changes before
 */
export function waitNamed(id, isList, looked) {
	const { call, effects } = looked;
	const { fn } = functionAround(call, effects.parents);
	const variable = id.type === 'Identifier' ? variableNamed(id, effects) : null;
	if (!variable || !isWithin(variable.scope.node, fn ?? variable.scope.node))
		return { wait: null, place: null };
	const isKept = isList ? onlyGrows(variable, effects.parents) : !variable.isReassigned;
	if (!isKept) return { wait: null, place: null };
	const waits = variable.references.flatMap(({ node }) => {
		const wait = node.start > call.end ? waitFor(node, isList, effects.parents) : null;
		return wait && isBehind(wait, call, effects.parents) ? [wait] : [];
	});
	const [first] = waits;
	if (!first) return { wait: null, place: null };
	const loop = outermostLoop(call, first, effects.parents);
	const root = fn ?? effects.resolution.program.node;
	const from = loop ? loop.start : call.end;
	return { wait: first, place: new Window(looked, loop).between(root, from, first.start) };
}

/**
 * Up to the end of the function that makes the call, and of the loops around it.
 *
 * @param {Looked} looked
 * @returns {Node | null} what may look at what the call changes
 */
export function notQuietToTheEnd(looked) {
	const { call, effects } = looked;
	const { fn } = functionAround(call, effects.parents);
	const root = fn ?? effects.resolution.program.node;
	const loop = outermostLoop(call, null, effects.parents);
	return new Window(looked, loop).between(root, loop ? loop.start : call.end, root.end);
}

/** @param {Node} id where it is used, or declared @param {EffectAnalysis} effects @returns {Variable | null} */
function variableNamed(id, { aliases, resolution }) {
	const declared = resolution.references.find(({ variable }) =>
		variable?.declarations.some((one) => one.id === id),
	);
	return aliases.variableOf(id) ?? declared?.variable ?? null;
}

/** @param {Variable} list of promises @param {Parents} parents @returns {boolean} no element is taken out of it, or replaced */
const onlyGrows = ({ references }, parents) =>
	references.every(({ node, role }) => {
		const { child, parent } = outermost(node, parents);
		if (role === 'write') return parent.type === 'VariableDeclarator';
		if (parent.type === 'SpreadElement') return true;
		if (isCall(parent)) return parent.callee !== child && isOfAll(parent);
		if (/^(Return|Await|ForOf)/.test(parent.type)) return true;
		if (!isMember(parent) || parent.object !== child) return false;
		const user = outermost(parent, parents).parent;
		const name = propertyName(parent);
		return name === 'push' || (name === 'length' && !/^(Assign|Update)/.test(user.type));
	});

/** @param {Node} call @returns {boolean} */
const isOfAll = (call) => /^Promise\.(all|allSettled)$/.test(dottedName(call.callee) ?? '');

/** @param {Node} name of a promise, or of a list of them @param {boolean} isList @param {Parents} parents @returns {Node | null} `await name`, `await Promise.all(name)`, `await Promise.all([name, other])` */
function waitFor(name, isList, parents) {
	let { child, parent } = outermost(name, parents);
	let isInList = isList;
	if (parent.type === 'SpreadElement') ({ child, parent } = outermost(parent, parents));
	if (parent.type === 'ArrayExpression') {
		isInList = true;
		({ child, parent } = outermost(parent, parents));
	}
	if (isCall(parent) && parent.arguments[0] === child) {
		if (!isInList || !isOfAll(parent)) return null;
		isInList = false;
		({ parent } = outermost(parent, parents));
	}
	return !isInList && /^(Await|Return)/.test(parent.type) ? parent : null;
}

/** @param {Node} wait @param {Node} call @param {Parents} parents @returns {boolean} it comes in each run behind the call: in the same block, or in one around it */
function isBehind(wait, call, parents) {
	let statement = wait;
	while (!/(Declaration|Statement)$/.test(statement.type))
		statement = /** @type {Node} */ (parents.get(statement));
	const block = parents.get(statement);
	if (!block || !Array.isArray(block.body) || !isWithin(call, block)) return false;
	const { fn } = functionAround(call, parents);
	return !nodesOf(block, LEAVING).some((node) =>
		BRANCHES.test(node.type)
			? isWithin(wait, node)
			: node.start > call.end && node.end < wait.start && functionAround(node, parents).fn === fn,
	);
}

const BRANCHES = /Expression$/;
/** What leaves the block between the two, or does not come to the second. */
const LEAVING = [
	...['ReturnStatement', 'ThrowStatement', 'BreakStatement', 'ContinueStatement'],
	...['ConditionalExpression', 'LogicalExpression'],
];

/** @param {Node} call @param {Node | null} wait behind it @param {Parents} parents @returns {Node | null} the outermost loop of the function around the call and not around that */
export function outermostLoop(call, wait, parents) {
	let found = null;
	for (let at = parents.get(call); at && !isFunction(at); at = parents.get(at)) {
		if (wait && isWithin(wait, at)) break;
		if (isLoop(at)) found = at;
	}
	return found;
}
