/** @import { Node } from '../../types.js' */
import { isClass } from '../../ast/shapes.js';

const MAKES_AN_OBJECT = 'which gives its caller an object at once';

/** @type {Record<string, { detail: string, why: string }>} */
const WAYS = {
	NewExpression: { detail: 'with `new`', why: MAKES_AN_OBJECT },
	TaggedTemplateExpression: {
		detail: 'as a template tag',
		why: 'which gets raw strings that no clone holds, and gives its caller a value at once',
	},
	Decorator: { detail: 'as a decorator', why: 'which decides at once what is defined' },
};

/** Uses that leave no room for a promise. @param {Node} parent @param {Node} child the callee @returns {{ detail: string, why: string } | null} */
export function waysAtOnce(parent, child) {
	if (isClass(parent) && parent.superClass === child)
		return { detail: 'as a base class', why: MAKES_AN_OBJECT };
	return WAYS[parent.type] ?? null;
}

/** @param {Node} call that gets a callee as its first argument @param {string | null} path @returns {{ detail: string, why: string } | null} */
export function whyNotBuilt(call, path) {
	if (path === 'Reflect.construct')
		return { detail: 'with `Reflect.construct`', why: MAKES_AN_OBJECT };
	return call.type === 'NewExpression' && path === 'Promise'
		? { detail: 'as the executor of a promise', why: 'which takes at once what it throws' }
		: null;
}

/** @param {Node} parent @returns {boolean} whether a function in it becomes text */
export const isText = (parent) =>
	parent.type === 'TemplateLiteral' ||
	(parent.type === 'BinaryExpression' && parent.operator === '+');
