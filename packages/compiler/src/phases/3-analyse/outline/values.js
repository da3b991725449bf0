/** @import { Node } from '../../../types.js' */
/** @import { ValueFact } from '../../../ir/summary.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Codes } from './codes.js' */
/** @import { View } from './view.js' */
import {
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { constantValueOf } from '../../../ir/values.js';
import { gottenBy } from './common-js-exports.js';
import { findCompletions, setterOf } from './completions.js';

/** @type {ValueFact} */
const UNKNOWN = { kind: 'other', local: null };

/** Says what expressions and variables stand for, in the terms of a link. */
export class Values {
	/**
	 * @param {View} view
	 * @param {{ units: Map<Node, number>, functions: Map<Node, number>, imports: Map<Node | Variable, number>, isData: (index: number) => boolean, codes: Codes }} known by
	 *   the function; imports by the variable or the expression that has them
	 * @param {(call: Node) => boolean} isWithOptions
	 */
	constructor(view, known, isWithOptions) {
		this.view = view;
		this.known = known;
		this.isWithOptions = isWithOptions;
		/** @type {Set<Node>} */
		this.open = new Set();
		this.completions = findCompletions(view);
	}

	/** @param {string} name of a variable of the top level @returns {ValueFact} */
	ofName(name) {
		const variable = this.view.topLevel.get(name);
		return variable ? this.ofVariable(variable) : UNKNOWN;
	}

	/** @param {Variable} variable @returns {ValueFact} */
	ofVariable(variable) {
		const index = this.known.imports.get(variable);
		if (index !== undefined) return { kind: 'import', import: index, path: [] };
		const value = constantValueOf(variable) ?? this.destructured(variable);
		const found = value ? this.of(value) : UNKNOWN;
		const part = this.completed(this.taken(variable, found), variable);
		if (part.kind === 'function' || part.kind === 'unit')
			return variable.isTopLevel ? { ...part, local: variable.name } : part;
		// A file that has given data another name hands that on.
		const isData = part.kind === 'import' && variable.isTopLevel && this.known.isData(part.import);
		if (isData) return { kind: 'other', local: variable.name };
		if (part.kind === 'import') return part;
		if (!variable.isTopLevel) return part;
		// An object with known properties runs what these run.
		const code =
			part.code === undefined && part.kind === 'other'
				? this.known.codes.ofVariable(variable)
				: null;
		return { ...part, local: variable.name, ...(code === null ? {} : { code }) };
	}

	/** @param {ValueFact} value @param {Variable} variable @returns {ValueFact} with what statements of the top level put into it */
	completed(value, variable) {
		const completions = this.completions.get(variable);
		if (!completions || !(value.kind === 'object' || value.kind === 'other')) return value;
		const properties = value.kind === 'object' ? { ...value.properties } : {};
		const spreads = value.kind === 'object' ? [...value.spreads] : [];
		for (const one of completions) {
			const added = this.of(one.value);
			if (!isKnown(added)) continue;
			if (one.name === null) spreads.push(added);
			else properties[one.name] = added;
		}
		if (Object.keys(properties).length + spreads.length === 0) return value;
		return { ...value, kind: 'object', properties, spreads };
	}

	/** @param {Variable} variable @returns {Node | null} what it is taken from: `const { score } = require('./x')` */
	destructured({ declarations, isReassigned }) {
		const [declaration] = declarations;
		const isPart =
			declarations.length === 1 &&
			!isReassigned &&
			declaration?.node.type === 'VariableDeclarator' &&
			declaration.node.id.type === 'ObjectPattern';
		return isPart ? unwrap(declaration.node.init) : null;
	}

	/** The property that a pattern takes. @param {Variable} variable @param {ValueFact} value @returns {ValueFact} */
	taken({ declarations }, value) {
		const [declaration] = declarations;
		const pattern = declaration?.node.id;
		if (pattern?.type !== 'ObjectPattern') return value;
		const property = pattern.properties.find(
			(/** @type {Node} */ one) =>
				one.value === declaration?.id || one.value?.left === declaration?.id,
		);
		const name = property && propertyName(property);
		return name ? this.property(value, name) : UNKNOWN;
	}

	/** @param {Node} expression @returns {ValueFact} */
	of(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		if (this.open.has(node)) return UNKNOWN;
		this.open.add(node);
		try {
			return this.ofNode(node);
		} finally {
			this.open.delete(node);
		}
	}

	/** @param {Node} node @returns {ValueFact} */
	ofNode(node) {
		const index = this.known.imports.get(node);
		if (index !== undefined) return { kind: 'import', import: index, path: [] };
		if (isFunction(node)) return this.ofFunction(node);
		if (isClass(node)) {
			const members = membersOf(node).filter((/** @type {Node} */ one) => one.static);
			return { ...this.ofMembers(members, node.superClass), code: this.known.codes.of(node) };
		}
		if (isMember(node)) {
			const name = propertyName(node);
			return name === null ? UNKNOWN : this.property(this.of(node.object), name);
		}
		if (isCall(node)) return this.ofCall(node);
		switch (node.type) {
			case 'Identifier': {
				const variable = this.view.variableOf.get(node);
				return variable ? this.ofVariable(variable) : UNKNOWN;
			}
			case 'AwaitExpression':
				return this.of(node.argument);
			case 'AssignmentExpression':
				return this.of(node.right);
			case 'SequenceExpression':
				return this.of(node.expressions.at(-1));
			case 'ObjectExpression':
				return this.ofMembers(node.properties);
			default:
				return UNKNOWN;
		}
	}

	/** @param {Node} fn @returns {ValueFact} */
	ofFunction(fn) {
		const unit = this.known.units.get(fn);
		if (unit !== undefined) return { kind: 'unit', unit };
		const index = this.known.functions.get(fn);
		const code = this.known.codes.of(fn);
		return index === undefined
			? { kind: 'other', local: null, code }
			: { kind: 'function', function: index };
	}

	/** @param {Node} call @returns {ValueFact} */
	ofCall(call) {
		const isTransparent =
			this.isWithOptions(call) || /^Object\.(freeze|seal)$/.test(dottedName(call.callee) ?? '');
		if (isTransparent && call.arguments[0]) return this.of(call.arguments[0]);
		return this.ofBound(call) ?? UNKNOWN;
	}

	/** `clock.now.bind(clock)`: it runs the method, and what that reads of `this` is the object's. @param {Node} call @returns {ValueFact | null} */
	ofBound({ callee, arguments: [receiver] }) {
		const method = /** @type {Node} */ (unwrap(callee));
		const object = receiver ? unwrap(receiver) : null;
		if (!isMember(method) || propertyName(method) !== 'bind' || object?.type !== 'Identifier')
			return null;
		const variable = this.view.variableOf.get(object);
		if (!variable?.isTopLevel || this.known.imports.has(object)) return null;
		const code = this.known.codes.ofVariable(variable);
		return { kind: 'other', local: variable.name, ...(code === null ? {} : { code }) };
	}

	/** @param {Node[]} members of an object, or the static ones of a class @param {Node | null} [base] the class that it inherits from @returns {Extract<ValueFact, { kind: 'object' | 'other' }>} */
	ofMembers(members, base = null) {
		/** @type {Record<string, ValueFact>} */
		const properties = {};
		/** @type {ValueFact[]} */
		const spreads = [];
		for (const member of members) {
			if (member.type === 'SpreadElement') spreads.push(this.of(member.argument));
			const name = propertyName(member);
			if (name === null || name === '__proto__') continue;
			const value = this.ofMember(member);
			if (isKnown(value)) properties[member.kind === 'set' ? setterOf(name) : name] = value;
		}
		if (base) spreads.push(this.of(base));
		const known = spreads.filter(({ kind }) => kind !== 'other');
		if (known.length === 0 && Object.keys(properties).length === 0)
			return { kind: 'other', local: null };
		return { kind: 'object', local: null, properties, spreads: known };
	}

	/** `get lib() { return require('./lib') }` is what it returns, where that is known. @param {Node} member @returns {ValueFact} */
	ofMember(member) {
		const gotten = member.kind === 'get' ? this.givenBy(member) : null;
		return gotten?.kind === 'import' ? gotten : this.of(member.value ?? member);
	}

	/** @param {Node} fn @returns {ValueFact | null} what a call of it gives, where that is an import or what a variable holds; null for anything else */
	givenBy(fn) {
		const result = fn.async || fn.generator ? null : gottenBy(fn);
		const expression = result && unwrap(result);
		if (
			!expression ||
			!/^(Identifier|AssignmentExpression|(Member|Call)Expression)$/.test(expression.type)
		)
			return null;
		const found = this.of(expression);
		if (found.kind === 'import') return found;
		const name = expression.type === 'AssignmentExpression' ? expression.left : expression;
		const variable = name.type === 'Identifier' ? this.view.variableOf.get(name) : null;
		return variable?.isTopLevel ? { kind: 'other', local: variable.name } : null;
	}

	/** @param {ValueFact} value @param {string} name @returns {ValueFact} */
	property(value, name) {
		if (value.kind === 'import') return { ...value, path: [...value.path, name] };
		if (value.kind !== 'object') return UNKNOWN;
		if (Object.hasOwn(value.properties, name))
			return /** @type {ValueFact} */ (value.properties[name]);
		const [spread] = value.spreads;
		return spread ? this.property(spread, name) : UNKNOWN;
	}
}

/** @param {ValueFact} value @returns {boolean} */
const isKnown = (value) =>
	value.kind !== 'other' || value.code !== undefined || value.local !== null;
