/** @import { Unit } from './module.js' */
/** @import { Resolution } from '../ast/resolve.js' */
/** @import { Scope, Variable } from '../ast/scope.js' */
import { isFunction } from '../ast/shapes.js';

/**
 * How a stub can read a variable: by its name, or, where another variable of that name stands in
 * between, through a function declared next to it. `insertAt` is the offset for that function, in a
 * place where it is hoisted over the variable's scope; `isInBlock`: of a block that is not around the stub.
 *
 * @typedef {{ by: 'name' } | { by: 'getter', insertAt: number, isInBlock?: boolean } | { by: 'nothing' }} Access
 */

/**
 * @param {Unit} unit
 * @param {Variable} variable
 * @param {Resolution} resolution
 * @returns {Access}
 */
export function accessFromStub({ node }, variable, { scopes }) {
	const around = /** @type {Scope} */ (/** @type {Scope} */ (scopes.get(node)).parent);
	if (around.lookup(variable.name) === variable) return { by: 'name' };
	return accessByGetter(around, variable);
}

/**
 * The same for what only the body of the stub reads, where its parameters may hide it.
 *
 * @param {Unit} unit
 * @param {Variable} variable
 * @param {Resolution} resolution
 * @returns {Access}
 */
export function accessInStub({ node }, variable, { scopes }) {
	const own = /** @type {Scope} */ (scopes.get(node));
	if (own.lookup(variable.name) === variable) return { by: 'name' };
	return accessByGetter(/** @type {Scope} */ (own.parent), variable);
}

/** @param {Scope} around the stub @param {Variable} variable @returns {Access} */
function accessByGetter(around, variable) {
	const block = blockOf(variable.scope);
	if (!block) return { by: 'nothing' };
	const first = block.body[0];
	// After a directive prologue, which must stay first.
	const insertAt = first ? first.start : block.end - 1;
	return { by: 'getter', insertAt, isInBlock: !around.isWithin(variable.scope) };
}

/**
 * The same for a class of the module, which the stub's own parameters may hide as well.
 *
 * @param {Unit} unit
 * @param {Variable} variable declared at the top level
 * @param {Resolution} resolution
 * @returns {Access}
 */
export function accessToClass({ node }, variable, { scopes, program }) {
	const own = /** @type {Scope} */ (scopes.get(node));
	if (own.lookup(variable.name) === variable) return { by: 'name' };
	return { by: 'getter', insertAt: program.node.body[0].start };
}

/** @param {Scope} scope @returns {import('../types.js').Node | null} the list of statements that a scope covers */
function blockOf({ node, kind }) {
	if (kind === 'program' || node.type === 'BlockStatement') return node;
	const body = isFunction(node) || /^(For|Catch)/.test(node.type) ? node.body : null;
	return body?.type === 'BlockStatement' ? body : null;
}
