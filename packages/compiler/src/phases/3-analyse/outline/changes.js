/** @import { Node } from '../../../types.js' */
/** @import { ChangeFact } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Target } from './tracker.js' */
/** @import { View } from './view.js' */
import { chainRoot, isCall, isMember, propertyName, unwrap } from '../../../ast/shapes.js';
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
	/** @param {Node} node @param {Variable} variable @param {string[] | null} names null: which part of it is not known */
	const add = (node, variable, names) => {
		for (const { origin } of holders.get(variable) ?? []) {
			if (origin.kind !== 'import') continue;
			const path = [...origin.path, ...(names ?? [])];
			changes.push({ ...spanOf(node), import: origin.import, path, isChange: names !== null });
		}
	};
	/** @param {Node | null | undefined} expression @returns {{ variable: Variable | null | undefined, names: string[] }} */
	const read = (expression) => {
		const root = expression ? chainRoot(expression) : null;
		const variable = root?.type === 'Identifier' ? effects.aliases.variableOf(root) : null;
		return { variable, names: expression ? namesOf(expression) : [] };
	};
	for (const effect of effects.anywhere(program)) {
		if (effect.kind !== 'mutate' || effect.via.length > 0 || !holders.has(effect.variable))
			continue;
		const { variable, names } = read(changedObject(effect.node));
		add(effect.node, effect.variable, variable === effect.variable ? names : null);
	}
	for (const [variable, places] of findEscapes(discovered, effects, () => true)) {
		if (!holders.has(variable)) continue;
		for (const place of places) {
			const given = isCall(place) ? place.arguments.map(read) : [read(place)];
			const own = given.filter(
				(/** @type {ReturnType<typeof read>} */ one) => one.variable === variable,
			);
			for (const { names } of own.length > 0 ? own : [{ names: [] }])
				changes.push(...handedOn(place, holders.get(variable) ?? [], names));
		}
	}
	return changes;
}

/** @param {Node} place @param {Target[]} targets @param {string[]} names @returns {ChangeFact[]} */
const handedOn = (place, targets, names) =>
	targets.flatMap(({ origin }) =>
		origin.kind === 'import'
			? [
					{
						...spanOf(place),
						import: origin.import,
						path: [...origin.path, ...names],
						isChange: false,
					},
				]
			: [],
	);

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
