/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { CLASSES, isFunction, memberName, membersOf, unwrap } from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { classOf } from './values.js';

/**
 * The classes of a module, with what is asked of all of them: most modules have few, and some have hundreds, of which each access to a
 * member would ask each one.
 */
export class Classes {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
		/** @type {Node[] | undefined} */
		this.every = undefined;
		/** @type {Map<Node, Node | null>} */
		this.supers = new Map();
		/** @type {Map<Node, Node[]> | undefined} by the class that they extend */
		this.direct = undefined;
		/** @type {Map<Node, Node[]>} */
		this.extending = new Map();
		/** @type {Map<string, Node[]> | undefined} */
		this.getters = undefined;
		/** @type {Map<string, Node[]> | undefined} */
		this.methods = undefined;
	}

	/** @returns {Node[]} in source order */
	all() {
		this.every ??= nodesOf(this.analysis.resolution.program.node, CLASSES).filter((one) =>
			this.analysis.parents.has(one),
		);
		return this.every;
	}

	/** @param {Node} definition @returns {Node | null} the class of the module that it extends */
	superOf(definition) {
		const known = this.supers.get(definition);
		if (known !== undefined) return known;
		const parent = /** @type {Node | null | undefined} */ (unwrap(definition.superClass));
		const variable =
			parent?.type === 'Identifier' ? this.analysis.aliases.variableOf(parent) : null;
		const found = variable ? classOf(variable) : null;
		this.supers.set(definition, found);
		return found;
	}

	/** @param {Node} definition @returns {Node[]} those that extend it, and those that extend these, in source order */
	below(definition) {
		const known = this.extending.get(definition);
		if (known) return known;
		this.direct ??= this.findDirect();
		const found = new Set(this.direct.get(definition));
		for (const one of found) for (const other of this.direct.get(one) ?? []) found.add(other); // a Set grows while it is walked
		found.delete(definition);
		const list = [...found].sort((a, b) => a.start - b.start);
		this.extending.set(definition, list);
		return list;
	}

	/** @returns {Map<Node, Node[]>} */
	findDirect() {
		/** @type {Map<Node, Node[]>} */
		const direct = new Map();
		for (const one of this.all()) {
			const parent = this.superOf(one);
			const list = parent ? direct.get(parent) : undefined;
			if (list) list.push(one);
			else if (parent) direct.set(parent, [one]);
		}
		return direct;
	}

	/** @param {string} name @returns {Node[]} the getters of that name, of all classes */
	gettersOf(name) {
		this.getters ??= this.findMembers((one) => isFunction(one) && one.kind === 'get');
		return this.getters.get(name) ?? [];
	}

	/** @param {string} name @returns {Node[]} the methods of that name that instances have, of all classes */
	methodsOf(name) {
		this.methods ??= this.findMembers(
			(one) => isFunction(one) && one.kind === 'method' && !one.static,
		);
		return this.methods.get(name) ?? [];
	}

	/** @param {(member: Node) => boolean} isFound @returns {Map<string, Node[]>} by their names */
	findMembers(isFound) {
		/** @type {Map<string, Node[]>} */
		const found = new Map();
		for (const member of this.all().flatMap(membersOf)) {
			const name = isFound(member) ? memberName(member) : null;
			const list = name === null ? undefined : found.get(name);
			if (list) list.push(member);
			else if (name !== null) found.set(name, [member]);
		}
		return found;
	}
}
