/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { constantValueOf, importOf, requiredSource } from '../../ir/values.js';

/**
 * Where the value of a variable is found in another module.
 *
 * @typedef {object} ClassOrigin
 * @property {string} source the specifier of the module
 * @property {string[]} steps from its exports to the value
 * @property {Variable | null} root the variable that is imported; null for `require('./shapes').Square`
 */

/** A chain of constants that is longer names no class. */
const MOST_STEPS = 5;

/**
 * The module and the path of a value, through constants that name parts of it: `import { Square }`, `require('./shapes').Square`,
 * `const { Square } = shapes`, `const Square = shapes.Square`.
 *
 * @param {Variable} variable
 * @param {Parents} parents
 * @returns {ClassOrigin | null} null for what the file makes itself
 */
export function classOriginOf(variable, parents) {
	/** @type {string[]} */
	let steps = [];
	let at = variable;
	for (let count = 0; count < MOST_STEPS; count++) {
		const from = importOf(at, parents);
		if (from) return { source: from.source, steps: [...firstStep(at, from), ...steps], root: at };
		const part = partOf(at);
		if (!part) return null;
		steps = [...part.steps, ...steps];
		const source = requiredSource(part.object);
		if (source !== null) return { source, steps, root: null };
		const outer = part.object.type === 'Identifier' ? at.scope.lookup(part.object.name) : null;
		if (!outer?.isTopLevel) return null;
		at = outer;
	}
	return null;
}

/** @param {Variable} variable that is imported @param {{ name: string }} from @returns {string[]} */
function firstStep(variable, { name }) {
	const { type } = /** @type {Node} */ (variable.declarations[0]?.node);
	if (type === 'ImportDefaultSpecifier') return ['default'];
	return name === '*' ? [] : [name];
}

/** @param {Variable} variable @returns {{ object: Node, steps: string[] } | null} what its value is a part of: `shapes` of `shapes.Square` */
function partOf(variable) {
	const [declaration] = variable.declarations;
	if (variable.declarations.length !== 1 || !declaration || variable.isReassigned) return null;
	const { node, id } = declaration;
	if (node.type !== 'VariableDeclarator' || !node.init) return null;
	/** @type {string[]} */
	const steps = [];
	if (node.id !== id) {
		const name = nameInPattern(node.id, id);
		if (name === null) return null;
		steps.push(name);
	}
	let object = /** @type {Node} */ (node.id === id ? constantValueOf(variable) : unwrap(node.init));
	while (object && isMember(object)) {
		const name = propertyName(object);
		if (name === null) return null;
		steps.unshift(name);
		object = /** @type {Node} */ (unwrap(object.object));
	}
	return object ? { object, steps } : null;
}

/** @param {Node} pattern @param {Node | undefined} id within it @returns {string | null} `Square` of `{ Square: Box }`, for `Box` */
function nameInPattern(pattern, id) {
	if (pattern.type !== 'ObjectPattern') return null;
	const property = pattern.properties.find((/** @type {Node} */ one) => one.value === id);
	return property ? propertyName(property) : null;
}
