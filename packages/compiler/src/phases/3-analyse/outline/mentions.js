/** @import { Node } from '../../../types.js' */
/** @import { MentionFact } from '../../../ir/summary.js' */
/** @import { Placed } from './codes.js' */
/** @import { Tracker } from './tracker.js' */
/** @import { View } from './view.js' */
import { dottedName, isCall, isClass, isMember } from '../../../ast/shapes.js';
import { CALLED } from '../../../ir/summary.js';
import { isExportHelper } from './common-js-exports.js';
import { findInheritedMentions } from './heirs.js';
import { callOf, memberAround } from './members.js';
import { usesOfResult } from './result-uses.js';
import { spanOf, withinOf } from './spans.js';

/**
 * Where a module mentions what it imports, or a property of it.
 *
 * @param {View} view
 * @param {Tracker} tracker
 * @returns {Placed<MentionFact>[]}
 */
export function findMentions(view, tracker) {
	/** @type {Placed<MentionFact>[]} */
	const found = [];
	for (const { node, variable, role } of view.discovered.resolution.references) {
		const targets = variable ? tracker.holders.get(variable) : undefined;
		if (!targets || role === 'export' || role === 'write' || tracker.followed.has(node)) continue;
		const { place, names } = memberAround(node, tracker);
		const { parent, child } = tracker.outermost(place);
		// `kept ??= await import('./late.js')` asks whether there is a value.
		if (parent.type === 'AssignmentExpression' && parent.left === child && child === node) continue;
		// The variables that get its parts are mentioned where they are used.
		const isTakenApart =
			parent.type === 'VariableDeclarator' &&
			parent.init === child &&
			parent.id.type === 'ObjectPattern';
		if (isTakenApart) continue;
		const open = {
			...(isOpen(place, tracker) ? { isOpen: true } : {}),
			...(isDropped(place, tracker) ? { isDropped: true } : {}),
			...(isAwaited(place, tracker) ? { isAwaited: true } : {}),
			...(isMaking(place, tracker) ? { isMaking: true } : {}),
			...withinOf(node, tracker.parents),
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
	// `require('./levels').set(3)`, `(await import('./levels.js')).level` have no variable.
	for (const { node, target } of tracker.values) {
		const { origin } = target;
		const { place, names } = memberAround(node, tracker);
		const open = isOpen(place, tracker) ? { isOpen: true } : {};
		const isUsed = names.length > 0 || (open.isOpen && !tracker.followed.has(node));
		if (origin.kind !== 'import' || !isUsed) continue;
		const path = [...origin.path, ...names];
		found.push({
			start: node.start,
			fact: { ...spanOf(place), import: origin.import, path, ...open },
		});
	}
	return found;
}

/** `new Leaf(1)`, `class Leaf extends Tree` @param {Node} place @param {Tracker} tracker @returns {boolean} it makes instances, or a class that will, and looks at none */
export function isMaking(place, tracker) {
	const { child, parent } = tracker.outermost(place);
	if (isClass(parent)) return parent.superClass === child;
	return parent.type === 'NewExpression' && parent.callee === child;
}

/** `log(line);`, `await log(line);` @param {Node} place @param {Tracker} tracker @returns {boolean} it is called, and nothing uses what that gives */
function isDropped(place, tracker) {
	const call = tracker.outermost(place);
	if (!isCall(call.parent) || call.parent.callee !== call.child) return false;
	const { parent } = tracker.outermost(call.parent);
	const outer = parent.type === 'AwaitExpression' ? tracker.outermost(parent).parent : parent;
	return outer.type === 'ExpressionStatement';
}

/** `await render(rows)` @param {Node} place @param {Tracker} tracker @returns {boolean} once what follows runs, the call is over */
function isAwaited(place, tracker) {
	const call = tracker.outermost(place);
	if (!isCall(call.parent) || call.parent.callee !== call.child) return false;
	return tracker.outermost(call.parent).parent.type === 'AwaitExpression';
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

/**
 * Where a module mentions parts of what calls of imports give: `(await load()).get()`. What `load` gives may be a module.
 *
 * @param {Tracker} tracker
 * @returns {Placed<MentionFact>[]}
 */
export function findResultMentions(tracker) {
	/** @type {Placed<MentionFact>[]} */
	const found = [];
	/** @param {Node} callee @param {{ import: number, path: string[] }} origin */
	const add = (callee, { import: index, path }) => {
		const called = callOf(callee, tracker);
		if (!called) return;
		for (const use of usesOfResult(called.call, tracker)) {
			const { place: used, names: more } = memberAround(use.node, tracker);
			const parts = [...use.names, ...more];
			if (parts.length === 0) continue;
			const fact = {
				...spanOf(used),
				import: index,
				path: [...path, ...called.names, CALLED, ...parts],
			};
			found.push({ start: use.node.start, fact });
		}
	};
	for (const [variable, targets] of tracker.holders)
		for (const { node, role } of variable.references)
			for (const { origin } of targets)
				if (role === 'read' && origin.kind === 'import') add(node, origin);
	for (const { node, target } of tracker.values)
		if (target.origin.kind === 'import') add(node, target.origin);
	return found;
}
