/** @import { Node } from '../../types.js' */
import { walk } from '../../ast/babel.js';
import {
	dottedName,
	isCall,
	isLoop,
	isMember,
	patternNames,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { isQuickFunction } from '../../knowledge/calls.js';
import { isQuickMethod } from '../../knowledge/methods.js';

/**
 * Whether a loop ends by itself soon: it counts, or goes through what exists already, and does little
 * in each turn besides loops that look themselves. One that still runs long, of a hundred million turns, is stopped with its thread.
 *
 * @param {Node} loop
 * @returns {boolean}
 */
export function isShortLoop(loop) {
	if (loop.type === 'ForOfStatement' || loop.type === 'ForInStatement')
		return !loop.await && isQuick(loop.body) && isQuick(loop.right);
	// What a loop begins with runs once.
	return counts(loop) && [loop.test, loop.update ?? null, loop.body].every(isQuick);
}

/** `i++` or `i += step` in each turn, with `i < n` or `i * i < n` in the test, and no other assignment to `i`. @param {Node} loop @returns {boolean} */
function counts({ test, update, body }) {
	if (!test) return false;
	if (update) {
		const updates = update.type === 'SequenceExpression' ? update.expressions : [update];
		return updates.some((/** @type {Node} */ one) => {
			const name = counterOf(one);
			return isCompared(name, test) && assignmentsTo(name, body) === 0;
		});
	}
	const statements = body.type === 'BlockStatement' ? body.body : [body];
	return statements.some((/** @type {Node} */ { expression }, /** @type {number} */ at) => {
		const name = counterOf(expression);
		if (!isCompared(name, test) || assignmentsTo(name, body) !== 1) return false;
		return !statements.slice(0, at).some(mayContinue);
	});
}

/** @param {Node | undefined} node @returns {string} what it counts up or down; empty: nothing */
function counterOf(node) {
	const isStep = node?.type === 'AssignmentExpression' && /^[+-]=$/.test(node.operator);
	const target = isStep ? node.left : node?.type === 'UpdateExpression' ? node.argument : null;
	return target?.type === 'Identifier' ? target.name : '';
}

const COMPARISONS = new Set(['<', '<=', '>', '>=', '!==', '!=']);

/** @param {string} name @param {Node} test @returns {boolean} whether it ends the loop */
function isCompared(name, test) {
	const node = /** @type {Node} */ (unwrap(test));
	if (node.type === 'LogicalExpression')
		return node.operator === '&&' && (isCompared(name, node.left) || isCompared(name, node.right));
	if (name === '' || node.type !== 'BinaryExpression' || !COMPARISONS.has(node.operator))
		return false;
	return [node.left, node.right].some((side) => isNameOrSquare(name, side));
}

/** @param {string} name @param {Node} side of a comparison @returns {boolean} it gets larger as the counter does */
function isNameOrSquare(name, side) {
	const node = /** @type {Node} */ (unwrap(side));
	if (node.type !== 'BinaryExpression' || node.operator !== '*') return node.name === name;
	return isNameOrSquare(name, node.left) && isNameOrSquare(name, node.right);
}

/** @param {Node} statement @returns {boolean} whether the turn may end in it, and the next one begin */
function mayContinue(statement) {
	let found = false;
	walk(statement, ({ type }) => {
		if (type === 'ContinueStatement') found = true;
	});
	return found;
}

/** @param {string} name @param {Node} body @returns {number} */
function assignmentsTo(name, body) {
	let found = 0;
	walk(body, (node) => {
		const target =
			node.type === 'AssignmentExpression' || /^For(In|Of)Statement$/.test(node.type)
				? node.left
				: node.type === 'UpdateExpression'
					? node.argument
					: null;
		if (target && patternNames(target).some((one) => one.name === name)) found++;
	});
	return found;
}

/** What takes a call or a wait. */
const SLOW =
	/^(NewExpression|TaggedTemplateExpression|ImportExpression|AwaitExpression|YieldExpression)$/;

/** @param {Node | null} root @returns {boolean} */
function isQuick(root) {
	let isFast = true;
	if (root) {
		walk(root, (node) => {
			if (isLoop(node)) {
				// One that is not short has checks itself: whatever takes long in there is seen there.
				if (isShortLoop(node)) isFast = false;
				return false;
			}
			if (SLOW.test(node.type) || (isCall(node) && !isQuickCall(node))) isFast = false;
			return isFast;
		});
	}
	return isFast;
}

/** @param {Node} call @returns {boolean} */
function isQuickCall({ callee }) {
	if (isQuickFunction(dottedName(callee) ?? '')) return true;
	return isMember(callee) && isQuickMethod(propertyName(callee) ?? '');
}
