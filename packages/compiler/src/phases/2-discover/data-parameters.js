/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { Variable } from '../../ast/scope.js' */
import {
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	isWrapper,
	membersOf,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { constantValueOf, importOf } from '../../ir/values.js';

/**
 * What tells `rows.find(keep)`, which calls `keep`, from `table.find(key)`, whose `find` is a program's own: the names of
 * methods alone do not.
 */

/**
 * @param {Node} call `x.find(v)`, of a method that arrays have
 * @param {Resolution} resolution
 * @returns {boolean} the text shows that the method is not that of arrays
 */
export function isOwnMethod(call, resolution) {
	if (isAwaited(call, resolution.parents)) return true;
	const callee = /** @type {Node} */ (unwrap(call.callee));
	const name = /** @type {string} */ (propertyName(callee));
	return hasMethod(unwrap(callee.object), name, resolution);
}

/** No method of arrays gives a promise, and awaiting what it gives is for nothing. @param {Node} call @param {Map<Node, Node>} parents @returns {boolean} */
export function isAwaited(call, parents) {
	let parent = /** @type {Node} */ (parents.get(call));
	while (isWrapper(parent)) parent = /** @type {Node} */ (parents.get(parent));
	return (
		parent.type === 'AwaitExpression' ||
		(isMember(parent) && /^(then|catch|finally)$/.test(propertyName(parent) ?? ''))
	);
}

/** @param {Node} object @param {string} name @param {Resolution} resolution @returns {boolean} */
function hasMethod(object, name, resolution) {
	if (object.type === 'ThisExpression') return classAround(object, name, resolution.parents);
	const variable = object.type === 'Identifier' ? variableOf(object, resolution) : null;
	const from = variable && importOf(variable, resolution.parents);
	if (from) return from.name === '*' && isNamespace(variable);
	const value = variable ? constantValueOf(variable) : object;
	if (!value) return false;
	if (value.type === 'ObjectExpression') return value.properties.some(isNamed(name));
	if (isClass(value)) return membersOf(value).some(isNamed(name));
	if (value.type !== 'NewExpression' || value.callee.type !== 'Identifier') return false;
	const made = variableOf(value.callee, resolution);
	const definition = made && constantValueOf(made);
	return isClass(definition) && membersOf(/** @type {Node} */ (definition)).some(isNamed(name));
}

/** @param {string} name @returns {(member: Node) => boolean} */
const isNamed = (name) => (member) => propertyName(member) === name;

/** @param {Variable} variable @returns {boolean} `import * as db`, and what `require` gives as a whole */
const isNamespace = ({ kind, declarations: [declaration] }) =>
	kind !== 'import' || declaration?.node.type === 'ImportNamespaceSpecifier';

/** @param {Node} node `this` @param {string} name @param {Map<Node, Node>} parents @returns {boolean} the class or the literal around has such a method */
function classAround(node, name, parents) {
	for (let at = parents.get(node); at; at = parents.get(at)) {
		if (at.type === 'ClassBody') return at.body.some(isNamed(name));
		if (at.type === 'ObjectExpression') return at.properties.some(isNamed(name));
		if (isFunction(at) && /^Function/.test(at.type)) return false;
	}
	return false;
}

/** @param {Node} identifier @param {Resolution} resolution @returns {Variable | null} */
const variableOf = ({ name, start }, { references }) =>
	references.find((one) => one.node.start === start && one.name === name)?.variable ?? null;

/**
 * @param {Variable} parameter
 * @param {Map<Node, Node>} parents
 * @returns {boolean} the unit computes with it, or its type says so: it is no function
 */
export function isData({ declarations: [declaration], references }, parents) {
	const type = declaration?.id.typeAnnotation?.typeAnnotation?.type;
	if (/^TS(String|Number|Boolean|BigInt|Array|Tuple|Literal)/.test(type ?? '')) return true;
	return references.some(({ node }) => {
		const parent = /** @type {Node} */ (parents.get(node));
		if (parent.type === 'TemplateLiteral' || parent.type === 'UpdateExpression') return true;
		if (parent.type !== 'BinaryExpression') return false;
		const other = parent.left === node ? parent.right : parent.left;
		return /^[!=]=/.test(parent.operator) ? isText(other) : parent.operator !== 'instanceof';
	});
}

/** @param {Node} node @returns {boolean} a literal that a test of functions does not compare with */
const isText = (node) =>
	isPrimitiveLiteral(node) && /^(String|Numeric|Boolean|BigInt)Literal$/.test(node.type);
