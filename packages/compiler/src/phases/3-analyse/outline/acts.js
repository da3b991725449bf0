/** @import { Node } from '../../../types.js' */
/** @import { Effect } from '../../../ir/module.js' */
/** @import { ActFact } from '../../../ir/summary.js' */
/** @import { Placed } from './codes.js' */
/** @import { Tracker } from './tracker.js' */
/** @import { View } from './view.js' */
import { chainRoot, dottedName, unwrap } from '../../../ast/shapes.js';
import { firstLine } from '../../../ir/first-line.js';
import { importOf } from '../../../ir/values.js';
import { isActOfPlatform } from '../../../knowledge/calls.js';
import { spanOf } from './spans.js';

/** Globals that belong to the process or the module: a change of them acts on the world. */
export const NOT_SHARED =
	/^(module|exports|require|process|window|document|self|frames|console)(\.|$)/;

/** Of `NOT_SHARED`, what every thread has of its own. */
const OWN_OF_THREAD = /^(module|exports|require)(\.|$)/;

/**
 * Where a module does what must not happen again in a worker: it acts on the world, draws what differs from thread to thread, or calls
 * what cannot be seen. Calls of what it imports are judged where the imports are followed.
 *
 * @param {readonly Effect[]} all effects that stand anywhere in the module
 * @param {View} view
 * @param {Tracker} tracker
 * @returns {Placed<ActFact>[]}
 */
export function findActs(all, view, tracker) {
	/** @type {Placed<ActFact>[]} */
	const found = [];
	for (const effect of all) {
		if (effect.via.length > 0 || 'variable' in effect) continue;
		const { kind, node } = effect;
		const isSure = isSurelyAct(effect, view);
		if (kind === 'call' && !isSure && isOfImport(effect, tracker)) continue;
		const { changes } = /** @type {{ changes?: string }} */ (effect);
		if (changes !== undefined && !NOT_SHARED.test(changes)) continue;
		const text = firstLine(view.discovered.source.slice(node.start, node.end));
		found.push({ start: node.start, fact: { ...spanOf(node), text, isSure } });
	}
	return found;
}

/**
 * Whether an effect can be seen outside of the thread. A call of unknown code may be no more than a computation, and what a
 * thread changes of its own `exports` is its own.
 *
 * @param {Effect} effect
 * @param {View} view
 * @returns {boolean}
 */
function isSurelyAct(effect, { parents, variableOf }) {
	if (effect.kind === 'dispatch') return true;
	if (effect.kind === 'external') return !OWN_OF_THREAD.test(effect.changes ?? effect.text);
	if (effect.kind !== 'call' || !effect.node.callee) return false;
	const callee = firstCallee(effect.node);
	const root = chainRoot(callee);
	const variable = root.type === 'Identifier' ? variableOf.get(root) : null;
	const from = variable ? importOf(variable, parents) : null;
	if (!from) return false;
	const names = [from.name, ...(dottedName(callee)?.split('.').slice(1) ?? [])];
	return isActOfPlatform(
		from.source,
		names.filter((name) => name !== '*' && name !== 'default'),
	);
}

/** @param {Node} call @returns {Node} what is called first in a chain of calls: `createServer` of `createServer(answer).listen(0)` */
function firstCallee(call) {
	let callee = /** @type {Node} */ (unwrap(call.callee));
	for (let root = chainRoot(callee); root.callee; root = chainRoot(callee))
		callee = /** @type {Node} */ (unwrap(root.callee));
	return callee;
}

/** @param {Extract<Effect, { kind: 'call' }>} effect @param {Tracker} tracker @returns {boolean} a call of an import, or of a method of one */
function isOfImport({ node }, tracker) {
	const root = node.callee ? chainRoot(node.callee) : null;
	if (root?.type !== 'Identifier') return false;
	return [...tracker.holders.keys()].some((one) =>
		one.references.some((reference) => reference.node === root),
	);
}
