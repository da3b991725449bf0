/** @import { Parents } from '../../ast/parents.js' */
/** @import { Effect } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Node } from '../../types.js' */
import { walk } from '../../ast/babel.js';
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { isWithin, nodesOf } from '../../ast/tree.js';
import { changesThread, differingImport, isDifferingValue } from '../../knowledge/calls.js';
import { pathOfValue } from '../../ir/differing-values.js';
import { requiredSource } from '../../ir/values.js';

/**
 * What code does with the state of its thread that no name of a global shows, or that runs when it is called only.
 *
 * @typedef {object} HiddenUses
 * @property {{ node: Node, path: string }[]} globals read through `this` of a plain call: `globalThis.config`
 * @property {{ node: Node, name: string }[]} facts about the thread, read of a namespace: `threads.isMainThread`
 * @property {{ node: Node, name: string }[]} writes to globals, in functions
 */

/** @type {WeakMap<Node, HiddenUses>} many units need one helper */
const known = new WeakMap();

/**
 * What most modules have none of, asked before each of their statements is searched.
 *
 * @typedef {{ namesThreads: boolean, writes: Effect[] }} ModuleFacts `namesThreads`: some text may be the name of the module
 *   that tells threads apart; `writes`: to globals, in source order
 */

/** @type {WeakMap<EffectAnalysis, ModuleFacts>} */
const factsOf = new WeakMap();

/** @param {EffectAnalysis} effects @param {boolean} isCommonJs @returns {ModuleFacts} */
function ofModule(effects, isCommonJs) {
	const before = factsOf.get(effects);
	if (before) return before;
	const program = effects.resolution.program.node;
	const writes = effects.anywhere(program).filter((effect) => isGlobalWrite(effect, isCommonJs));
	const namesThreads = nodesOf(program, ['StringLiteral']).some(({ value }) =>
		value.includes('worker_threads'),
	);
	const found = { namesThreads, writes };
	factsOf.set(effects, found);
	return found;
}

/**
 * @param {Node} root a unit, or a statement of the top level
 * @param {EffectAnalysis} effects
 * @param {boolean} isCommonJs
 * @returns {HiddenUses}
 */
export function hiddenUses(root, effects, isCommonJs) {
	const found = known.get(root) ?? {
		globals: isCommonJs ? globalsOfThis(root, effects.parents) : [],
		facts: factsOfThread(root, effects, isCommonJs),
		writes: writesWhenCalled(root, effects, isCommonJs),
	};
	known.set(root, found);
	return found;
}

/**
 * Sloppy code that is called without a receiver has the global object as `this`.
 *
 * @param {Node} root
 * @param {Parents} parents
 * @returns {HiddenUses['globals']}
 */
function globalsOfThis(root, parents) {
	/** @type {HiddenUses['globals']} */
	const found = [];
	for (const node of nodesOf(root, ['ThisExpression'])) {
		if (!isOfPlainFunction(node, parents)) continue;
		const member = parents.get(node);
		const name = member && isMember(member) && member.object === node ? propertyName(member) : null;
		found.push({ node, path: name === null ? 'globalThis' : `globalThis.${name}` });
	}
	return found;
}

/** @param {Node} node @param {Parents} parents @returns {boolean} it stands in a function that is no method */
function isOfPlainFunction(node, parents) {
	for (let at = parents.get(node); at; at = parents.get(at)) {
		if (/^(Class|ObjectMethod)/.test(at.type)) return false;
		if (isFunction(at) && at.type !== 'ArrowFunctionExpression') return true;
	}
	return false;
}

/** @param {Node} root @param {EffectAnalysis} effects @param {boolean} isCommonJs @returns {HiddenUses['facts']} */
function factsOfThread(root, effects, isCommonJs) {
	/** @type {HiddenUses['facts']} */
	const found = [];
	if (!ofModule(effects, isCommonJs).namesThreads) return found;
	const enter = (/** @type {Node} */ node, /** @type {string | null} */ path) => {
		if (path?.startsWith('node:worker_threads.') && isDifferingValue(path))
			found.push({ node, name: dottedName(node) ?? path.replace('node:', '') });
	};
	walk(root, (node) => {
		if (isMember(node)) enter(node, pathOf(node.object, propertyName(node), effects));
		if (node.type !== 'VariableDeclarator' || node.id.type !== 'ObjectPattern') return;
		for (const one of node.id.properties)
			if (node.init && one.type !== 'RestElement')
				enter(one, pathOf(node.init, propertyName(one), effects));
	});
	return found;
}

/** @param {Node} object @param {string | null} name @param {EffectAnalysis} effects @returns {string | null} */
function pathOf(object, name, effects) {
	const holder = /** @type {Node} */ (unwrap(object));
	const source = requiredSource(holder);
	if (name === null) return null;
	if (source !== null) return differingImport(source, [name]);
	if (holder.type !== 'Identifier' && !isMember(holder)) return null;
	const path = pathOfValue(holder, effects.aliases);
	return path && `${path}.${name}`;
}

/** @param {Node} root @param {EffectAnalysis} effects @param {boolean} isCommonJs @returns {HiddenUses['writes']} */
function writesWhenCalled(root, effects, isCommonJs) {
	const { writes } = ofModule(effects, isCommonJs);
	const written = writes.filter(({ node }) => isWithin(node, root));
	if (written.length === 0) return [];
	const whileLoading = new Set(effects.immediate(root).map(({ node }) => node));
	return written
		.filter(({ node }) => !whileLoading.has(node))
		.map((effect) => ({ node: effect.node, name: 'text' in effect ? effect.text : '' }));
}

/** What a unit writes to its exports is judged with what the module does to them. @param {Effect} effect @param {boolean} isCommonJs @returns {boolean} */
const isGlobalWrite = (effect, isCommonJs) =>
	effect.kind === 'external' &&
	!(isCommonJs && /^(module\.)?exports(\.|$)/.test(effect.text)) &&
	((!isCall(effect.node) && !/New|Tagged|Decorator/.test(effect.node.type)) ||
		changesThread(effect.text)) &&
	effect.via.length === 0;
