/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import {
	isCall,
	isFunction,
	isMember,
	dottedName,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import { makesObject } from '../../knowledge/calls.js';
import { isMethodOfPrimitives, isMethodOfTextAndList, makesList } from '../../knowledge/methods.js';
import { returnedBy } from '../../ir/callees.js';
import { sourcesOf } from '../../ir/sources.js';

/**
 * Whether the text shows that a value is an object which can be changed. Where it does not tell, it does not: a count, a text
 * or a flag that is handed on is nothing to warn of.
 *
 * @param {Variable} variable
 * @param {Node} root where its uses count
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
export function variableShowsObject(variable, root, effects) {
	const { parents } = effects;
	if (variable.declarations.some(({ node }) => node.type === 'CatchClause')) return false;
	const values = sourcesOf(variable, parents).filter(({ steps }) => steps.length === 0);
	if (values.some(({ value }) => isNotForChanges(value))) return false;
	if (isUsedAtomically(variable, parents)) return false;
	if (values.some(({ value }) => showsObject(value, effects))) return true;
	const lists = sourcesOf(variable, parents).filter(
		({ steps }) => String(steps) === String([null]),
	);
	if (lists.some(({ value }) => showsObjectsInside(value, effects))) return true;
	if (!effects.shared.objects.ofVariable(variable, [])) return false;
	return variable.references.some(({ node }) => isWithin(node, root) && hasPartRead(node, parents));
}

/** @param {Node} node @param {Parents} parents @returns {boolean} whether a property of it is read that primitives do not have */
function hasPartRead(node, parents) {
	const member = parents.get(node);
	if (!member || !isMember(member) || member.object !== node) return false;
	const name = propertyName(member);
	return name !== null && name !== 'length' && !isMethodOfPrimitives(name);
}

/** @param {Node} expression @param {EffectAnalysis} effects @returns {boolean} */
export function showsObject(expression, effects) {
	const node = unwrap(expression);
	switch (node?.type) {
		case 'ObjectExpression':
		case 'ArrayExpression':
		case 'NewExpression':
			return true;
		case 'AwaitExpression':
			return showsObject(node.argument, effects);
		case 'ConditionalExpression':
			return showsObject(node.consequent, effects) || showsObject(node.alternate, effects);
		case 'LogicalExpression':
			return showsObject(node.left, effects) || showsObject(node.right, effects);
	}
	if (!node) return false;
	if (isMember(node)) return partShowsObject(node, effects);
	if (!isCall(node)) return false;
	const callee = /** @type {Node} */ (unwrap(node.callee));
	const path = dottedName(callee);
	if (path !== null && makesObject(path)) return true;
	const method = isMember(callee) ? propertyName(callee) : null;
	if (method !== null && makesList(method) && !isMethodOfTextAndList(method)) return true;
	const called = effects.callees.ofCall(node);
	return called.some(({ fn }) =>
		returnedBy(fn).some((one) => !isCall(one) && showsObject(one, effects)),
	);
}

/** `[{ n: 1 }]`, `rows.map((row) => ({ row }))`. @param {Node} list @param {EffectAnalysis} effects @returns {boolean} */
function showsObjectsInside(list, effects) {
	const node = unwrap(list);
	const variable = node?.type === 'Identifier' ? effects.aliases.variableOf(node) : null;
	if (variable)
		return sourcesOf(variable, effects.parents).some(
			({ value, steps }) => steps.length === 0 && value !== list && isListOfObjects(value, effects),
		);
	return node !== null && isListOfObjects(node, effects);
}

/** @param {Node} expression @param {EffectAnalysis} effects @returns {boolean} */
function isListOfObjects(expression, effects) {
	const node = unwrap(expression);
	const shows = (/** @type {Node | null} */ one) => one !== null && showsObject(one, effects);
	if (node?.type === 'ArrayExpression') return node.elements.some(shows);
	const callee = node && isCall(node) ? unwrap(node.callee) : null;
	const fn =
		callee && isMember(callee) && propertyName(callee) === 'map' ? node?.arguments[0] : null;
	return isFunction(fn) && returnedBy(fn).some(shows);
}

/** @param {Node} member @param {EffectAnalysis} effects @returns {boolean} */
const partShowsObject = (member, effects) =>
	isMadeAsObject(member, effects) || isReadAsObject(member, effects);

/** `options.hooks` beside `options.hooks.count`. @param {Node} member @param {EffectAnalysis} effects @returns {boolean} */
function isReadAsObject(member, { aliases, parents }) {
	/** @type {string[]} */
	const path = [];
	let root = /** @type {Node | null} */ (member);
	for (; root && isMember(root); root = unwrap(root.object)) {
		const name = propertyName(root);
		if (name === null) return false;
		path.unshift(name);
	}
	const variable = root?.type === 'Identifier' ? aliases.variableOf(root) : null;
	if (!variable) return false;
	return variable.references.some(({ node }) => {
		let at = node;
		for (const name of path) {
			const part = parents.get(at);
			if (!part || !isMember(part) || part.object !== at || propertyName(part) !== name)
				return false;
			at = part;
		}
		return hasPartRead(at, parents);
	});
}

/** `state.rows` of `const state = { rows: [] }`. @param {Node} member @param {EffectAnalysis} effects @returns {boolean} */
function isMadeAsObject(member, effects) {
	const name = propertyName(member);
	const object = unwrap(member.object);
	const variable = object?.type === 'Identifier' ? effects.aliases.variableOf(object) : null;
	if (!variable || name === null) return false;
	return sourcesOf(variable, effects.parents).some(({ value, steps }) => {
		const literal = steps.length === 0 ? unwrap(value) : null;
		const property = literal?.properties?.find(
			(/** @type {Node} */ one) => one.type === 'ObjectProperty' && propertyName(one) === name,
		);
		return Boolean(property) && showsObject(property.value, effects);
	});
}

/** Frozen objects, memory that is shared, and errors, which are reported and thrown on. @param {Node} value @returns {boolean} */
function isNotForChanges(value) {
	const node = unwrap(value);
	const path = node && (isCall(node) || node.type === 'NewExpression') && dottedName(node.callee);
	return Boolean(path) && /^Object\.freeze$|^SharedArrayBuffer$|Error$/.test(path || '');
}

/** Whoever calls `Atomics` on an array shares its memory. @param {Variable} variable @param {Parents} parents @returns {boolean} */
const isUsedAtomically = ({ references }, parents) =>
	references.some(({ node }) => {
		const call = parents.get(node);
		return call && isCall(call) && /^Atomics\./.test(dottedName(call.callee) ?? '');
	});
