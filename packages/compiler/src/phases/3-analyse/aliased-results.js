/** @import { Node } from '../../types.js' */
/** @import { Unit } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
import { unwrap } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { returnedBy } from '../../ir/callees.js';
import { mayComeBack } from './in-out.js';

/**
 * Whether what a unit returns or throws may alias an object that comes with the call: `rows.find(isBest)`. In the plain program that is the
 * caller's own object, which `rows.indexOf(best)` finds.
 *
 * Errors that functions of the unit throw are not looked for. Generators, callbacks and functions of the caller's hand out values
 * before the call ends.
 *
 * @param {Unit} unit
 * @param {EffectAnalysis} effects
 * @returns {boolean} false where the text shows that results hold numbers, strings and the like alone
 */
export function mayAlias(unit, effects) {
	if (!mayComeBack(unit)) return false;
	const { objects } = effects.shared;
	/** @param {Node} value @returns {boolean} */
	const holds = (value) => objects.may(value) && objects.may(value, ANY_PART);
	/** @param {Node | null | undefined} thrown @returns {boolean} */
	const holdsThrown = (thrown) => {
		const node = unwrap(thrown);
		if (node?.type !== 'NewExpression') return Boolean(node) && node?.type !== 'Identifier';
		return node.arguments.some((/** @type {Node} */ one) => objects.may(one));
	};
	return (
		returnedBy(unit.node).some(holds) ||
		nodesOf(unit.node, ['ThrowStatement']).some(({ argument }) => holdsThrown(argument))
	);
}

/** @type {null[]} */
const ANY_PART = [null];
