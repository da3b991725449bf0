/** @import { Node } from '../../../../types.js' */
/** @import { Parents } from '../../../../ast/parents.js' */
/** @import { View } from '../view.js' */
import { walk } from '../../../../ast/babel.js';
import { isMember, propertyName } from '../../../../ast/shapes.js';

/** Names that lead from an instance to its class, or to what it inherits. */
const NAMES = /\b(?:constructor|__proto__|getPrototypeOf)\b/;

/** What `this.constructor.name` reads changes nothing. */
const HARMLESS = /^(?:name|length)$/;

/**
 * Whether code comes from an instance to its class, whose prototype or static properties it may change without naming the class:
 * `rect.constructor.prototype.scale = …`, `Object.getPrototypeOf(rect)`, `const { getPrototypeOf } = Reflect`.
 *
 * @param {View} view
 * @returns {boolean}
 */
export function reflects({ program, parents, discovered }) {
	// Most modules have none of the words.
	if (!NAMES.test(discovered.source)) return false;
	let isFound = false;
	walk(program, (node) => {
		isFound ||= isReflection(node, parents);
	});
	return isFound;
}

/** @param {Node} node @param {Parents} parents @returns {boolean} */
function isReflection(node, parents) {
	if (node.type === 'StringLiteral') return isName(node.value) && !isKey(node, parents);
	if (isMember(node)) return isName(propertyName(node)) && !isOnlyAsked(node, parents);
	// A literal with `__proto__` names what it inherits.
	return (
		node.type === 'ObjectProperty' &&
		isName(propertyName(node)) &&
		parents.get(node)?.type === 'ObjectPattern'
	);
}

/** @param {string | null} name @returns {boolean} */
const isName = (name) => name !== null && NAMES.exec(name)?.[0] === name;

/** @param {Node} literal @param {Parents} parents @returns {boolean} the name of a method or a property, which is looked at as such */
function isKey(literal, parents) {
	const parent = parents.get(literal);
	return parent?.key === literal || parent?.property === literal;
}

/** `new this.constructor()`, `a.constructor === b.constructor` @param {Node} member @param {Parents} parents @returns {boolean} */
function isOnlyAsked(member, parents) {
	const parent = parents.get(member);
	if (!parent) return false;
	if (parent.type === 'BinaryExpression') return true;
	if (parent.type === 'NewExpression') return parent.callee === member;
	return isMember(parent) && parent.object === member && HARMLESS.test(propertyName(parent) ?? '');
}
