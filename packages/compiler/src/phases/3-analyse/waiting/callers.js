/** @import { Node } from '../../../types.js' */
/** @import { Parents } from '../../../ast/parents.js' */
/** @import { EffectAnalysis } from '../../../ir/effect-analysis.js' */
import { outermost } from '../../../ast/parents.js';
import { chainRoot, isCall, isMember, propertyName, unwrap } from '../../../ast/shapes.js';
import { isWithin, nodesOf } from '../../../ast/tree.js';
import { functionOf, importOf } from '../../../ir/values.js';
import { functionAround } from '../call-context.js';
import { CALLING, MEMBERS } from './changed-objects.js';

/** Who calls the functions of a module: by their names, as methods, through other functions that are given them, and by events. */
class Callers {
	#effects;
	#parents;
	/** @type {Map<Node, Node[]>} */
	#known = new Map();

	/** @param {EffectAnalysis} effects */
	constructor(effects) {
		this.#effects = effects;
		this.#parents = effects.parents;
	}

	/** @param {Node} fn @returns {Node[]} calls and `new` that run it, or a method of its name of what they do not show */
	of(fn) {
		const known = this.#known.get(fn) ?? this.#find(fn);
		this.#known.set(fn, known);
		return known;
	}

	/** @param {Node} fn @returns {Node[]} */
	#find(fn) {
		const { callees, resolution, units } = this.#effects;
		const body = fn.kind === 'constructor' ? this.#parents.get(fn) : null;
		const called = body ? this.#parents.get(body) : fn;
		const isNamed = methodNamed(fn, this.#parents);
		return nodesOf(resolution.program.node, CALLING).filter((call) => {
			// In a unit it is a call of a method that its thread has.
			if ([...units].some((unit) => isWithin(call, unit))) return false;
			const own = callees.ofCall(call);
			return own.length > 0 ? own.some((one) => one.fn === called) : isNamed?.calls(call);
		});
	}

	/** `emitter.emit('row', row)`: whoever listens runs at once. @param {Node} fn that listens, or is called by others later @returns {Node[]} */
	byEvents(fn) {
		const { callees, resolution } = this.#effects;
		return nodesOf(resolution.program.node, CALLING).filter((call) => {
			const callee = unwrap(call.callee);
			const name = isMember(callee) ? (propertyName(callee) ?? '') : '';
			return EMITTING.test(name) && callees.ofCall(call).length === 0 && !isWithin(call, fn);
		});
	}

