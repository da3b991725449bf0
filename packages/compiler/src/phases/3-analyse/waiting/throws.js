/** @import { Node } from '../../../types.js' */
/** @import { Parents } from '../../../ast/parents.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
/** @import { Apart } from './apart.js' */
import { dottedName, isClass, isFunction, isMember, unwrap } from '../../../ast/shapes.js';
import { isWithin, nodesOf } from '../../../ast/tree.js';
import { importOf } from '../../../ir/values.js';
import { functionAround } from '../call-context.js';

/**
 * Which expressions are certain to be neither null nor undefined when code behind a call reads a property of them: a TypeError would
 * leave before the call is awaited.
 */
export class Throws {
	#effects;
	#call;
	#apart;
	/** names that have had a property read by the time of the call @type {Set<string> | undefined} */
	#read = undefined;

	/** @param {Node} call @param {Apart} apart @param {EffectAnalysis} effects */
	constructor(call, apart, effects) {
		this.#call = call;
		this.#apart = apart;
		this.#effects = effects;
	}

	/** @param {Node} object @returns {boolean} reading a property of it may throw */
	mayRead(object) {
		const node = /** @type {Node} */ (unwrap(object));
		if (MADE.test(node.type) || isFunction(node) || isClass(node)) return false;
		if (this.#apart.isFresh(node) || this.#apart.isGlobal(node)) return false;
		if (node.type === 'Identifier' && this.#isKnown(node)) return false;
		if (isMember(node) && this.#apart.isScalar(node)) return false;
		const name = dottedName(node);
		if (name !== null) return !this.#namesRead.has(name);
		const value = this.#apart.valueOf(node);
		return !(value && value.type === 'CallExpression' && this.#apart.isArray(value));
	}

	/** @param {Node} name @returns {boolean} an import, or a constant that is made where it is declared */
	#isKnown(name) {
		const variable = this.#effects.aliases.variableOf(name);
		if (!variable) return true;
		if (importOf(variable, this.#effects.parents)) return true;
		const value = this.#apart.valueOf(name);
		return value !== null && (MADE.test(value.type) || isFunction(value) || isClass(value));
	}

	/** @returns {Set<string>} */
	get #namesRead() {
		if (this.#read) return this.#read;
		const { parents, resolution, aliases } = this.#effects;
		const { fn } = functionAround(this.#call, parents);
		const root = fn ?? resolution.program.node;
		const names = nodesOf(root, ['MemberExpression']).flatMap((member) => {
			if (member.end > this.#call.end || !isCertainBefore(member, this.#call, root, parents))
				return [];
			const object = /** @type {Node} */ (unwrap(member.object));
			const [first] = nodesOf(object, ['Identifier', 'ThisExpression']);
			const variable = first?.type === 'Identifier' ? aliases.variableOf(first) : null;
			const name = variable?.isReassigned ? null : dottedName(object);
			return name === null ? [] : [name];
		});
		return (this.#read = new Set(names));
	}
}

const MADE =
	/^(Array|Object|New|This|Super|Binary|Template)(Expression|Literal)?$|^(String|Numeric|Boolean|BigInt|RegExp)Literal$/;
/** What may leave out a part of it, or all. */
const BRANCHING =
	/^(If|Conditional|Logical|Switch|Catch|Try|For|While|OptionalMember|OptionalCall)/;

/**
 * @param {Node} node that stands before the call
 * @param {Node} call
 * @param {Node} root the function around both, or the program
 * @param {Parents} parents
 * @returns {boolean} it has run in each run that comes to the call
 */
export function isCertainBefore(node, call, root, parents) {
	for (let at = parents.get(node); at && at !== root; at = parents.get(at))
		if ((isFunction(at) || BRANCHING.test(at.type)) && !isWithin(call, at)) return false;
	return true;
}
