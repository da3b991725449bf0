/** @import { Node } from '../types.js' */
/** @import { Resolution } from '../ast/resolve.js' */
/** @import { Scope, Variable } from '../ast/scope.js' */
/** @import { Path } from './sources.js' */
import { isMember, isWrapper, patternNames, propertyName, unwrap } from '../ast/shapes.js';
import { sourcesOf } from './sources.js';

/**
 * The exports of a CommonJS module are an object that several names lead to, and most of them are not variables:
 *
 * ```js
 * const self = module.exports = { n: 1 };
 * module.exports.n = 5;      // changes what `self` holds
 * const run = exports.run = function () { … };
 * exports.run.count = 0;     // changes `run`
 * ```
 * A binding says that `variable` holds what lies at `path` in the exports: the empty path is that of the object itself.
 * `exports` and `module.exports` count as one object. Where a module parts them, that takes more for the same than is.
 *
 * @typedef {{ path: Path, variable: Variable }} ExportBinding
 */

/**
 * @param {Node} expression
 * @param {(identifier: Node) => Variable | null | undefined} variableOf
 * @returns {Path | null} `['a', 'b']` of `module.exports.a.b`; null for what does not begin with the exports
 */
export function pathInExports(expression, variableOf) {
	/** @type {(string | null)[]} */
	const names = [];
	let at = /** @type {Node} */ (unwrap(expression));
	for (; isMember(at); at = unwrap(at.object)) names.unshift(propertyName(at));
	if (at?.type !== 'Identifier' || variableOf(at) !== null) return null;
	if (at.name === 'exports') return names;
	return at.name === 'module' && names[0] === 'exports' ? names.slice(1) : null;
}

/** @param {Path} outer @param {Path} inner @returns {boolean} what lies at `inner` is at `outer`, or within that; a name that the text does not show may be any */
export const isOnPath = (outer, inner) =>
	outer.length <= inner.length &&
	outer.every((name, at) => name === null || inner[at] === null || name === inner[at]);

/** @param {Resolution} resolution @param {ReadonlyMap<Node, Variable | null>} variables by the references to them @returns {ExportBinding[]} */
export function findExportBindings(resolution, variables) {
	/** @type {ExportBinding[]} */
	const found = [];
	const { globals, parents } = resolution;
	const roots = [...(globals.get('exports') ?? []), ...(globals.get('module') ?? [])];
	if (roots.length === 0) return found;
	const finder = new BindingFinder(resolution, variables);
	for (const { node } of roots) {
		let top = outermost(node, resolution);
		let parent = parents.get(top);
		while (parent && isMember(parent) && parent.object === top) {
			top = outermost(/** @type {Node} */ (parent), resolution);
			parent = parents.get(top);
		}
		const path = pathInExports(top, () => null);
		if (!path || !parent) continue;
		for (const { variable, steps } of finder.around(top, parent))
			found.push({ path: [...path, ...steps], variable });
	}
	return withOtherNames(found, finder);
}

/** `api` of `const self = exports; const api = self;`. @param {ExportBinding[]} found @param {BindingFinder} finder @returns {ExportBinding[]} */
function withOtherNames(found, finder) {
	/** @type {Set<Variable>} */
	const seen = new Set();
	// The list grows while it is walked.
	for (const { path, variable } of found) {
		if (seen.has(variable)) continue;
		seen.add(variable);
		for (const { node, role } of variable.references) {
			if (role !== 'read') continue;
			for (const held of finder.ofValue(node))
				found.push({ path: [...path, ...held.steps], variable: held.variable });
		}
	}
	return found;
}

/** @typedef {{ variable: Variable, steps: Path }} Held */

class BindingFinder {
	/** @param {Resolution} resolution @param {ReadonlyMap<Node, Variable | null>} variables */
	constructor(resolution, variables) {
		this.resolution = resolution;
		this.variables = variables;
		/** @type {Map<Node, Variable> | undefined} */
		this.declared = undefined;
	}

	/** @param {Node} target the exports, or a part of them @param {Node} parent @returns {Held[]} what holds the same */
	around(target, parent) {
		if (parent.type === 'AssignmentExpression' && parent.left === target)
			return [...this.inValue(parent.right), ...this.ofValue(parent)];
		return this.ofValue(target);
	}

	/** What an expression is assigned to. @param {Node} expression @returns {Held[]} */
	ofValue(expression) {
		const { parents } = this.resolution;
		let value = outermost(expression, this.resolution);
		let parent = parents.get(value);
		/** @type {Held[]} */
		const found = [];
		for (; parent; parent = parents.get(value)) {
			const isPassedOn =
				(parent.type === 'ConditionalExpression' && parent.test !== value) ||
				parent.type === 'LogicalExpression';
			const isAssigned = parent.type === 'AssignmentExpression' && parent.right === value;
			if (!isPassedOn && !isAssigned) break;
			if (isAssigned) found.push(...this.named(/** @type {Node} */ (unwrap(parent.left))));
			value = outermost(parent, this.resolution);
		}
		if (parent?.type === 'VariableDeclarator' && parent.init === value)
			found.push(...this.declaredBy(parent));
		return found;
	}

	/** `lib` of `module.exports = lib`, and of `module.exports = { lib }` at the path of its key. @param {Node} expression @returns {Held[]} */
	inValue(expression) {
		const node = /** @type {Node} */ (unwrap(expression));
		if (node.type === 'AssignmentExpression')
			return [...this.named(/** @type {Node} */ (unwrap(node.left))), ...this.inValue(node.right)];
		if (node.type !== 'ObjectExpression') return this.named(node);
		return node.properties.flatMap((/** @type {Node} */ property) => {
			const name = propertyName(property);
			const held = name !== null && property.value ? this.named(property.value) : [];
			return held.map(({ variable, steps }) => ({ variable, steps: [name, ...steps] }));
		});
	}

	/** @param {Node} node @returns {Held[]} */
	named(node) {
		const variable = node.type === 'Identifier' ? this.variables.get(node) : undefined;
		return variable ? [{ variable, steps: [] }] : [];
	}

	/** @param {Node} declarator @returns {Held[]} */
	declaredBy(declarator) {
		const { parents, scopes } = this.resolution;
		this.declared ??= declarations(scopes.values());
		return patternNames(declarator.id).flatMap((id) => {
			const variable = this.declared?.get(id);
			if (!variable) return [];
			return sourcesOf(variable, parents).flatMap(({ value, steps, isRest }) =>
				value === declarator.init && !isRest ? [{ variable, steps }] : [],
			);
		});
	}
}

/** @param {Iterable<Scope>} scopes @returns {Map<Node, Variable>} by the identifiers that declare them */
function declarations(scopes) {
	/** @type {Map<Node, Variable>} */
	const found = new Map();
	for (const { variables } of scopes) {
		for (const variable of variables.values())
			for (const { id } of variable.declarations) if (id) found.set(id, variable);
	}
	return found;
}

/** @param {Node} node @param {Resolution} resolution @returns {Node} with what is around it and adds nothing to it */
function outermost(node, { parents }) {
	let value = node;
	for (let at = parents.get(value); at && isWrapper(at); at = parents.get(value)) value = at;
	return value;
}
