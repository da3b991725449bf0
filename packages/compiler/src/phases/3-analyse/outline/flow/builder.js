/** @import { Node } from '../../../../types.js' */
/** @import { FlowCall, FlowClass, FlowFn, FlowNode, FlowRoot, FlowSpan, FlowVar } from '../../../../ir/flow.js' */
/** @import { EffectAnalysis } from '../../../../ir/effect-analysis.js' */
/** @import { Variable } from '../../../../ast/scope.js' */
/** @import { Tracker } from '../tracker.js' */
/** @import { View } from '../view.js' */
import { emptyFlow } from '../../../../ir/flow.js';
import { isClass, isFunction, unwrap } from '../../../../ast/shapes.js';
import { GLOBAL_ROOT } from '../../../../knowledge/globals.js';
import {
	classifyAliasing,
	isMutatorMethod,
	isPrimitiveMethod,
} from '../../../../knowledge/methods.js';
import { isPerThread } from '../own-states.js';
import { OwnGlobals } from './own-globals.js';

/** What a name that is computed stands for, and what iteration takes. */
export const ELEMENT = '[]';

/** What the rest of the outline knows. @typedef {{ imports: Map<Node | Variable, number>, units: Map<Node, number>, functions: Map<Node, number>, codes: Map<Node | Variable, number>, tracker: Tracker }} Known */

/** Gathers the operations of a module, in the order of evaluation as far as the text shows it. */
export class FlowBuilder {
	/** @param {View} view @param {EffectAnalysis} effects @param {Known} known */
	constructor(view, effects, known) {
		this.view = view;
		this.effects = effects;
		this.known = known;
		this.facts = emptyFlow();
		/** The function whose body is visited; -1 for the top level. */
		this.fn = -1;
		/** How many branches, loops and callbacks are around what is visited, within the function. */
		this.depth = 0;
		/** @type {Map<Variable, number>} */
		this.vars = new Map();
		/** @type {Map<Variable, number>} */
		this.roots = new Map();
		/** Roots by the own names of functions and classes, which are variables of these alone. @type {Map<Node, number>} */
		this.ownNames = new Map();
		this.ownGlobals = new OwnGlobals(view, effects);
		/** @type {Map<string, number>} roots of globals, by their names */
		this.globalRoots = new Map();
	}

	/** @param {FlowNode} node @returns {number} */
	push(node) {
		return this.facts.nodes.push(node) - 1;
	}

	/** @param {number[]} of @returns {number} */
	any(of) {
		const known = of.filter((one) => one >= 0);
		if (known.length < 2) return known[0] ?? -1;
		return this.push({ op: 'any', of: known });
	}

	/** @param {number} of @param {string} name @param {Node} node @param {boolean} [isRead] @returns {number} */
	prop(of, name, node, isRead = false) {
		return of < 0 ? -1 : this.push({ op: 'prop', of, name, isRead, span: spanOf(node) });
	}

	/** All of a value is read. @param {number} of @param {Node} node @param {'primitive' | 'iteration' | 'any'} as */
	use(of, node, as) {
		if (of >= 0) this.push({ op: 'use', of, as, span: spanOf(node) });
	}

	/**
	 * A write; `change` is the node that the analysis of effects knows it by.
	 *
	 * @param {'set' | 'put' | 'assign'} op
	 * @param {{ of: number, name?: string, value: number, node: Node, isKept: boolean, isPlain: boolean, isOnce?: boolean }} write `isPlain`: what was there before does not matter
	 */
	write(op, { of, name = '', value, node, isKept, isPlain, isOnce = false }) {
		if (of < 0) return;
		const isSure = isPlain && this.depth === 0;
		this.push({ op, of, name, value, isKept, isOnce, isSure, span: spanOf(node) });
	}

	/** @param {Partial<FlowCall> & { node: Node }} call @returns {number} */
	call({ node, ...call }) {
		const rest = {
			of: -1,
			name: '',
			callee: -1,
			args: [],
			isSpread: false,
			isNew: false,
			isUsed: true,
		};
		const isSure = this.depth === 0;
		const platform = platformOf(call.name ?? '');
		const how = { isSure, ...platform, span: spanOf(node) };
		return this.push({ op: 'call', ...rest, isKept: false, ...call, ...how });
	}

	/** @param {Variable} variable of a function or block @returns {number} */
	varOf(variable) {
		const known = this.vars.get(variable);
		if (known !== undefined) return known;
		/** @type {FlowVar} */
		const one = { fn: this.ownerOf(variable), name: variable.name, values: [] };
		const index = this.facts.vars.push(one) - 1;
		this.vars.set(variable, index);
		return index;
	}

