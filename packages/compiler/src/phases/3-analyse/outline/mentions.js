/** @import { Node } from '../../../types.js' */
/** @import { MentionFact } from '../../../ir/summary.js' */
/** @import { Placed } from './codes.js' */
/** @import { Root } from './imports.js' */
/** @import { Tracker } from './tracker.js' */
/** @import { View } from './view.js' */
import { chainRoot, dottedName, isCall, isMember } from '../../../ast/shapes.js';
import { isExportHelper } from './common-js-exports.js';
import { findInheritedMentions } from './heirs.js';
import { memberAround } from './members.js';
import { spanOf } from './spans.js';

/**
 * Where a module mentions what it imports, or a property of it.
 *
 * @param {View} view
 * @param {Tracker} tracker
 * @param {readonly Root[]} roots
 * @returns {Placed<MentionFact>[]}
 */
export function findMentions(view, tracker, roots) {
	/** @type {Placed<MentionFact>[]} */
	const found = [];
	for (const { node, variable, role } of view.discovered.resolution.references) {
		const targets = variable ? tracker.holders.get(variable) : undefined;
		if (!targets || role === 'export' || role === 'write') continue;
		const { place, names } = memberAround(node, tracker);
		const { parent, child } = tracker.outermost(place);
		// The variables that get its parts are mentioned where they are used.
		const isTakenApart =
			parent.type === 'VariableDeclarator' &&
			parent.init === child &&
			parent.id.type === 'ObjectPattern';
		if (isTakenApart) continue;
		const open = {
			...(isOpen(place, tracker) ? { isOpen: true } : {}),
			...(isDropped(place, tracker) ? { isDropped: true } : {}),
		};
		for (const { origin } of targets) {
			if (origin.kind !== 'import') continue;
			const path = [...origin.path, ...names];
			const fact = { ...spanOf(place), import: origin.import, path, ...open };
			found.push({ start: node.start, fact });
		}
	}
	for (const { node, place, import: index, path } of findInheritedMentions(view, tracker))
		found.push({ start: node.start, fact: { ...spanOf(place), import: index, path } });
	// `require('./levels').set(3)` has no variable.
	for (const { node, callee } of tracker.uses) {
		const { origin } = callee;
		const root = chainRoot(isCall(node) ? node.callee : node);
		if (origin.kind !== 'import' || !(isCall(root) || root.type === 'AwaitExpression')) continue;
		const { import: index, path } = origin;
		found.push({ start: node.start, fact: { ...spanOf(node), import: index, path } });
	}
	// `require('./levels').level`
	for (const [index, { node, gives }] of roots.entries()) {
		if (gives !== 'expression') continue;
		const { place, names: path } = memberAround(node, tracker);
		if (path.length > 0)
			found.push({ start: node.start, fact: { ...spanOf(place), import: index, path } });
	}
	return found;
}

/** `log(line);`, `await log(line);` @param {Node} place @param {Tracker} tracker @returns {boolean} it is called, and nothing uses what that gives */
function isDropped(place, tracker) {
	const call = tracker.outermost(place);
	if (!isCall(call.parent) || call.parent.callee !== call.child) return false;
	const { parent } = tracker.outermost(call.parent);
	const outer = parent.type === 'AwaitExpression' ? tracker.outermost(parent).parent : parent;
	return outer.type === 'ExpressionStatement';
}

/** Functions of the platform that look at an object, and do not call what is in it. */
const ONLY_LOOKS = /^(Object|Reflect|JSON|console|Array|String|Boolean|Symbol)(\.|$)/;

/** @param {Node} place @param {Tracker} tracker @returns {boolean} any function in it may be called: `lib[name](x)`, `run(lib)` */
function isOpen(place, tracker) {
	const { child, parent } = tracker.outermost(place);
	if (isMember(parent) && parent.object === child) {
		const outer = tracker.outermost(parent);
		return isCall(outer.parent) && outer.parent.callee === outer.child;
	}
	const isGiven = isCall(parent) && parent.callee !== child;
	return isGiven && !ONLY_LOOKS.test(dottedName(parent.callee) ?? '') && !isExportHelper(parent);
}
