/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Guard } from './model.js' */
import { walk } from '../../ast/babel.js';
import { chainRoot, isCall, isFunction, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { isMutatorMethod } from '../../knowledge/methods.js';
import { Changes } from '../gem-access/changes.js';
import { isShadowed, problemOfRoot } from '../gem-access/roots.js';
import { isImmediate } from './functions.js';

const LOOP = /^(For(In|Of)?|While|DoWhile)Statement$/;

/**
 * Going through a variable that holds a part of a GEM more often than not runs no code of the program. And what a variable holds may be
 * replaced where copies are in use, if it is another one than what they were made of.
 */
export class CopyChanges extends Changes {
	/** @override @param {Node} target @returns {boolean} */
	isChangedTarget(target) {
		return unwrap(target)?.type !== 'Identifier' && super.isChangedTarget(target);
	}

	/** @override @param {Node} expression @returns {boolean} */
	isPlainIterable(expression) {
		if (super.isPlainIterable(expression)) return true;
		const root = chainRoot(expression);
		const variable = root.type === 'Identifier' ? this.analysis.aliases.variableOf(root) : null;
		return variable !== null && variable !== undefined && this.isRoot(variable);
	}
}

/**
 * Finds the code in which copies hold: nothing in it changes a GEM, or waits. One for a module; it only reads the tree.
 */
export class Extents {
	/** @param {EffectAnalysis} analysis @param {Changes} changes @param {Set<Node>} waits expressions that are waited for */
	constructor(analysis, changes, waits) {
		this.waits = waits;
		this.analysis = analysis;
		this.changes = changes;
		/** @type {Map<Node, Guard[] | null>} */
		this.known = new Map();
	}

	/**
	 * @param {Node} reference
	 * @param {Variable} root
	 * @returns {Node | null} the outermost loop around it that leaves all GEMs as they are; else its function's body, or a call
	 */
	of(reference, root) {
		const { parents } = this.analysis;
		/** @type {Node | null} */
		let loop = null;
		/** @type {Node | null} */
		let call = null;
		for (let at = parents.get(reference); at; at = parents.get(at)) {
			if (isFunction(at)) {
				if (isImmediate(at, this.analysis)) continue;
				if (loop) return loop;
				const isBody = at.body.type === 'BlockStatement' && at.body.start <= reference.start;
				return isBody && this.isLegal(at.body, root) ? at.body : call;
			}
			if (LOOP.test(at.type) && this.isLegal(at, root)) loop = at;
			if (isCall(at) && this.isLegal(at, root)) call = at;
		}
		return null;
	}

	/** @param {Node} node @param {Variable} root @returns {boolean} */
	isLegal(node, root) {
		const isIn = (/** @type {Node} */ one) => node.start <= one.start && one.end <= node.end;
		if (root.declarations.some(({ id }) => isIn(id))) return false;
		if (root.references.some(({ node: one, role }) => role !== 'read' && isIn(one))) return false;
		return !isShadowed(root, node, this.analysis.resolution) && this.guardsOf(node) !== null;
	}

	/**
	 * @param {Node} node
	 * @returns {Guard[] | null} what must be no part of a GEM, for the code to change none; null where it may change one
	 */
	guardsOf(node) {
		const known = this.known.get(node);
		if (known !== undefined) return known;
		/** @type {Map<Variable, Guard> | null} */
		let found = new Map();
		walk(node, (one) => {
			const isHazardous = isHazard(one) || this.waits.has(one);
			if (found === null || !(isHazardous || this.changes.isChange(one))) return found !== null;
			const guard = this.guardOf(one, node);
			if (guard === null) found = null;
			else if (!found.get(guard.variable)?.isCalled) found.set(guard.variable, guard);
			return found !== null;
		});
		const guards = found && [.../** @type {Map<Variable, Guard>} */ (found).values()];
		this.known.set(node, guards);
		return guards;
	}

	/** @param {Node} change @param {Node} extent @returns {Guard | null} */
	guardOf(change, extent) {
		if (isHazard(change) || this.waits.has(change)) return null;
		const target = change.left ?? change.argument;
		const isCalled = isCall(change);
		const member = /** @type {Node | undefined} */ (unwrap(isCalled ? change.callee : target));
		if (!member || !isMember(member) || (!isCalled && !isChangeOf(change))) return null;
		const object = /** @type {Node} */ (unwrap(member.object));
		const variable = object.type === 'Identifier' ? this.analysis.aliases.variableOf(object) : null;
		if (!variable || this.changes.isRoot(variable)) return null;
		if (isCalled && !this.isMutation(change, propertyName(member))) return null;
		return problemOfRoot(variable, extent, this.analysis.resolution, extent) === null
			? { variable, isCalled }
			: null;
	}

	/** @param {Node} call @param {string | null} name @returns {boolean} of arrays and collections: it runs no other code */
	isMutation(call, name) {
		return (
			name !== null &&
			isMutatorMethod(name) &&
			!this.analysis.gems.isOwnMethod(name) &&
			this.changes.hasHarmlessCallbacks(call, name) &&
			!call.arguments.some(
				(/** @type {Node} */ one) =>
					one.type === 'SpreadElement' && !this.changes.isPlainIterable(one.argument),
			)
		);
	}
}

/** @param {Node} node @returns {boolean} it changes what it names */
const isChangeOf = ({ type, operator }) =>
	/^(Assignment|Update)Expression$/.test(type) || operator === 'delete';

/** @param {Node} node @returns {boolean} other code may run there, or see names */
function isHazard(node) {
	switch (node.type) {
		case 'AwaitExpression':
		case 'YieldExpression':
		case 'WithStatement':
			return true;
		case 'ForOfStatement':
			return node.await === true;
		case 'VariableDeclaration':
			return /using/.test(node.kind);
		case 'CallExpression': {
			const callee = /** @type {Node} */ (unwrap(node.callee));
			return callee.type === 'Identifier' && callee.name === 'eval';
		}
		default:
			return false;
	}
}
