/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Node } from '../../../types.js' */
/** @import { FunctionFact, Wrap } from '../../../ir/summary.js' */
/** @import { Judge } from '../judge.js' */
/** @import { View } from './view.js' */
import { walk } from '../../../ast/babel.js';
import { isExportPath, nameOf } from '../callers.js';
import { spanOf } from './spans.js';

/**
 * What it takes to make a function async.
 *
 * @param {Node} fn
 * @param {View} view
 * @returns {Omit<FunctionFact, 'unit'>} without what its uses say against it
 */
export function describeFunction(fn, view) {
	const head = { start: fn.loc.start, end: (fn.id ?? fn.key)?.loc.end ?? fn.body.loc.start };
	return {
		name: nameOf(fn, view.parents),
		...spanOf({ loc: head }),
		wraps: asyncWraps(fn),
		obstacle: obstacleOf(fn, view),
	};
}

/** @param {Node} fn @returns {Wrap[]} */
function asyncWraps(fn) {
	const type = fn.returnType?.typeAnnotation;
	const promise = type && { start: type.start, end: type.end, before: 'Promise<', after: '>' };
	const keyword = { start: fn.start, end: fn.start, before: 'async ', after: '' };
	return promise ? [keyword, promise] : [keyword];
}

/** @param {Node} fn @param {View} view @returns {string | null} a clause: why a tool should not make it async */
function obstacleOf(fn, view) {
	const kind = { get: 'a getter', set: 'a setter', constructor: 'a constructor' }[
		/** @type {string} */ (fn.kind)
	];
	if (kind) return `it is ${kind}`;
	if (fn.generator) return 'it is a generator';
	if (fn.type === 'ClassMethod' || fn.type === 'ClassPrivateMethod') {
		if (!fn.static) return 'calls of a method cannot be followed';
	}
	const type = fn.returnType?.typeAnnotation?.type;
	if (type === 'TSTypePredicate') return 'its return type is a predicate';
	if (hasOverloads(fn, view.parents)) return 'it has overloads';
	return usesAwaitAsName(fn, view) ? 'it has a name `await`' : null;
}

/** @param {Node} fn @param {Parents} parents @returns {boolean} */
function hasOverloads(fn, parents) {
	const parent = parents.get(fn);
	const holder = parent && /^Export/.test(parent.type) ? parents.get(parent) : parent;
	if (fn.type !== 'FunctionDeclaration' || !Array.isArray(holder?.body)) return false;
	return holder.body.some((/** @type {Node} */ one) => {
		const declared = one.declaration ?? one;
		return declared.type === 'TSDeclareFunction' && declared.id?.name === fn.id?.name;
	});
}

/** Only a script may name something `await`. @param {Node} fn @param {View} view @returns {boolean} */
function usesAwaitAsName(fn, { discovered }) {
	const { moduleKind, source } = discovered;
	if (moduleKind === 'module' || !source.slice(fn.start, fn.end).includes('await')) return false;
	let found = false;
	walk(fn, (node) => {
		if (node.type === 'Identifier' && node.name === 'await') found = true;
		return !found;
	});
	return found;
}

/**
 * Whether a function is exported where it is written: other modules are its only callers.
 *
 * @param {Node} fn
 * @param {Judge<any>} judge
 * @returns {boolean}
 */
export function isExportedInPlace(fn, judge) {
	let { child, parent } = judge.outermost(fn);
	for (;;) {
		if (parent.type === 'ObjectExpression' || parent.type === 'ObjectProperty') {
			if (parent.type === 'ObjectProperty' && parent.value !== child) return false;
		} else if (parent.type === 'AssignmentExpression' && parent.right === child) {
			if (isExportPath(parent.left)) return true;
		} else return /^(ExportDefaultDeclaration|TSExportAssignment)$/.test(parent.type);
		({ child, parent } = judge.outermost(parent));
	}
}
