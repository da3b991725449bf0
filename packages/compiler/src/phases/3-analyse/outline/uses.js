/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Node } from '../../../types.js' */
/** @import { Use } from '../../../ir/module.js' */
/** @import { UseFact, Wrap } from '../../../ir/summary.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { View } from './view.js' */
import { markedOf, markOf } from '../../../ir/marks.js';
import { namedAtTop } from '../../../ir/named-at-top.js';
import { awaitText } from '../../../ir/await-text.js';
import { dottedName, isCall } from '../../../ast/shapes.js';
import { DROPPED, functionAround, isInsideTry } from '../call-context.js';
import { endsWithFunction } from '../callers.js';
import { useOfGenerator } from '../generator-sites.js';
import { readBefore } from '../lost-update.js';
import { proveWait } from '../waiting/index.js';
import { spanOf } from './spans.js';

/**
 * A use as a link needs it: what it is of is told apart there, so that all that may matter is kept.
 *
 * @param {Use<any>} use
 * @param {UseFact['of']} of
 * @param {{ view: View, functions: Map<Node, number>, effects: EffectAnalysis }} context
 * @returns {UseFact}
 */
export function describeUse(use, of, { view, functions, effects }) {
	const { node, rule, wait, subject } = use;
	const { parents, discovered } = view;
	const around = functionAround(node, parents);
	const isTopLevel = around.fn === null && !around.isClassBody;
	const canWait = around.mayAwait || (isTopLevel && discovered.moduleKind === 'module');
	const holder = around.fn && !around.fn.async ? functions.get(around.fn) : undefined;
	const overtaken = /^(promise|escape|inherit)$/.test(rule)
		? null
		: readBefore(node, parents, discovered);
	return {
		of,
		rule,
		wait,
		...(subject === undefined ? {} : { subject }),
		...spanOf(node),
		holder: holder !== undefined && isInBody(node, around.fn) ? holder : null,
		canWait,
		isPassedOn: wait === 'await' && isReturned(node, parents),
		isIgnored: rule === 'dropped' && use.detail !== DROPPED,
		arguments: argumentsOf(node, view),
		...waitOf(use, of, effects),
		...atOnceOf(use, of, view),
		...(of.kind === 'import' && isCall(node) ? iterationOf(node, view) : {}),
		...(overtaken
			? { overtaken: { ...spanOf(overtaken), name: dottedName(overtaken) ?? 'the target' } }
			: {}),
		wrap: wrapOf(use, view, { isTopLevel, canWait: canWait || holder !== undefined }),
	};
}

/** @param {Use<any>} use @param {UseFact['of']} of @param {EffectAnalysis} effects @returns {Pick<UseFact, 'goesOn' | 'awaitedBy'>} */
function waitOf({ node, rule }, of, effects) {
	const isFollowed = /^(promise|dropped)$/.test(rule) || isReturned(node, effects.parents);
	if (of.kind !== 'import' || !isFollowed || !isCall(node)) return {};
	const search = { indexes: null, withThis: true, isOpen: true, effects };
	const { isProven, place, outside } = proveWait(node, search);
	const marked = markedOf(node);
	const mark = marked && markOf(marked);
	if (!isProven) return { goesOn: { mark, place: place && spanOf(place) } };
	const names = outside.flatMap((fn) => namedAtTop(fn, effects.parents) ?? []);
	return names.length > 0 ? { awaitedBy: { mark, outside: names } } : {};
}

/**
 * What the compiler has found of a use in the unit's own file; where the mark of another use would go. Text of a worker module has no marks, so
 * that none is found beside units.
 *
 * @param {Use<any>} use
 * @param {UseFact['of']} of
 * @param {View} view
 * @returns {Pick<UseFact, 'atOnce'>}
 */
function atOnceOf({ node, rule, action, call = node }, of, { discovered }) {
	if (of.kind === 'unit') return action === 'leave' && rule === 'sync' ? { atOnce: {} } : {};
	const isNeeded = /^(sync|commonjs|consumer)$/.test(rule) && discovered.units.length === 0;
	const marked = isNeeded ? markedOf(call) : null;
	return marked ? { atOnce: { mark: markOf(marked) } } : {};
}

/** A parameter's default value cannot wait in any function. @param {Node} node @param {Node | null} fn @returns {boolean} */
const isInBody = (node, fn) =>
	fn !== null && fn.body.start <= node.start && node.end <= fn.body.end;

/** @param {Node} node @param {Parents} parents @returns {boolean} as it is, and past no `catch` */
function isReturned(node, parents) {
	const parent = /** @type {Node} */ (parents.get(node));
	const isResult =
		parent.type === 'ReturnStatement' ||
		(parent.type === 'ArrowFunctionExpression' && parent.body === node);
	return isResult && !isInsideTry(node, parents);
}

/** @param {Node} node @param {View} view @returns {UseFact['arguments']} */
function argumentsOf(node, { variableOf }) {
	if (!isCall(node) || node.arguments.length === 0) return 'none';
	return endsWithFunction(node, (name) => variableOf.get(name)) ? 'callback' : 'some';
}

/** @param {Node} call @param {View} view @returns {Pick<UseFact, 'iteration'>} what it means if the result is an iterator */
function iterationOf(call, { discovered }) {
	const { kind, detail, place } = useOfGenerator(call.callee, discovered);
	return kind === 'async'
		? {}
		: { iteration: { ...spanOf(place ?? call), isSync: kind === 'sync', detail } };
}

/**
 * @param {Use<any>} use
 * @param {View} view
 * @param {{ isTopLevel: boolean, canWait: boolean }} place
 * @returns {Wrap | null}
 */
function wrapOf(
	{ node, rule, wait },
	{ parents, discovered, mayWaitAtTop },
	{ isTopLevel, canWait },
) {
	if (!/^(value|dropped|sync)$/.test(rule) || !canWait || (isTopLevel && !mayWaitAtTop))
		return null;
	const text = awaitText(node, wait, parents, discovered.source);
	return { start: node.start, end: node.end, ...text };
}
