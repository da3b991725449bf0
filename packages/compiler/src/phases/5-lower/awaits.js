/** @import { Node } from '../../types.js' */
/** @import { Edit, Planned } from '../../ir/module.js' */

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

/**
 * The `await`s that the call-site rules insert.
 *
 * `f(x) + 1` becomes `(await f(x)) + 1`, and `xs.map(f)` becomes `await Promise.all(xs.map(f))`.
 *
 * @param {Planned} planned
 * @returns {Edit[]}
 */
export function awaitEdits({ callSites, plans, resolution, source }) {
	const lowered = new Set(plans.map(({ unit }) => unit));
	/** @type {Set<Node>} one call of `map` may hold several calls of units */
	const seen = new Set();
	return callSites.flatMap(({ unit, node, action }) => {
		if (!lowered.has(unit) || seen.has(node) || (action !== 'await' && action !== 'await-all'))
			return [];
		seen.add(node);
		const parent = /** @type {Node} */ (resolution.parents.get(node));
		const isArgument = Array.isArray(parent.arguments) && parent.arguments.includes(node);
		const isHead = /^(If|While|DoWhile)Statement$/.test(parent.type);
		const isKey = parent.computed && (parent.key === node || parent.property === node);
		const isPlain =
			isArgument ||
			isKey ||
			isHead ||
			(PLAIN.has(parent.type) &&
				parent.left !== node &&
				parent.key !== node &&
				parent.test !== node);
		const opening = `${isPlain ? '' : `${separator(node, resolution.parents, source)}(`}await ${action === 'await-all' ? 'Promise.all(' : ''}`;
		const closing = `${action === 'await-all' ? ')' : ''}${isPlain ? '' : ')'}`;
		return [
			{ start: node.start, end: node.start, text: opening },
			{ start: node.end, end: node.end, text: closing },
		];
	});
}

/**
 * A parenthesis at the start of a statement would call what stands on the line before, where that
 * line has no semicolon.
 *
 * @param {Node} node @param {Map<Node, Node>} parents @param {string} source
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
