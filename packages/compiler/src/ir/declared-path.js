/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Unit } from './module.js' */
/** @import { Resolution } from '../ast/resolve.js' */
import { isClass, isFunction, isMember, isWrapper, propertyName } from '../ast/shapes.js';

/** What a function returns, as a step of a path. */
export const RETURNED = '()';

/**
 * Every place by which declarations name a unit: its own, and those that code at the top level gives it.
 *
 * ```js
 * function sum(xs) { … }
 * export const table = { sum };    // ['sum'], ['table', 'sum']
 * ```
 *
 * @param {Unit} unit
 * @param {Pick<Resolution, 'parents'>} resolution
 * @returns {string[][]}
 */
export function declaredPaths({ node, variable }, resolution) {
	const values = (variable?.references ?? [])
		.filter(
			({ role, node: at }) => role === 'read' && !(node.start <= at.start && at.end <= node.end),
		)
		.map((reference) => reference.node);
	const paths = [node, ...values].map((value) => declaredPath(value, resolution));
	const distinct = new Map(paths.map((path) => [JSON.stringify(path), path]));
	return [...distinct.values()].filter((path) => path !== null);
}

/**
 * How a declaration file names a value: the steps from the module's top level to it.
 *
 * ```js
 * export function score(rows) { … }                         // ['score']
 * export default (rows) => { … }                            // ['default']
 * const table = { sum(xs) { … } };                          // ['table', 'sum']
 * class Scorer { static of(xs) { … } score(rows) { … } }    // ['Scorer', 'of'], ['Scorer', 'prototype', 'score']
 * function makeScorer(w) { return (rows) => { … }; }        // ['makeScorer', '()']
 * exports.parse = (text) => { … };                          // ['parse']; module.exports = …: ['export=']
 * ```
 *
 * @param {Node} node a function, or a name that stands for one
 * @param {Pick<Resolution, 'parents'>} resolution
 * @returns {string[] | null} null when only running code knows where the function is kept
 */
function declaredPath(node, { parents }) {
	/** @type {string[]} */
	const path = [];
	for (let child = node, parent = parents.get(node); parent;) {
		const step = stepOf(child, parent, parents);
		if (!step) return null;
		path.unshift(...step.names);
		if (step.isTop) return path;
		child = step.at;
		parent = parents.get(child);
	}
	return null;
}

/** @typedef {{ names: string[], at: Node, isTop: boolean }} Step `at`: what the next step starts from */

/**
 * @param {Node} child
 * @param {Node} parent
 * @param {Parents} parents
 * @returns {Step | null}
 */
function stepOf(child, parent, parents) {
	if (child.type === 'FunctionDeclaration' || child.type === 'ClassDeclaration')
		return declared(child, parent);
	if (/Method$/.test(child.type)) return member(child, parent, parents);
	if (isWrapper(parent)) return { names: [], at: parent, isTop: false };
	switch (parent.type) {
		case 'ObjectProperty':
		case 'ClassProperty':
			return parent.value === child
				? member(parent, /** @type {Node} */ (parents.get(parent)), parents)
				: null;
		case 'VariableDeclarator':
			return constant(parent, parents);
		case 'ExportDefaultDeclaration':
			return { names: ['default'], at: parent, isTop: true };
		case 'TSExportAssignment':
			return { names: ['export='], at: parent, isTop: true };
		case 'AssignmentExpression':
			return parent.right === child ? assigned(parent, parents) : null;
		case 'ReturnStatement':
			return returned(parent, parents);
		case 'ArrowFunctionExpression':
			return parent.body === child ? returned(parent, parents) : null;
		default:
			return null;
	}
}

/** @param {Node} node a declaration @param {Node} parent @returns {Step | null} */
function declared(node, parent) {
	if (parent.type === 'ExportDefaultDeclaration')
		return { names: ['default'], at: parent, isTop: true };
	const isTop = parent.type === 'Program' || parent.type === 'ExportNamedDeclaration';
	return isTop && node.id ? { names: [node.id.name], at: node, isTop } : null;
}

/** @param {Node} node of an object literal or a class @param {Node} holder @param {Parents} parents @returns {Step | null} */
function member(node, holder, parents) {
	const name = propertyName(node);
	if (name === null) return null;
	if (holder.type === 'ObjectExpression') return { names: [name], at: holder, isTop: false };
	const owner = /** @type {Node} */ (parents.get(holder));
	if (!isClass(owner)) return null;
	return { names: node.static ? [name] : ['prototype', name], at: owner, isTop: false };
}

/** @param {Node} declarator @param {Parents} parents @returns {Step | null} */
function constant(declarator, parents) {
	const statement = /** @type {Node} */ (parents.get(declarator));
	const around = parents.get(statement)?.type ?? '';
	const isTop = around === 'Program' || around === 'ExportNamedDeclaration';
	if (!isTop || declarator.id.type !== 'Identifier') return null;
	return { names: [declarator.id.name], at: declarator, isTop };
}

/** @param {Node} assignment @param {Parents} parents @returns {Step | null} `Foo.prototype.bar = …` at the top level */
function assigned(assignment, parents) {
	const statement = parents.get(assignment);
	if (!statement || parents.get(statement)?.type !== 'Program') return null;
	/** @type {string[]} */
	const names = [];
	let target = assignment.left;
	for (; isMember(target); target = target.object) {
		const name = propertyName(target);
		if (name === null) return null;
		names.unshift(name);
	}
	if (target.type !== 'Identifier') return null;
	const isModule = target.name === 'module' && names[0] === 'exports';
	if (isModule) names.shift();
	else if (target.name !== 'exports') names.unshift(target.name);
	return { names: names.length > 0 ? names : ['export='], at: assignment, isTop: true };
}

/** @param {Node} node a return statement, or an arrow whose body is an expression @param {Parents} parents @returns {Step | null} */
function returned(node, parents) {
	const fn = functionAround(node, parents);
	if (!fn) return null;
	// What an async function or a generator hands out is wrapped; of several returns the types are merged.
	const isPlain = !fn.async && !fn.generator;
	return isPlain && (fn === node || countReturns(fn, parents) === 1)
		? { names: [RETURNED], at: fn, isTop: false }
		: null;
}

/** @param {Node} fn @param {Parents} parents @returns {number} */
function countReturns(fn, parents) {
	let count = 0;
	for (const node of parents.keys()) {
		if (node.type === 'ReturnStatement' && functionAround(node, parents) === fn) count++;
	}
	return count;
}

/** @param {Node} node @param {Parents} parents @returns {Node | undefined} the node itself when it is a function */
function functionAround(node, parents) {
	/** @type {Node | undefined} */
	let around = node;
	while (around && !isFunction(around)) around = parents.get(around);
	return around;
}
