/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Find } from './methods.js' */
import { walk } from '../ast/babel.js';
import {
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { isReaderMethod } from '../knowledge/methods.js';
import { linksBefore } from './call-chains.js';
import { createdClass } from './compiled-namespaces.js';
import {
	assignedMethods,
	classesOfThis,
	memberFunctions,
	memberGetters,
	memberSetters,
	methodsOfClass,
	methodsOfSuper,
	methodsOfThis,
} from './methods.js';
import { functionsOf, namespacesOf } from './namespaces.js';
import { constructorOf } from './parameters.js';
import { PatternParts } from './pattern-parts.js';
import { passedCallOf } from './passed-call.js';
import { Replacements } from './replacements.js';
import { classOf, constantValueOf, functionOf } from './values.js';

/**
 * A function of the module that a call runs, or may run.
 *
 * @typedef {object} OwnCall
 * @property {Node} fn a function, or the class of a `new`
 * @property {Node[]} args in the order of its parameters
 * @property {Node | null} receiver what is `this` in it
 * @property {Node | null} holder the expression that holds the function, and the variables that it closes over
 */

/**
 * A variable of a function that has returned, which only the closures that it made still have:
 * `count` of `const next = counter()`.
 *
 * @param {Variable} variable
 * @param {Node} fn such a closure
 * @param {Node} call of it
 * @returns {boolean}
 */
export function isOfClosure({ kind, isTopLevel, scope }, fn, call) {
	/** @param {Node} node */
	const isIn = (node) => scope.node.start <= node.start && node.end <= scope.node.end;
	return kind !== 'this' && !isTopLevel && isIn(fn) && !isIn(call);
}

/** @param {Node} fn @returns {Node[]} the expressions whose values it returns */
export function returnedBy(fn) {
	const known = RETURNED.get(fn);
	if (known) return known;
	if (fn.body.type !== 'BlockStatement') return [fn.body];
	/** @type {Node[]} */
	const values = [];
	walk(fn.body, (node) => {
		if (node.type === 'ReturnStatement' && node.argument) values.push(node.argument);
		return !isFunction(node);
	});
	RETURNED.set(fn, values);
	return values;
}

/** The trees of a module do not change while it is analysed. @type {WeakMap<Node, Node[]>} */
const RETURNED = new WeakMap();

/**
 * Follows values to the functions and objects of the module that they are, as far as the text shows all that they can
 * be. One for a module; it only reads the tree.
 */
export class Callees {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
		this.replacements = new Replacements(analysis);
		/** @type {Map<Node, Node[]>} */
		this.knownFunctions = new Map();
		/** @type {Map<Node, Node[]>} */
		this.knownObjects = new Map();
		/** @type {Map<Node, Node[]>} */
		this.knownLists = new Map();
		/** @type {Map<Node, OwnCall[]>} */
		this.knownCalls = new Map();
		/** How many values are being followed: what is found meanwhile may not be all. */
		this.following = 0;
		this.parts = new PatternParts(analysis.aliases);
	}

	/**
	 * The module's own functions that a call or `new` may run: by name, as a method, from a table, through `call` and
	 * `apply`, or as a closure that another of them has returned.
	 *
	 * @param {Node} node a call, a `new`, a tagged template or a decorator
	 * @returns {OwnCall[]} empty when it may run anything else
	 */
	ofCall(node) {
		const known = this.knownCalls.get(node);
		if (known) return known;
		const found = this.callsAt(node);
		if (this.following === 0) this.knownCalls.set(node, found);
		return found;
	}

	/** @param {Node} node @returns {OwnCall[]} */
	callsAt(node) {
		const callee = /** @type {Node} */ (unwrap(node.callee ?? node.tag ?? node.expression));
		const args = node.arguments ?? [];
		if (node.type === 'NewExpression') {
			const own = this.definition(callee);
			const found = own ? [own] : [];
			if (callee.type === 'ThisExpression') found.push(...classesOfThis(callee, this.analysis));
			return this.constructing(found, args);
		}
		if (callee.type === 'Super') {
			const own = superDefinition(node, this);
			return this.constructing(own ? [own] : [], args);
		}
		const passed = passedCallOf(node, this.analysis.aliases);
		if (passed) {
			const { target, receiver } = passed;
			const holder = isMember(target) ? target.object : target;
			const found = this.functions(target);
			if (found.length > 0) return found.map((fn) => ({ fn, args: passed.args, receiver, holder }));
		}
		const target = isMember(callee) ? /** @type {Node} */ (unwrap(callee.object)) : null;
		return this.functions(callee).map((fn) => ({
			fn,
			args,
			receiver: target,
			holder: target ?? callee,
		}));
	}

	/**
	 * @param {Node[]} definitions classes, and functions that serve as such
	 * @param {Node[]} args
	 * @returns {OwnCall[]} with the constructors that those without one of their own inherit, and hand all arguments to
	 */
	constructing(definitions, args) {
		const found = new Set(definitions);
		for (const one of found) {
			const parent = isClass(one) && !constructorOf(one) ? unwrap(one.superClass) : null;
			const inherited = parent ? this.definition(parent) : null;
			if (inherited) found.add(inherited); // a Set grows while it is walked
		}
		return [...found].map((fn) => ({ fn, args, receiver: null, holder: null }));
	}

	/** @param {Node} callee of a `new` @returns {Node | null} */
	definition(callee) {
		if (isClass(callee)) return callee;
		const variable = callee.type === 'Identifier' ? this.analysis.aliases.variableOf(callee) : null;
		if (!variable) return null;
		return classOf(variable) ?? functionOf(variable) ?? this.definitionMade(callee);
	}

	/** `var Row = (function () { function Row() { … } return Row; })()`, and another name of it. @param {Node} name @returns {Node | null} */
	definitionMade(name) {
		const [made, ...others] = [...this.functions(name), ...this.objects(name).filter(isClass)];
		const isOne = made !== undefined && others.length === 0;
		return isOne && made.type !== 'ArrowFunctionExpression' ? made : null;
	}

	/** @param {Node} expression @returns {Node[]} the functions that it may be */
	functions(expression) {
		const known = this.knownFunctions.get(/** @type {Node} */ (unwrap(expression)));
		if (known) return known;
		for (const link of linksBefore(expression, (one) => this.knownFunctions.has(one)))
			this.functions(link);
		return this.follow(this.knownFunctions, expression, (node) => {
			if (isFunction(node)) return [node];
			const replaced = this.replacements.of(node);
			if (replaced.length > 0) return replaced.flatMap((value) => this.functions(value));
			if (isMember(node)) return this.methods(node);
			const bundled = bundledModule(node);
			if (bundled) return [bundled];
			const created = createdClass(node);
			if (created) return this.functions(created);
			if (isCall(node) || node.type === 'AwaitExpression')
				return this.returned(node, (value) => this.functions(value));
			if (node.type === 'ConditionalExpression') return this.eitherOf(node);
			// `(f = function () { … })()`
			if (node.type === 'AssignmentExpression' && node.operator === '=')
				return this.functions(node.right);
			const value = this.valueOf(node) ?? this.parts.of(node);
			return value
				? [value, ...this.replacementsOf(node)].flatMap((one) => this.functions(one))
				: [];
		});
	}

	/**
	 * @param {Map<Node, Node[]>} known what is being followed already is nothing that the text shows
	 * @param {Node} expression
	 * @param {(node: Node) => Node[]} find
	 * @returns {Node[]}
	 */
	follow(known, expression, find) {
		let node = /** @type {Node} */ (unwrap(expression));
		while (node.type === 'SequenceExpression') node = unwrap(node.expressions.at(-1));
		const before = known.get(node);
		if (before) return before;
		known.set(node, []);
		this.following++;
		const found = find(node);
		this.following--;
		known.set(node, found);
		return found;
	}

	/** @param {Node} node a conditional expression @returns {Node[]} */
	eitherOf({ consequent, alternate }) {
		const found = [consequent, alternate].map((one) => this.functions(one));
		return found.every((one) => one.length > 0) ? found.flat() : [];
	}

	/** @param {Node} node @returns {Node[]} what a function that replaces itself becomes, where `node` names such a function */
	replacementsOf(node) {
		const variable = node.type === 'Identifier' ? this.analysis.aliases.variableOf(node) : null;
		return variable?.initialisation?.values ?? [];
	}

	/** @param {Node} expression @returns {Node[]} the functions that its value is or holds, as far as the text shows all of them */
	functionsHeld(expression) {
		const found = this.functions(expression);
		if (found.length > 0) return found;
		const literals = [...this.objects(expression), ...this.lists(expression)];
		return literals.flatMap(({ properties = [], elements = [] }) =>
			[...properties, ...elements].flatMap((one) => {
				if (!one || isFunction(one)) return one ?? [];
				return this.functions(one.value ?? one.argument ?? one);
			}),
		);
	}

	/** @param {Node} expression @returns {Node[]} the array literals whose value it may be */
	lists(expression) {
		return this.follow(this.knownLists, expression, (node) => {
			if (node.type === 'ArrayExpression') return [node];
			if (isFreezing(node)) return this.lists(node.arguments[0]);
			if (isCall(node) || node.type === 'AwaitExpression')
				return this.returned(node, (value) => this.lists(value));
			if (this.parts.isPart(node)) return this.valuesAt(node, (value) => this.lists(value));
			const value = this.valueOf(node) ?? this.parts.of(node);
			return value ? this.lists(value) : [];
		});
	}

	/**
	 * @param {Node} member
	 * @param {(value: Node) => Node[]} find
	 * @returns {Node[]} what is found in the values that literals of the module have there; empty when one of them has none
	 */
	valuesAt(member, find) {
		const name = propertyName(member);
		const values = [
			...this.objects(member.object).map((one) =>
				one.properties?.find((/** @type {Node} */ part) => propertyName(part) === name),
			),
			...this.lists(member.object).map((one) => one.elements[Number(name)]),
		];
		const found = values.map((one) => (one ? find(one.value ?? one) : []));
		return found.every((one) => one.length > 0) ? found.flat() : [];
	}

	/** @param {Node} expression @returns {Node[]} the literals, classes and `new` whose value it may be */
	objects(expression) {
		for (const link of linksBefore(expression, (one) => this.knownObjects.has(one)))
			this.objects(link);
		return this.follow(this.knownObjects, expression, (node) => {
			if (node.type === 'ObjectExpression' || node.type === 'NewExpression' || isClass(node))
				return [node];
			if (isFreezing(node)) return this.objects(node.arguments[0]);
			if (isCall(node) || node.type === 'AwaitExpression')
				return this.returned(node, (value) => this.objects(value));
			if (this.parts.isPart(node)) return this.valuesAt(node, (value) => this.objects(value));
			const value = this.valueOf(node) ?? this.parts.of(node);
			return value ? this.objects(value) : [];
		});
	}

	/** @param {Node} node @returns {Node | null} what the variable that it names always is */
	valueOf(node) {
		const variable = node.type === 'Identifier' ? this.analysis.aliases.variableOf(node) : null;
		if (!variable) return null;
		return variable.kind === 'param'
			? givenInPlace(variable, this.analysis.parents)
			: constantValueOf(variable);
	}

	/** @param {Node} member `object.name`, `table[name]` @returns {Node[]} */
	methods(member) {
		const object = /** @type {Node} */ (unwrap(member.object));
		const name = propertyName(member);
		if (object.type === 'ThisExpression')
			return name === null ? [] : methodsOfThis(object, name, this.analysis);
		if (object.type === 'Super')
			return name === null ? [] : methodsOfSuper(object, name, this.analysis);
		const namespaces = name === null ? [] : namespacesOf(object, this.analysis.aliases);
		if (namespaces.length > 0) return functionsOf(namespaces, /** @type {string} */ (name));
		const found = this.objects(object).map((one) => this.methodsOf(one, name));
		if (found.length > 0 && found.every((one) => one.length > 0)) return found.flat();
		if (this.parts.isPart(member)) return this.valuesAt(member, (value) => this.functions(value));
		if (name === null) return [];
		const assigned = assignedMethods(object, name, this.analysis);
		return assigned.length > 0 ? assigned : this.analysis.instances.methods(member, name);
	}

	/** @param {Node} member @returns {Node[]} functions of the module that reading it runs */
	getters(member) {
		return this.accessors(member, memberGetters);
	}

	/** @param {Node} member @returns {Node[]} functions of the module that assigning to it runs */
	setters(member) {
		return this.accessors(member, memberSetters);
	}

	/** @param {Node} member @returns {Node[]} functions of the module that evaluating it where it stands runs */
	accessorsRun(member) {
		const parent = this.analysis.parents.get(member);
		const isTarget = parent?.type === 'AssignmentExpression' && parent.left === member;
		if (isTarget && parent.operator === '=') return this.setters(member);
		const isUpdated = isTarget || parent?.type === 'UpdateExpression';
		return isUpdated ? [...this.getters(member), ...this.setters(member)] : this.getters(member);
	}

	/** @param {Node} member @param {Find} find @returns {Node[]} */
	accessors(member, find) {
		const object = /** @type {Node} */ (unwrap(member.object));
		const name = propertyName(member);
		const { accessorNames } = this.analysis.resolution;
		if (name === null ? accessorNames.size === 0 : !accessorNames.has(name)) return [];
		if (object.type === 'ThisExpression') return methodsOfThis(object, name, this.analysis, find);
		return this.objects(object).flatMap((one) => this.membersFound(one, name, find));
	}

	/** @param {Node} expression @returns {Node[]} what reading all own properties of its value runs */
	gettersWithin(expression) {
		if (this.analysis.resolution.accessorNames.size === 0) return [];
		const literals = this.objects(expression).filter(({ type }) => type === 'ObjectExpression');
		return literals.flatMap((one) => this.membersFound(one, null, memberGetters));
	}

	/**
	 * Whether a function that is given to one of the module's own may be called when that has returned.
	 *
	 * @param {Node} fn an argument of a call
	 * @param {Node} call
	 * @returns {boolean} false when the text does not show what is called
	 */
	isKept(fn, call) {
		const { parents, resolution } = this.analysis;
		return this.ofCall(call).some((own) => {
			const index = own.args.findIndex((one) => one.start <= fn.start && fn.end <= one.end);
			const param = isClass(own.fn) ? null : own.fn.params[index];
			if (!param) return false;
			const variable = resolution.scopes.get(own.fn)?.variables.get(param.name);
			return (
				!variable ||
				variable.references.some(({ node }) => {
					const parent = /** @type {Node} */ (parents.get(node));
					const isCalled = isCall(parent) && (parent.callee === node || isReaderCall(parent));
					return !isCalled || this.isLater(node, own.fn);
				})
			);
		});
	}

	/**
	 * Whether a call may call a function that it is given, before it returns: `memoise(f)` of the module may not, when all
	 * that it does with `f` is to call it in a function that it returns.
	 *
	 * @param {Node} fn an argument of the call
	 * @param {Node} call
	 * @returns {boolean} true when the text does not show what is called
	 */
	mayCallAtOnce(fn, call) {
		const { parents, resolution } = this.analysis;
		const called = this.ofCall(call);
		return (
			called.length === 0 ||
			called.some((own) => {
				const index = own.args.findIndex((one) => one.start <= fn.start && fn.end <= one.end);
				const params = isClass(own.fn) ? [] : own.fn.params;
				const last = params.at(-1);
				// `(...steps) => (value) => steps.reduce(…)`
				const name =
					last?.type === 'RestElement' && index >= params.length - 1
						? last.argument
						: params[index];
				const isPlain = name?.type === 'Identifier' && unwrap(own.args[index]) === fn;
				const variable = isPlain
					? resolution.scopes.get(own.fn)?.variables.get(name.name)
					: undefined;
				return (
					!variable ||
					variable.references.some(
						({ node }) =>
							!isHandedBack(/** @type {Node} */ (parents.get(node))) && !this.isLater(node, own.fn),
					)
				);
			})
		);
	}

	/** @param {Node} node @param {Node} fn around it @returns {boolean} a function in between runs later */
	isLater(node, fn) {
		const { parents } = this.analysis;
		for (let at = parents.get(node); at && at !== fn; at = parents.get(at)) {
			if (isFunction(at) && !this.analysis.runsAtOnce(at)) return true;
		}
		return false;
	}

	/** @param {Node} holder a literal, a class or a `new` @param {string | null} name null: any of a table @returns {Node[]} */
	methodsOf(holder, name) {
		if (name !== null) return this.membersFound(holder, name, memberFunctions);
		return holder.type === 'ObjectExpression'
			? memberFunctions(holder.properties, null, false)
			: [];
	}

	/** @param {Node} holder a literal, a class or a `new` @param {string | null} name @param {Find} find @returns {Node[]} */
	membersFound(holder, name, find) {
		if (holder.type === 'ObjectExpression') return find(holder.properties, name, false);
		const isStatic = isClass(holder);
		const definition = isStatic ? holder : this.definition(holder.callee);
		return isClass(definition)
			? methodsOfClass(/** @type {Node} */ (definition), { name, isStatic, find }, this.analysis)
			: [];
	}

	/**
	 * @param {Node} node a call, or an `await` of one
	 * @param {(value: Node) => Node[]} follow
	 * @returns {Node[]} what the functions that it runs return; empty when one of them may return anything else
	 */
	returned(node, follow) {
		/** @type {Set<Node>} */
		const found = new Set();
		const isAwaited = node.type === 'AwaitExpression';
		const call = isAwaited ? /** @type {Node} */ (unwrap(node.argument)) : node;
		for (const { fn, receiver } of isCall(call) ? this.ofCall(call) : []) {
			const isPromise = fn.async && !isAwaited;
			const values = isClass(fn) || isPromise || fn.generator ? [] : returnedBy(fn);
			if (values.length === 0) return [];
			for (const value of values) {
				const isReceiver = receiver !== null && unwrap(value)?.type === 'ThisExpression';
				const followed = follow(isReceiver ? receiver : value);
				if (followed.length === 0) return [];
				for (const one of followed) found.add(one);
			}
		}
		return [...found];
	}
}

