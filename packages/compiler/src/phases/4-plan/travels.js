/** @import { Node } from '../../types.js' */
/** @import { Analysed, Effect } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isWithin } from '../../ast/tree.js';
import { isHandedRequire } from '../../ir/local-requires.js';
import { isCode } from './contents.js';
import { outerContext } from './outer-context.js';
import { isWholeRead } from './whole-reads.js';

/**
 * What else goes into the worker, as far as it is decided.
 *
 * @typedef {object} Carriers
 * @property {(variable: Variable) => boolean} carry decides that a local is made again in the worker; false where it cannot be
 * @property {(variable: Variable) => boolean} isMadeThere
 * @property {(variable: Variable) => boolean} isFilledLater whether the top level changes what a variable of the module holds, further down
 */

/** Why a piece of code stays on the host. `node` is the place of it that does. @typedef {{ node: Node, reason: string, remedy?: string }} Stay */

/**
 * Whether a statement of an enclosing function, or a definition, can run in a worker as well: it may define, compute
 * and fill, as statements of the top level may, and nothing that it reads may be another by the time of a call.
 *
 * @param {Node} piece
 * @param {Analysed} analysed
 * @param {Carriers} carriers
 * @returns {Stay | null} null when it can
 */
export function whyStays(piece, analysed, carriers) {
	const { aliases } = analysed.effects;
	const context = outerContext(piece, (node) => aliases.variableOf(node) === null);
	if (context) {
		const { node, what } = context;
		return { node, reason: `\`${what}\` is that of the function around it` };
	}
	return whyNotRun(piece, analysed, carriers) ?? whyNotRead(piece, analysed, carriers);
}

/** @param {Node} piece @param {Analysed} analysed @param {Carriers} carriers @returns {Stay | null} */
function whyNotRun(piece, { effects }, carriers) {
	for (const effect of effects.immediate(piece)) {
		const { node } = effect;
		if (!('variable' in effect)) return { node, reason: describe(effect) };
		const { variable } = effect;
		const isOwn = variable.kind === 'this' || isDeclaredIn(variable, piece);
		if (isOwn || carriers.isMadeThere(variable) || carriers.carry(variable)) continue;
		return { node, reason: `it changes \`${variable.name}\`, too` };
	}
	return null;
}

/** @param {Exclude<Effect, { variable: Variable }>} effect @returns {string} */
function describe({ kind, text }) {
	if (kind === 'fresh') return `\`${text}\` gives another value in each thread`;
	return kind === 'shared'
		? `\`${text}\` makes shared memory`
		: `it is not known whether a worker may repeat \`${text}\``;
}

/** @param {Node} piece @param {Analysed} analysed @param {Carriers} carriers @returns {Stay | null} */
function whyNotRead(piece, { effects }, carriers) {
	for (const { node, variable } of readsWhileRunning(piece, effects)) {
		if (variable.isTopLevel ? !carriers.isFilledLater(variable) : carriers.isMadeThere(variable))
			continue;
		if (isHandedRequire(variable, effects.parents)) continue;
		const isPrimitive = effects.shared.objects.isPrimitive(variable);
		const isSame = !variable.isReassigned && (isPrimitive || isWholeRead(node, effects));
		if (isSame && !isPartOfMade(variable, effects, carriers)) continue;
		if (carriers.carry(variable)) continue;
		const { name } = variable;
		return {
			node,
			reason: `it reads \`${name}\`, which may have changed when \`%unit%\` is called`,
			remedy: `put what it reads of \`${name}\` into a constant in front of it`,
		};
	}
	return null;
}

/** `const P = Row.prototype`: no copy of it would be that of the class. @param {Variable} variable @param {EffectAnalysis} effects @param {Carriers} carriers @returns {boolean} */
export const isPartOfMade = (variable, { aliases }, carriers) =>
	[...aliases.ofVariable(variable, [])].some(
		(one) => one !== variable && (isCode(one) || (!one.isTopLevel && carriers.isMadeThere(one))),
	);

/**
 * What a piece of code reads while it runs, in the functions of the module that it calls as well.
 *
 * @param {Node} piece
 * @param {EffectAnalysis} effects
 * @returns {{ node: Node, variable: Variable }[]} not what it declares itself
 */
export function readsWhileRunning(piece, effects) {
	/** @type {{ node: Node, variable: Variable }[]} */
	const found = [];
	const parts = partsRun(piece, effects);
	for (const part of parts) {
		effects.walkImmediate(part, (node) => {
			const variable = effects.aliases.variableOf(node);
			if (!variable || [...parts].some((one) => isDeclaredIn(variable, one))) return;
			found.push({ node, variable });
		});
	}
	return found;
}

/** @param {Node} piece @param {EffectAnalysis} effects @returns {Set<Node>} itself, and the functions of the module that it runs */
export function partsRun(piece, effects) {
	const parts = new Set([piece]);
	for (const part of parts) {
		effects.walkImmediate(part, (node) => {
			for (const fn of effects.mayRun(node)) {
				for (const one of effects.partsOf(fn)) parts.add(one); // a Set grows while it is walked
			}
		});
	}
	return parts;
}

/** @param {Variable} variable @param {Node} node @returns {boolean} */
export const isDeclaredIn = (variable, node) =>
	variable.declarations.some(({ id }) => isWithin(id, node));
