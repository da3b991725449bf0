/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { ImportedPackage } from '../knowledge/package-facts.js' */
import { isDropped } from '../ast/dropped.js';
import { isClass, isFunction, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { isMutatorMethod } from '../knowledge/methods.js';
import { isSetUpName, isSureChange, isSureSetUp } from '../knowledge/set-ups.js';
import { importOf } from './values.js';

/** What calls of packages change, as far as their names and what becomes of their results show it. */

/**
 * What an expression leads to. `holder`: the variable of the module that has it; `isMade`: a call has given it, so that it is no part of the
 * package itself.
 *
 * @typedef {{ found: ImportedPackage, root: Node, holder: Node | null, isMade: boolean }} OfPackage
 */

/**
 * What a call changes: what a variable has of the package, where the call is made for that, or says so by its name; and what it is given.
 *
 * @param {Node} node
 * @param {Node} callee
 * @param {OfPackage} called
 * @param {EffectAnalysis} analysis
 * @returns {Effect[]}
 */
export function changesOf(node, callee, { found, root, holder, isMade }, analysis) {
	const isStatement = node.type !== 'NewExpression' && isDropped(node, analysis.parents);
	const method = isMember(callee) ? (propertyName(callee) ?? '') : importedName(callee, analysis);
	const isAtLoad = !isInFunction(node, analysis);
	const given = isAtLoad ? changesOfGiven(node, analysis, isStatement) : [];
	if (holder) {
		// `dates.add(1)` of what keeps nothing gives another value.
		const isNamedChange = found.remembers
			? isSureChange(method, argumentsOf(node).length)
			: isMutatorMethod(method);
		const isChange = isStatement || isNamedChange;
		return isChange ? [...analysis.mutations(holder, node), ...given] : given;
	}
	const setsUp = isSetUpName(method) && !isMade;
	const isSure = isSureSetUp(method, argumentsOf(node).length) && !isMade;
	const isSetUp = isAtLoad ? isStatement || setsUp : (isStatement && setsUp) || isSure;
	return isSetUp ? [...changesOfPackage(found, root, node, analysis), ...given] : given;
}

/** @param {Node} callee @param {EffectAnalysis} analysis @returns {string} what an import is called in its package; empty for anything else */
function importedName(callee, { aliases, parents }) {
	const variable = callee.type === 'Identifier' ? aliases.variableOf(callee) : null;
	const name = variable ? importOf(variable, parents)?.name : undefined;
	return name === undefined || name === '*' || name === 'default' ? '' : name;
}

/** State of its modules, which the file may have by several imports. @param {ImportedPackage} found @param {Node} root @param {Node} node @param {EffectAnalysis} analysis @returns {Effect[]} */
function changesOfPackage(found, root, node, analysis) {
	if (root.type === 'ThisExpression') return [];
	const { variables } = analysis.resolution.program;
	const others =
		found.shares.length === 0
			? []
			: [...variables.values()].filter((one) =>
					found.shares.includes(importOf(one, analysis.parents)?.source ?? ''),
				);
	const own = [...variables.values()].filter(
		(one) => importOf(one, analysis.parents)?.source === found.specifier,
	);
	return [...new Set([...own, ...others])].map((variable) => ({
		kind: 'mutate',
		variable,
		node,
		via: [],
	}));
}

/** @param {Node} node @param {EffectAnalysis} analysis @returns {boolean} it may run again after the file has loaded */
export function isInFunction(node, analysis) {
	for (let at = analysis.parents.get(node); at; at = analysis.parents.get(at))
		if (isFunction(at) && !analysis.runsAtOnce(at)) return true;
	return false;
}

/** Objects of the module that a package gets, it may keep and change. @param {Node} node @param {EffectAnalysis} analysis @param {boolean} isDropped @returns {Effect[]} */
function changesOfGiven(node, analysis, isDropped) {
	const { aliases, parents } = analysis;
	const variables = argumentsOf(node)
		.flatMap((one) => valuesIn(one))
		.flatMap((one) => [...aliases.of(one)]);
	const changed = [...new Set(variables)].filter((one) => {
		if (!one.isTopLevel || analysis.gems.has(one)) return false;
		const isCode = one.declarations.some(
			(each) =>
				isFunction(each.node) || isClass(each.node) || isFunction(unwrap(each.node.init ?? null)),
		);
		const from = importOf(one, parents);
		return from ? isDropped && analysis.packages.has(from.source) : isDropped || !isCode;
	});
	return changed.map((variable) => ({ kind: 'mutate', variable, node, via: [] }));
}

/** @param {Node} value @returns {Node[]} the parts of literals */
export function valuesIn(value) {
	const inner = /** @type {Node} */ (unwrap(value?.argument ?? value));
	if (inner.type === 'ArrayExpression')
		return inner.elements.flatMap((/** @type {Node | null} */ one) => (one ? valuesIn(one) : []));
	if (inner.type === 'ObjectExpression')
		return inner.properties.flatMap((/** @type {Node} */ one) =>
			isFunction(one) ? [one] : valuesIn(one.value ?? one.argument),
		);
	if (inner.type === 'ConditionalExpression')
		return [inner.consequent, inner.alternate].flatMap(valuesIn);
	return [inner];
}

/** @param {Node} node @returns {Node[]} */
export const argumentsOf = (node) => node.arguments ?? node.quasi?.expressions ?? [];