/** @param {Node} call `super(…)` @param {Callees} callees @returns {Node | null} the class of the module that it calls */
function superDefinition(call, callees) {
	let owner = callees.analysis.parents.get(call);
	while (owner && !isClass(owner)) owner = callees.analysis.parents.get(owner);
	const parent = unwrap(owner?.superClass);
	return parent ? callees.definition(parent) : null;
}

/**
 * `_super` of `(function (_super) { … })(List)`: a function that only the call around it can run gets the same in each run.
 *
 * @param {Variable} param
 * @param {Parents} parents
 * @returns {Node | null}
 */
function givenInPlace(param, parents) {
	const fn = param.scope.node;
	if (param.isReassigned || !isFunction(fn) || fn.id || fn.type === 'FunctionDeclaration')
		return null;
	let child = fn;
	let call = parents.get(child);
	while (call && isWrapper(call)) {
		child = call;
		call = parents.get(call);
	}
	if (!call || !isCall(call) || call.callee !== child) return null;
	const index = fn.params.findIndex((/** @type {Node} */ { name }) => name === param.name);
	const given = call.arguments.slice(0, index + 1);
	const isSpread = given.some((/** @type {Node} */ { type }) => type === 'SpreadElement');
	return index < 0 || isSpread ? null : (given[index] ?? null);
}

