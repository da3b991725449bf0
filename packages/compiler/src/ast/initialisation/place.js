/** @import { Parents } from '../parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Resolution } from '../resolve.js' */
/** @import { Reference, Variable } from '../scope.js' */
import { isWithin } from '../tree.js';
import { isFunction, isWrapper, unwrap } from '../shapes.js';
import { readsConstants } from './inputs.js';
import { isName, readTest } from './tests.js';

/**
 * The one place that gives a variable its value, behind a test whether it has one.
 *
 * ```js
 * table ??= build()                        table || (table = build())
 * if (!table) { table = []; fill(table) }  if (table) return table; table = build();
 * ```
 *
 * @typedef {object} Place
 * @property {Node | null} guard the expression or the `if` statement that tests it; null where nothing does, and each run
 *   gives it the same value again
 * @property {Node[]} regions what computes the value
 * @property {Node[]} assignments
 */

/** @param {Variable} variable @param {Reference[]} writes @param {Resolution} resolution @returns {Place | null} */
export function placeOf(variable, writes, resolution) {
	const places = writes.map(({ node }) => {
		const assignment = /** @type {Node} */ (resolution.parents.get(node));
		if (assignment.type !== 'AssignmentExpression' || assignment.left !== node) return null;
		return (
			ofExpression(assignment, variable, resolution.parents) ??
			ofStatement(assignment, variable, resolution)
		);
	});
	const [first] = places;
	if (!first || places.some((one) => !one || !isSamePlace(one, first))) return null;
	const assignments = writes.map(({ node }) => /** @type {Node} */ (resolution.parents.get(node)));
	const place = { ...first, assignments };
	const statements = place.regions.filter((one) => /Statement$/.test(one.type));
	return statements.length === 0 || statements.some((one) => alwaysAssigns(one, place))
		? place
		: null;
}

/** @param {Omit<Place, 'assignments'>} one @param {Omit<Place, 'assignments'>} other @returns {boolean} */
const isSamePlace = (one, other) =>
	one.guard === other.guard && one.regions[0] === other.regions[0];

/** @param {Node} assignment @param {Variable} variable @param {Parents} parents @returns {Omit<Place, 'assignments'> | null} */
function ofExpression(assignment, variable, parents) {
	const { operator, right } = assignment;
	if (operator === '??=' || operator === '||=') return { guard: assignment, regions: [right] };
	const value = unwrap(right);
	const keepsIt = value.type === 'LogicalExpression' && isName(unwrap(value.left), variable);
	// `table = table || build()`
	if (keepsIt && value.operator !== '&&') return { guard: assignment, regions: [value.right] };
	let child = assignment;
	let parent = /** @type {Node} */ (parents.get(child));
	while (isWrapper(parent)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(child));
	}
	const isLast = parent.type === 'LogicalExpression' && parent.right === child;
	const branch = parent.type === 'ConditionalExpression' && parent.test !== child;
	if (!isLast && !branch) return null;
	const test = readTest(isLast ? parent.left : parent.test, variable);
	const isGuard = isLast
		? (parent.operator === '??' && isName(unwrap(parent.left), variable)) ||
			(parent.operator === '||' && test === 'set') ||
			(parent.operator === '&&' && test === 'unset')
		: test === (parent.consequent === child ? 'unset' : 'set');
	return isGuard ? { guard: parent, regions: [right] } : null;
}

/** @param {Node} assignment @param {Variable} variable @param {Resolution} resolution @returns {Omit<Place, 'assignments'> | null} */
function ofStatement(assignment, variable, resolution) {
	const { parents } = resolution;
	let child = assignment;
	let at = parents.get(child);
	for (; at && !isFunction(at); at = parents.get(at)) {
		if (at.type === 'IfStatement' && child !== at.test) {
			const test = readTest(at.test, variable);
			const needed = child === at.consequent ? 'unset' : 'set';
			if (test === needed) return { guard: at, regions: [child] };
		}
		if (at.type === 'BlockStatement') {
			const early = afterReturn(at, child, variable, resolution);
			if (early) return early;
		}
		child = at;
	}
	// `function makeTable() { table = []; … }`
	return at && child.type === 'BlockStatement' ? { guard: null, regions: [child] } : null;
}

/** `if (table) return table; table = build();` @param {Node} block @param {Node} statement @param {Variable} variable @param {Resolution} resolution @returns {Omit<Place, 'assignments'> | null} */
function afterReturn({ body }, statement, variable, resolution) {
	const at = body.indexOf(statement);
	const guardAt = body.findLastIndex(
		(/** @type {Node} */ one, /** @type {number} */ index) =>
			index < at && returnsIfSet(one, variable),
	);
	if (guardAt < 0) return null;
	const regions = body.slice(guardAt + 1, at + 1);
	for (const next of body.slice(at + 1)) {
		if (next.type === 'ReturnStatement' || !readsConstants(next, variable, resolution)) break;
		regions.push(next);
	}
	return { guard: body[guardAt], regions };
}

/** @param {Node} statement @param {Variable} variable @returns {boolean} */
export function returnsIfSet(statement, variable) {
	if (statement.type !== 'IfStatement' || statement.alternate) return false;
	const { test, consequent } = statement;
	const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
	return last?.type === 'ReturnStatement' && readTest(test, variable) === 'set';
}

/** @param {Node} statement @param {Place} place @returns {boolean} the variable has its value when it is over */
function alwaysAssigns(statement, place) {
	const { assignments } = place;
	switch (statement.type) {
		case 'BlockStatement':
			return statement.body.some((/** @type {Node} */ one) => alwaysAssigns(one, place));
		case 'IfStatement':
			return (
				alwaysAssigns(statement.consequent, place) &&
				statement.alternate != null &&
				alwaysAssigns(statement.alternate, place)
			);
		case 'TryStatement':
			return (
				alwaysAssigns(statement.block, place) &&
				(!statement.handler || alwaysAssigns(statement.handler.body, place))
			);
		default:
			return alwaysEvaluated(statement).some((one) => assignments.includes(one));
	}
}

/** @param {Node} node a statement, a declarator or an expression @returns {Node[]} assignments and calls that it makes in any case, whatever their operands are */
export function alwaysEvaluated(node) {
	const roots = /^(Expression|Return)Statement$/.test(node.type)
		? [node.expression ?? node.argument]
		: node.type === 'VariableDeclaration'
			? node.declarations.map((/** @type {Node} */ one) => one.init)
			: node.type === 'VariableDeclarator'
				? [node.init]
				: [/Statement$|Declaration$/.test(node.type) ? null : node];
	/** @type {Node[]} */
	const found = [];
	for (const root of roots) {
		/** @type {(Node | null | undefined)[]} */
		const stack = [root];
		for (let node = unwrap(stack.pop()); node; node = unwrap(stack.pop())) {
			found.push(node);
			if (node.type === 'SequenceExpression') stack.push(...node.expressions);
			else if (node.type === 'AssignmentExpression' && node.operator === '=')
				stack.push(node.right);
			else if (node.type === 'AwaitExpression') stack.push(node.argument);
			else if (node.type === 'MemberExpression') stack.push(node.object);
			else if (node.type === 'CallExpression') stack.push(node.callee, ...node.arguments);
		}
	}
	return found;
}

/** @param {Node} node @param {Place} place @returns {boolean} it stands where the place itself tells whether there is a value */
export const isInPlace = (node, { guard, regions }) =>
	guard !== null && (isWithin(node, guard) || regions.some((one) => isWithin(node, one)));
