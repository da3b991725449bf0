/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Edit, Planned, Unit, UnitPlan } from '../../ir/module.js' */
import { isCall } from '../../ast/shapes.js';

/**
 * A stub with the unit's own function behind the call: of `try_` units, for when running it here is cheaper, and of all
 * units where calls are to be verified.
 *
 * ```js
 * function score(rows) { return $lp_callOrRun($lp_score ??= …, [rows], undefined, function score(rows) { … }); }
 * ```
 *
 * @param {UnitPlan} plan
 * @param {Planned} planned
 * @param {{ opening: string, closing: string }} call what the stub returns: `opening` with all of the call but its closing
 *   parenthesis, `closing` behind it
 * @returns {Edit[]} insertions around the body, which stays
 */
export function stubWithOriginal({ unit, receiver }, { source, resolution }, call) {
	const { opening: before, closing: after } = call;
	const { node } = unit;
	const { body } = node;
	const params = node.params.filter((/** @type {Node} */ one) => one.name !== 'this');
	const parameters = params.length > 0 ? source.slice(params[0].start, params.at(-1).end) : '';
	const isArrow = unit.kind === 'arrow';
	const name = nameOf(unit, resolution.parents);
	const keyword = isArrow ? '' : `function${node.generator ? '*' : ''} ${name}`;
	const head = `${node.async ? 'async ' : ''}${keyword}(${parameters}) ${isArrow ? '=> ' : ''}`;
	const isRecursive = isArrow && name !== '' && callsItself(unit);
	const isBound = receiver !== null && !isArrow;
	const opening = `${isRecursive ? `(() => { const ${name} = ` : ''}${isBound ? '(' : ''}${head}`;
	const closing = isRecursive ? `; return ${name}; })()` : isBound ? ').bind(this)' : '';
	if (body.type !== 'BlockStatement') {
		// The body may stand in parentheses of its own, as an object literal does, and those enclose the whole call now.
		return [
			{ start: body.start, end: body.start, text: `${before}, ${opening}(` },
			{ start: body.end, end: body.end, text: `)${closing})${after}` },
		];
	}
	return [
		{ start: body.start, end: body.start, text: `{ return ${before}, ${opening}` },
		{ start: body.end, end: body.end, text: `${closing})${after}; }` },
	];
}

/**
 * The name makes a recursive call stay in this copy instead of going to the stub. A unit that looks at properties of its own
 * function has to find the function that the program knows, which is the stub.
 *
 * @param {Unit} unit
 * @param {Parents} parents
 * @returns {string} empty for a function without a name
 */
function nameOf({ node, variable }, parents) {
	if (node.type === 'FunctionExpression' && node.id) return node.id.name;
	const isOnlyCalled = (variable?.references ?? []).every(({ node: reference }) => {
		const isInside = node.start <= reference.start && reference.end <= node.end;
		const parent = parents.get(reference);
		return !isInside || (parent && isCall(parent) && parent.callee === reference);
	});
	return variable && isOnlyCalled ? variable.name : '';
}

/** @param {Unit} unit @returns {boolean} */
const callsItself = ({ variable, node }) =>
	(variable?.references ?? []).some(
		(one) => one.node.start >= node.start && one.node.end <= node.end,
	);
