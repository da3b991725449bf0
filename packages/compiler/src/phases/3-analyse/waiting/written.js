/** @import { Node } from '../../../types.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
import { walk } from '../../../ast/babel.js';
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { globalCall, globalNew } from '../../../knowledge/calls.js';
import { functionOf } from '../../../ir/values.js';
import { callbacksOf, isMethodOfPlatform, isMutatorMethod } from '../../../knowledge/methods.js';

/**
 * The properties that code may write, of whatever object: who reads others sees no difference. `elements`: those of arrays, typed
 * arrays and collections, with how many there are.
 *
 * @typedef {{ names: Set<string>, elements: boolean }} Written
 */

/**
 * @param {Node} unit
 * @param {EffectAnalysis} effects
 * @returns {Written | null} null: it may be any
 */
export function writtenBy(unit, effects) {
	/** @type {Written} */
	const written = { names: new Set(), elements: false };
	/** @type {Set<Node>} functions, of which more are found while they are read */
	const code = new Set([unit]);
	for (const fn of code) {
		let isKnown = true;
		walk(fn, (node) => {
			isKnown &&= isKnownStep(node, { written, code, effects });
			return isKnown;
		});
		if (!isKnown) return null;
	}
	return written;
}

/**
 * @param {Node} node
 * @param {{ written: Written, code: Set<Node>, effects: EffectAnalysis }} context `written` and `code` gain what it writes and runs
 * @returns {boolean} false: it may write anything
 */
function isKnownStep(node, context) {
	switch (node.type) {
		case 'AssignmentExpression':
			return isKnownTarget(node.left, context);
		case 'UpdateExpression':
			return isKnownTarget(node.argument, context);
		case 'UnaryExpression':
			return node.operator !== 'delete' || isKnownTarget(node.argument, context);
		case 'ForInStatement':
		case 'ForOfStatement':
			return node.left.type === 'VariableDeclaration' || isKnownTarget(node.left, context);
		case 'TaggedTemplateExpression':
			return false;
		case 'NewExpression':
			return globalNew(pathOf(node, context.effects) ?? '', node.arguments.length).kind === 'pure';
		default:
			return !isCall(node) || isKnownCall(node, context);
	}
}

/** @param {Node} target of an assignment @param {Parameters<typeof isKnownStep>[1]} context @returns {boolean} */
function isKnownTarget(target, { written, effects }) {
	const node = /** @type {Node} */ (unwrap(target));
	if (node.type === 'Identifier') return true;
	if (!isMember(node)) return false;
	const name = propertyName(node);
	if (name !== null && !/^\d+$/.test(name)) written.names.add(name);
	else if (name !== null || isIndex(node, effects)) written.elements = true;
	else return false;
	return name === null || !effects.resolution.accessorNames.has(name);
}

/** @param {Node} call @param {Parameters<typeof isKnownStep>[1]} context @returns {boolean} */
function isKnownCall(call, { written, code, effects }) {
	const own = effects.callees.ofCall(call);
	if (own.length > 0) {
		for (const { fn } of own) code.add(fn);
		return true;
	}
	const path = pathOf(call, effects);
	if (path !== null) {
		if (path.startsWith('console.')) return true;
		const { kind, changes, changesThis } = globalCall(path, call.arguments.length);
		return /^(pure|fresh)$/.test(kind) && !changesThis && !changes?.length;
	}
	const callee = unwrap(call.callee);
	const name = isMember(callee) ? propertyName(callee) : null;
	if (name === null || !isMethodOfPlatform(name)) return false;
	if (isMutatorMethod(name)) written.elements = true;
	return callbacksOf(name).length === 0 || call.arguments.every(isKnownCallback);

	/** @param {Node} given @returns {boolean} it is no function that the text does not show */
	function isKnownCallback(given) {
		const node = /** @type {Node} */ (unwrap(given));
		if (node.type !== 'Identifier') return isFunction(node) || /Literal$/.test(node.type);
		const variable = effects.aliases.variableOf(node);
		const fn = variable ? functionOf(variable) : null;
		if (fn) code.add(fn);
		return fn !== null || variable === null;
	}
}

/** @param {Node} call @param {EffectAnalysis} effects @returns {string | null} `Math.max`; null for anything but a function of a global */
function pathOf({ callee }, { aliases }) {
	let root = /** @type {Node} */ (unwrap(callee));
	while (isMember(root)) root = /** @type {Node} */ (unwrap(root.object));
	const isGlobal = root.type === 'Identifier' && !aliases.variableOf(root);
	return isGlobal ? dottedName(callee) : null;
}

/** `rows[0]`, `rows[at]` where `at` counts. @param {Node} member @param {EffectAnalysis} effects @returns {boolean} the key is a number */
export function isIndex({ property }, { aliases }) {
	if (property.type === 'BinaryExpression')
		return ![property.left, property.right].some(({ type }) => /String|Template/.test(type));
	if (property.type !== 'Identifier') return INDEX.test(property.type);
	const declarations = aliases.variableOf(property)?.declarations ?? [];
	return (
		declarations.length > 0 && declarations.every(({ node }) => INDEX.test(node.init?.type ?? ''))
	);
}

const INDEX = /^(NumericLiteral|BinaryExpression|UpdateExpression)$/;
