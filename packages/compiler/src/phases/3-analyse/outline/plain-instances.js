/** @import { Node } from '../../../types.js' */
/** @import { View } from './view.js' */
import { walk } from '../../../ast/babel.js';
import {
	isClass,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';

/**
 * What a module runs while it loads, where all that it does then is to make instances:
 *
 * ```js
 * class Logger { #level = 0; info(text) { console.log(text); } }
 * export const logger = new Logger();
 * ```
 * runs the initial value of `#level` and no method. With any other statement that runs code, methods of the instances may be called.
 *
 * @param {readonly Node[]} runs as `whatLoadingRuns` finds them
 * @param {View} view
 * @returns {Node[] | null} parts of the classes and arguments; null where more may run
 */
export function partsOfInstances(runs, view) {
	/** @type {Node[]} */
	const parts = [];
	for (const run of runs) {
		const made = classMadeBy(run, view);
		const eager = made && partsOfConstruction(made, view);
		if (!eager) return null;
		parts.push(...run.arguments, ...eager);
	}
	// What one of them runs may use an instance that was made before.
	const isAlone = runs.length === 1 || !parts.some((part) => usesTopLevel(part, view));
	return isAlone ? parts : null;
}

/** @param {Node} run @param {View} view @returns {Node | null} the class of the file of which it makes an instance, for a variable or an export of the file */
function classMadeBy(run, { parents, variableOf }) {
	const holder = parents.get(run);
	const isKept =
		(holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier') ||
		holder?.type === 'ExportDefaultDeclaration';
	if (run.type !== 'NewExpression' || run.callee.type !== 'Identifier' || !isKept) return null;
	const variable = variableOf.get(run.callee);
	if (!variable?.isTopLevel || variable.declarations.length !== 1) return null;
	const [{ node }] = variable.declarations;
	const value = node.type === 'VariableDeclarator' ? unwrap(node.init) : node;
	return value && isClass(value) && !variable.isWritten ? value : null;
}

/** @param {Node} node a class @param {View} view @returns {Node[] | null} what runs for an instance of it; null where that may be any of its methods */
function partsOfConstruction(node, view) {
	if (node.superClass || node.decorators?.length > 0) return null;
	/** @type {Node[]} */
	const eager = [];
	/** @type {Set<string>} */
	const methods = new Set();
	for (const member of membersOf(node)) {
		if (member.static || member.type === 'StaticBlock') continue;
		if (member.computed || member.decorators?.length > 0) return null;
		if (member.kind === 'constructor') eager.push(member);
		else if (isFunction(member.value ?? member) && !/^[gs]et$/.test(member.kind ?? ''))
			methods.add(String(propertyName(member)));
		else eager.push(member.value ?? member);
	}
	return eager.every((part) => keepsItself(part, methods, view)) ? eager : null;
}

/** @param {Node} part @param {ReadonlySet<string>} methods @param {View} view @returns {boolean} whether it gives the instance to nobody, and calls no method of it */
function keepsItself(part, methods, { parents }) {
	let isKept = true;
	walk(part, (node) => {
		if (node.type === 'Super' || node.type === 'MetaProperty') isKept = false;
		if (node.type !== 'ThisExpression') return;
		const parent = parents.get(node);
		const isOwn = parent && isMember(parent) && parent.object === node;
		const name = isOwn ? propertyName(parent) : null;
		if (name === null || methods.has(name)) isKept = false;
	});
	return isKept;
}

/** @param {Node} part @param {View} view @returns {boolean} */
function usesTopLevel(part, { variableOf }) {
	let uses = false;
	walk(part, (node) => {
		const variable = node.type === 'Identifier' ? variableOf.get(node) : null;
		if (variable?.isTopLevel && variable.kind !== 'import') uses = true;
	});
	return uses;
}
