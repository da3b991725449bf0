/**
 * What a function of the generated program takes and gives.
 *
 * @typedef {object} Signature
 * @property {readonly string[]} params types
 * @property {string} result type
 * @property {number} cost roughly how many operations a call takes
 * @property {boolean} [isAsync] its result has to be awaited
 * @property {boolean} [isUnit] annotated: the host gets a promise
 * @property {boolean} [suspends] it awaits something: what it reads after that may have changed since the call
 * @property {boolean} [changesFirst] it changes its first argument in place
 * @property {boolean} [isGenerator] it yields numbers
 * @property {boolean} [isTag] of template literals
 */

/**
 * Something that a name of the generated program stands for.
 *
 * @typedef {object} Binding
 * @property {string} name
 * @property {string} [text] how it is written where it is used, when that is more than the name: `lib.total`
 * @property {string} [root] the name that has to be visible, when it is another one than `name`
 * @property {string} [type] of its value; undefined for functions and classes
 * @property {Signature} [signature] of a function
 * @property {Shape} [shape] of a class, an instance or a namespace
 * @property {boolean} [isAssignable] code of its region may assign to it
 * @property {'deep' | 'shallow'} [isFresh] code of its region may change the object it holds; `shallow`: but not the
 *   objects in that
 * @property {object} [region] the code that owns it: a unit, a helper, or the host's part of the module
 * @property {'load' | 'run'} [phase] from when on it may be used; default `load`: at once
 * @property {boolean} [isState] its value depends on what host functions change while the program runs
 * @property {boolean} [usesData] using it uses data of the module
 * @property {boolean} [usesUnits] using it calls units
 * @property {boolean} [isForUnits] only units and what they call may use it
 * @property {boolean} [isForHost] only the host may use it
 * @property {boolean} [isImported] while the module loads, calls of it need a mark
 */

/** @typedef {{ name: string, signature: Signature }} Method */

/**
 * A value that is read from an object.
 *
 * @typedef {object} Field
 * @property {string} access `.total`, `[key]`
 * @property {string} type
 * @property {Binding} [key] the name in brackets
 */

/**
 * What a class, an instance or a namespace offers.
 *
 * @typedef {object} Shape
 * @property {string} [argument] type of the constructor's argument
 * @property {readonly Method[]} methods of an instance
 * @property {readonly Field[]} fields of an instance
 * @property {readonly Method[]} [statics]
 * @property {readonly Field[]} [staticFields]
 * @property {boolean} [isIterable] an instance can be spread to a list of numbers
 * @property {boolean} [isError]
 * @property {boolean} [isInstance] the name stands for an object, not for the class
 */

/** A scope of the generated program, by JavaScript's own rules of declaration. */
export class Scope {
	/**
	 * @param {Scope | null} parent
	 * @param {'module' | 'function' | 'params' | 'block'} kind `var` goes to the nearest `module` or `function`
	 */
	constructor(parent, kind) {
		this.parent = parent;
		this.kind = kind;
		/** @type {Map<string, Binding>} */
		this.bindings = new Map();
		/** names that code in this scope uses and that lie further out @type {Set<string>} */
		this.passed = new Set();
	}

	/** @returns {Scope} where `var` declares */
	get functionScope() {
		return this.kind === 'block' && this.parent ? this.parent.functionScope : this;
	}

	/**
	 * @param {string} name
	 * @returns {boolean} whether a declaration here changes what no other code means
	 */
	isFree(name) {
		return !this.bindings.has(name) && !this.passed.has(name);
	}

	/**
	 * @param {string} name
	 * @returns {boolean} the same for a `var`, which passes the blocks around it
	 */
	isFreeForVar(name) {
		if (!this.isFree(name)) return false;
		return this.kind !== 'block' || (this.parent?.isFreeForVar(name) ?? true);
	}

	/** @param {Binding} binding @returns {Binding} */
	declare(binding) {
		this.bindings.set(binding.name, binding);
		return binding;
	}

	/** @param {(binding: Binding) => boolean} accepts @returns {Binding[]} that a name here can mean */
	visible(accepts) {
		/** @type {Map<string, Binding>} */
		const found = new Map();
		for (let at = /** @type {Scope | null} */ (this); at; at = at.parent) {
			for (const [name, binding] of at.bindings) if (!found.has(name)) found.set(name, binding);
		}
		const isReached = (/** @type {Binding} */ { root }) => {
			// A member of a namespace is declared where the namespace is.
			return root === undefined || !isHidden(this, root);
		};
		return [...found.values()].filter((one) => isReached(one) && accepts(one));
	}

	/** Note that a `var` leaves the blocks around it: they cannot declare the name. @param {string} name */
	passVar(name) {
		for (let at = /** @type {Scope} */ (this); at.kind === 'block' && at.parent; at = at.parent) {
			at.passed.add(name);
		}
	}

	/** Note that code here uses a name. @param {string} name */
	pass(name) {
		for (let at = /** @type {Scope | null} */ (this); at; at = at.parent) {
			if (at.bindings.has(name)) return;
			at.passed.add(name);
		}
	}
}

/** @param {Scope} scope @param {string} root @returns {boolean} whether something between a scope and the module has that name */
function isHidden(scope, root) {
	for (let at = /** @type {Scope | null} */ (scope); at?.parent; at = at.parent) {
		if (at.bindings.has(root)) return true;
	}
	return false;
}
