/** @import { Node } from '../types.js' */
/** @import { Aliases } from './aliases.js' */
import { isFunction, isMember, isPrimitiveLiteral, propertyName, unwrap } from '../ast/shapes.js';

/**
 * TypeScript's namespaces: objects whose functions share the variables of their bodies.
 */

/**
 * @param {Node} expression `Shapes`, `Shapes.Round`
 * @param {Aliases} aliases
 * @returns {Node[]} the declarations of the namespace that it names; empty for anything else
 */
export function namespacesOf(expression, aliases) {
	const node = /** @type {Node} */ (unwrap(expression));
	if (isMember(node)) {
		const name = propertyName(node);
		return namespacesOf(node.object, aliases)
			.flatMap(declarationsIn)
			.filter((one) => isNamespace(one) && one.id.name === name);
	}
	const variable = node.type === 'Identifier' ? aliases.variableOf(node) : null;
	const all = variable?.declarations.map((one) => one.node) ?? [];
	return all.every(isNamespace) ? all : [];
}

/** @param {Node[]} namespaces @param {string} name @returns {Node[]} the exported function of that name */
export const functionsOf = (namespaces, name) =>
	namespaces.flatMap(declarationsIn).flatMap((one) => {
		if (isFunction(one)) return one.id?.name === name ? [one] : [];
		const declarators = one.kind === 'const' ? one.declarations : [];
		const found = declarators.find((/** @type {Node} */ { id }) => id.name === name);
		const value = found && unwrap(found.init);
		return isFunction(value) ? [/** @type {Node} */ (value)] : [];
	});

/** @param {Node} node @returns {boolean} */
const isNamespace = (node) => node.type === 'TSModuleDeclaration';

/** @param {Node} namespace @returns {Node[]} what it exports */
function declarationsIn({ body }) {
	if (isNamespace(body)) return [body]; // `namespace A.B { … }`
	return body.body.flatMap((/** @type {Node} */ { type, declaration }) =>
		type === 'ExportNamedDeclaration' && declaration ? [declaration] : [],
	);
}

/** @param {Node} namespace @returns {boolean} its body declares what functions may change */
export function hasState({ body }) {
	if (isNamespace(body)) return hasState(body);
	return body.body.some((/** @type {Node} */ statement) => {
		const one = statement.declaration ?? statement;
		if (isNamespace(one)) return !one.declare && hasState(one);
		if (one.type !== 'VariableDeclaration' || one.declare) return false;
		return (
			one.kind !== 'const' ||
			!one.declarations.every(
				(/** @type {Node} */ { init }) => isPrimitiveLiteral(init) || isFunction(unwrap(init)),
			)
		);
	});
}
