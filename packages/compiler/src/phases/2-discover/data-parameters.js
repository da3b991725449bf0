/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { Variable } from '../../ast/scope.js' */
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	isWrapper,
	membersOf,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { returnedBy } from '../../ir/callees.js';
import { requiresCallback } from '../../knowledge/methods.js';
import { constantValueOf, functionOf, importOf } from '../../ir/values.js';

/**
 * What tells `rows.find(keep)`, which calls `keep`, from `table.find(key)`, whose `find` is a program's own: the names of
 * methods alone do not.
 */

/**
 * @param {Node} call `x.find(v)`, of a method that arrays have
 * @param {Resolution} resolution
 * @returns {boolean} the text shows that the method is not that of arrays, and does not call its argument either
 */
export function isOwnMethod(call, resolution) {
	if (isAwaited(call, resolution.parents)) return true;
	const callee = /** @type {Node} */ (unwrap(call.callee));
	const name = /** @type {string} */ (propertyName(callee));
	const method = methodOf(unwrap(callee.object), name, resolution);
	return method !== null && !(method !== UNSEEN && callsFirst(method, resolution));
}

/** @param {Node} method of a class or a literal @param {Resolution} resolution @returns {boolean} */
function callsFirst(method, { parents, scopes }) {
	const fn = isFunction(method) ? method : unwrap(method.value ?? null);
	const param = fn && isFunction(fn) ? fn.params[0] : null;
	const variable = param?.type === 'Identifier' ? scopes.get(fn)?.variables.get(param.name) : null;
	return Boolean(
		variable?.references.some(({ node }) => {
			const parent = /** @type {Node} */ (parents.get(node));
			const callee = isCall(parent) ? unwrap(parent.callee) : null;
			if (callee === node) return true;
			return isMember(callee) && requiresCallback(propertyName(callee) ?? '');
		}),
	);
}

/** No method of arrays gives a promise, and awaiting what it gives is for nothing. @param {Node} call @param {Parents} parents @returns {boolean} */
export function isAwaited(call, parents) {
	let parent = /** @type {Node} */ (parents.get(call));
	while (isWrapper(parent)) parent = /** @type {Node} */ (parents.get(parent));
	return (
		parent.type === 'AwaitExpression' ||
		(isMember(parent) && /^(then|catch|finally)$/.test(propertyName(parent) ?? ''))
	);
}

/** A method of the program whose text is not here. @type {Node} */
const UNSEEN = { type: 'Unseen', start: 0, end: 0, loc: /** @type {any} */ (null) };

/**
 * @param {Node} object the receiver
 * @param {string} name
 * @param {Resolution} resolution
 * @returns {Node | null} what the program has by that name; null where it may be a method of an array
 */
function methodOf(object, name, resolution) {
	if (object.type === 'ThisExpression') return ofClassAround(object, name, resolution.parents);
	const variable = object.type === 'Identifier' ? variableOf(object, resolution) : null;
	const from = variable && importOf(variable, resolution.parents);
	if (from) return from.name === '*' && isNamespace(variable) ? UNSEEN : null;
	const value = variable ? constantValueOf(variable) : fieldOf(object, resolution.parents);
	if (value?.type === 'ObjectExpression') return value.properties.find(isNamed(name)) ?? null;
	if (isClass(value)) return membersOf(/** @type {Node} */ (value)).find(isNamed(name)) ?? null;
	const isNew = value?.type === 'NewExpression';
	const callee = value && (isNew || isCall(value)) ? unwrap(value.callee) : null;
	const made = callee?.type === 'Identifier' ? variableOf(callee, resolution) : null;
	if (!made) return null;
	return isNew ? ofInstance(made, name, resolution) : ofMade(made, name, resolution);
}

