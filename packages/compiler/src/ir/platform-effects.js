/** @import { Node } from '../types.js' */
/** @import { Effect } from './module.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { Behaviour } from '../knowledge/calls.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { dottedName, propertyName } from '../ast/shapes.js';
import { builtinCall, globalCall, globalNew, methodCall } from '../knowledge/calls.js';
import { importedCall } from '../knowledge/compiler-helpers.js';
import { builtInClassOf } from './built-in-class.js';
import { inline } from './inlined-effects.js';
import { platformPath } from './platform-path.js';
import { importOf, requiredSource } from './values.js';

/**
 * The effects of calls of functions that the platform has, by the table of what is known of them.
 */

/** `Buffer.from(text).copy(target)`: a method of an instance whose class the text shows. @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[] | null} null for any other method */
export function ofBuiltInMethod(node, callee, analysis) {
	const { object } = callee;
	const method = propertyName(callee);
	const className = method === null ? null : builtInClassOf(object, analysis.aliases);
	const known =
		className && methodCall(className, /** @type {string} */ (method), node.arguments?.length ?? 0);
	// What an object keeps it may call whenever one of its methods is called.
	if (!known || known.row?.acts || (known.row?.keeps && known.changesThis)) return null;
	return ofBehaviour(
		known,
		{ node, text: /** @type {string} */ (method), receiver: object },
		analysis,
	);
}

/** A platform function by another name: `assign(rows, more)` after `const { assign } = Object`. @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[] | null} null for one that is not known */
export function ofPlatform(node, callee, analysis) {
	const path = platformPath(callee, analysis.aliases);
	const effects = path === null ? null : ofGlobal(node, path, analysis);
	return effects?.some(({ kind }) => kind === 'external') ? null : effects;
}

/** @param {Node} node @param {string} path @param {EffectAnalysis} analysis @returns {Effect[]} */
export function ofGlobal(node, path, analysis) {
	const name = path.replace(/^globalThis\./, '');
	const count = node.arguments?.length ?? 0;
	const isNew = node.type === 'NewExpression';
	const ofPlatforms = ofBehaviour(
		isNew ? globalNew(name, count) : globalCall(name, count),
		{ node, text: name },
		analysis,
	);
	if (analysis.callees.replacements.isEmpty()) return ofPlatforms;
	const replaced = analysis.callees.ofCall(node).flatMap((one) => inline(one, node, analysis));
	return [...ofPlatforms, ...replaced];
}

/**
 * @param {Behaviour} behaviour of a function of the platform
 * @param {{ node: Node, text: string, receiver?: Node | null }} call
 * @param {EffectAnalysis} analysis
 * @returns {Effect[]}
 */
function ofBehaviour({ kind, changes, changesThis }, { node, text, receiver = null }, analysis) {
	const args = node.arguments ?? [];
	const changed = changes.flatMap((index) => platformArguments(args, index));
	if (changesThis && receiver) changed.push(receiver);
	const effects = changed.flatMap((one) => analysis.mutations(one, node));
	return kind === 'pure' ? effects : [...effects, { kind, node, text, via: [] }];
}

/** @param {Node[]} args @param {number} index of a parameter of a platform function @returns {Node[]} what it may get, with what lies in it */
function platformArguments(args, index) {
	const spread = args.find((one, at) => one.type === 'SpreadElement' && at <= index);
	const given = spread?.argument ?? args[index];
	return given ? [given] : [];
}

/**
 * @param {Node} node @param {Variable} variable @param {string[]} path from the import to what is called @param {EffectAnalysis} analysis
 * @returns {Effect[] | null} null when nothing is known of it
 */
export function ofImport(node, variable, path, analysis) {
	const from = importOf(variable, analysis.parents);
	if (!from) return null;
	const names = [from.name, ...path].filter((name) => name !== '*' && name !== 'default');
	const isNew = node.type === 'NewExpression';
	const argumentCount = node.arguments?.length ?? 0;
	const known = importedCall(from.source, names, { isNew, argumentCount });
	const text = dottedName(node.callee) ?? from.name;
	return known && ofBehaviour(known, { node, text }, analysis);
}

/** `require('node:url').pathToFileURL(path)`. @param {Node} node @param {Node} callee @param {EffectAnalysis} analysis @returns {Effect[] | null} null for a module that is not Node's */
export function ofRequired(node, callee, analysis) {
	const source = requiredSource(callee.object);
	const method = propertyName(callee);
	if (source === null || method === null) return null;
	const known = builtinCall(source, [method], {
		isNew: node.type === 'NewExpression',
		argumentCount: node.arguments?.length ?? 0,
	});
	return known && ofBehaviour(known, { node, text: method }, analysis);
}
