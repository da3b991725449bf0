/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../resolve.js' */
/** @import { Variable } from '../scope.js' */
/** @import { Place } from './place.js' */
import { isWithin } from '../tree.js';
import { walk } from '../babel.js';
import { isFunction, unwrap } from '../shapes.js';
import { readTest } from './tests.js';
import { alwaysEvaluated, isInPlace, returnsIfSet } from './place.js';

/**
 * Where a variable is known to have its value, because control has passed the place that gives it: in the same function,
 * in a function that this one calls before, or in all callers of this one.
 *
 * What the top level has passed counts for nothing: a worker does not repeat its statements.
 */
export class Coverage {
	/**
	 * @param {Variable} variable
	 * @param {{ resolution: Resolution, isAnnotated: (fn: Node) => boolean, place: Place }} context
	 */
	constructor(variable, { resolution, isAnnotated, place }) {
		this.variable = variable;
		this.parents = resolution.parents;
		this.resolution = resolution;
		this.isAnnotated = isAnnotated;
		this.place = place;
		/** @type {Map<Node, boolean>} */
		this.entries = new Map();
		/** @type {Map<Node, boolean>} */
		this.ensuring = new Map();
	}

	/** @param {Node} node @returns {boolean} */
	isCovered(node) {
		if (isInPlace(node, this.place)) return true;
		let child = node;
		for (let at = this.parents.get(child); at; at = this.parents.get(at)) {
			if (at.type === 'Program') return false;
			if (at.type === 'IfStatement' && child === at.test && this.ensures(at)) return true;
			if (isFunction(at)) {
				if (this.isAnnotated(at)) return false;
				if (this.isEntryCovered(at)) return true;
				if (at.type === 'FunctionDeclaration') return false; // it may be called before what stands above it
			} else if (this.before(at, child).some((one) => this.ensures(one))) return true;
			child = at;
		}
		return false;
	}

	/** @param {Node} parent @param {Node} child @returns {Node[]} statements and expressions that are over when control reaches the child */
	before(parent, child) {
		const list =
			parent.type === 'BlockStatement'
				? parent.body
				: parent.type === 'SwitchCase'
					? parent.consequent
					: (parent.expressions ?? parent.declarations ?? []);
		const at = list.indexOf(child);
		return at < 0 || parent.type === 'TemplateLiteral' ? [] : list.slice(0, at);
	}

	/** @param {Node} node a statement, a declarator or an expression @returns {boolean} the variable has its value when it is over */
	ensures(node) {
		const { guard, assignments } = this.place;
		if (guard && node === guard) return !returnsIfSet(node, this.variable);
		if (node.type === 'BlockStatement') return this.blockEnsures(node);
		if (node.type === 'IfStatement')
			return readTest(node.test, this.variable) === 'unset' && this.ensures(node.consequent);
		return alwaysEvaluated(node).some(
			(one) => one === guard || assignments.includes(one) || this.callEnsures(one),
		);
	}

	/** @param {Node} block @returns {boolean} */
	blockEnsures({ body }) {
		for (const one of body) {
			if (this.ensures(one)) return true;
			if (one !== this.place.guard && mayReturn(one)) return false;
		}
		return false;
	}

	/** @param {Node} node @returns {boolean} a call of a function that gives the variable its value */
	callEnsures(node) {
		const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
		const variable = callee?.type === 'Identifier' ? this.lookup(callee, callee.name) : null;
		const fn = variable && functionOf(variable);
		if (!fn || fn.async || fn.generator || this.isAnnotated(fn)) return false;
		const known = this.ensuring.get(fn);
		if (known !== undefined) return known;
		this.ensuring.set(fn, false); // a recursive call ensures nothing
		const { body } = fn;
		const answer = body.type === 'BlockStatement' ? this.blockEnsures(body) : this.ensures(body);
		this.ensuring.set(fn, answer);
		return answer;
	}

	/** @param {Node} fn @returns {boolean} all callers have passed the place */
	isEntryCovered(fn) {
		const known = this.entries.get(fn);
		if (known !== undefined) return known;
		this.entries.set(fn, true); // what a recursive call sees
		const variable = this.nameOf(fn);
		const callers = variable?.references.filter(({ node }) => !isWithin(node, fn)) ?? [];
		const answer =
			callers.length > 0 &&
			callers.every(({ node }) => {
				return this.isRunAt(node) && this.isCovered(node);
			});
		this.entries.set(fn, answer);
		return answer;
	}

	/** @param {Node} reference to a function @returns {boolean} it is called there, and not handed on */
	isRunAt(reference) {
		const parent = this.parents.get(reference);
		return parent?.type === 'CallExpression' && parent.callee === reference;
	}

	/** @param {Node} fn @returns {Variable | null} the one name by which a function of the module is known */
	nameOf(fn) {
		const parent = this.parents.get(fn);
		const id = fn.type === 'FunctionDeclaration' ? fn.id : parent?.id;
		const owner = fn.type === 'FunctionDeclaration' ? fn : parent;
		if (!id || !owner || /^Export/.test(this.exporting(owner))) return null;
		const variable = this.lookup(owner, id.name);
		return variable && functionOf(variable) === fn ? variable : null;
	}

	/** @param {Node} node @param {string} name @returns {Variable | null} what the name means there */
	lookup(node, name) {
		for (let at = this.parents.get(node); at; at = this.parents.get(at)) {
			const variable = this.resolution.scopes.get(at)?.variables.get(name);
			if (variable) return variable;
		}
		return null;
	}

	/** @param {Node} owner a function declaration or a declarator @returns {string} the type of what may export it */
	exporting(owner) {
		const parent = /** @type {Node} */ (this.parents.get(owner));
		return parent.type === 'VariableDeclaration'
			? /** @type {Node} */ (this.parents.get(parent)).type
			: parent.type;
	}
}

/** @param {Node} statement @returns {boolean} */
function mayReturn(statement) {
	let found = false;
	walk(statement, (node) => {
		found ||= node.type === 'ReturnStatement';
		return !found && !isFunction(node);
	});
	return found;
}

/** @param {Variable} variable @returns {Node | null} */
function functionOf({ declarations: [declaration, ...others], isReassigned }) {
	if (!declaration || others.length > 0 || isReassigned) return null;
	const { node, id } = declaration;
	const value = isFunction(node) ? node : node.id === id ? unwrap(node.init) : null;
	return isFunction(value) && !(isFunction(node) && node.id !== id) ? value : null;
}
