/** @import { Node } from '../types.js' */
/** @import { Parents } from '../ast/parents.js' */
/** @import { Variable } from '../ast/scope.js' */
import { walk } from '../ast/babel.js';
import { isCall, isFunction, unwrap } from '../ast/shapes.js';
import { importOf } from './values.js';

/**
 * Modules that functions require: the wrapper around a file, `(function () { const scan = require('./scan'); … })()`, and TypeScript's UMD
 * output, `(function (factory) { … factory(require, exports); })(function (require, exports) { … })`.
 */

/**
 * What the wrapper around a module hands to a function: `(function (dep) { … })(require('./dep'))`, or
 * `(function (root, factory) { factory(require('./dep')); })(this, function (dep) { … })`.
 *
 * @param {Variable} variable a parameter
 * @param {Parents} parents
 * @returns {Node[]}
 */
export function givenByWrapper(variable, parents) {
	const [declaration] = variable.declarations;
	const fn = declaration?.node;
	if (!fn || !isFunction(fn) || variable.isReassigned) return [];
	const index = fn.params.indexOf(declaration.id);
	const call = parents.get(fn);
	if (index === -1 || !call || !isCall(call)) return [];
	if (unwrap(call.callee) === fn) return argumentAt(call, index);
	const wrapper = /** @type {Node} */ (unwrap(call.callee));
	if (!isFunction(wrapper)) return [];
	const name = wrapper.params[call.arguments.indexOf(fn)]?.name;
	/** @type {Node[]} */
	const found = [];
	walk(wrapper.body, (node) => {
		if (name !== undefined && isCall(node) && node.callee.name === name)
			found.push(...argumentAt(node, index));
	});
	return found;
}

/** @param {Node} call @param {number} index @returns {Node[]} */
function argumentAt(call, index) {
	const given = unwrap(call.arguments[index]);
	return given ? [given] : [];
}

/** @param {Variable} variable @param {Parents} parents @returns {boolean} a parameter by which a wrapper hands on the `require` of its file */
export function isHandedRequire(variable, parents) {
	if (variable.kind !== 'param' || variable.name !== 'require') return false;
	if (variable.scope.parent?.lookup('require')) return false;
	const given = givenByWrapper(variable, parents);
	return given.length > 0 && given.every((one) => one.name === 'require');
}

/**
 * @param {Variable} variable of a function
 * @param {Parents} parents
 * @returns {Node | null} the call `require('./scan')` of its declaration; null for any other value
 */
export function localRequire(variable, parents) {
	const declarator = variable.declarations[0]?.node;
	if (variable.isTopLevel || declarator?.type !== 'VariableDeclarator') return null;
	const value = unwrap(declarator.init);
	const isCalled = value && isCall(value) && value.callee.name === 'require';
	if (!isCalled || !importOf(variable, parents)) return null;
	const named = variable.scope.lookup('require');
	return named === null || isHandedRequire(named, parents) ? value : null;
}
