/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Discovered } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { constantValueOf } from '../../ir/values.js';
import { staysInLiteral } from './literals.js';

/**
 * Find where objects that variables hold get out of sight: given to a function that cannot be seen,
 * returned, thrown or stored. Whoever has them from there may change them.
 *
 * @param {Discovered} discovered
 * @param {EffectAnalysis} effects
 * @param {(node: Node) => boolean} runsLater whether the code at a node runs after the module has loaded
 * @param {(place: Node, variable: Variable) => boolean} [isHandedBack] whether a function returns itself, or its object, there, and the text shows what
 *   all its callers do with that
 * @returns {Map<Variable, Node[]>} places, by variable
 */
export function findEscapes(discovered, effects, runsLater, isHandedBack = () => false) {
	const { file, resolution } = discovered;
	/** @type {Map<Variable, Node[]>} */
	const escapes = new Map();
	/** @param {Variable} variable @param {Node} node */
	const add = (variable, node) => escapes.set(variable, [...(escapes.get(variable) ?? []), node]);
	for (const effect of effects.anywhere(file.program)) {
		// While the module loads, such a call is judged with the statement that makes it.
		if (effect.kind !== 'call' || effect.via.length > 0 || !runsLater(effect.node)) continue;
		for (const variable of new Set([...effect.args, ...effect.receivers]))
			add(variable, effect.node);
	}
	for (const { node, variable, role } of resolution.references) {
		if (!variable || role !== 'read') continue;
		const place = storedAt(node, variable, resolution.parents);
		if (!place || staysInLiteral(place, discovered, effects)) continue;
		if (isHandedBack(place, variable)) continue;
		add(variable, place);
	}
	return escapes;
}

/**
 * @param {Node} reference
 * @param {Variable} variable
 * @param {Parents} parents
 * @returns {Node | null} the place where the object itself, or an object in it, is returned or stored
 */
function storedAt(reference, variable, parents) {
	let value = reference;
	let held = constantValueOf(variable);
	let parent = /** @type {Node} */ (parents.get(value));
	while (isMember(parent) && parent.object === value) {
		held = propertyOf(held, propertyName(parent));
		// An element whose kind the text does not show is taken for a value: tables hold numbers more often than objects.
		if (!held || !/^(Object|Array|New)Expression$/.test(held.type)) return null;
		value = parent;
		parent = /** @type {Node} */ (parents.get(value));
	}
	switch (parent.type) {
		case 'ReturnStatement':
		case 'ThrowStatement':
		case 'YieldExpression':
		case 'ArrayExpression':
			return value;
		case 'ArrowFunctionExpression':
			return parent.body === value ? value : null;
		case 'AssignmentExpression':
			return parent.right === value && isMember(unwrap(parent.left)) ? value : null;
		case 'ObjectProperty':
			return parent.value === value && parents.get(parent)?.type === 'ObjectExpression'
				? value
				: null;
		default:
			return null;
	}
}

/** @param {Node | null} object @param {string | null} name @returns {Node | null} */
function propertyOf(object, name) {
	if (object?.type !== 'ObjectExpression' || name === null) return null;
	const property = object.properties.find((/** @type {Node} */ one) => propertyName(one) === name);
	return property?.value ? unwrap(property.value) : null;
}
