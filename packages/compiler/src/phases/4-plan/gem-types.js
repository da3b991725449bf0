/** @import { Node } from '../../types.js' */
/** @import { Effect, Fragment, Planned } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { CALLS } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { gemTypeBesideEffects } from '../../diagnostics/codes.js';
import { assignsExport } from './export-paths.js';
import { pragmaOf } from './pragmas.js';

/**
 * A worker that gets a GEM imports the module that defines the GEM's type, to have its functions. Where that is this module, the worker
 * runs all of its top level, with what units have no need of.
 *
 * @param {Omit<Planned, 'classes'>} planned
 * @param {Reporter} reporter LP4001
 */
export function checkGemTypes({ fragments, sites, effects }, reporter) {
	const { gems } = effects;
	const [definition] = callsIn(fragments, (call) => gems.libraryCallee(call.callee) === 'define');
	const isUsedHere = (/** @type {Node} */ call) =>
		gems.makesGem(call) && gems.libraryCallee(call.callee) === null;
	if (!definition) return;
	const [creation] = callsIn(fragments, isUsedHere);
	if (!creation) return;
	const declarator = effects.parents.get(creation);
	const name = declarator?.id?.name ?? 'this one';
	for (const fragment of fragments) {
		const effect = (sites.effects.get(fragment) ?? []).find((one) => isRepeated(one, fragment));
		if (!effect) continue;
		gemTypeBesideEffects(reporter, definition, { name }, [
			{ message: 'each worker would repeat this', place: effect.node },
		]);
		return;
	}
}

/** @param {Fragment[]} fragments @param {(call: Node) => boolean} test @returns {Node[]} */
function callsIn(fragments, test) {
	return fragments.flatMap(({ node }) => nodesOf(node, CALLS).filter(test));
}

/** @param {Effect} effect @param {Fragment} fragment @returns {boolean} */
const isRepeated = (effect, fragment) =>
	/^(external|call|dispatch)$/.test(effect.kind) &&
	!assignsExport(effect) &&
	pragmaOf(fragment) === null;
