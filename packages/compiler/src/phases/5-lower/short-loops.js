/** @import { Node } from '../../types.js' */
import { walk } from '../../ast/babel.js';
import {
	dottedName,
	isCall,
	isMember,
	patternNames,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';

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
	if (loop.type !== 'ForStatement' || !loop.test || !loop.update) return false;
	return counts(loop) && [loop.init, loop.test, loop.update, loop.body].every(isQuick);
}

/** `i++`, `i += step` with `i < n` in the test, and no other assignment to `i`. @param {Node} loop @returns {boolean} */
function counts({ test, update, body }) {
	const updates = update.type === 'SequenceExpression' ? update.expressions : [update];
	return updates.some((/** @type {Node} */ one) => {
		const isStep = one.type === 'AssignmentExpression' && /^[+-]=$/.test(one.operator);
		const target = isStep ? one.left : one.type === 'UpdateExpression' ? one.argument : null;
		if (target?.type !== 'Identifier') return false;
		return isCompared(target.name, test) && !isAssigned(target.name, body);
	});
}

const COMPARISONS = new Set(['<', '<=', '>', '>=', '!==', '!=']);

/** @param {string} name @param {Node} test @returns {boolean} */
function isCompared(name, test) {
	const node = /** @type {Node} */ (unwrap(test));
	if (node.type === 'LogicalExpression')
		return node.operator === '&&' && (isCompared(name, node.left) || isCompared(name, node.right));
	if (node.type !== 'BinaryExpression' || !COMPARISONS.has(node.operator)) return false;
	return [node.left, node.right].some((side) => unwrap(side).name === name);
}

/** @param {string} name @param {Node} body @returns {boolean} */
function isAssigned(name, body) {
	let found = false;
	walk(body, (node) => {
		const target =
			node.type === 'AssignmentExpression' || /^For(In|Of)Statement$/.test(node.type)
				? node.left
				: node.type === 'UpdateExpression'
					? node.argument
					: null;
		if (target && patternNames(target).some((one) => one.name === name)) found = true;
	});
	return found;
}

/** What takes a call or a wait. */
const SLOW =
	/^(NewExpression|TaggedTemplateExpression|ImportExpression|AwaitExpression|YieldExpression)$/;

/** @param {Node} node @returns {boolean} */
export const isLoop = ({ type }) => /^(For(In|Of)?|While|DoWhile)Statement$/.test(type);

/** Methods of strings, numbers and arrays that take a few cycles. */
const QUICK_METHODS = new Set('charCodeAt codePointAt charAt at push pop has get'.split(' '));
const QUICK_FUNCTIONS = /^(Math\.\w+|Number\.is\w+|Array\.isArray|String\.fromCharCode)$/;

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
	if (QUICK_FUNCTIONS.test(dottedName(callee) ?? '')) return true;
	return isMember(callee) && QUICK_METHODS.has(propertyName(callee) ?? '');
}
