/** @import { Node } from '../../types.js' */
/** @import { Parents } from '../../ast/parents.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Channels } from './channels.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { outermost } from '../../ast/parents.js';
import { pathInExports } from '../../ir/export-bindings.js';
import { makesClass } from '../../ir/made-classes.js';
import { whyUncloneable } from './cloneable.js';
import { isFrozen, mayHoldObject } from './contents.js';

/**
 * `module.exports = codec` of an object with functions, as a CommonJS module exports it: what other files change of it, they show, as they do of
 * what an ES module exports. A copy of each call's own, as of data, cannot be sent.
 *
 * @param {Variable} variable
 * @param {EffectAnalysis} effects
 * @returns {Node | undefined} the first assignment that exports it
 */
export function exportOfHolder(variable, effects) {
	const why = whyUncloneable(variable, effects);
	if (!why || !('what' in why) || !/holds functions$/.test(why.what)) return undefined;
	return variable.references.find(({ node }) => isExported(node, effects.parents))?.node;
}

/** @param {Variable} variable @param {Channels} channels @returns {boolean} host code hands its object on to where it may be changed */
export function escapesOnHost(variable, channels) {
	if (!mayHoldObject(variable) || isFrozen(variable) || makesClass(variable)) return false;
	const { effects, resolution, sites } = channels.analysed;
	const places = (sites.escapes.get(variable) ?? []).filter(
		(node) => !channels.isWorkerCode(node) && sites.isHostLive(node),
	);
	const isOther = places.some((node) => !isExported(node, resolution.parents));
	return isOther || (places.length > 0 && !exportOfHolder(variable, effects));
}

/** @param {Node} node @param {Parents} parents @returns {boolean} it is assigned to an export, and nothing else becomes of it here */
function isExported(node, parents) {
	const { child, parent } = outermost(node, parents);
	const isAssigned = parent.type === 'AssignmentExpression' && parent.right === child;
	return isAssigned && parent.operator === '=' && pathInExports(parent.left, () => null) !== null;
}
