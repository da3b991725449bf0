/** @import { Node } from '../../../types.js' */
/** @import { Codes } from './codes.js' */
/** @import { View } from './view.js' */
import { isClass, isFunction, membersOf, propertyName, unwrap } from '../../../ast/shapes.js';
import { classOf, constantValueOf } from '../../../ir/values.js';
import { ancestryOf } from './heirs.js';

/**
 * What calls of methods run that another file makes on an instance: `export const logger = new Logger()`. No name leads there.
 *
 * @param {View} view
 * @param {Codes} codes
 * @returns {Record<string, Record<string, number>>} indexes of codes by the names of the variable and of the method
 */
export function methodsOfInstances(view, codes) {
	/** @type {Record<string, Record<string, number>>} */
	const found = {};
	for (const [name, variable] of view.topLevel) {
		const made = constantValueOf(variable);
		const definition = made?.type === 'NewExpression' ? classNamed(made.callee, view) : null;
		if (!definition) continue;
		const methods = methodsOf(definition, view);
		found[name] = Object.fromEntries([...methods].map(([key, node]) => [key, codes.of(node)]));
	}
	return found;
}

/** @param {Node} definition @param {View} view @returns {Map<string, Node>} functions by their names, those of the classes that it extends, too */
function methodsOf(definition, view) {
	/** @type {Map<string, Node>} */
	const found = new Map();
	for (const at of ancestryOf(definition, view).filter(isClass)) {
		for (const member of membersOf(at)) {
			const name = propertyName(member);
			const body = isFunction(member) ? member : unwrap(member.value ?? null);
			const isMethod =
				!member.static && name !== null && isFunction(body) && !/^[gs]et$/.test(member.kind);
			if (isMethod && !found.has(name)) found.set(name, /** @type {Node} */ (body));
		}
	}
	return found;
}

/** @param {Node} expression @param {View} view @returns {Node | null} a class of the module */
function classNamed(expression, { variableOf }) {
	const node = /** @type {Node} */ (unwrap(expression));
	if (isClass(node)) return node;
	const variable = node.type === 'Identifier' ? variableOf.get(node) : null;
	return variable ? classOf(variable) : null;
}
