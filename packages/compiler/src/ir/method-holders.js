/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Variable } from '../ast/scope.js' */
import { isConstruction } from '../ast/class-parts.js';
import { isClass, isFunction, membersOf, propertyName, unwrap } from '../ast/shapes.js';
import { holderOfThis, ownerOfThis } from './receiver.js';
import { constantValueOf } from './values.js';

/**
 * A top-level class, or a literal with functions, and what of it runs only when it is called. A function has properties, and
 * no methods.
 *
 * @typedef {object} Holder
 * @property {Variable} variable
 * @property {Node} node
 * @property {'class' | 'literal' | 'function'} kind
 * @property {Node[]} methods members that hold a function, by a name that the text shows
 * @property {Node[]} construction the constructor, and the fields of instances; a function itself
 * @property {Holder | null} parent the class that it extends
 * @property {boolean} isOpen code that cannot be seen may run its methods
 */

/** Base classes of the platform that call nothing of an instance but by the names of protocols. */
const QUIET_BASES = /^(Object|(Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error)$/;

/** They depend on the text alone, and each plan of a module asks for them. @type {WeakMap<EffectAnalysis, Holders>} */
const known = new WeakMap();

/** @param {EffectAnalysis} effects @returns {Holders} of its module */
export function holdersOf(effects) {
	const before = known.get(effects);
	if (before) return before;
	const found = new Holders(effects);
	known.set(effects, found);
	return found;
}

/** The classes, literals and functions of a module's top level. */
export class Holders {
	/** @param {EffectAnalysis} effects */
	constructor({ aliases, resolution }) {
		this.aliases = aliases;
		this.parents = resolution.parents;
		/** @type {Map<Variable, Holder>} */
		this.byVariable = new Map();
		/** @type {Map<Node, Holder>} */
		this.byNode = new Map();
		for (const variable of resolution.program.variables.values()) {
			const holder = describe(variable);
			if (!holder) continue;
			this.byVariable.set(variable, holder);
			this.byNode.set(holder.node, holder);
		}
		for (const holder of this.byVariable.values()) this.connect(holder);
		/** Names of methods. @type {Set<string>} */
		this.names = new Set(
			[...this.byVariable.values()].flatMap(({ methods }) =>
				methods.map((one) => /** @type {string} */ (propertyName(one))),
			),
		);
	}

	/** @param {Variable} variable @returns {Holder | undefined} */
	of(variable) {
		return this.byVariable.get(variable);
	}

	/** @param {Node} node `this` or `super` @returns {Holder | undefined} the class or literal that it is, or a subclass of it; undefined for instances */
	ofThis(node) {
		const owner = ownerOfThis(node, this.parents);
		const found = owner && holderOfThis(owner, this.parents);
		return found?.kind === 'class' || found?.kind === 'literal'
			? this.byNode.get(found.node)
			: undefined;
	}

	/** @param {Holder} holder @returns {Holder[]} itself and the classes that it extends */
	upwards(holder) {
		/** @type {Holder[]} */
		const found = [];
		for (let at = /** @type {Holder | null} */ (holder); at && !found.includes(at); at = at.parent)
			found.push(at);
		return found;
	}

	/** @param {Holder} holder @returns {Holder[]} itself, the classes that it extends and those that extend it */
	familyOf(holder) {
		const heirs = [...this.byVariable.values()].filter(
			(one) => one !== holder && this.upwards(one).includes(holder),
		);
		return [...this.upwards(holder), ...heirs];
	}

	/** Find the class that a class extends; what a class of the platform or of another file calls, no text shows. @param {Holder} holder */
	connect(holder) {
		const parent = holder.kind === 'class' ? unwrap(holder.node.superClass) : null;
		if (!parent) return;
		const variable = parent.type === 'Identifier' ? this.aliases.variableOf(parent) : undefined;
		const outer = variable && this.byVariable.get(variable);
		if (outer && outer.kind === 'class') holder.parent = outer;
		else if (variable !== null || !QUIET_BASES.test(parent.name)) holder.isOpen = true;
	}

	/** @param {Holder} holder @returns {boolean} code that cannot be seen may run its methods */
	isOpen(holder) {
		return this.upwards(holder).some((one) => one.isOpen);
	}
}

/** @param {Variable} variable @returns {Holder | null} */
function describe(variable) {
	const node = constantValueOf(variable);
	if (!node) return null;
	// Spread behind the others: properties that follow a spread give each object a hidden class of its own (`ast/records.js`).
	const base = { variable, node, parent: null };
	// By its own name, a function or class expression is known to itself alone.
	const isNamed = /Expression$/.test(node.type) && Boolean(node.id);
	if (isFunction(node))
		return { kind: 'function', methods: [], construction: [node], isOpen: isNamed, ...base };
	if (node.type === 'ObjectExpression') {
		const methods = node.properties.filter(isMethod);
		return { kind: 'literal', methods, construction: [], isOpen: false, ...base };
	}
	if (!isClass(node)) return null;
	const members = membersOf(node);
	const isOpen = isNamed || [node, ...members].some(({ decorators }) => decorators?.length > 0);
	return {
		kind: 'class',
		methods: members.filter((one) => !isConstruction(one) && isMethod(one)),
		construction: members.filter(isConstruction),
		isOpen,
		...base,
	};
}

/** @param {Node} property of a literal, or static one of a class @returns {boolean} */
const isMethod = (property) =>
	propertyName(property) !== null &&
	(isFunction(property) || isFunction(unwrap(property.value ?? null)));
