/** @import { Node } from '../../types.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Parents } from '../../ast/parents.js' */
import { dottedName, isCall, isMember, isWrapper, propertyName, unwrap } from '../../ast/shapes.js';
import { iteratesArgument } from '../../knowledge/calls.js';
import { functionAround } from './call-context.js';
import { useAfter } from './later-use.js';

/** @typedef {{ indexes: readonly number[] | null, withThis?: boolean, effects: EffectAnalysis }} Asked `indexes`: of the arguments that the unit changes; null: any;
 * `withThis`: it changes what it is called on, too */

/**
 * Whether the caller waits for the promise of a call before it goes on: `await f(x)`, `return f(x)`, `await Promise.all(xs.map((x) => f(x)))`;
 * or does not look again at what the call changes.
 *
 * @param {Node} call of a unit
 * @param {Asked} asked
 * @returns {boolean}
 */
export function isAwaitedAtOnce(call, asked) {
	return new Search(call, asked).isAwaited(call);
}

class Search {
	#parents;
	#asked;
	#call;

	#seen;

	/** @param {Node} call @param {Asked} asked @param {Set<Node>} [seen] functions whose callers have been asked for */
	constructor(call, asked, seen = new Set()) {
		this.#seen = seen;
		this.#call = call;
		this.#asked = asked;
		this.#parents = asked.effects.parents;
	}

	/** @param {Node} value a promise, or a list of promises @returns {boolean} */
	isAwaited(value) {
		const { child, parent } = outermost(value, this.#parents);
		switch (parent.type) {
			case 'AwaitExpression':
				return true;
			case 'ReturnStatement':
				return this.#isAwaitedByCallers(functionAround(parent, this.#parents).fn);
			case 'ArrowFunctionExpression':
				return parent.body === child && this.#isAwaitedByCallers(parent);
			case 'ConditionalExpression':
				return parent.test !== child && this.isAwaited(parent);
			case 'LogicalExpression':
				return parent.right === child && this.isAwaited(parent);
			case 'SequenceExpression':
				return parent.expressions.at(-1) === child && this.isAwaited(parent);
			case 'ArrayExpression':
			case 'SpreadElement':
				return this.isAwaited(parent);
			case 'ForOfStatement':
				return parent.await && parent.right === child;
			case 'YieldExpression':
				return true; // the body of an async function, as older code has it
			case 'ExpressionStatement':
			case 'VariableDeclarator':
			case 'AssignmentExpression':
				return !this.#isReadAfter();
			default:
				return this.#isAwaitedThroughCall(child, parent);
		}
	}

	/** `f(x).then(…)`, `Promise.all([f(x)])`, `xs.map((x) => f(x))`. @param {Node} child @param {Node} parent @returns {boolean} */
	#isAwaitedThroughCall(child, parent) {
		if (isMember(parent) && parent.object === child) {
			const { parent: call } = outermost(parent, this.#parents);
			const isThen = /^(then|catch|finally)$/.test(propertyName(parent) ?? '');
			return isThen && isCall(call) && unwrap(call.callee) === parent && this.isAwaited(call);
		}
		if (!isCall(parent) || parent.arguments[0] !== child) return false;
		const path = dottedName(parent.callee) ?? '';
		const isPassedOn = path === 'Promise.resolve' || iteratesArgument('call', path);
		return path.startsWith('Promise.') && isPassedOn && this.isAwaited(parent);
	}

	/**
	 * @param {Node | null} fn that gives its caller the promise
	 * @returns {boolean} true where the text does not show its callers: who is given a promise and does not wait for it has none of its results
	 */
	#isAwaitedByCallers(fn) {
		if (!fn || this.#seen.has(fn)) return true;
		this.#seen.add(fn);
		const { effects } = this.#asked;
		const isAwaited = (/** @type {Node} */ call) =>
			new Search(call, { indexes: null, effects }, this.#seen).isAwaited(call);
		const { child, parent } = outermost(fn, this.#parents);
		if (isCall(parent) && unwrap(parent.callee) === fn) return isAwaited(parent);
		if (isCall(parent)) return this.#isAwaitedOfCallback(child, parent);
		const id =
			fn.id ?? (parent.type === 'VariableDeclarator' && parent.init === child ? parent.id : null);
		if (!id) return true;
		return effects.resolution.references.every(({ node, variable, role }) => {
			if (role !== 'read' || !variable?.declarations.some((one) => one.id === id)) return true;
			const { child: name, parent: call } = outermost(node, this.#parents);
			return !isCall(call) || call.callee !== name || isAwaited(call);
		});
	}

	/** @param {Node} fn @param {Node} call that gets it @returns {boolean} */
	#isAwaitedOfCallback(fn, call) {
		const method = isMember(call.callee) ? propertyName(call.callee) : dottedName(call.callee);
		const isMapped = method === 'map' || (method === 'from' && call.arguments[1] === fn);
		const isThen = /^(then|catch|finally)$/.test(method ?? '');
		return isMapped || isThen ? this.isAwaited(call) : !this.#isReadAfter();
	}

	/** @returns {boolean} whether what the call changes is looked at afterwards */
	#isReadAfter() {
		const { effects } = this.#asked;
		const { fn } = functionAround(this.#call, this.#parents);
		const root = fn ?? effects.resolution.program.node;
		return this.#given().some((one) =>
			[...effects.aliases.of(one.argument ?? one)].some(
				(variable) =>
					!isLocalTo(variable, root) || useAfter(variable, this.#call, root, effects) !== null,
			),
		);
	}

	/** @returns {Node[]} expressions of what the call changes */
	#given() {
		const { indexes, withThis } = this.#asked;
		/** @type {Node[]} */
		const list = this.#call.arguments ?? [];
		if (!indexes) return list;
		const callee = /** @type {Node} */ (unwrap(this.#call.callee));
		const receiver = withThis && isMember(callee) ? [callee.object] : [];
		const spread = list.findIndex(({ type }) => type === 'SpreadElement');
		const given = list.filter((_, at) => indexes.includes(at) || (spread >= 0 && at >= spread));
		return [...receiver, ...given];
	}
}

/** @param {import('../../ast/scope.js').Variable} variable @param {Node} root a function @returns {boolean} no other function may look at it */
const isLocalTo = ({ scope, references }, root) =>
	scope.node.start >= root.start &&
	scope.node.end <= root.end &&
	references.every(({ node }) => node.start >= root.start && node.end <= root.end);

/** @param {Node} node @param {Parents} parents @returns {{ child: Node, parent: Node }} past parentheses and assertions */
export function outermost(node, parents) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(node));
	while (isWrapper(parent)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	return { child, parent };
}