	/** @param {Variable} variable @returns {number} the function that has it: one that is being visited; -1 for the top level */
	ownerOf({ scope }) {
		for (let at = this.fn; at >= 0; at = /** @type {FlowFn} */ (this.facts.fns[at]).parent) {
			const node = /** @type {Node} */ (this.bodies[at]);
			if (node.start <= scope.node.start && scope.node.end <= node.end) return at;
		}
		return -1;
	}

	/** The nodes of functions, by their index. @type {Node[]} */
	bodies = [];

	/** What is visited in `inside` happens only sometimes, or later. @template T @param {() => T} inside @returns {T} */
	sometimes(inside) {
		this.depth += 1;
		const result = inside();
		this.depth -= 1;
		return result;
	}

	/**
	 * A function whose nodes `inside` pushes.
	 *
	 * @param {Node} node
	 * @param {Partial<FlowFn>} fact
	 * @param {(index: number) => void} inside
	 * @returns {number} its index
	 */
	fnOf(node, fact, inside) {
		const { units, functions, codes } = this.known;
		const outer = { fn: this.fn, depth: this.depth };
		/** @type {FlowFn} */
		const fn = {
			...{ from: this.facts.nodes.length, to: 0, names: [], results: [], parent: this.fn },
			...{ isInline: false, isGenerator: false, call: -1 },
			...{ unit: units.get(node) ?? -1, fact: functions.get(node) ?? -1 },
			...{ code: codes.get(node) ?? -1 },
			...fact,
		};
		const index = this.facts.fns.push(fn) - 1;
		this.bodies.push(node);
		this.fn = index;
		this.depth = 0;
		inside(index);
		fn.to = this.facts.nodes.length;
		this.fn = outer.fn;
		this.depth = outer.depth;
		return index;
	}

	/** @param {string} local @param {Node} node @param {{ isPerThread?: boolean, isCode?: boolean, isDeferred?: boolean, isGlobal?: boolean, label?: number }} [how] `isCode`: a function or a class, always the same @returns {number} */
	root(local, node, how = {}) {
		const { isPerThread = false, isCode = false, isDeferred = false, isGlobal = false } = how;
		const index = this.facts.roots.length;
		this.facts.roots.push({
			...{ local, values: [], label: how.label ?? index },
			...{ isPerThread, isCode, isDeferred, isGlobal, span: spanOf(node) },
		});
		return index;
	}

	/**
	 * @param {Node} node
	 * @param {string | null} [name] by which all modules know it
	 * @returns {number} the root of a global that the program makes for itself; -1 for anything else
	 */
	globalRoot(node, name = this.ownGlobals.nameOf(node)) {
		if (name === null) return -1;
		const known = this.globalRoots.get(name);
		const root = known ?? this.root(`${GLOBAL_ROOT}${name}`, node, { isGlobal: true });
		this.globalRoots.set(name, root);
		const fact = /** @type {FlowRoot} */ (this.facts.roots[root]);
		fact.isPerThread ||= isPerThread(node, this.view.parents);
		return root;
	}

	/** @returns {FlowClass} */
	emptyClass() {
		return { methods: {}, statics: {}, construct: -1, fields: -1, parent: -1 };
	}
}

/** What a method of the platform does, by its name. @param {string} name @returns {Pick<FlowCall, 'changes' | 'gives'>} */
function platformOf(name) {
	const changes = name !== '' && isMutatorMethod(name);
	if (name === '' || isPrimitiveMethod(name)) return { changes, gives: 'nothing' };
	const gives = classifyAliasing(name) ?? 'part';
	if (gives === 'self' || gives === 'part') return { changes, gives };
	return { changes, gives: gives === 'iterated' ? 'iterator' : 'copy' };
}

/** @param {Node} node @returns {FlowSpan} */
export const spanOf = ({ loc: { start, end } }) => [start.line, start.column, end.line, end.column];

/** @param {Node | null | undefined} expression @returns {boolean} it makes something, and does not only name it */
export function makesValue(expression) {
	let node = unwrap(expression);
	while (node && /^(Optional)?MemberExpression$/.test(node.type)) node = unwrap(node.object);
	return (
		!!node &&
		(isFunction(node) || isClass(node) || !/^(Identifier|ThisExpression)$/.test(node.type))
	);
}
