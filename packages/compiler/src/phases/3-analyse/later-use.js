/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { referencesWithin } from '../../ast/references.js';
import { isFunction, isMember, isWrapper } from '../../ast/shapes.js';
import { isWithin } from '../../ast/tree.js';

/**
 * Where code reads the object of a variable, by this name or by another, after a call that was given it: further down, or in
 * the next iteration of a loop in which the variable holds the same one.
 *
 * @param {Variable} variable
 * @param {Node} call
 * @param {Node} root the code to look in
 * @param {EffectAnalysis} effects
 * @returns {Node | null}
 */
export function useAfter(variable, call, root, { aliases, parents, resolution }) {
	const isReached = reachAfter(variable, call, parents);
	for (const { node, role } of referencesWithin(resolution.references, root)) {
		// `export { rows }` has the variable, and no value of it.
		if (role === 'write' || role === 'export') continue;
		if (!isReached(node) || !isRead(node, parents)) continue;
		if (isReplacedBefore(variable, call, node, parents)) continue;
		if (aliases.variableOf(node) === variable || aliases.of(node).has(variable)) return node;
	}
	return null;
}

/**
 * @param {Variable} variable
 * @param {Node} call
 * @param {Parents} parents
 * @returns {(node: Node) => boolean} whether a place may run after the call, with the object that the call was given
 */
function reachAfter(variable, call, parents) {
	let end = Infinity;
	/** @type {Node[]} */
	const others = [];
	/** @type {Node[]} */
	const loops = [];
	let child = call;
	for (let at = parents.get(call); at && !isFunction(at); at = parents.get(at)) {
		if (at.type === 'TryStatement' && at.block === child) end = Infinity; // what leaves the block comes to the other two
		if (/^(Return|Throw)/.test(at.type)) end = Math.min(end, at.end);
		if (/^(If|Conditional)/.test(at.type) && at.consequent === child && at.alternate)
			others.push(at.alternate);
		const last = at.type === 'BlockStatement' ? at.body.at(-1) : null;
		if (last && /^(Return|Throw)/.test(last.type)) end = Math.min(end, at.end);
		if (/^(For|While|DoWhile)/.test(at.type) && !isFreshIn(variable, at)) loops.push(at);
		child = at;
	}
	return (node) =>
		(node.start >= call.end && node.end <= end && !others.some((one) => isWithin(node, one))) ||
		loops.some(
			(one) =>
				isWithin(node, one) &&
				!isWithin(node, call) &&
				// evaluated once, before the first iteration
				![one.init, one.right].some((head) => head && isWithin(node, head)),
		);
}

/** Each iteration has another object. @param {Variable} variable @param {Node} loop @returns {boolean} */
const isFreshIn = ({ declarations, references }, loop) =>
	declarations.some(({ id }) => isWithin(id, loop)) ||
	references.some(({ node, role }) => role === 'write' && isWithin(node, loop));

/**
 * `state = await step(state)`, or another value for the variable in a statement between the call and the use.
 *
 * @param {Variable} variable
 * @param {Node} call
 * @param {Node} use
 * @param {Parents} parents
 * @returns {boolean}
 */
const isReplacedBefore = ({ references }, call, use, parents) =>
	references.some(({ node, role }) => {
		const write = role === 'write' ? parents.get(node) : null;
		if (write?.type !== 'AssignmentExpression' || write.left !== node) return false;
		if (isWithin(call, write)) return true;
		const statement = parents.get(write);
		const block = statement?.type === 'ExpressionStatement' ? parents.get(statement) : null;
		return Boolean(
			block && isWithin(use, block) && call.end <= write.start && write.end <= use.start,
		);
	});

/** Not only asked whether there is something, and not only written to: `if (state)`, `state.rows = []`. @param {Node} node @param {Parents} parents @returns {boolean} */
function isRead(node, parents) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(child));
	while (isWrapper(parent)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	if (parent.type === 'BinaryExpression' && parent.operator === 'in') return true;
	if (/^(Unary|Binary|ExpressionStatement)/.test(parent.type)) return false;
	if (/^(If|Conditional|While)/.test(parent.type)) return parent.test !== child;
	if (parent.type === 'LogicalExpression') return parent.right === child;
	if (!isMember(parent)) return true;
	const assignment = parents.get(parent);
	return !(
		assignment?.type === 'AssignmentExpression' &&
		assignment.left === parent &&
		assignment.operator === '='
	);
}