	/** `signal.onabort = …`. @param {Node} fn @returns {Node[]} events that run it, as its name says */
	byName(fn) {
		const name = methodNamed(fn, this.#parents)?.name ?? '';
		return name.startsWith('on') ? this.byEvents(fn) : [];
	}

	/** @param {Node} call @returns {boolean} of a function that another file of the program has */
	isOfProgram({ callee }) {
		const { aliases } = this.#effects;
		const root = chainRoot(/** @type {Node} */ (unwrap(callee)));
		const variable = root.type === 'Identifier' ? aliases.variableOf(root) : null;
		return /^[./]/.test((variable && importOf(variable, this.#parents)?.source) ?? '');
	}

	/** @param {Node} call @returns {boolean} */
	isDropped(call) {
		return outermost(call, this.#parents).parent.type === 'ExpressionStatement';
	}

	/** @param {Node} fn @returns {boolean} its calls in this file are found by its name: it is no value that goes elsewhere */
	areAll(fn) {
		const { resolution } = this.#effects;
		const { child, parent } = outermost(fn, this.#parents);
		const isNamed = methodNamed(fn, this.#parents);
		if (isNamed && this.#isTakenOut(isNamed.name)) return false;
		if (isNamed)
			return nodesOf(resolution.program.node, MEMBERS).every((member) => {
				if (propertyName(member) !== isNamed.name || member === parent.left) return true;
				const user = outermost(member, this.#parents);
				return isCall(user.parent) && user.parent.callee === user.child;
			});
		const id =
			fn.id ?? (parent.type === 'VariableDeclarator' && parent.init === child ? parent.id : null);
		if (!id) return isCall(parent) || /^(Export|Variable)/.test(parent.type) || this.#isGiven(fn);
		return resolution.references.every(({ node, variable, role }) => {
			if (role !== 'read' || !variable?.declarations.some((one) => one.id === id)) return true;
			return this.#isCalledBy(node);
		});
	}

	/** `const { sort } = rows`. @param {string | null} name @returns {boolean} a pattern takes the method out of its object */
	#isTakenOut(name) {
		return nodesOf(this.#effects.resolution.program.node, ['ObjectPattern']).some(
			({ properties }) =>
				properties.some((/** @type {Node} */ one) => name !== null && propertyName(one) === name),
		);
	}

	/** `const create = (row) => () => bump(row);`. @param {Node} fn @returns {boolean} a function gives it to callers that are found, or are all in other files */
	#isGiven(fn) {
		const { parent } = outermost(fn, this.#parents);
		if (!/^(Arrow|Return)/.test(parent.type)) return false;
		const { fn: giver } = functionAround(fn, this.#parents);
		if (!giver || giver.kind === 'get') return false;
		return this.of(fn).length > 0 || this.of(giver).length === 0;
	}

	/** @param {Node} name of a function @returns {boolean} what has it there calls it, or is a call that gets it */
	#isCalledBy(name) {
		const { child, parent } = outermost(name, this.#parents);
		if (/^(Export|Unary|Binary|ExpressionStatement|TSTypeQuery)/.test(parent.type)) return true;
		if (!isCall(parent)) return isExportedValue(name, this.#parents);
		return parent.callee === child || parent.arguments.includes(child);
	}

	/** @param {Node} fn @returns {Node[]} calls that get it by its name */
	handing(fn) {
		const { aliases, resolution } = this.#effects;
		return nodesOf(resolution.program.node, CALLING).filter((call) =>
			(call.arguments ?? []).some((/** @type {Node} */ one) => {
				const node = unwrap(one);
				const variable = node?.type === 'Identifier' ? aliases.variableOf(node) : null;
				return variable && functionOf(variable) === fn;
			}),
		);
	}
}

/**
 * `exports.sort = sort;`, `module.exports = { sort };`, `export default { sort };`.
 *
 * @param {Node} name of a function
 * @param {Parents} parents
 * @returns {boolean} it is a value that other files get by the name of an export
 */
export function isExportedValue(name, parents) {
	let { child, parent } = outermost(name, parents);
	while (/^Object(Property|Expression)$/.test(parent.type))
		({ child, parent } = outermost(parent, parents));
	if (parent.type === 'ExportDefaultDeclaration') return true;
	const root =
		parent.type === 'AssignmentExpression' && parent.right === child
			? chainRoot(parent.left)
			: null;
	return root?.type === 'Identifier' && /^(exports|module)$/.test(root.name);
}

/** @type {WeakMap<EffectAnalysis, Callers>} */
const KNOWN = new WeakMap();

/** @param {EffectAnalysis} effects @returns {Callers} of its module */
export function callersIn(effects) {
	const callers = KNOWN.get(effects) ?? new Callers(effects);
	KNOWN.set(effects, callers);
	return callers;
}

/** Functions that these are given run later. */
export const KEEPING = /^(create\w*Server|listen|on\w*|once|use|route|handle|subscribe|schedule)$/;

/** Methods that call who listens. */
const EMITTING = /^(emit|dispatchEvent|abort|publish|fire|trigger|notify|dispatch|next)$/;

/**
 * @param {Node} fn
 * @param {Parents} parents
 * @returns {{ name: string | null, calls: (call: Node) => boolean } | null} `calls`: whether a call is one of a method that has its name; null for other functions
 */
function methodNamed(fn, parents) {
	const parent = /** @type {Node} */ (parents.get(fn));
	const isMethod = /Method$/.test(fn.type);
	const member = isMethod
		? fn
		: /Property$/.test(parent.type) && parent.value === fn
			? parent
			: null;
	const isAssigned = parent.type === 'AssignmentExpression' && isMember(parent.left);
	const holder = member ?? (isAssigned ? parent.left : null);
	if (!holder) return null;
	const name = propertyName(holder);
	/** @param {Node} call @returns {boolean} */
	const calls = (call) => {
		const callee = unwrap(call.callee);
		if (!isMember(callee)) return false;
		const called = propertyName(callee);
		return name === null || called === name || (called === null && callee.computed);
	};
	return { name, calls };
}
