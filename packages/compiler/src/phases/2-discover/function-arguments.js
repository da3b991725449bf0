/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { FunctionArgument } from '../../ir/module.js' */
/** @import { Reference, Variable } from '../../ast/scope.js' */
import { isCall, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { functionsAmong } from '../../ir/gem-members.js';
import { importOf } from '../../ir/values.js';
import { requiresCallback } from '../../knowledge/methods.js';
import { looksLikeGemCall } from '../../knowledge/gems.js';
import { findMemberResultUse, findResultUse } from './callback-use.js';
import { calledParts } from './called-parts.js';
import { isData, isOwnMethod, seemsList } from './data-parameters.js';

/**
 * The functions among a unit's arguments: `visit` of `(rows, visit) => …visit(row)…`, `onProgress` of
 * `({ rows, onProgress })` and of `(rows, options) => …options.onProgress(row)…`, `hooks.item` of `options.hooks.item(row)`.
 *
 * @param {Node} node the unit
 * @param {Resolution} resolution
 * @returns {FunctionArgument[]} in the order of the parameters
 */
export function functionArguments(node, resolution) {
	const scope = resolution.scopes.get(node);
	/** @type {FunctionArgument[]} */
	const found = [];
	for (const { id, path, isRequired } of namesWithPaths(node.params)) {
		const variable = scope?.variables.get(id.name);
		// A parameter that is reassigned may be another function by then.
		if (!variable || variable.isReassigned) continue;
		const calls = variable.references.filter((one) => isCalled(one, resolution));
		const use =
			calls.length > 0 ? findResultUse(variable, { node, resolution, isBridged: true }) : null;
		// A function that comes all the same is refused when it does: LP8005.
		const isGuess = use !== null && calls.every((one) => mayBeOwnMethod(one, resolution));
		if (calls.length > 0 && !isGuess) {
			const isTested = variable.references.some((one) => tests(one, resolution));
			found.push({ path, variable, isRequired: isRequired && !isTested, use });
		} else if (path.length <= DEEPEST_METHOD && !isUsedAsGem(variable, resolution)) {
			for (const part of calledParts(variable, resolution, DEEPEST_METHOD + 1 - path.length)) {
				const setting = { node, resolution, isBridged: true };
				const use = findMemberResultUse(variable, part.keys, setting);
				const at = [...path, ...part.keys];
				found.push({ path: at, variable: part.variable, isRequired: false, use });
			}
		}
	}
	return found;
}

/** `logger.info(row)` of `({ rows, logger }) => …`, `options.hooks.item(row)`: a path is looked at in each call, and few methods lie deeper. */
const DEEPEST_METHOD = 2;

/** `f(x)`, `f.call(o, x)`, `rows.forEach(f)`. @param {Reference} reference @param {Resolution} resolution @returns {boolean} */
function isCalled({ node, variable }, resolution) {
	const { parents } = resolution;
	const parent = /** @type {Node} */ (parents.get(node));
	if (isCall(parent)) {
		if (unwrap(parent.callee) === node) return true;
		const callee = unwrap(parent.callee);
		const method = isMember(callee) ? (propertyName(callee) ?? '') : '';
		// Methods of arrays that call their first argument, which therefore has to be a function.
		if (!requiresCallback(method) || parent.arguments[0] !== node) return false;
		// `repo.find(id)` of what another file exports is as often no array; what it gives of one, the unit could not wait for.
		if (method !== 'forEach' && isImported(unwrap(callee.object), resolution)) return false;
		return !isOwnMethod(parent, resolution) && !(variable && isData(variable, parents));
	}
	const outer = isMember(parent) && parent.object === node ? parents.get(parent) : null;
	const isInvoked = outer && isCall(outer) && outer.callee === parent;
	return Boolean(isInvoked) && ['call', 'apply'].includes(propertyName(parent) ?? '');
}

/** `repo.find(id)` @param {Reference} reference @param {Resolution} resolution @returns {boolean} it is given to a method that arrays have, of what may be no array */
function mayBeOwnMethod({ node }, { parents }) {
	const call = /** @type {Node} */ (parents.get(node));
	const callee = isCall(call) ? unwrap(call.callee) : null;
	return isMember(callee) && callee !== node && !seemsList(unwrap(callee.object));
}

/** @param {Node} object @param {Resolution} resolution @returns {boolean} */
function isImported(object, { parents, program }) {
	const variable = object.type === 'Identifier' ? program.lookup(object.name) : null;
	const isIt = variable?.references.some(({ node }) => node === object);
	return Boolean(variable && isIt && importOf(variable, parents));
}

/** `if (visit)`, `visit && …`, `visit?.(x)`: the unit can do without it. @param {Reference} reference @param {Resolution} resolution @returns {boolean} */
function tests({ node }, { parents }) {
	const parent = /** @type {Node} */ (parents.get(node));
	if (parent.type === 'OptionalCallExpression') return parent.callee === node && parent.optional;
	if (parent.type === 'LogicalExpression') return parent.left === node;
	return /^(If|Conditional|Unary|Binary)/.test(parent.type);
}

/** `result.getRange((from, to) => …)`: its methods are not the host's. @param {Variable} variable @param {Resolution} resolution @returns {boolean} */
const isUsedAsGem = ({ references }, { parents, program }) => {
	const variableOf = (/** @type {Node} */ identifier) => {
		const variable = program.lookup(identifier.name);
		return variable?.references.some(({ node }) => node === identifier) ? variable : null;
	};
	return references.some(({ node }) => {
		const member = /** @type {Node} */ (parents.get(node));
		const call = isMember(member) && member.object === node ? parents.get(member) : null;
		if (!call || !isCall(call) || unwrap(call.callee) !== member) return false;
		return looksLikeGemCall(propertyName(member), functionsAmong(call, variableOf));
	});
};

/**
 * @param {Node[]} params
 * @returns {{ id: Node, path: FunctionArgument['path'], isRequired: boolean }[]} what parameters declare, but for rests
 */
function namesWithPaths(params) {
	/** @type {{ id: Node, path: FunctionArgument['path'], isRequired: boolean }[]} */
	const found = [];
	/** @param {Node | null} pattern @param {FunctionArgument['path']} path @param {boolean} isRequired */
	const enter = (pattern, path, isRequired) => {
		switch (pattern?.type) {
			case 'Identifier':
				found.push({ id: pattern, path, isRequired: isRequired && !pattern.optional });
				return;
			case 'AssignmentPattern':
				return enter(pattern.left, path, false);
			case 'ArrayPattern':
				pattern.elements.forEach((/** @type {Node | null} */ one, /** @type {number} */ index) =>
					enter(one, [...path, index], false),
				);
				return;
			case 'ObjectPattern':
				for (const one of pattern.properties) {
					const key = one.type === 'RestElement' ? null : propertyName(one);
					if (key !== null) enter(one.value, [...path, key], false);
				}
		}
	};
	// TypeScript's `this` is no argument.
	const declared = params.filter((one) => one.name !== 'this');
	declared.forEach((param, index) => enter(param, [index], true));
	return found;
}
