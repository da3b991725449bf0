/** @import { Node } from '../../types.js' */
/** @import { Analysed } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isCall, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { pathInExports } from '../../ir/export-bindings.js';
import { usesOfThis } from '../../ir/receiver.js';

/**
 * What worker code reads of the exports by the name of a variable that holds them: `a` of `self.a`, where `self` is the
 * exports. The statements that define other exports stay on the host.
 */
export class ExportsRead {
	/** @param {Analysed} analysed @param {(node: Node) => boolean} isWorkerCode */
	constructor({ effects, resolution, sites }, isWorkerCode) {
		this.effects = effects;
		this.parents = resolution.parents;
		this.sites = sites;
		this.isWorkerCode = isWorkerCode;
		/** @type {Map<Variable, Set<string> | null>} */
		this.known = new Map();
	}

	/**
	 * @param {Variable} variable
	 * @param {Node} change of what it holds
	 * @returns {boolean} the change is about an export that no worker reads by this name
	 */
	isOther(variable, change) {
		if (change.type !== 'AssignmentExpression') return false;
		const read = this.of(variable);
		const key = read ? this.keyOf(variable, change.left) : null;
		return key !== null && !read?.has(key);
	}

	/** @param {Variable} variable @returns {boolean} it holds the exports */
	has(variable) {
		const { exportBindings } = this.effects.aliases;
		return exportBindings.some((one) => one.variable === variable && one.path.length === 0);
	}

	/** @param {Variable} variable @returns {Set<string> | null} null for one that holds no exports, and where any of them may be read */
	of(variable) {
		if (!this.has(variable)) return null;
		let found = this.known.get(variable);
		if (found === undefined) {
			this.known.set(variable, null);
			found = this.search(variable);
			this.known.set(variable, found);
		}
		return found;
	}

	/** @param {Variable} variable @returns {Set<string> | null} */
	search({ references }) {
		/** @type {Set<string>} */
		const names = new Set();
		for (const { node, role } of references) {
			if (role !== 'read' || (this.sites.runsLater(node) && !this.isWorkerCode(node))) continue;
			if (this.isBoundToExports(node)) continue;
			const member = /** @type {Node} */ (this.parents.get(node));
			const name = isMember(member) && member.object === node ? propertyName(member) : null;
			if (name === null || this.getsHolder(member)) return null;
			const parent = this.parents.get(member);
			if (parent?.type === 'AssignmentExpression' && parent.left === member) continue;
			names.add(name);
		}
		return names;
	}

	/** `module.exports = self`. @param {Node} node @returns {boolean} */
	isBoundToExports(node) {
		const parent = this.parents.get(node);
		const isValue = parent?.type === 'AssignmentExpression' && parent.right === node;
		return isValue && this.pathOf(parent.left)?.length === 0;
	}

	/** The method of `self.scale()` gets all exports as its `this`. @param {Node} member @returns {boolean} */
	getsHolder(member) {
		const call = this.parents.get(member);
		if (!call || !isCall(call) || call.callee !== member) return false;
		const own = this.effects.callees.functions(member);
		return own.length === 0 || own.some((fn) => usesOfThis(fn).length > 0);
	}

	/** @param {Variable} variable @param {Node} target @returns {string | null} the name of the export that an assignment is about */
	keyOf(variable, target) {
		const inExports = this.pathOf(target);
		if (inExports) return inExports[0] ?? null;
		let at = /** @type {Node} */ (unwrap(target));
		/** @type {string | null} */
		let key = null;
		for (; isMember(at); at = unwrap(at.object)) key = propertyName(at);
		return at?.type === 'Identifier' && this.effects.aliases.variableOf(at) === variable
			? key
			: null;
	}

	/** @param {Node} expression */
	pathOf(expression) {
		return pathInExports(expression, (one) => this.effects.aliases.variableOf(one));
	}
}
