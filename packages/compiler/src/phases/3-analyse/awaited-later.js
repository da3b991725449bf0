/** @import { Node } from '../../types.js' */
/** @import { Parents } from '../../ast/parents.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { ChangedObjects } from './changed-objects.js' */
import { outermost } from '../../ast/parents.js';
import { referencesWithin } from '../../ast/references.js';
import {
	chainRoot,
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { isWithin, nodesOf } from '../../ast/tree.js';
import { isMethodOfPlatform } from '../../knowledge/methods.js';
import { functionAround } from './call-context.js';
import { CALLING, MEMBERS } from './changed-objects.js';

/**
 * A call of a unit that changes what it is given: `changed` has the objects, `given` the variables that lead to them. Other calls of units wait
 * for it where they get one of these.
 *
 * @typedef {{ call: Node, given: ReadonlySet<Variable>, changed: ChangedObjects, effects: EffectAnalysis, isUnitCall: (call: Node) => boolean }} Looked
 */

/**
 * `const all = xs.map(f);`, and later `await Promise.all(all);`: whether the caller waits there, in each run behind the call, and no code up to there
 * may look at what the call changes. That has not changed yet, as it has in the plain program.
 *
 * @param {Node} id of a promise, or of a list of promises
 * @param {Looked} looked
 * @returns {boolean}
 */
export function isAwaitedAs(id, looked) {
	const { call, effects } = looked;
	const { fn } = functionAround(call, effects.parents);
	const variable = id.type === 'Identifier' ? variableNamed(id, effects) : null;
	if (!variable || !isWithin(variable.scope.node, fn ?? variable.scope.node)) return false;
	const waits = variable.references.flatMap(({ node }) => {
		const wait = node.start > call.end ? waitFor(node, effects.parents) : null;
		return wait && isBehind(wait, call, effects.parents) ? [wait] : [];
	});
	const [first] = waits;
	return first !== undefined && !isReadBefore(first, variable, looked) && !runsCode(first, looked);
}

/** @param {Node} id where it is used, or declared @param {EffectAnalysis} effects @returns {Variable | null} */
function variableNamed(id, { aliases, resolution }) {
	const declared = resolution.references.find(({ variable }) =>
		variable?.declarations.some((one) => one.id === id),
	);
	return aliases.variableOf(id) ?? declared?.variable ?? null;
}

/** @param {Node} name of a promise, or of a list of them @param {Parents} parents @returns {Node | null} `await name`, `await Promise.all(name)`, `await Promise.all([name, other])` */
function waitFor(name, parents) {
	let { child, parent } = outermost(name, parents);
	if (parent.type === 'ArrayExpression') ({ child, parent } = outermost(parent, parents));
	if (isCall(parent) && parent.arguments[0] === child) {
		if (!/^Promise\.(all|allSettled)$/.test(dottedName(parent.callee) ?? '')) return null;
		({ parent } = outermost(parent, parents));
	}
	return parent.type === 'AwaitExpression' ? parent : null;
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

/** @param {Node} wait @param {Variable} promise that has the promise @param {Looked} looked @returns {boolean} between the call and that, code may look at what the call changes */
function isReadBefore(wait, promise, looked) {
	const { call, effects } = looked;
	const loop = outermostLoop(call, wait, effects.parents);
	const from = loop ? loop.start : call.end;
	return effects.resolution.references.some(({ node, variable }) => {
		if (variable === promise || node.start < from || node.end > wait.start) return false;
		// Each iteration has another element.
		if (loop && variable && isWithin(variable.scope.node, loop)) return false;
		if (isWithin(node, call)) return loop !== null && isReadByNext(node, looked);
		return isLookedInto(node, looked);
	});
}

/**
 * Whether functions of the program may run between a call and what waits for it: they look at anything.
 *
 * @param {Node | null} wait null: up to the end of the function
 * @param {Omit<Looked, 'changed'>} looked
 * @returns {boolean}
 */
export function runsCode(wait, { call, given, effects, isUnitCall }) {
	const { parents, resolution } = effects;
	const loop = wait && outermostLoop(call, wait, parents);
	const from = loop ? loop.start : call.end;
	const { fn } = functionAround(call, parents);
	/** @param {Node} node a call @param {Set<Node>} seen functions @returns {boolean} */
	const mayLook = (node, seen) => {
		if (isUnitCall(node) || isOfPlatform(node, effects)) return false;
		const called = effects.callees.ofCall(node);
		if (called.length === 0) return true;
		return called.some((one) => {
			if (seen.has(one.fn)) return false;
			seen.add(one.fn);
			return (
				referencesWithin(resolution.references, one.fn).some(leads) ||
				nodesOf(one.fn, CALLING).some((inner) => mayLook(inner, seen))
			);
		});
	};
	/** @param {{ node: Node }} reference @returns {boolean} */
	const leads = (reference) =>
		[...effects.aliases.of(reference.node)].some((one) => given.has(one));
	return nodesOf(fn ?? resolution.program.node, RUNNING).some((node) => {
		if (node.end <= from || isWithin(call, node) || (wait && node.end > wait.start)) return false;
		if (functionAround(node, parents).fn !== fn) return false;
		if (isMember(node)) return resolution.accessorNames.has(propertyName(node) ?? '');
		return mayLook(node, new Set());
	});
}

/** Calls, and reads that getters may answer. */
const RUNNING = [...CALLING, ...MEMBERS];

/** `console.log('begun')`, `all.push(x)`: it calls no function of the program, as far as names tell. @param {Node} call @param {EffectAnalysis} effects @returns {boolean} */
function isOfPlatform(call, { aliases, callees }) {
	if (callees.ofCall(call).length > 0) return false;
	if ((call.arguments ?? []).some(isFunction)) return false;
	const callee = /** @type {Node} */ (unwrap(call.callee ?? call.tag));
	const root = chainRoot(callee);
	const isGlobal = root.type === 'Identifier' && !aliases.variableOf(root);
	return isGlobal || (isMember(callee) && isMethodOfPlatform(propertyName(callee) ?? ''));
}

/** @param {Node} call @param {Node} wait behind it @param {Parents} parents @returns {Node | null} the outermost loop around the call and not around that */
function outermostLoop(call, wait, parents) {
	let found = null;
	for (let at = parents.get(call); at && !isWithin(wait, at); at = parents.get(at))
		if (/^(For|While|DoWhile)/.test(at.type)) found = at;
	return found;
}

/** @param {Node} name in the arguments of a call in a loop @param {Looked} looked @returns {boolean} the next iteration looks there into what this one changes */
function isReadByNext(name, { changed, effects }) {
	const { child, parent } = outermost(name, effects.parents);
	return isMember(parent) && parent.object === child && changed.hasInside(child);
}

/** `for (const row of rows)`, `Object.entries(groups)`. @param {Node} list @param {Node} parent @returns {boolean} */
function isListed(list, parent) {
	if (/^For(In|Of)Statement$/.test(parent.type)) return parent.right === list;
	return isCall(parent) && /^Object\.(entries|keys|values)$/.test(dottedName(parent.callee) ?? '');
}

/** @param {Node} name @param {Looked} looked @returns {boolean} the expression that it stands in may look into what the call changes */
function isLookedInto(name, { changed, given, effects: { aliases, parents }, isUnitCall }) {
	let { child, parent } = outermost(name, parents);
	while (isMember(parent) && parent.object === child) {
		if (changed.hasInside(child)) return true;
		({ child, parent } = outermost(parent, parents));
	}
	if (isMember(child) && propertyName(child) === 'length') return false;
	if (isCall(parent) && parent.callee !== child && isUnitCall(parent)) return false;
	// Which elements there are, and not what they have.
	if (isListed(child, parent)) return changed.hasInside(child);
	return [...aliases.of(child)].some((one) => given.has(one));
}
