/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
import { variantOf } from '../ast/parents.js';
import { isClass, membersOf, patternNames } from '../ast/shapes.js';

/**
 * The parameters of functions, and of classes: what `new` hands on, the constructor gets.
 */

/** @param {Node} definition a class @returns {Node | undefined} */
export const constructorOf = (definition) =>
	membersOf(definition).find((/** @type {Node} */ one) => one.kind === 'constructor');

/** @param {Node} fn a function, or a class for what `new` runs @returns {Node[]} */
export const parametersOf = (fn) => (isClass(fn) ? (constructorOf(fn)?.params ?? []) : fn.params);

/** @param {Node} fn a function, or a class for what `new` runs @param {Variable} variable @returns {number} -1 when it is no parameter of `fn` */
export const indexOfParameter = (fn, { kind, declarations }) =>
	kind === 'param'
		? parametersOf(fn).findIndex((param) =>
				patternNames(param).some((id) => declarations.some((one) => one.id === id)),
			)
		: -1;

/**
 * @param {Node[]} args of a call
 * @param {number} index of a parameter of `fn`
 * @param {Node} fn a function, or a class for what `new` runs
 * @returns {Node[]} the expressions that may hold what it gets
 */
export function argumentsAt(args, index, fn) {
	const isRest = parametersOf(fn)[index]?.type === 'RestElement';
	const spread = args.findIndex((one) => one.type === 'SpreadElement');
	const isSpread = spread >= 0 && spread <= index;
	const given = isRest || isSpread ? args.slice(isSpread ? spread : index) : [args[index]];
	return given
		.filter(Boolean)
		.map((one) => (one.type === 'SpreadElement' ? elementOf(one.argument) : one));
}

/**
 * An expression that no source has: any element of a list.
 *
 * @param {Node} list
 * @returns {Node}
 */
export const elementOf = (list) =>
	variantOf(list, { type: 'MemberExpression', object: list, property: list, computed: true });