/** @param {Node} parent of a use @returns {boolean} it makes no call: `return f`, `{ run: f }`, `[f]` */
const isHandedBack = ({ type }) =>
	type === 'ReturnStatement' || type === 'ObjectProperty' || type === 'ArrayExpression';

/** @param {Node} call @returns {boolean} `rows.map(f)` */
const isReaderCall = ({ callee }) => isMember(callee) && isReaderMethod(propertyName(callee) ?? '');

/** @param {Node} node @returns {boolean} `Object.freeze(table)`, which is the table */
const isFreezing = (node) =>
	isCall(node) &&
	node.arguments.length > 0 &&
	/^Object\.(freeze|seal|preventExtensions)$/.test(dottedName(node.callee) ?? '');

/**
 * `__commonJS({ 'lib.js'(exports, module) { … } })` of esbuild makes a function that runs the module when it is first called,
 * and gives what that has made from then on: each thread does so for itself.
 *
 * @param {Node} node
 * @returns {Node | null} the function with the module's text
 */
function bundledModule(node) {
	const isHelper = isCall(node) && /^__(commonJS|esm)(Min)?$/.test(node.callee.name ?? '');
	const made = isHelper ? unwrap(node.arguments[0]) : null;
	if (isFunction(made)) return made;
	const [only] = made?.type === 'ObjectExpression' ? made.properties : [];
	return isFunction(only) ? only : null;
}
