/** @import { Node } from '../types.js' */

/**
 * How a variable came to be. `parameter-property` and the rest of TypeScript's declarations are
 * listed apart because they are values without being any of JavaScript's own declarations.
 *
 * @typedef {'import' | 'function' | 'class' | 'const' | 'let' | 'var' | 'using' | 'param' | 'catch'
 *   | 'function-name' | 'enum' | 'namespace' | 'enum-member' | 'this'} VariableKind
 */

/**
 * What one occurrence of a name does with the variable.
 * `update` reads and writes (`x++`, `x += 1`); `export` names it in an export list.
 *
 * @typedef {'read' | 'write' | 'update' | 'export'} Role
 */

/**
 * `implicit`: no name stands there; `why` then says what the variable is needed for.
 *
 * @typedef {{ node: Node, name: string, variable: Variable | null, role: Role, scope: Scope, implicit?: boolean, why?: string }} Reference
 */

/**
 * One place that gives a variable its value: `id` is the identifier, `node` the declaration
 * (declarator, function, class, specifier, parameter owner).
 *
 * @typedef {{ id: Node, node: Node }} Declaration
 */

/**
 * How the first use of a variable gives it a value that every thread would give it (`ast/initialisation`).
 *
 * @typedef {object} Initialisation
 * @property {'function' | 'value'} kind `function`: of one that replaces itself by a function that does the same
 * @property {Node[]} regions the code that does so, and runs once
 * @property {Node[]} values the expressions whose value it may get; of functions alone
 * @property {Node[]} ends the calls of the new function that the first call ends with; of functions alone
 */

/** A name that the program declares. Two variables of one name are two objects: identity is what counts. */
export class Variable {
	/**
	 * @param {string} name
	 * @param {VariableKind} kind
	 * @param {Scope} scope
	 */
	constructor(name, kind, scope) {
		this.name = name;
		this.kind = kind;
		this.scope = scope;
		/** @type {Declaration[]} more than one for `var` and `function` twice, merged enums and namespaces */
		this.declarations = [];
		/** @type {Reference[]} in source order; declarations are not references */
		this.references = [];
		/** Some reference assigns to it: asked more often than there are references. */
		this.isWritten = false;
		/**
		 * The functions of blocks that it is assigned where their declarations are evaluated (ECMA-262, B.3.2): in sloppy code
		 * `if (x) { function f() {} }` declares a variable of the block, and one of the function around it.
		 *
		 * @type {Variable[]}
		 */
		this.blocks = [];
		/** The variable around the block that gets this function. @type {Variable | null} */
		this.hoistedAs = null;
		/** @type {Initialisation | null} */
		this.initialisation = null;
		/** What would initialise it, but for what that does (`ir/initialisations.js`). @type {Node[]} */
		this.unfitRegions = [];
		/** No code reads what another call has assigned (`ast/initialisation/per-call.js`). */
		this.isPerCall = false;
	}

	/** @returns {boolean} declared by the module itself, outside every function and block */
	get isTopLevel() {
		return this.scope.kind === 'program';
	}

	/**
	 * @returns {boolean} some code gives it another meaning after its declaration; to the own name of a function expression
	 *   nothing can
	 */
	get isReassigned() {
		if (this.kind === 'function-name' || this.initialisation?.kind === 'function') return false;
		return this.isWritten || this.blocks.some((one) => one.isReassigned);
	}

	/** @param {Reference} reference the next one in source order */
	addReference(reference) {
		this.references.push(reference);
		this.isWritten ||= reference.role === 'write' || reference.role === 'update';
	}

	/** @returns {Reference[]} to what it holds, by its name in blocks, too */
	get allReferences() {
		if (this.blocks.length === 0) return this.references;
		return [this, ...this.blocks].flatMap((one) => one.references);
	}
}

/** A region of the program in which names are declared. */
export class Scope {
	/**
	 * @param {'program' | 'function' | 'body' | 'block' | 'namespace' | 'static'} kind `function` holds
	 *   parameters, its `body` child the rest: a default value does not see what the body declares
	 * @param {Node} node
	 * @param {Scope | null} parent
	 */
	constructor(kind, node, parent) {
		this.kind = kind;
		this.node = node;
		this.parent = parent;
		/** @type {Map<string, Variable>} */
		this.variables = new Map();
	}

	/** @returns {Scope} where a `var` of this scope lands */
	get varScope() {
		/** @type {Scope} */
		let scope = this;
		while (scope.kind === 'block' || scope.kind === 'function')
			scope = /** @type {Scope} */ (scope.parent);
		return scope;
	}

	/**
	 * @param {string} name
	 * @returns {Variable | null}
	 */
	lookup(name) {
		for (let scope = /** @type {Scope | null} */ (this); scope; scope = scope.parent) {
			const found = scope.variables.get(name);
			if (found) return found;
		}
		return null;
	}

	/**
	 * @param {Scope} other
	 * @returns {boolean} this scope is `other` or inside it
	 */
	isWithin(other) {
		for (let scope = /** @type {Scope | null} */ (this); scope; scope = scope.parent) {
			if (scope === other) return true;
		}
		return false;
	}

	/**
	 * @param {string} name
	 * @param {VariableKind} kind
	 * @param {Declaration} declaration
	 * @returns {Variable}
	 */
	declare(name, kind, declaration) {
		let variable = this.variables.get(name);
		// `function f(x) { var x }` names the parameter again, whatever its value.
		if (!variable && this.kind === 'body' && kind === 'var') {
			variable = this.parent?.variables.get(name);
		}
		if (!variable) {
			variable = new Variable(name, kind, this);
			this.variables.set(name, variable);
		}
		variable.declarations.push(declaration);
		return variable;
	}
}
