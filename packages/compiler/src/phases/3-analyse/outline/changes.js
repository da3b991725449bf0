/** @import { Node } from '../../../types.js' */
/** @import { ChangeFact } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Target } from './tracker.js' */
/** @import { View } from './view.js' */
import { chainRoot, isCall, isMember, propertyName, unwrap } from '../../../ast/shapes.js';
import { isMutatorMethod, isReaderMethod } from '../../../knowledge/methods.js';
import { findEscapes } from '../escapes.js';
import { spanOf } from './spans.js';

/**
 * Where a module changes objects that it imports, or hands them on to where that may happen.
 *
 * @param {View} view
 * @param {EffectAnalysis} effects
 * @param {Map<Variable, Target[]>} holders what variables hold of imports
 * @returns {ChangeFact[]}
 */
export function findChanges({ discovered, program }, effects, holders) {
	/** @type {ChangeFact[]} */
	const changes = [];
	/** @param {Node} node @param {Variable} variable @param {string[]} names @param {ChangeFact['kind']} kind */
	const add = (node, variable, names, kind) => {
		for (const { origin } of holders.get(variable) ?? []) {
			if (origin.kind !== 'import') continue;
			const path = [...origin.path, ...names];
			changes.push({ ...spanOf(node), import: origin.import, path, kind, isCall: isCall(node) });
		}
	};
	/** @param {Node | null | undefined} expression @param {Variable} variable @returns {string[] | null} null when it does not start at the variable */
	const pathOf = (expression, variable) => {
		const root = expression ? chainRoot(expression) : null;
		const isRooted = root?.type === 'Identifier' && effects.aliases.variableOf(root) === variable;
		return expression && isRooted ? namesOf(expression) : null;
	};
	for (const effect of effects.anywhere(program)) {
		if (effect.kind !== 'mutate' || effect.via.length > 0) continue;
		const { node, variable } = effect;
		const path = pathOf(changedObject(node), variable);
		// What is changed through another name may be any part of what was imported.
		if (path) add(node, variable, path, 'change');
		else add(node, variable, [], 'given');
	}
	for (const [variable, places] of findEscapes(discovered, effects, () => true)) {
		for (const place of places) {
			const callee = isCall(place) ? unwrap(place.callee) : null;
			const receiver = isMember(callee) ? pathOf(callee.object, variable) : null;
			const given = (isCall(place) ? place.arguments : [place])
				.map((/** @type {Node} */ one) => pathOf(one, variable))
				.filter(Boolean);
			for (const path of given) add(place, variable, path, 'given');
			const method = isMember(callee) ? (propertyName(callee) ?? '') : '';
			if (receiver && !isReaderMethod(method))
				add(place, variable, receiver, isMutatorMethod(method) ? 'change' : 'asked');
			else if (receiver) continue;
			else if (given.length === 0) add(place, variable, [], 'given');
		}
	}
	return changes;
}

/** @param {Node} node of an effect @returns {Node | null} the expression whose object it changes */
function changedObject(node) {
	const target = unwrap(
		node.type === 'AssignmentExpression'
			? node.left
			: isCall(node)
				? node.callee
				: (node.argument ?? null),
	);
	return isMember(target) ? target.object : null;
}

/** @param {Node} expression @returns {string[]} the properties from its root on, as far as the text names them */
function namesOf(expression) {
	/** @type {string[]} */
	let names = [];
	for (let at = unwrap(expression); isMember(at); at = unwrap(at.object)) {
		const name = propertyName(at);
		names = name === null ? [] : [name, ...names];
	}
	return names;
}
