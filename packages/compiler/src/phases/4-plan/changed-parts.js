/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Holder, Holders } from '../../ir/method-holders.js' */
import { isCall, isMember, propertyName, unwrap } from '../../ast/shapes.js';

/** Methods that call each other change what they all change: followed no deeper than this. */
const DEPTH = 3;

/**
 * The properties that a change of a class, a function or a literal is about: `next` of `Account.next++`, `lines` of
 * `Logger.lines.push(text)`, those that the method changes of `lib.hit()`.
 *
 * @param {Node} node the place that changes it
 * @param {Holder} holder
 * @param {{ holders: Holders, effects: EffectAnalysis }} context
 * @param {number} [depth]
 * @returns {Set<string> | null} null where the text does not show it
 */
export function partsChanged(node, holder, { holders, effects }, depth = 0) {
	const target = /** @type {Node | null} */ (
		unwrap(node.left ?? node.argument ?? node.callee ?? null)
	);
	if (!isMember(target)) return null;
	/** @type {(string | null)[]} */
	const names = [];
	let root = /** @type {Node} */ (target);
	for (; isMember(root); root = unwrap(root.object)) names.push(propertyName(root));
	if (!isOfFamily(root, holder, holders, effects)) return null;
	const isMethod = isCall(node);
	if (isMethod && names.length === 1)
		return ofOwnMethods(node, holder, { holders, effects, depth });
	// What gets `Row.tools.fill(Row)` changes more than `tools`.
	const isOwn = isMethod && effects.callees.ofCall(node).length > 0;
	const part = names.at(-1) ?? null;
	return isOwn || part === null || part === 'constructor' || part === 'prototype'
		? null
		: new Set([part]);
}

/** @param {Node} root of a chain of members @param {Holder} holder @param {Holders} holders @param {EffectAnalysis} effects @returns {boolean} it is the holder itself, or a class that shares its properties */
function isOfFamily(root, holder, holders, { aliases }) {
	const variable = root.type === 'Identifier' ? aliases.variableOf(root) : null;
	const isThis = root.type === 'ThisExpression' || root.type === 'Super';
	const found = isThis ? holders.ofThis(root) : variable && holders.of(variable);
	return Boolean(found) && holders.familyOf(holder).includes(/** @type {Holder} */ (found));
}

/**
 * @param {Node} call `lib.hit()`
 * @param {Holder} holder
 * @param {{ holders: Holders, effects: EffectAnalysis, depth: number }} context
 * @returns {Set<string> | null}
 */
function ofOwnMethods(call, holder, { holders, effects, depth }) {
	const own = effects.callees.ofCall(call);
	if (own.length === 0 || depth >= DEPTH) return null;
	/** @type {Set<string>} */
	const all = new Set();
	for (const { fn } of own) {
		const changes = effects.changesOfThis(fn);
		const isAlone = changes.length > 0 && effects.summarise(fn).mutatedParams.size === 0;
		if (!isAlone) return null;
		for (const change of changes) {
			const parts = partsChanged(change, holder, { holders, effects }, depth + 1);
			if (!parts) return null;
			for (const one of parts) all.add(one);
		}
	}
	return all;
}
