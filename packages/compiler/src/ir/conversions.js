/** @import { Node } from '../types.js' */
/** @import { OwnCall } from './callees.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { CONVERSIONS } from '../knowledge/conversions.js';
import { isCall, isMember, unwrap } from '../ast/shapes.js';
import { returnedBy } from './callees.js';
import { partNamed } from './named-parts.js';

/**
 * The functions of the module that no text calls: syntax and functions of the platform call them when they convert an object
 * to a primitive, iterate over it or write it as JSON.
 */

const { primitive: TO_PRIMITIVE, iteration: ITERATION } = CONVERSIONS;
/** What an iteration calls of what it is given. */
const STEPS = ['next', 'return'];
/** These operators compare or test objects as they are. */
const AS_THEY_ARE = /^(===|!==|in|instanceof|\|>)$/;
/** Operators of assignments that only choose a value. */
const CHOOSING = /^(=|\?\?=|\|\|=|&&=)$/;

/** The types of nodes that do nothing themselves, and may convert what they have: those of `conversionIn` which no other rule asks for. */
export const CONVERTING = new Set([
	...['AwaitExpression', 'BinaryExpression', 'SpreadElement', 'TemplateLiteral', 'YieldExpression'],
]);

/** What these give is a primitive, which nothing converts by a method of the module. */
const PRIMITIVES = new Set([
	...['BigIntLiteral', 'BinaryExpression', 'BooleanLiteral', 'NullLiteral', 'NumericLiteral'],
	...['StringLiteral', 'TemplateLiteral', 'UnaryExpression', 'UpdateExpression'],
]);

/** `given`: what the methods get. @typedef {{ operands: (Node | null | undefined)[], names: readonly string[], given?: Node[] }} Conversion */

/** @type {readonly never[]} */
const NOTHING = Object.freeze([]);

/**
 * @param {Node} node
 * @param {EffectAnalysis} analysis
 * @returns {readonly OwnCall[]} of methods of the module that evaluating the node itself may run, without those that its text calls
 */
export function conversionsOf(node, { callees, conversions, resolution }) {
	const { conversionNames } = resolution;
	if (conversionNames.size === 0) return NOTHING;
	const conversion = conversionIn(node);
	if (!conversion) return NOTHING;
	const known = conversions.get(node);
	if (known) return known;
	const found = callsOf(conversion, node, { conversionNames, callees });
	if (callees.following === 0) conversions.set(node, found);
	return found;
}

/**
 * @param {Conversion} conversion
 * @param {Node} node that converts
 * @param {{ conversionNames: ReadonlySet<string>, callees: EffectAnalysis['callees'] }} context
 * @returns {readonly OwnCall[]}
 */
function callsOf({ operands, names: asked, given = [] }, node, { conversionNames, callees }) {
	// A function of the module gets the objects themselves.
	if (isCall(node) && callees.ofCall(node).length > 0) return NOTHING;
	const names = asked.filter((name) => conversionNames.has(name));
	return operands.flatMap((operand) => {
		const object = unwrap(operand);
		if (!object || PRIMITIVES.has(object.type)) return [];
		return names.flatMap((name) =>
			callees
				.methods(partNamed(object, name))
				.flatMap((fn) => [fn, ...stepsOf(fn, name, callees)])
				.map((fn) => ({ fn, args: given, receiver: object, holder: object })),
		);
	});
}

/**
 * @param {Node} fn
 * @param {string} name by which it is called
 * @param {EffectAnalysis['callees']} callees
 * @returns {Node[]} the methods of the iterators that it returns
 */
function stepsOf(fn, name, callees) {
	if (!ITERATION.includes(name) || fn.generator) return [];
	return returnedBy(fn).flatMap((iterator) =>
		STEPS.flatMap((step) => callees.methods(partNamed(iterator, step))),
	);
}

/** @param {Node} node @returns {Conversion | null} what the node itself converts */
function conversionIn(node) {
	switch (node.type) {
		case 'TemplateLiteral':
			return { operands: node.expressions, names: TO_PRIMITIVE };
		case 'BinaryExpression':
			if (node.operator === 'instanceof')
				return { operands: [node.right], names: ['@@hasInstance'], given: [node.left] };
			return AS_THEY_ARE.test(node.operator)
				? null
				: { operands: [node.left, node.right], names: TO_PRIMITIVE };
		case 'UnaryExpression':
			return /^[-+~]$/.test(node.operator)
				? { operands: [node.argument], names: TO_PRIMITIVE }
				: null;
		case 'UpdateExpression':
			return { operands: [node.argument], names: TO_PRIMITIVE };
		case 'AssignmentExpression':
			if (node.left.type === 'ArrayPattern') return { operands: [node.right], names: ITERATION };
			return CHOOSING.test(node.operator)
				? null
				: { operands: [node.left, node.right], names: TO_PRIMITIVE };
		case 'VariableDeclarator':
			return node.id.type === 'ArrayPattern' ? { operands: [node.init], names: ITERATION } : null;
		case 'SpreadElement':
			return { operands: [node.argument], names: ITERATION };
		case 'ForOfStatement':
			return { operands: [node.right], names: ITERATION };
		case 'YieldExpression':
			return node.delegate ? { operands: [node.argument], names: ITERATION } : null;
		case 'AwaitExpression':
			return { operands: [node.argument], names: ['then'] };
		default:
			return ofCall(node);
	}
}

/** @param {Node} node @returns {Conversion | null} what a call of the platform may convert: its arguments, and what it is called on */
function ofCall(node) {
	if (!isCall(node) && node.type !== 'NewExpression') return null;
	const callee = unwrap(node.callee);
	const self = isMember(callee) ? [callee.object] : [];
	return { operands: [...node.arguments, ...self], names: CONVERSIONS.any };
}
