/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { Aliases } from './aliases.js' */
/** @import { Summary } from './effect-analysis.js' */
/** @import { VariableEffect } from './module.js' */
import { isMember, propertyName, unwrap } from '../ast/shapes.js';
import { sourcesOf } from './sources.js';

/**
 * By which property an object is part of another: `items` of `this.items.push(row)`. What the caller has put there is what the
 * method changes, and not what it has put elsewhere.
 */

/** Where `Summary.parts` has those of `this`. */
export const OF_THIS = -1;

/**
 * @param {Node | null | undefined} expression
 * @param {Aliases} aliases
 * @returns {Map<Variable, string>} of each variable, the property by which its object leads to the expression's value; nothing for a
 *   variable whose object is the value itself, and for parts that have no name
 */
export function partsNamed(expression, aliases) {
	/** @type {Map<Variable, string>} */
	const parts = new Map();
	/** @type {Set<Variable>} */
	const seen = new Set();
	/** @type {(string | null)[]} */
	let names = [];
	for (let at = unwrap(expression); at;) {
		if (isMember(at)) {
			names = [propertyName(at), ...names];
			at = unwrap(at.object);
			continue;
		}
		const variable =
			at.type === 'ThisExpression'
				? aliases.receiverOf(at)
				: at.type === 'Identifier'
					? aliases.variableOf(at)
					: null;
		if (!variable || seen.has(variable)) break;
		seen.add(variable);
		const [name] = names;
		if (typeof name === 'string') parts.set(variable, name);
		const [source, ...others] =
			variable.kind === 'this' || variable.isReassigned ? [] : sourcesOf(variable, aliases.parents);
		if (!source || others.length > 0 || source.isRest) break;
		names = [...source.steps, ...names];
		at = unwrap(source.value);
	}
	return parts;
}

/**
 * An expression that no source has: the property of an object.
 *
 * @param {Node} object
 * @param {string | null} name null: the object itself
 * @returns {Node}
 */
export function partNamed(object, name) {
	if (name === null) return object;
	// Of one shape, whatever the object is: what asks for conversions makes several for each operand.
	const { start, end, loc } = object;
	const property = { type: 'Identifier', start, end, loc, name };
	return { type: 'MemberExpression', start, end, loc, object, property, computed: false };
}

/**
 * The variables whose objects an object was given for a property when it was made. What is put into it later by a method, as
 * `heap.push(row)` does, is not the property's object, but an element of it: `#items` of the heap stays its own list.
 *
 * @param {string} part the property
 * @param {Node} holder
 * @param {Aliases} aliases
 * @param {Set<Variable>} [seen]
 * @returns {Set<Variable>} with those of the holder
 */
export function heldAs(part, holder, aliases, seen = new Set()) {
	const node = /** @type {Node} */ (unwrap(holder));
	const variable = node.type === 'Identifier' ? aliases.variableOf(node) : null;
	if (!variable) return aliases.of(node, [part]);
	const found = new Set(aliases.of(node));
	if (seen.has(variable)) return found;
	seen.add(variable);
	for (const { value, steps } of sourcesOf(variable, aliases.parents)) {
		const held =
			steps.length === 0 ? heldAs(part, value, aliases, seen) : aliases.of(value, [...steps, part]);
		for (const one of held) found.add(one);
	}
	return found;
}

/** @param {Summary['parts']} parts gains that of the effect @param {number} index of the argument @param {VariableEffect} effect */
export const addPart = (parts, index, { part }) =>
	parts.set(index, (parts.get(index) ?? new Set()).add(part ?? null));
