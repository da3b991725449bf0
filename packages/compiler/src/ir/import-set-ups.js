/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { chainRoot, dottedName, isCall, unwrap } from '../ast/shapes.js';
import { ONLY_ACTS } from '../knowledge/set-ups.js';
import { isHarmlessFor, isMakerCall, KEEPER } from './import-makers.js';
import { runsNoCode } from './runs-no-code.js';
import { importOf } from './values.js';

/**
 * Calls of functions that other files of the program define, and that change nothing but state of modules which workers load:
 * `addFormat('even', isEven)`. Whoever uses these modules sees the change, by whatever import.
 */

/** @param {readonly string[]} lines as `Linked` has them @returns {Map<string, string[]>} variables that lead to what a call changes, by the name of the call */
export function readSetUps(lines) {
	/** @type {Map<string, string[]>} */
	const found = new Map();
	for (const line of lines) {
		const [name, variables] = /** @type {[string, string]} */ (line.split(' '));
		found.set(name, [...(found.get(name) ?? []), ...variables.split(',')]);
	}
	return found;
}

/**
 * @param {Node} node a call
 * @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null where nothing is known of it
 */
export function ofImportedSetUp(node, analysis) {
	const { setUps, resolution } = analysis;
	if (setUps.size === 0 || !isCall(node)) return null;
	const names = namesSetUp(node, analysis);
	if (names?.includes(ONLY_ACTS))
		return [{ kind: 'external', node, text: dottedName(node.callee) ?? '', via: [] }];
	if (!names || !isFirst(node, analysis)) return null;
	if (!isGivenHarmless(node, analysis)) return null;
	return names.flatMap((name) => {
		const changed = resolution.program.variables.get(name);
		return changed
			? [{ kind: /** @type {const} */ ('mutate'), variable: changed, node, via: [] }]
			: [];
	});
}

/** @param {Node} call @param {EffectAnalysis} analysis @returns {boolean} */
const isGivenHarmless = (call, analysis) =>
	call.arguments.every((/** @type {Node} */ one) => isHarmlessFor(KEEPER, one, analysis));

/** @param {Node} call @param {EffectAnalysis} analysis @returns {readonly string[] | undefined} variables that lead to what it changes */
function namesSetUp(call, { setUps, aliases, parents }) {
	const callee = /** @type {Node} */ (unwrap(call.callee));
	const names = setUps.get(dottedName(callee) ?? '');
	const root = names ? chainRoot(callee) : null;
	const variable = root?.type === 'Identifier' ? aliases.variableOf(root) : null;
	return variable?.isTopLevel && importOf(variable, parents) ? names : undefined;
}

/**
 * A worker repeats the call before each call of a unit, so that the host must not have made any before: `await total(); setRate(3)`. Which
 * code calls a unit by way of arguments, getters and other files is not asked: none of the program's may have run.
 *
 * @param {Node} call
 * @param {EffectAnalysis} analysis
 * @returns {boolean} it is a statement of the top level, and those before it define, load and set up alone
 */
function isFirst(call, analysis) {
	const { parents, resolution } = analysis;
	const statement = parents.get(call); // whoever uses what it gives may count; `setRate.apply(null, list)` makes a call that has no place
	const program = statement && parents.get(statement);
	if (statement?.type !== 'ExpressionStatement' || program?.type !== 'Program') return false;
	const names = {
		isGlobal: (/** @type {string} */ name) => resolution.globals.has(name),
		isKnown: (/** @type {Node} */ one) =>
			(isMakerCall(one, analysis) || (isCall(one) && namesSetUp(one, analysis) !== undefined)) &&
			isGivenHarmless(one, analysis),
	};
	return program.body
		.slice(0, program.body.indexOf(statement))
		.every((/** @type {Node} */ one) => runsNoCode(one, names));
}
