/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { variantOf } from '../ast/parents.js';
import { dottedName, isCall, isFunction, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { isReaderMethod } from '../knowledge/methods.js';
import { partNamed } from './named-parts.js';
import { argumentsAt, elementOf, parametersOf } from './parameters.js';

/**
 * Properties that are read where no member expression says so: by patterns, by spreads, and by functions of the platform.
 */

/**
 * @param {Node} node
 * @param {EffectAnalysis} analysis
 * @returns {Node[]} member expressions that no source has: `q.next` of `const { next } = q`
 */
export function membersRead(node, analysis) {
	switch (node.type) {
		case 'VariableDeclarator':
			return node.init ? taken(node.id, node.init) : [];
		case 'AssignmentExpression':
			return taken(node.left, node.right);
		case 'ForOfStatement':
			return taken(node.left.declarations?.[0].id ?? node.left, elementOf(node.right));
		default:
			return isCall(node) || node.type === 'NewExpression' ? ofCall(node, analysis) : [];
	}
}

/** @param {Node} pattern @param {Node} value @returns {Node[]} */
function taken(pattern, value) {
	if (pattern.type === 'AssignmentPattern') return taken(pattern.left, value);
	if (pattern.type !== 'ObjectPattern') return [];
	return pattern.properties.flatMap((/** @type {Node} */ one) => {
		const name = one.type === 'RestElement' ? null : propertyName(one);
		if (name === null) return [];
		const member = partNamed(value, name);
		return [member, ...taken(one.value, member)];
	});
}

/** @param {Node} call @param {EffectAnalysis} analysis @returns {Node[]} */
function ofCall(call, { callees }) {
	const [object, property] = call.arguments;
	if (dottedName(call.callee) === 'Reflect.get' && object && property)
		return [variantOf(call, { type: 'MemberExpression', object, property, computed: true })];
	const given = callees
		.ofCall(call)
		.flatMap(({ fn, args }) =>
			parametersOf(fn).flatMap((param, index) =>
				argumentsAt(args, index, fn).flatMap((one) => taken(param, one)),
			),
		);
	const callee = unwrap(call.callee);
	if (!isMember(callee) || !isReaderMethod(propertyName(callee) ?? '')) return given;
	// `rows.map(({ total }) => total)`
	const callbacks = call.arguments.map(unwrap).filter(isFunction);
	return [
		...given,
		...callbacks.flatMap((/** @type {Node} */ fn) =>
			fn.params.flatMap((/** @type {Node} */ one) => taken(one, elementOf(callee.object))),
		),
	];
}

const READING = /^(Object\.(assign|entries|values)|JSON\.stringify|structuredClone)$/;

/** @param {Node} node @param {Parents} parents @returns {Node[]} expressions of which it reads all own properties */
export function readsWhole(node, parents) {
	if (node.type === 'SpreadElement')
		return parents.get(node)?.type === 'ObjectExpression' ? [node.argument] : [];
	const name = isCall(node) ? dottedName(node.callee) : null;
	if (name === null || !READING.test(name)) return [];
	return node.arguments.slice(name === 'Object.assign' ? 1 : 0);
}
