/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { Aliases } from './aliases.js' */
import { isMember, propertyName, unwrap } from '../ast/shapes.js';

/** What holds the program's own values, or what the program has put there. */
const OWN_HOLDERS = new Set(['module', 'exports', 'require', 'arguments', 'process']);
/** `a = b` after `b = a` leads nowhere. */
const DEPTH = 8;

/**
 * The name by which the platform knows what an expression always is: `Object.assign` for `assign` after
 * `const { assign } = Object`, `Array.prototype.push` for `[].push`.
 *
 * @param {Node} expression
 * @param {Aliases} aliases
 * @param {number} [depth]
 * @returns {string | null} null for what it does not show, or is the program's own
 */
export function platformPath(expression, aliases, depth = 0) {
	const node = /** @type {Node} */ (unwrap(expression));
	if (depth > DEPTH) return null;
	if (isMember(node)) {
		const name = propertyName(node);
		const holder =
			prototypeOf(unwrap(node.object)) ?? platformPath(node.object, aliases, depth + 1);
		if (name === null || holder === null) return null;
		return holder === 'globalThis' ? name : `${holder}.${name}`;
	}
	if (node.type !== 'Identifier') return null;
	const variable = aliases.variableOf(node);
	if (variable === null) return OWN_HOLDERS.has(node.name) ? null : node.name;
	const made = variable && initialOf(variable);
	if (!made) return null;
	// `[]` is a list of the program's own; `const { push } = []` takes what all lists have.
	const prototype = made.path.length > 0 ? prototypeOf(unwrap(made.value)) : null;
	const holder = prototype ?? platformPath(made.value, aliases, depth + 1);
	return holder && [holder, ...made.path].join('.');
}

/** @param {Node} node @returns {string | null} of a literal without contents */
function prototypeOf(node) {
	if (node.type === 'ArrayExpression' && node.elements.length === 0) return 'Array.prototype';
	if (node.type === 'ObjectExpression' && node.properties.length === 0) return 'Object.prototype';
	return node.type === 'StringLiteral' ? 'String.prototype' : null;
}

/** @param {Variable} variable @returns {{ value: Node, path: string[] } | null} what it is from its declaration on: `value.path…` */
function initialOf({ declarations, isReassigned }) {
	const [declaration] = declarations;
	if (declarations.length !== 1 || !declaration || isReassigned) return null;
	const { node, id } = declaration;
	if (node.type !== 'VariableDeclarator' || !node.init) return null;
	if (node.id === id) return { value: node.init, path: [] };
	if (node.id.type !== 'ObjectPattern') return null;
	const property = node.id.properties.find((/** @type {Node} */ one) => one.value === id);
	const name = property ? propertyName(property) : null;
	return name === null ? null : { value: node.init, path: [name] };
}
