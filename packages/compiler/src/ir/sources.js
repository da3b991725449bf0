/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
import { isCall, isFunction, isMember, isWrapper, propertyName, unwrap } from '../ast/shapes.js';
import { addsArgument } from '../knowledge/methods.js';

/**
 * Where the values of variables come from, and what is put into them.
 */

/** Names of properties, one inside the other; null for one that the text does not tell. @typedef {readonly (string | null)[]} Path */

/** @param {Path} path @returns {string} the same for the same path alone: the empty one is not that of one unknown name */
export const keyOfPath = (path) =>
	path.length === 0 ? '' : path.map((name) => JSON.stringify(name)).join('.');

/**
 * @typedef {object} Source
 * @property {Node} value an expression
 * @property {Path} steps where in its value
 * @property {boolean} [isRest] the variable holds a new object with the rest of what lies there
 */

/**
 * Expressions that a variable's value is taken from.
 *
 * @param {Variable} variable
 * @param {Parents} parents
 * @returns {Source[]}
 */
export function sourcesOf(variable, parents) {
	/** @type {Source[]} */
	const sources = [];
	for (const { node, id } of variable.declarations) {
		if (node.type === 'VariableDeclarator') {
			const loop = loopOver(node, parents);
			if (loop) sources.push(...named(node.id, id, { value: loop, steps: [null] }));
			else if (node.init) sources.push(...named(node.id, id, { value: node.init, steps: [] }));
		} else if (isFunction(node) && variable.kind === 'param')
			sources.push(...argumentsFor(node, id, parents));
	}
	for (const { node, role } of variable.references) {
		const parent = role === 'read' ? null : parents.get(node);
		const isAssigned = parent?.type === 'AssignmentExpression' && parent.left === node;
		// What other operators assign is a primitive.
		if (isAssigned && /^(\|\||&&|\?\?)?=$/.test(parent.operator))
			sources.push({ value: parent.right, steps: [] });
	}
	return sources;
}

/**
 * @param {Node} pattern
 * @param {Node} id a name in it
 * @param {Source} source what the pattern takes apart
 * @returns {Source[]} what the name gets, defaults included; empty when the name is not in it
 */
function named(pattern, id, source) {
	if (pattern === id) return [source];
	const deeper = (/** @type {string | null} */ step) => ({
		...source,
		steps: [...source.steps, step],
	});
	switch (pattern.type) {
		case 'AssignmentPattern': {
			const found = named(pattern.left, id, source);
			return found.length === 0
				? found
				: [...found, ...named(pattern.left, id, { value: pattern.right, steps: [] })];
		}
		case 'TSParameterProperty':
			return named(pattern.parameter, id, source);
		case 'RestElement':
			return named(pattern.argument, id, { ...source, isRest: true });
		case 'ArrayPattern':
			return pattern.elements.flatMap((/** @type {Node | null} */ one) => {
				if (!one) return [];
				return named(one, id, one.type === 'RestElement' ? source : deeper(null));
			});
		case 'ObjectPattern':
			return pattern.properties.flatMap((/** @type {Node} */ one) =>
				one.type === 'RestElement'
					? named(one, id, source)
					: named(one.value, id, deeper(propertyName(one))),
			);
		default:
			return [];
	}
}

/** @param {Node} declarator @param {Parents} parents @returns {Node | null} `rows` of `for (const row of rows)` */
function loopOver(declarator, parents) {
	const declaration = parents.get(declarator);
	const loop = declaration && parents.get(declaration);
	return loop?.type === 'ForOfStatement' && loop.left === declaration ? loop.right : null;
}

/**
 * What a function written at its call is called with: the elements of the array whose method it is
 * given to, or the arguments of an immediate call.
 *
 * @param {Node} fn
 * @param {Node} id a name among its parameters
 * @param {Parents} parents
 * @returns {Source[]}
 */
