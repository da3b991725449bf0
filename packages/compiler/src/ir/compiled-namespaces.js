/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { isCall, isFunction, propertyName, unwrap } from '../ast/shapes.js';
import { calledName } from '../ast/awaiter.js';

/**
 * Namespaces, enums and classes of other languages as compilers write them, where the text does not say by one expression what a
 * variable holds.
 */

/**
 * ```js
 * var Shapes;
 * (function (Shapes) { function area() { … } Shapes.area = area; })(Shapes || (exports.Shapes = Shapes = {}));
 * ```
 *
 * @param {Variable} variable
 * @param {EffectAnalysis} analysis
 * @returns {Variable[]} the parameters by which the functions around its parts name it; empty for any other variable
 */
export function namesInParts(variable, { parents, resolution }) {
	const [declaration] = variable.declarations;
	const isBare =
		variable.declarations.length === 1 &&
		declaration?.node.type === 'VariableDeclarator' &&
		declaration.node.init === null;
	if (!isBare) return [];
	/** @type {Variable[]} */
	const found = [];
	for (const { node, role } of variable.references) {
		if (role !== 'write') continue;
		const wrapper = wrapperOfPart(node, variable, parents);
		const param = wrapper?.params[0];
		const named = wrapper && resolution.scopes.get(wrapper)?.variables.get(param?.name);
		if (!named || named.isReassigned) return [];
		found.push(named);
	}
	return found;
}

/** @param {Node} target of `Shapes = {}` @param {Variable} variable @param {Parents} parents @returns {Node | null} the function that gets it */
function wrapperOfPart(target, { name }, parents) {
	let at = /** @type {Node} */ (parents.get(target));
	const made = at.type === 'AssignmentExpression' ? unwrap(at.right) : null;
	if (made?.type !== 'ObjectExpression' || made.properties.length > 0) return null;
	while (at.type === 'AssignmentExpression') at = /** @type {Node} */ (parents.get(at));
	if (at.type !== 'LogicalExpression' || unwrap(at.left).name !== name) return null;
	const call = /** @type {Node} */ (parents.get(at));
	const wrapper = isCall(call) && call.arguments[0] === at ? unwrap(call.callee) : null;
	return wrapper && isFunction(wrapper) ? wrapper : null;
}

/** `_createClass` of Babel, `_create_class` of SWC. */
const CREATE_CLASS = /^_*(createClass|create_class)\d*$/;

/** @param {Node} node @returns {Node | null} the class that `_createClass(Row, […])` completes and gives back */
export const createdClass = (node) =>
	isCall(node) && CREATE_CLASS.test(calledName(node) ?? '') ? (node.arguments[0] ?? null) : null;

/** @param {Node} literal `{ key: 'of', value: function () { … } }` @param {Parents} parents @returns {Node | null} the class that gets it as a static method */
export function createdWith(literal, parents) {
	const list = parents.get(literal);
	const call = list && parents.get(list);
	return call && isCall(call) && call.arguments[2] === list ? createdClass(call) : null;
}

/**
 * The static methods that such a helper gives a function: `_createClass(Row, [{ key: 'sum', value: function () { … } }], [{ key: 'of', … }])`.
 *
 * @param {Node} fn
 * @param {string} name
 * @param {EffectAnalysis} analysis
 * @returns {Node[]}
 */
export function staticsCreated(fn, name, { parents, resolution }) {
	if (fn.type !== 'FunctionDeclaration' || !fn.id) return [];
	const variable = resolution.scopes.get(fn)?.parent?.lookup(fn.id.name);
	return (variable?.references ?? []).flatMap(({ node }) => {
		const call = parents.get(node);
		const list = call && createdClass(call) === node ? unwrap(call.arguments[2]) : null;
		const entry = (list?.elements ?? []).find((/** @type {Node} */ one) => keyOf(one) === name);
		const value = unwrap(valueOf(entry, 'value'));
		return value && isFunction(value) ? [value] : [];
	});
}

/** @param {Node} descriptor @returns {string | undefined} */
const keyOf = (descriptor) => valueOf(descriptor, 'key')?.value;

/** @param {Node | undefined} literal @param {string} name @returns {Node | undefined} */
const valueOf = (literal, name) =>
	literal?.properties?.find((/** @type {Node} */ one) => propertyName(one) === name)?.value;
