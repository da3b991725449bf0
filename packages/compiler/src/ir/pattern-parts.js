/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { Aliases } from './aliases.js' */
import { variantOf } from '../ast/parents.js';
import { propertyName } from '../ast/shapes.js';

/**
 * Follows names to what they are taken from, where that is no initialiser: `get` of `const { get } = box` is `box.get`, `set`
 * of `const [get, set] = pair` is `pair[1]`, and `let run; { run = () => 1; }` is the function. One for a module.
 */
export class PatternParts {
	/** @param {Aliases} aliases */
	constructor(aliases) {
		this.aliases = aliases;
		/** @type {Map<Variable, Node | null>} */
		this.known = new Map();
		/** @type {Set<Node>} */
		this.made = new Set();
	}

	/** @param {Node} node @returns {Node | null} a member expression that no source has; null for what no pattern declares for good */
	of(node) {
		const variable = node.type === 'Identifier' ? this.aliases.variableOf(node) : null;
		if (!variable || variable.declarations.length !== 1) return null;
		if (variable.isReassigned) return this.assignedOnce(variable);
		let part = this.known.get(variable);
		if (part === undefined) {
			part = this.find(variable);
			this.known.set(variable, part);
		}
		return part;
	}

	/** @param {Variable} variable @returns {Node | null} the value of the only assignment to a variable without an initialiser */
	assignedOnce({ declarations, references }) {
		const [declaration] = declarations;
		if (declaration?.node.type !== 'VariableDeclarator' || declaration.node.init) return null;
		const [write, ...more] = references.filter(({ role }) => role === 'write' || role === 'update');
		const parent = write && this.aliases.parents.get(write.node);
		const isOnly = more.length === 0 && parent?.type === 'AssignmentExpression';
		return isOnly && parent.left === write.node && parent.operator === '=' ? parent.right : null;
	}

	/** @param {Node} node @returns {boolean} `of` has made it */
	isPart(node) {
		return this.made.has(node);
	}

	/** @param {Variable} variable @returns {Node | null} */
	find({ declarations }) {
		const [declaration] = declarations;
		if (declaration?.node.type !== 'VariableDeclarator' || !declaration.node.init) return null;
		const { id, init } = declaration.node;
		const keys = keysTo(id, declaration.id);
		if (!keys || keys.length === 0) return null;
		let at = init;
		for (const property of keys) {
			at = variantOf(declaration.id, {
				type: 'MemberExpression',
				object: at,
				property,
				computed: true,
			});
			this.made.add(at);
		}
		return at;
	}
}

/** @param {Node} pattern @param {Node} id a name in it @returns {Node[] | null} literals; null where a rest or a computed key comes between. A default counts for nothing: it stands in for what is not there */
function keysTo(pattern, id) {
	if (pattern === id) return [];
	if (pattern.type === 'AssignmentPattern') return keysTo(pattern.left, id);
	/** @param {Node} part @param {number | string} value @returns {Node[] | null} */
	const within = (part, value) => {
		const keys = keysTo(part, id);
		const type = typeof value === 'number' ? 'NumericLiteral' : 'StringLiteral';
		return keys && [variantOf(id, { type, value }), ...keys];
	};
	if (pattern.type === 'ArrayPattern') {
		for (const [index, part] of pattern.elements.entries()) {
			const found = part && within(part, index);
			if (found) return found;
		}
	}
	if (pattern.type === 'ObjectPattern') {
		for (const property of pattern.properties) {
			const value = property.type === 'RestElement' ? null : propertyName(property);
			const found = value === null ? null : within(property.value, value);
			if (found) return found;
		}
	}
	return null;
}
