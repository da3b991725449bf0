/** @import { Node } from '../../../types.js' */
/** @import { View } from './view.js' */
import { childrenOf } from '../../../ast/babel.js';
import { isMainGuard } from '../../../ast/main-guard.js';
import { isCall, isClass, isFunction, isTypeOnly, membersOf, unwrap } from '../../../ast/shapes.js';
import { isExportPath } from '../callers.js';
import { isExportHelper } from './common-js-exports.js';

/**
 * `runs`: statements, calls and the like, which run code when the module loads; `targets`: what is given a value besides.
 *
 * @typedef {{ runs: Node[], targets: Node[] }} Loading
 */

/**
 * What of a module runs while it loads. A function runs when it is called: an expression that only makes a value with functions
 * in it runs none of them.
 *
 * @param {Node} program
 * @param {ReadonlySet<Node>} left statements and declarators that do not count
 * @returns {Loading}
 */
export function whatLoadingRuns(program, left) {
	/** @type {Loading} */
	const found = { runs: [], targets: [] };
	for (const statement of program.body) {
		const inner = /^Export/.test(statement.type) ? statement.declaration : statement;
		if (!inner || /^Import|^TS/.test(inner.type) || isTypeOnly(inner) || left.has(inner)) continue;
		if (inner.type === 'VariableDeclaration') {
			for (const one of inner.declarations) if (!left.has(one)) collect(one, found);
		} else if (inner.type === 'ExpressionStatement') collect(inner.expression, found);
		else if (/Statement$/.test(inner.type)) found.runs.push(inner);
		else collect(inner, found);
	}
	return found;
}

/**
 * Of what runs while a module loads, what runs in a worker too, if that loads the module.
 *
 * @param {Loading} loading
 * @returns {Node[] | null} null for all
 */
export function runsInWorkers({ runs }) {
	const isGuarded = (/** @type {Node} */ { type, test }) =>
		type === 'IfStatement' && isMainGuard(test);
	if (!runs.some(isGuarded)) return null;
	return runs.flatMap((one) => (isGuarded(one) ? (one.alternate ?? []) : one));
}

/** @param {Node} root of an expression, a pattern, a declarator or a class @param {Loading} found */
function collect(root, found) {
	const stack = [root];
	for (let node = stack.pop(); node; node = stack.pop()) {
		const inner = /** @type {Node} */ (unwrap(node));
		if (isFunction(inner)) continue;
		if (isClass(inner)) stack.push(...evaluatedOf(inner));
		else if (isRun(inner)) found.runs.push(inner);
		else if (isExportCall(inner)) continue;
		else {
			if (inner.type === 'AssignmentExpression') found.targets.push(targetOf(inner));
			else if (inner.type === 'UpdateExpression' || inner.operator === 'delete')
				found.targets.push(inner);
			stack.push(...childrenOf(inner));
		}
	}
}

/** @param {Node} node @returns {boolean} it runs code that is not in its own text */
const isRun = (node) =>
	/^(New|TaggedTemplate)Expression$/.test(node.type) || (isCall(node) && !isExportCall(node));

/** `Object.defineProperty(exports, 'read', …)`, `__export(exports, …)`. @param {Node} node @returns {boolean} */
const isExportCall = (node) =>
	isCall(node) && (isExportHelper(node) || (node.arguments[0] && isExportPath(node.arguments[0])));

/** `config.read = () => …` changes `config`, and does not run what it assigns. @param {Node} assignment @returns {Node} a range: changes stand at the assignment */
const targetOf = ({ start, left }) => /** @type {Node} */ ({ type: 'Range', start, end: left.end });

/** @param {Node} node a class @returns {Node[]} what evaluating it evaluates; a static block is one statement */
function evaluatedOf(node) {
	const parts = [node.superClass, ...decoratorsOf(node)];
	for (const member of membersOf(node)) {
		parts.push(...decoratorsOf(member));
		if (member.computed) parts.push(member.key);
		if (member.type === 'StaticBlock') parts.push(...member.body);
		else if (member.static && !isFunction(member)) parts.push(member.value);
	}
	return parts.filter(Boolean);
}

/** @param {Node} node @returns {Node[]} */
const decoratorsOf = ({ decorators }) =>
	(decorators ?? []).map((/** @type {Node} */ one) => one.expression);

/** @param {View} view @returns {boolean} whether the top level waits for promises: an importer waits for them, too */
export function waitsAtTop({ program, discovered }) {
	if (discovered.moduleKind !== 'module' || !/\bawait\b/.test(discovered.source)) return false;
	const stack = [...program.body];
	for (let node = stack.pop(); node; node = stack.pop()) {
		if (isFunction(node)) continue;
		if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await))
			return true;
		stack.push(...(isClass(node) ? evaluatedOf(node) : childrenOf(node)));
	}
	return false;
}
