/** @import { Node } from '../../types.js' */
/** @import { Unit } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { walk } from '../../ast/babel.js';
import { isFunction } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';
import * as report from '../../diagnostics/codes.js';
import { valuesWithin } from './given-values.js';

/**
 * Point out objects that a generator changes after it has yielded them: its consumer has a copy, and would
 * have seen the change.
 *
 * @param {Unit} unit
 * @param {EffectAnalysis} effects
 * @param {Reporter} reporter LP3010
 */
export function checkYields(unit, effects, reporter) {
	if (!unit.isGenerator) return;
	const changes = effects
		.anywhere(unit.node.body)
		.flatMap((effect) => (effect.kind === 'mutate' ? [effect] : []));
	/** @type {Set<Variable>} */
	const reported = new Set();
	for (const place of yieldsOf(unit.node)) {
		for (const variable of valuesWithin(place.argument, effects)) {
			// Changes of arguments have rules of their own.
			if (reported.has(variable) || variable.kind === 'param') continue;
			const change = changes.find(
				(one) => one.variable === variable && mayFollow(one.node, place, variable, effects),
			);
			if (!change) continue;
			reported.add(variable);
			report.changesWhatItYielded(reporter, change.node, { unit: unit.name, name: variable.name }, [
				{ message: `\`${variable.name}\` is yielded here`, place },
			]);
		}
	}
}

/** @param {Node} fn @returns {Node[]} where it yields a value itself */
function yieldsOf(fn) {
	/** @type {Node[]} */
	const found = [];
	walk(fn.body, (node) => {
		if (node.type === 'YieldExpression' && !node.delegate && node.argument) found.push(node);
		return !isFunction(node);
	});
	return found;
}

/**
 * @param {Node} change
 * @param {Node} place the `yield`
 * @param {Variable} variable
 * @param {EffectAnalysis} effects
 * @returns {boolean} whether the object that was yielded may be changed there: further down, or in the next turn of a loop in
 *   which the variable holds the same one
 */
function mayFollow(change, place, variable, { parents }) {
	const isFresh = (/** @type {Node} */ around) =>
		variable.declarations.some(({ id }) => isWithin(id, around)) ||
		variable.references.some(({ node, role }) => role === 'write' && isWithin(node, around));
	if (change.start >= place.end) return true;
	for (let at = parents.get(place); at && !isFunction(at); at = parents.get(at)) {
		if (!/^(For|While|DoWhile)/.test(at.type) || !isWithin(change, at)) continue;
		if (!isFresh(at)) return true;
	}
	return false;
}
