/** @import { Effect } from '../../../ir/module.js' */
/** @import { GlobalFact, Span } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Placed } from './codes.js' */
/** @import { Tracker } from './tracker.js' */
/** @import { View } from './view.js' */
import { chainRoot, isTypeOnly } from '../../../ast/shapes.js';
import { spanOf } from './spans.js';

/** Globals that belong to the process or the module: who changes them acts on the world. */
const NOT_SHARED = /^(module|exports|require|process|window|document|self|frames|console)(\.|$)/;

/**
 * Where a module does what must not happen again in a worker: it acts on the world, draws what differs from thread to thread, or calls
 * what cannot be seen. Calls of what it imports are judged where the imports are followed.
 *
 * @param {readonly Effect[]} all effects that stand anywhere in the module
 * @param {Tracker} tracker
 * @returns {Placed<Span>[]}
 */
export function findActs(all, tracker) {
	/** @type {Placed<Span>[]} */
	const found = [];
	for (const effect of all) {
		if (effect.via.length > 0 || 'variable' in effect) continue;
		const { kind, node } = effect;
		if (kind === 'call' && isOfImport(effect, tracker)) continue;
		const { changes } = /** @type {{ changes?: string }} */ (effect);
		if (changes !== undefined && !NOT_SHARED.test(changes)) continue;
		found.push({ start: node.start, fact: spanOf(node) });
	}
	return found;
}

/** @param {Extract<Effect, { kind: 'call' }>} effect @param {Tracker} tracker @returns {boolean} a call of an import, or of a method of one */
function isOfImport({ node }, tracker) {
	const root = node.callee ? chainRoot(node.callee) : null;
	if (root?.type !== 'Identifier') return false;
	return [...tracker.holders.keys()].some((one) =>
		one.references.some((reference) => reference.node === root),
	);
}

/**
 * What a module changes of globals while it loads.
 *
 * @param {View} view
 * @param {EffectAnalysis} effects
 * @returns {GlobalFact[]}
 */
export function findGlobals({ program }, effects) {
	/** @type {GlobalFact[]} */
	const found = [];
	for (const statement of program.body) {
		if (/^Import|^ExportAll|^TS/.test(statement.type) || isTypeOnly(statement)) continue;
		for (const effect of effects.immediate(statement)) {
			const { changes: path, node } = /** @type {{ changes?: string } & Effect} */ (effect);
			if (path !== undefined && !NOT_SHARED.test(path)) found.push({ ...spanOf(node), path });
		}
	}
	return found;
}