function argumentsFor(fn, id, parents) {
	let child = fn;
	let call = parents.get(fn);
	while (call && isWrapper(call)) {
		child = call;
		call = parents.get(call);
	}
	const index = fn.params.findIndex(
		(/** @type {Node} */ param) => param.start <= id.start && id.end <= param.end,
	);
	const param = fn.params[index];
	/** @param {Node | undefined} value @param {Path} steps */
	const given = (value, steps) => (value && param ? named(param, id, { value, steps }) : []);
	const fallback = param ? named(param, id, { value: id, steps: [] }).slice(1) : [];
	if (!call || !isCall(call)) return fallback;
	if (call.callee === child)
		return call.arguments[index] ? given(call.arguments[index], []) : fallback;
	const callee = unwrap(call.callee);
	if (!isMember(callee) || call.arguments[0] !== child) return fallback;
	const method = propertyName(callee);
	if (method === 'reduce' || method === 'reduceRight') {
		if (index === 0) return given(call.arguments[1], []);
		return index === 1 ? given(callee.object, [null]) : given(callee.object, []);
	}
	if (index === 0 || method === 'sort') return given(callee.object, [null]);
	return index === 2 ? given(callee.object, []) : fallback;
}

/**
 * What the text puts into the object that a variable holds: `list.push(row)`, `next.rows = rows`.
 *
 * @param {Variable} variable
 * @param {Parents} parents
 * @returns {{ value: Node, name: string | null }[]} `name`: of the property; null for any
 */
export function putInto({ references }, parents) {
	return references.flatMap(({ node }) => {
		const member = parents.get(node);
		if (!member || !isMember(member) || member.object !== node) return [];
		const parent = /** @type {Node} */ (parents.get(member));
		const name = propertyName(member);
		if (parent.type === 'AssignmentExpression' && parent.left === member)
			return [{ value: parent.right, name }];
		if (!isCall(parent) || parent.callee !== member || !addsArgument(name ?? '')) return [];
		const values = name === 'set' ? parent.arguments.slice(1) : parent.arguments;
		return values.map((/** @type {Node} */ value) => ({ value, name: null }));
	});
}

/**
 * `next.list = […]` as a statement before a use of `next`, in a block around it.
 *
 * @param {Node} node the use
 * @param {Variable} variable
 * @param {string} name of the property
 * @param {Parents} parents
 * @returns {Node | null} what is assigned
 */
export function replacementOf(node, { references }, name, parents) {
	for (const one of references) {
		const member = parents.get(one.node);
		if (!member || !isMember(member) || member.object !== one.node) continue;
		const write = propertyName(member) === name ? parents.get(member) : null;
		if (write?.type !== 'AssignmentExpression' || write.left !== member) continue;
		if (write.operator === '=' && isBefore(write, node, parents)) return write.right;
	}
	return null;
}

/**
 * @param {Node} write an expression
 * @param {Node} node
 * @param {Parents} parents
 * @returns {boolean} it is a statement of a block around the node, further up, or a part of that which always runs: `let at = (a.lastIndex = b.lastIndex = 0)`
 */
function isBefore(write, node, parents) {
	let statement = /** @type {Node} */ (parents.get(write));
	for (let part = write; isAlwaysDone(part, statement);) {
		part = statement;
		statement = /** @type {Node} */ (parents.get(part));
	}
	const isStatement = /^(ExpressionStatement|VariableDeclaration)$/.test(statement.type);
	const block = isStatement ? parents.get(statement) : null;
	return (
		write.end <= node.start &&
		(block?.type === 'BlockStatement' || block?.type === 'Program') &&
		block.start <= node.start &&
		node.end <= block.end
	);
}

/** @param {Node} part @param {Node} parent @returns {boolean} whoever evaluates the parent evaluates the part */
const isAlwaysDone = (part, { type, operator, right, init }) =>
	type === 'SequenceExpression' ||
	type === 'ParenthesizedExpression' ||
	(type === 'VariableDeclarator' && init === part) ||
	(type === 'AssignmentExpression' && operator === '=' && right === part);