/** @param {Variable} made a function that gives the receiver @param {string} name @param {Resolution} resolution @returns {Node | null} */
function ofMade(made, name, resolution) {
	const factory = functionOf(made);
	if (!factory || factory.async || factory.generator) return null;
	const found = returnedBy(factory).map((returned) => {
		const value = /** @type {Node} */ (unwrap(returned));
		const isPlain = /^(ObjectExpression|NewExpression|Identifier)$/.test(value.type);
		return isPlain ? methodOf(value, name, resolution) : null;
	});
	return found.every((one) => one !== null) ? (found[0] ?? null) : null;
}

/** `this.users` of `class { users = new Users(); }`. @param {Node} object @param {Parents} parents @returns {Node | null} what it is first, or the object itself */
function fieldOf(object, parents) {
	if (!isMember(object) || unwrap(object.object).type !== 'ThisExpression') return object;
	const name = propertyName(object);
	let at = parents.get(object);
	while (at && at.type !== 'ClassBody') at = parents.get(at);
	const field = at?.body.find(
		(/** @type {Node} */ one) => propertyName(one) === name && /Property$/.test(one.type),
	);
	return unwrap(field?.value ?? null);
}

/**
 * An instance of a class of the program is no array, unless the class extends that.
 *
 * @param {Variable} made the class
 * @param {string} name
 * @param {Resolution} resolution
 * @returns {Node | null}
 */
function ofInstance(made, name, resolution) {
	/** @type {Set<Variable>} */
	const seen = new Set();
	for (let at = /** @type {Variable | null} */ (made); at && !seen.has(at);) {
		seen.add(at);
		const definition = constantValueOf(at);
		if (!isClass(definition)) return UNSEEN;
		const { superClass } = /** @type {Node} */ (definition);
		const own = membersOf(/** @type {Node} */ (definition)).find(isNamed(name));
		if (own) return own;
		const parent = unwrap(superClass);
		if (parent?.type !== 'Identifier') return UNSEEN;
		at = variableOf(parent, resolution);
	}
	return null;
}

/** @param {string} name @returns {(member: Node) => boolean} */
const isNamed = (name) => (member) => propertyName(member) === name;

/** @param {Variable} variable @returns {boolean} `import * as db`, and what `require` gives as a whole */
const isNamespace = ({ kind, declarations: [declaration] }) =>
	kind !== 'import' || declaration?.node.type === 'ImportNamespaceSpecifier';

/** @param {Node} node `this` @param {string} name @param {Parents} parents @returns {Node | null} the method that the class or the literal around has */
function ofClassAround(node, name, parents) {
	for (let at = parents.get(node); at; at = parents.get(at)) {
		if (at.type === 'ClassBody') return at.body.find(isNamed(name)) ?? null;
		if (at.type === 'ObjectExpression') return at.properties.find(isNamed(name)) ?? null;
		if (isFunction(at) && /^Function/.test(at.type)) return null;
	}
	return null;
}

/** @param {Node} identifier @param {Resolution} resolution @returns {Variable | null} */
const variableOf = ({ name, start }, { references }) =>
	references.find((one) => one.node.start === start && one.name === name)?.variable ?? null;

/** What gives arrays, or iterators, which have these methods, too. */
const GIVES_LIST =
	/^(?:concat|entries|filter|flat|flatMap|from|keys|map|of|reverse|slice|sort|split|toReversed|toSorted|values)$/;

/** Names in the plural, and those that end in a word for lists. */
const NAMES_LIST = /(?:[^s]s|list|array|arr)$/i;

/**
 * Whether an object is an array as far as a reader would say. Where it is not clear, what a call of `find` does with its argument shows when
 * the unit is called.
 *
 * @param {Node} object
 * @returns {boolean}
 */
export function seemsList(object) {
	if (object.type === 'ArrayExpression') return true;
	if (object.type === 'Identifier') return object.name.length > 2 && NAMES_LIST.test(object.name);
	const name = isMember(object) ? propertyName(object) : null;
	if (name !== null) return NAMES_LIST.test(name);
	const callee = isCall(object) ? unwrap(object.callee) : null;
	return isMember(callee) && GIVES_LIST.test(propertyName(callee) ?? '');
}

/**
 * @param {Variable} parameter
 * @param {Parents} parents
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
