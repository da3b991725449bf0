/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Resolution } from '../../ast/resolve.js' */
/** @import { Given } from './parameters.js' */
/** @import { Reason } from './reasons.js' */
import { chainRoot, isFunction } from '../../ast/shapes.js';
import { parametersWithGems } from './parameters.js';

/**
 * Says which variables hold a GEM, or a part of one, more often than not: that is all that it decides whether accesses are lowered.
 */
export class Roots {
	/** @param {EffectAnalysis} analysis @param {Given[]} given */
	constructor(analysis, given) {
		this.analysis = analysis;
		this.given = given;
		/** @type {Map<Variable, boolean>} */
		this.known = new Map();
		/** @type {Set<Variable> | undefined} */
		this.parameters = undefined;
	}

	/** @param {Variable} variable @returns {boolean} */
	has(variable) {
		const known = this.known.get(variable);
		if (known !== undefined) return known;
		this.known.set(variable, false); // what `const a = b.c, b = a.d` sees
		this.parameters ??= parametersWithGems(this.given, this.analysis);
		const answer =
			this.analysis.gems.has(variable) || this.parameters.has(variable) || this.isPart(variable);
		this.known.set(variable, answer);
		return answer;
	}

	/** @returns {boolean} a variable of the module is among them */
	hasAny() {
		const { references } = this.analysis.resolution;
		return references.some(({ variable }) => variable !== null && this.has(variable));
	}

	/** @param {Variable} variable @returns {boolean} a `const` for a part of what another one holds */
	isPart({ kind, declarations }) {
		const declarator = declarations[0]?.node;
		if (kind !== 'const' || declarator?.type !== 'VariableDeclarator') return false;
		const { parents, aliases } = this.analysis;
		const loop = parents.get(/** @type {Node} */ (parents.get(declarator)));
		const value = loop?.type === 'ForOfStatement' ? loop.right : declarator.init;
		const root = value && declarator.id === declarations[0]?.id ? chainRoot(value) : null;
		const from = root?.type === 'Identifier' ? aliases.variableOf(root) : null;
		return from != null && this.has(from);
	}
}

/**
 * Whether what is known of a variable's value before a loop holds in the loop, and whether it can be asked for there.
 *
 * @param {Variable} variable
 * @param {{ start: number, end: number }} loop
 * @param {Resolution} resolution
 * @param {Node} place before which it is asked for
 * @returns {Reason | null} why not
 */
export function problemOfRoot(variable, loop, resolution, place) {
	const isIn = (/** @type {Node} */ node) => loop.start <= node.start && node.end <= loop.end;
	if (variable.declarations.some(({ id }) => isIn(id))) return 'assigned';
	const isWritten = variable.references.some(
		({ node, role }) => (role === 'write' || role === 'update') && isIn(node),
	);
	if (isWritten) return 'assigned';
	if (isShadowed(variable, loop, resolution)) return 'shadowed';
	return hasValueAt(variable, place, resolution) ? null : 'too-early';
}

/**
 * @param {Variable} variable
 * @param {{ start: number, end: number }} range
 * @param {Resolution} resolution
 * @returns {boolean} somewhere in the range its name stands for another one
 */
export function isShadowed(variable, { start, end }, { scopes }) {
	for (const [node, scope] of scopes) {
		const other =
			start <= node.start && node.end <= end ? scope.variables.get(variable.name) : null;
		if (other && other !== variable) return true;
	}
	return false;
}

/** @param {Node} node @param {Parents} parents @returns {boolean} */
function isInFunction(node, parents) {
	let at = /** @type {Node | undefined} */ (node);
	while (at && !isFunction(at)) at = parents.get(at);
	return at !== undefined;
}

/**
 * @param {Variable} variable
 * @param {Node} place
 * @param {Resolution} resolution
 * @returns {boolean} reading it there throws nothing
 */
function hasValueAt({ kind, isTopLevel, scope, declarations }, place, { parents }) {
	if (/^(import|param|var)$/.test(kind)) return true;
	if (isTopLevel && /^(const|let)$/.test(kind) && isInFunction(place, parents)) return true;
	const declarator = declarations[0]?.node;
	if (!/^(const|let)$/.test(kind) || !declarator) return false;
	const list = parents.get(/** @type {Node} */ (parents.get(declarator)));
	if (list?.type === 'SwitchCase') return false;
	// A function expression behind the declaration is made when the variable has its value; a declaration may be called before.
	for (let at = parents.get(place); at && at !== scope.node; at = parents.get(at)) {
		const isLater = at.type === 'ArrowFunctionExpression' || at.type === 'FunctionExpression';
		if (isFunction(at) && !(isLater && declarator.end <= at.start)) return false;
	}
	return declarator.end <= place.start;
}
