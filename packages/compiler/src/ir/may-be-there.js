// What lies at a level of a variable's value.
/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Variable } from '../ast/scope.js' */
import { walk } from '../ast/babel.js';
import {
	dottedName,
	holdsFunction,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	unwrap,
} from '../ast/shapes.js';
import { classOf, constantValueOf, functionOf } from './values.js';

/** Like level 1, but of a map only the keys. */
export const KEYS = 'k';

/** @param {Variable} variable @param {string} level @param {EffectAnalysis} effects @returns {boolean} something that is no number or string */
export function mayBeThere(variable, level, { shared, parents }) {
	if (variable.kind === 'enum' || variable.kind === 'namespace') return false;
	const value = constantValueOf(variable);
	const made = value?.type === 'NewExpression' ? (dottedName(value.callee) ?? '') : '';
	if (made === 'Proxy' || (level !== '0' && /^Weak/.test(made))) return false; // shows nothing
	if (functionOf(variable) || classOf(variable))
		return level === '0' || hasProperties(variable, parents);
	if (value && (holdsFunction(value) || holdsSymbol(value))) return true;
	if (level === KEYS && value?.type === 'NewExpression' && hasNamedKeys(value)) return true;
	const depth = level === KEYS ? 1 : Number(level);
	return shared.objects.ofVariable(variable, Array(depth).fill(null));
}

/** `static RED = new Colour('red')`, `Colour.RED = …`. @param {Variable} variable @param {Parents} parents @returns {boolean} */
function hasProperties(variable, parents) {
	const members = classOf(variable)?.body.body ?? [];
	const isStatic = (/** @type {Node} */ one) =>
		one.static && one.value && !/Method$/.test(one.type) && !isPrimitiveLiteral(one.value);
	if (members.some((/** @type {Node} */ one) => isStatic(one) || one.type === 'StaticBlock'))
		return true;
	return variable.references.some(({ node }) => {
		const member = parents.get(node);
		const write = isMember(member) && member?.object === node ? parents.get(member) : null;
		return write?.type === 'AssignmentExpression' && write.left === member;
	});
}

/** @param {Node} made @returns {boolean} `new Map([[Base, 1], [TOKENS.a, 2]])`, `new Set([NONE])`: of names, none shows whether that is a class or a symbol */
function hasNamedKeys({ callee, arguments: [list] }) {
	const elements = /** @type {(Node | null)[]} */ (unwrap(list ?? null)?.elements ?? []);
	return elements.some((element) => {
		const key = unwrap(dottedName(callee) === 'Map' ? element?.elements?.[0] : element);
		return key?.type === 'Identifier' || isMember(key);
	});
}

/** @param {Node | null} value @param {RegExp} by @returns {boolean} */
const makesSymbol = (value, by) =>
	value?.type === 'CallExpression' && by.test(dottedName(value.callee) ?? '');

/**
 * @param {Node | null} value
 * @param {RegExp} [by] what is called
 * @returns {boolean} `{ NONE: Symbol('none') }`, `Object.freeze([Symbol()])`
 */
export function holdsSymbol(value, by = /^Symbol\b/) {
	let isFound = false;
	if (value)
		walk(value, (node) => {
			isFound ||= makesSymbol(node, by);
			return !isFound && !isFunction(node);
		});
	return isFound;
}
