/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Flow } from './flow.js' */
import { walk } from '../../ast/babel.js';
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { scansArgument } from '../../knowledge/calls.js';
import { isOfPrimitive } from '../gem-access/chains.js';
import { callsBack, goesThrough } from './methods.js';

const LOOP = /^(For(In|Of)?|While|DoWhile)Statement$/;

/**
 * A path from an expression: `top` is where it ends.
 *
 * @typedef {{ steps: { member: Node, name: string | null }[], top: Node, method: { call: Node, name: string | null } | null }} Way
 */

/**
 * Says of code that accesses a part of a GEM whether it does more with it than what sites for single values cover: then a plain copy is
 * wanted. One for a module; it only reads the tree.
 */
export class Wants {
	/** @param {Flow} flow */
	constructor(flow) {
		this.flow = flow;
		this.analysis = flow.analysis;
		/** @type {Map<Variable, boolean>} */
		this.variables = new Map();
		/** @type {Map<Node, boolean>} by function */
		this.long = new Map();
	}

	/** @param {Node} node @returns {Way} */
	wayFrom(node) {
		const steps = [];
		let top = node;
		for (;;) {
			const outer = this.flow.outermost(top);
			const parent = this.flow.parentOf(outer);
			if (!isMember(parent) || parent.object !== outer) return { steps, top, method: null };
			const around = this.flow.outermost(parent);
			const call = this.flow.parentOf(around);
			const name =
				parent.computed && parent.property.type !== 'StringLiteral' ? null : propertyName(parent);
			if (isCall(call) && call.callee === around) return { steps, top, method: { call, name } };
			steps.push({ member: parent, name });
			top = parent;
		}
	}

	/**
	 * @param {Node} node an expression that may be a part of a GEM
	 * @param {boolean} isElement it is one of a list already, or holds one
	 * @returns {boolean}
	 */
	has(node, isElement) {
		const { steps, top, method } = this.wayFrom(node);
		const indexes = steps.filter(({ name }) => name === null).length;
		if (indexes > (isElement ? 0 : 1)) return true;
		if (indexes === 1 && steps.at(-1)?.name !== null && this.isKeyed(steps)) return true;
		if (steps.slice(1).some(({ member }) => member.optional)) return true;
		if (method)
			return method.name !== null && goesThrough(method.name) && !isOfPrimitive(method.name);
		return this.isGoneThrough(top, indexes > 0 || (isElement && steps.length > 0));
	}

	/** @param {Way['steps']} steps @returns {boolean} what hangs below something that is found by a name */
	isKeyed(steps) {
		const step = steps.find(({ name }) => name === null);
		const index = unwrap(step?.member.property);
		const variable = index?.type === 'Identifier' ? this.analysis.aliases.variableOf(index) : null;
		const declarator = variable?.declarations[0]?.node;
		const loop = declarator && this.flow.parentOf(this.flow.parentOf(declarator) ?? declarator);
		return loop?.type === 'ForInStatement';
	}

	/** @param {Node} node @param {boolean} isBelow it hangs below an element @returns {boolean} what is in it is wanted, and not it */
	isGoneThrough(node, isBelow) {
		const outer = this.flow.outermost(node);
		const parent = this.flow.parentOf(outer);
		switch (parent.type) {
			case 'ForInStatement':
				return parent.right === outer;
			case 'ForOfStatement': {
				const { left } = parent;
				if (left.type !== 'VariableDeclaration') return false;
				const [{ id }] = left.declarations;
				return isBelow || id.type !== 'Identifier' || this.ofName(id, true);
			}
			case 'SpreadElement':
				return this.flow.parentOf(parent).type !== 'ObjectExpression';
			case 'VariableDeclarator':
				return parent.id.type === 'Identifier'
					? this.isInLoop(parent) && this.ofName(parent.id, true)
					: true;
			case 'CallExpression':
			case 'OptionalCallExpression':
				return parent.callee !== outer && this.isWantedBy(parent, outer);
			default:
				return false;
		}
	}

	/** @param {Node} call @param {Node} argument @returns {boolean} */
	isWantedBy(call, argument) {
		const callee = /** @type {Node} */ (unwrap(call.callee));
		if (this.flow.changes.isGlobal(callee)) return scansArgument(dottedName(callee) ?? '');
		const own = this.analysis.callees.ofCall(call);
		const index = call.arguments.indexOf(argument);
		return (
			own.length > 0 &&
			own.every(
				({ fn, args }) => args === call.arguments && isFunction(fn) && this.ofParameter(fn, index),
			)
		);
	}

	/** @param {Node} fn @param {number} index @returns {boolean} */
	ofParameter(fn, index) {
		const param = fn.params[index];
		if (!param || param.type === 'RestElement') return false;
		const target = param.type === 'AssignmentPattern' ? param.left : param;
		return target.type !== 'Identifier' || this.ofName(target, false);
	}

	/** @param {Node} id that declares a variable @param {boolean} isElement @returns {boolean} */
	ofName(id, isElement) {
		const variable = this.flow.declared.get(id);
		if (!variable) return false;
		const known = this.variables.get(variable);
		if (known !== undefined) return known;
		this.variables.set(variable, false); // what a recursive call sees
		const isLetOut = isElement && this.isPartlyRead(variable);
		const answer = variable.references.some(({ node, role }) => {
			if (isLetOut) return true;
			if (role !== 'read') return false;
			if (this.has(node, isElement)) return true;
			// A parameter's values are looked up by proxies where no loop is around.
			const { steps } = this.wayFrom(node);
			return !isElement && steps.length > 0 && !this.isInLoop(node);
		});
		this.variables.set(variable, answer);
		return answer;
	}

	/** @param {Variable} variable @returns {boolean} values of it are read, and something else is done with it */
	isPartlyRead({ references }) {
		const ways = references.map(({ node }) => this.wayFrom(node));
		return (
			ways.some(({ steps }) => steps.length > 0) && ways.some(({ steps }) => steps.length === 0)
		);
	}

	/** @param {Node} node @returns {boolean} of its function */
	isInLoop(node) {
		for (let at = this.flow.parentOf(node); at && !isFunction(at); at = this.flow.parentOf(at))
			if (LOOP.test(at.type)) return true;
		return false;
	}

	/** @param {Node} call @returns {boolean} the functions that it runs go through what they get: they have loops, or call themselves */
	isLong(call) {
		return this.analysis.callees.ofCall(call).some(({ fn }) => this.isLongFunction(fn));
	}

	/** @param {Node} fn @returns {boolean} */
	isLongFunction(fn) {
		const known = this.long.get(fn);
		if (known !== undefined) return known;
		this.long.set(fn, true); // it calls itself
		let found = false;
		walk(fn, (node) => {
			found ||=
				LOOP.test(node.type) ||
				node.type === 'SpreadElement' ||
				(isCall(node) && (this.isGoing(node) || this.isLong(node)));
			return !found;
		});
		this.long.set(fn, found);
		return found;
	}

	/** @param {Node} call @returns {boolean} of a method that goes through a list */
	isGoing(call) {
		const callee = /** @type {Node} */ (unwrap(call.callee));
		return isMember(callee) && callsBack(propertyName(callee) ?? '');
	}
}
