/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */

/** Places where `await f(x)` needs no parentheses around it. */
const PLAIN = new Set([
	'VariableDeclarator',
	'AssignmentExpression',
	'AssignmentPattern',
	'ReturnStatement',
	'ArrayExpression',
	'TemplateLiteral',
	'SwitchStatement',
	'ForOfStatement',
	'ForInStatement',
	'ThrowStatement',
	'SpreadElement',
	'ObjectProperty',
	'ArrowFunctionExpression',
	'ExpressionStatement',
	'ConditionalExpression',
]);

const ALL_IF_ANY = '((list) => list && Promise.all(list))(';

/**
 * The texts that make an expression wait for its promise, or for an array of promises.
 *
 * `f(x) + 1` becomes `(await f(x)) + 1`, and `xs.map(f)` becomes `await Promise.all(xs.map(f))`. Of `xs?.map(f)` there may be no list.
 *
 * @param {Node} node
 * @param {'await' | 'await-all'} wait
 * @param {Parents} parents
 * @param {string} source
 * @returns {{ before: string, after: string }}
 */
export function awaitText(node, wait, parents, source) {
	const parent = /** @type {Node} */ (parents.get(node));
	const isArgument = Array.isArray(parent.arguments) && parent.arguments.includes(node);
	const isHead = /^(If|While|DoWhile)Statement$/.test(parent.type);
	const isKey = parent.computed && (parent.key === node || parent.property === node);
	const isPlain =
		isArgument ||
		isKey ||
		isHead ||
		(PLAIN.has(parent.type) && parent.left !== node && parent.key !== node && parent.test !== node);
	const isAll = wait === 'await-all';
	const all = node.type === 'OptionalCallExpression' ? ALL_IF_ANY : 'Promise.all(';
	return {
		before: `${isPlain ? '' : `${separator(node, parents, source)}(`}await ${isAll ? all : ''}`,
		after: `${isAll ? ')' : ''}${isPlain ? '' : ')'}`,
	};
}

/**
 * A parenthesis at the start of a statement would call what stands on the line before, where that
 * line has no semicolon.
 *
 * @param {Node} node @param {Parents} parents @param {string} source
 * @returns {string}
 */
function separator(node, parents, source) {
	let at = /** @type {Node | undefined} */ (node);
	while (at && at.type !== 'ExpressionStatement') at = parents.get(at);
	if (at?.start !== node.start) return '';
	const holder = parents.get(at);
	const before = source.slice(0, node.start).trimEnd().at(-1);
	return Array.isArray(holder?.body) && before !== undefined && !';{}'.includes(before) ? ';' : '';
}
