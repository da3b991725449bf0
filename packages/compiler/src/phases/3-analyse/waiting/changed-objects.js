/** @import { Node } from '../../../types.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
import { dottedName, isCall, isMember, propertyName, unwrap } from '../../../ast/shapes.js';
import { hasNodeOf, isWithin, nodesOf } from '../../../ast/tree.js';
import { isPrimitive } from './apart.js';

/** Where a name and the properties behind it lead, as an expression writes them: `rows[0].tags`; null for a key that is no literal. @typedef {{ root: Variable | null, keys: (string | null)[] }} Chain */

/** The objects that a call changes, as expressions lead to them. What is changed of an object that they name is not told apart. */
export class ChangedObjects {
	#chains;
	#others;
	#given;
	#aliases;
	#parents;
	#accessors;

	/**
	 * @param {Node[]} expressions
	 * @param {{ others: readonly Variable[], given: ReadonlySet<Variable>, effects: EffectAnalysis }} known `others`: variables whose objects are changed; `given`:
	 *   with these, all that lead to what is changed
	 */
	constructor(expressions, { others, given, effects }) {
		this.#aliases = effects.aliases;
		this.#parents = effects.parents;
		this.#accessors = effects.resolution.accessorNames;
		this.#others = others;
		this.#given = given;
		const objects = expressions.filter((one) => !isPrimitive(/** @type {Node} */ (unwrap(one))));
		this.#chains = objects.map((one) => this.#chainOf(one));
	}

	/** @param {Node} expression @returns {Chain} */
	#chainOf(expression) {
		let node = /** @type {Node} */ (unwrap(expression));
		/** @type {(string | null)[]} */
		const keys = [];
		// `rows.slice(1)`: the list is another one, its elements are those of `rows`
		if (isCall(node) && isCopy(node)) {
			keys.unshift(null);
			node = unwrap(unwrap(node.callee).object);
		}
		for (let next = holderOf(node); next; next = holderOf(node)) {
			keys.unshift(isMember(node) ? propertyName(node) : null);
			node = next;
		}
		return { root: this.#aliases.variableOf(node) ?? null, keys };
	}

	/** @param {Node} argument of another call @returns {boolean} evaluating it looks into what is changed */
	isReadBy(argument) {
		const node = /** @type {Node} */ (unwrap(argument));
		if (isView(node)) return false; // it shares the memory, and reads nothing of it
		const isSpread = nodesOf(node, ['SpreadElement']).some((one) => this.#hasInside(one.argument));
		if (isSpread) return true;
		return nodesOf(node, MEMBERS).some(
			(member) => this.#isGetter(member) || this.#hasInside(member.object),
		);
	}

	/** Its code may look at anything. @param {Node} member @returns {boolean} */
	#isGetter(member) {
		const name = propertyName(member);
		return name !== null && this.#accessors.has(name);
	}

	/** @param {Node} object an expression @returns {boolean} it may be an object that is changed, or one in it */
	#hasInside(object) {
		const named = [...this.#aliases.of(object)];
		if (!named.some((one) => this.#given.has(one))) return false;
		if (named.some((one) => this.#others.includes(one))) return true;
		const chain = this.#chainOf(object);
		return this.#chains.some((one) => this.#leadsInto(chain, one));
	}

	/** `grid`, where `grid[0]` changes: of the same variable, and another part of what it has. @param {Node} object @returns {boolean} */
	isBeside(object) {
		const chain = this.#chainOf(object);
		return (
			this.#chains.length > 0 &&
			chain.root !== null &&
			this.#others.length === 0 &&
			this.#chains.every((one) => one.root === chain.root && !this.#leadsInto(chain, one))
		);
	}

	/** `row` of `bump(row)`, and not of `bump(row.user)`: another element may lead to the same one. @param {Variable} variable @returns {boolean} */
	isWhole(variable) {
		return this.#chains.every(({ root, keys }) => root !== variable || keys.length === 0);
	}

	/** @param {Node} loop @returns {boolean} each object is one of an element of its list */
	areElementsOf(loop) {
		return (
			this.#others.length === 0 &&
			this.#chains.every(({ root }) =>
				root?.declarations.some(({ node }) => isWithin(node, loop.left)),
			)
		);
	}

	/** @param {Chain} chain @param {Chain} changed @returns {boolean} */
	#leadsInto({ root, keys }, changed) {
		if (root !== changed.root) return keys.length > 0 || !this.#isElement(changed.root);
		return changed.keys.every((key, at) => {
			const other = keys[at];
			return at < keys.length && (key === null || other === null || key === other);
		});
	}

	/** `rows.map((row) => …)`, `for (const row of rows)`: the name has a part of the list, and not the list. @param {Variable | null} variable @returns {boolean} */
	#isElement(variable) {
		const [declared] = variable?.declarations ?? [];
		if (!variable || !declared) return false;
		if (variable.kind === 'param') {
			const call = this.#parents.get(variable.scope.node);
			return call !== undefined && isCall(call) && call.callee !== variable.scope.node;
		}
		const declaration = this.#parents.get(declared.node);
		return (
			declaration?.kind === 'const' && this.#parents.get(declaration)?.type === 'ForOfStatement'
		);
	}
}

/** `rows` of `rows[0]` and `rows.pop()`. @param {Node} node @returns {Node | null} what it is a part of */
function holderOf(node) {
	if (isMember(node)) return unwrap(node.object);
	const callee = isCall(node) ? unwrap(node.callee) : null;
	const isPart = isMember(callee) && /^(at|find|get|pop|shift)$/.test(propertyName(callee) ?? '');
	return isPart ? unwrap(callee?.object) : null;
}

/** Reads and writes of properties. */
export const MEMBERS = ['MemberExpression', 'OptionalMemberExpression'];

/** What calls functions by name. */
export const CALLING = [
	'CallExpression',
	'OptionalCallExpression',
	'NewExpression',
	'TaggedTemplateExpression',
];

/** What may look at anything, or change it. */
const ACTS = [
	...CALLING,
	...['AssignmentExpression', 'UpdateExpression', 'AwaitExpression', 'YieldExpression'],
];

/**
 * `rows.filter(Boolean)`, `rows.slice(1)`, `new Float64Array(memory)`: the elements are the same, whatever has become of them.
 *
 * @param {Node} expression
 * @returns {boolean}
 */
export function isCopy(expression) {
	const call = /** @type {Node} */ (unwrap(expression));
	if (isView(call)) return true;
	const callee = isCall(call) ? unwrap(call.callee) : null;
	const isMethod = isMember(callee) && /^(slice|filter|concat)$/.test(propertyName(callee) ?? '');
	return isMethod && [callee?.object, ...call.arguments].every(isName);
}

/** `new Float64Array(memory)`, `pixels.subarray(1)`. @param {Node} call @returns {boolean} it shares the memory */
function isView(call) {
	const callee = /** @type {Node | null} */ (unwrap(call.callee));
	if (call.type === 'NewExpression')
		return /Array$|^DataView$/.test(dottedName(call.callee) ?? '') && !call.arguments.some(acts);
	if (!callee || !isCall(call) || !isMember(callee)) return false;
	const isPart =
		propertyName(callee) === 'subarray' && (isName(callee.object) || isMember(callee.object));
	return isPart && !call.arguments.some(acts);
}

/** @param {Node} node @returns {boolean} */
const acts = (node) => hasNodeOf(node, ACTS);

/** @param {Node} node @returns {boolean} */
const isName = ({ type }) => /Identifier|Literal/.test(type);
