/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Unit } from './module.js' */
import { walk } from '../ast/babel.js';
import { isFunction } from '../ast/shapes.js';

/** What a unit hands back: returned, or passed to its callback. @param {Unit} unit @param {EffectAnalysis} effects @returns {Node[]} */
export function resultsOf(unit, effects) {
	const { node } = unit;
	if (node.body.type !== 'BlockStatement') return [node.body];
	const callback = unit.callback ? node.params.at(-1).name : null;
	/** @type {Node[]} */
	const results = [];
	walk(node.body, (inner) => {
		if (inner.type === 'ReturnStatement' && inner.argument) results.push(inner.argument);
		const isCallback =
			callback && inner.type === 'CallExpression' && inner.callee.name === callback;
		if (isCallback) results.push(...inner.arguments);
		return !isFunction(inner) || effects.runsAtOnce(inner);
	});
	return results;
}
