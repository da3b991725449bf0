/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Chain } from './chains.js' */
/** @import { Finder } from './finder.js' */
/** @import { RowVariable } from './model.js' */
/** @import { Scan } from './scan.js' */
import { walk } from '../../ast/babel.js';
import { isCall, isFunction, isWrapper } from '../../ast/shapes.js';
import { constantValueOf } from '../values.js';
import { chainFrom } from './chains.js';
import { indexOf } from './indexes.js';
import { isShadowed } from './roots.js';
import { isWrittenElsewhere } from './order.js';

/**
 * `const row = table[i]` and `for (const row of table)`, where all that is done with the row is to access what its names lead to: the
 * row itself is then not asked for, unless something of it is not known.
 *
 * @param {Chain} chain of what is taken the row from
 * @param {Variable} root
 * @param {{ scan: Scan, finder: Finder }} setting
 * @returns {Omit<RowVariable, 'number' | 'site' | 'isIndexKept' | 'isIndexDoubted' | 'asksAtIndex'> | null} null for anything else
 */
export function rowVariableOf(chain, root, { scan, finder }) {
	const found =
		chain.use === 'iteration'
			? declaredByLoop(chain, finder)
			: chain.use === 'read' && chain.problem === null
				? declaredByIndex(chain, finder)
				: null;
	if (!found) return null;
	const { name, block, from, declaration } = found;
	const { resolution } = finder.analysis;
	const variable = variableOf(name, finder);
	const isLoop = chain.use === 'iteration';
	if (!variable) return null;
	const isElement = !areAllAccesses(variable, { block, from, scan, finder });
	if (isElement && !isLoop) return null;
	if (
		namesIn(variable, root, found.index, finder).some((one) => isShadowed(one, block, resolution))
	)
		return null;
	const changes = scan.changes.filter(({ node }) => from <= node.start && node.end <= block.end);
	if (!changes.every(({ node }) => isPlaced(node))) return null;
	const path = chain.steps.slice(0, isLoop ? undefined : -1).map((one) => String(one.name));
	if (isLoop && !changes.every(({ node }) => leavesList(node, { variable, root, path }, finder)))
		return null;
	return {
		variable,
		root,
		path,
		block,
		from,
		declaration,
		chain,
		index: found.index,
		loop: isLoop ? chain.node : null,
		isElement,
	};
}

/** @param {Variable} variable @param {Variable} root @param {RowVariable['index']} index @param {Finder} finder @returns {Variable[]} what is named where the variable gets its value */
function namesIn(variable, root, index, { analysis: { aliases } }) {
	const found = [variable, root];
	if (index)
		walk(index.node, (node) => {
			const one = node.type === 'Identifier' ? aliases.variableOf(node) : null;
			if (one) found.push(one);
		});
	return found;
}

/** @typedef {{ name: Node, block: Node, from: number, declaration: Node, index: RowVariable['index'] }} Declared */

/** @param {Chain} chain @param {Finder} finder @returns {Declared | null} */
function declaredByIndex({ steps, node }, finder) {
	const { parents } = finder.analysis;
	const last = steps.at(-1);
	if (!last?.index || steps.slice(0, -1).some(({ index }) => index !== null)) return null;
	let outer = node;
	for (let at = parents.get(outer); at && isWrapper(at); at = parents.get(outer)) outer = at;
	const declarator = parents.get(outer);
	const declaration = declarator && parents.get(declarator);
	const block = declaration && parents.get(declaration);
	if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return null;
	if (declaration?.kind !== 'const' || block?.type !== 'BlockStatement' || outer !== node)
		return null;
	const index = indexOf(last.index, finder);
	const from = declaration.end;
	if (!index || index.kind === 'string' || !isStill(index.node, { from, to: block.end }, finder))
		return null;
	return { name: declarator.id, block, from, declaration, index };
}

