/** @import { Parents } from './parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Scope } from './scope.js' */
import { isClass, isFunction } from './shapes.js';

/**
 * A function declaration of a block, of a clause of `switch`, or of a branch of `if`.
 *
 * @typedef {{ node: Node, scope: Scope }} BlockFunction `scope`: of the block
 */

/**
 * Declare functions of blocks as variables of the functions around them, as sloppy code has it (ECMA-262, B.3.2).
 *
 * ```js
 * if (isFast) { function run() { … } } else { function run() { … } }
 * run();
 * ```
 * The call means a variable `run` that is undefined until one of the declarations is evaluated, and then holds that
 * function. It is another variable than those of the blocks: assigning to one leaves the other as it is.
 *
 * @param {BlockFunction[]} functions in source order, when all else is declared
 * @param {Parents} parents
 */
export function hoistBlockFunctions(functions, parents) {
	for (const { node, scope } of functions) {
		if (node.async || node.generator || isStrict(node, parents)) continue;
		const outer = scope.varScope;
		const inner = scope.variables.get(node.id.name);
		if (!inner || !mayHoist(node.id.name, scope, outer)) continue;
		const variable = outer.declare(node.id.name, 'function', { id: node.id, node });
		if (!variable.blocks.includes(inner)) variable.blocks.push(inner);
		inner.hoistedAs = variable;
	}
}

/**
 * Not where a `var` in the place of the function would be an early error, or mean a parameter.
 *
 * @param {string} name
 * @param {Scope} scope
 * @param {Scope} outer
 * @returns {boolean}
 */
function mayHoist(name, scope, outer) {
	for (
		let at = /** @type {Scope} */ (scope.parent);
		at !== outer;
		at = /** @type {Scope} */ (at.parent)
	) {
		const between = at.variables.get(name);
		const isSimpleCatch =
			between?.kind === 'catch' &&
			between.declarations[0]?.node.param === between.declarations[0]?.id;
		if (between && !isSimpleCatch) return false;
	}
	const isParam = outer.kind === 'body' && outer.parent?.variables.get(name)?.kind === 'param';
	const known = outer.variables.get(name);
	return !isParam && (!known || known.kind === 'var' || known.kind === 'function');
}

/** @param {Node} node @param {Parents} parents @returns {boolean} it stands in a class, or below a directive of a function */
function isStrict(node, parents) {
	for (let at = parents.get(node); at; at = parents.get(at)) {
		if (isClass(at)) return true;
		const directives = isFunction(at) ? (at.body.directives ?? []) : [];
		if (directives.some((/** @type {Node} */ one) => one.value.value === 'use strict')) return true;
	}
	return false;
}