/** @param {Chain} chain @param {Finder} finder @returns {Declared | null} */
function declaredByLoop({ steps, node: loop }, finder) {
	if (loop.type !== 'ForOfStatement' || loop.await) return null;
	const { left, body, right } = loop;
	if (
		steps.some(({ index }) => index !== null) ||
		right.type !== (steps.at(-1)?.member ?? right).type
	)
		return null;
	if (left.type !== 'VariableDeclaration' || left.kind !== 'const') return null;
	const [{ id }] = left.declarations;
	if (id.type !== 'Identifier' || finder.source.slice(left.start, right.end).includes('/*'))
		return null;
	return { name: id, block: body, from: body.start, declaration: left, index: null };
}

/** @param {Node} id @param {Finder} finder @returns {Variable | null} */
function variableOf(id, { analysis }) {
	const reference = analysis.resolution.references.find(
		(one) => one.name === id.name && one.variable?.declarations[0]?.id === id,
	);
	return reference?.variable ?? null;
}

/**
 * @param {Variable} variable
 * @param {{ block: Node, from: number, scan: Scan, finder: Finder }} setting
 * @returns {boolean} nothing else is done with it
 */
function areAllAccesses({ references }, { block, from, scan, finder }) {
	const { parents } = finder.analysis;
	return references.every(({ node }) => {
		if (node.start < from || node.end > block.end) return false;
		for (let at = parents.get(node); at && at !== scan.fn; at = parents.get(at))
			if (isFunction(at)) return false;
		const chain = chainFrom(node, parents);
		return (
			chain !== null &&
			/^(read|write|update)$/.test(chain.use) &&
			chain.steps.length > 0 &&
			chain.steps.every(({ index }) => index === null) &&
			(chain.problem ?? finder.problemOf(chain, scan)) === null
		);
	});
}

/** @param {Node} index @param {{ from: number, to: number }} range @param {Finder} finder @returns {boolean} nothing in the range assigns to what is in it */
function isStill(index, { from, to }, finder) {
	let found = true;
	walk(index, (node) => {
		const variable = node.type === 'Identifier' ? finder.analysis.aliases.variableOf(node) : null;
		const isWritten = variable?.references.some(
			({ node: one, role }) => role !== 'read' && from <= one.start && one.end <= to,
		);
		if (isWritten || (variable?.isReassigned && isWrittenElsewhere(variable, finder.analysis)))
			found = false;
	});
	return found;
}

/** @param {Node} change @returns {boolean} something can be done before it */
const isPlaced = ({ type }) =>
	/^(AssignmentExpression|UpdateExpression|(Optional)?CallExpression|NewExpression|UnaryExpression)$/.test(
		type,
	);

/**
 * @param {Node} change
 * @param {{ variable: Variable, root: Variable, path: string[] }} list that is gone through by the variable
 * @param {Finder} finder
 * @returns {boolean} the list stays as it is: a field by another name is set, one of the row, or an element of another GEM
 */
function leavesList(change, { variable, root: list, path }, { analysis }) {
	if (!/^(Assignment|Update)Expression$/.test(change.type)) return false;
	let at = /** @type {Node} */ (change.left ?? change.argument);
	while (at.object) at = at.object;
	const chain = at.type === 'Identifier' ? chainFrom(at, analysis.parents) : null;
	if (chain?.node !== change || chain.problem !== null) return false;
	const root = analysis.aliases.variableOf(at);
	if (root && (root === variable || areApart(root, list, analysis))) return true;
	return (
		chain.steps.every(({ index }) => index === null) &&
		!path.includes(chain.steps.at(-1)?.name ?? '')
	);
}

/** @param {Variable} a @param {Variable} b @param {EffectAnalysis} analysis @returns {boolean} the text shows that two GEMs were made */
const areApart = (a, b, { gems }) =>
	a !== b &&
	[a, b].every((one) => {
		const made = constantValueOf(one);
		return made !== null && isCall(made) && gems.makesGem(made);
	});
