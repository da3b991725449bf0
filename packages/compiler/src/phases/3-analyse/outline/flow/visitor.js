/** @import { Node } from '../../../../types.js' */
/** @import { FlowFn } from '../../../../ir/flow.js' */
/** @import { Variable } from '../../../../ast/scope.js' */
import { childrenOf } from '../../../../ast/babel.js';
import {
	isCall,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	isTypeOnly,
	memberName,
	methodOf,
	unwrap,
} from '../../../../ast/shapes.js';
import { ELEMENT, FlowBuilder, spanOf } from './builder.js';
import { visitCall } from './calls.js';
import { visitClass } from './classes.js';
import { isKeptWrite, isMadeOnce } from './kept.js';
import { bindGlobals, bindPattern } from './patterns.js';

/** Code in them runs sometimes. */
const BRANCHES = /^(If|For|ForIn|ForOf|While|DoWhile|Switch|Try)Statement$/;

/** Nothing of an operand is in their value. */
const OPERATORS = /^(Unary|Binary|TemplateLiteral)(Expression)?$/;

/** What these methods give is of no interest to `on: (listener) => listeners.push(listener)`. */
const ADDS = /^(push|unshift|add|set)$/;

/** Visits the statements and expressions of a module. */
export class FlowVisitor extends FlowBuilder {
	/** @param {Node | null | undefined} node a statement, or a part of one whose value nothing needs @returns {void} */
	run(node) {
		if (!node || isTypeOnly(node)) return;
		if (isFunction(node)) return this.declared(node);
		if (isClass(node)) return void this.value(node);
		if (BRANCHES.test(node.type)) return this.branch(node);
		switch (node.type) {
			case 'ExpressionStatement':
				return void this.value(node.expression, { isUsed: false });
			case 'VariableDeclarator':
				return this.declarator(node);
			case 'ReturnStatement':
				return this.result(this.value(node.argument));
			case 'ThrowStatement':
				return void this.value(node.argument);
			case 'LabeledStatement':
				return this.run(node.body);
			default:
				if (/Expression$|^Identifier$|Literal$/.test(node.type)) return void this.value(node);
				for (const child of childrenOf(node)) this.run(child);
		}
	}

	/** @param {Node} node */
	branch(node) {
		if (node.type === 'ForOfStatement') {
			const list = this.iterated(node.right, node.right);
			return this.sometimes(() => {
				const target = node.left.declarations?.[0]?.id ?? node.left;
				bindPattern(this, target, this.prop(list, ELEMENT, node.right));
				this.run(node.body);
			});
		}
		// A test that comes first always runs.
		const first = /^(If|While)/.test(node.type) ? node.test : node.discriminant;
		this.value(first);
		this.sometimes(() => {
			for (const child of childrenOf(node)) if (child !== first) this.run(child);
		});
	}

	/** @param {Node} node a declaration of a function @returns {void} */
	declared(node) {
		const value = this.function(node, {});
		if (node.id) bindPattern(this, node.id, value);
	}

	/** @param {number} value of a function */
	result(value) {
		const fn = this.facts.fns[this.fn];
		if (value >= 0 && fn) fn.results.push(value);
	}

	/** @param {Node} node */
	declarator({ id, init }) {
		if (!init) return;
		if (id.type === 'ObjectPattern' && this.ownGlobals.isGlobalObject(init)) bindGlobals(this, id);
		else bindPattern(this, id, this.value(init));
	}

	/** @param {Node} id of a reference or a declaration @returns {Variable | null | undefined} null for a global */
	variable(id) {
		const known = this.view.variableOf.get(id);
		return known === undefined ? this.known.tracker.declaredBy(id) : known;
	}

	/** A variable is initialised, or assigned to. @param {Variable} variable @param {number} value */
	give(variable, value) {
		const root = this.roots.get(variable);
		if (root !== undefined) {
			if (value >= 0) this.facts.roots[root]?.values.push(value);
			return;
		}
		if (variable.isTopLevel || value < 0) return;
		this.facts.vars[this.varOf(variable)]?.values.push(value);
	}

	/**
	 * @param {Node | null | undefined} expression
	 * @param {{ isUsed?: boolean, isRead?: boolean }} [how] `isUsed`: its value is used; `isRead`: for itself, and not only to get at a part of it
	 * @returns {number}
	 */
	value(expression, { isUsed = true, isRead = isUsed } = {}) {
		const node = unwrap(expression);
		if (!node || isPrimitiveLiteral(node)) return -1;
		const imported = this.known.imports.get(node);
		if (imported !== undefined) return this.imported(imported, [], node, isRead);
		if (isFunction(node)) return this.function(node, {});
		if (isClass(node)) return visitClass(this, node);
		if (isMember(node)) return this.memberValue(node, isRead);
		if (isCall(node) || node.type === 'NewExpression') return visitCall(this, node, isUsed);
		if (OPERATORS.test(node.type)) return this.operands(node);
		switch (node.type) {
			case 'Identifier':
				return this.identifier(node, isRead);
			case 'ThisExpression':
				return this.push({ op: 'this' });
			case 'AwaitExpression':
				return this.value(node.argument, { isUsed, isRead });
			case 'YieldExpression':
				return this.yielded(node);
			case 'AssignmentExpression':
				return this.assignment(node, isUsed);
			case 'UpdateExpression':
				this.assign(node.argument, -1, { node, isPlain: false });
				return isUsed ? this.value(node.argument) : -1;
			case 'ConditionalExpression':
				this.value(node.test);
				return this.sometimes(() =>
					this.any([this.value(node.consequent), this.value(node.alternate)]),
				);
			case 'LogicalExpression': {
				const left = this.value(node.left);
				return this.any([left, this.sometimes(() => this.value(node.right, { isUsed }))]);
			}
			case 'SequenceExpression':
				return node.expressions
					.map((/** @type {Node} */ one, /** @type {number} */ at) =>
						this.value(one, { isUsed: isUsed && at === node.expressions.length - 1 }),
					)
					.at(-1);
			case 'ObjectExpression':
				return this.object(node);
			case 'ArrayExpression':
				return this.array(node);
			case 'SpreadElement':
				return this.iterated(node.argument, node);
			case 'TaggedTemplateExpression':
				return this.call({
					callee: this.value(node.tag),
					args: node.quasi.expressions.map((/** @type {Node} */ one) => this.value(one)),
					node,
				});
			default:
				// JSX, and whatever else has values in it
				for (const child of childrenOf(node)) this.use(this.value(child), child, 'any');
				return -1;
		}
	}

	/** @param {Node} list @param {Node} node @returns {number} */
	iterated(list, node) {
		const value = this.value(list);
		this.use(value, node, 'iteration');
		return value;
	}

	/** @param {Node} node @returns {number} of no interest */
	yielded(node) {
		const { argument, delegate } = node;
		if (delegate) this.result(this.prop(this.iterated(argument, node), ELEMENT, node));
		else this.result(this.value(argument));
		return -1;
	}

	/** Chains of operators may be too long for recursion. @param {Node} node @returns {number} of no interest */
	operands(node) {
		if (node.operator === 'delete') {
			this.assign(node.argument, -1, { node, isPlain: false });
			return -1;
		}
		if (node.operator === 'void') {
			this.value(node.argument, { isUsed: false });
			return -1;
		}
		const stack = [node];
		for (let at = stack.pop(); at; at = stack.pop()) {
			const inner = unwrap(at);
			if (OPERATORS.test(inner.type)) stack.push(...childrenOf(inner).reverse());
			else if (!/Literal$|Element$/.test(inner.type)) {
				const value = this.value(inner);
				// `'name' in table`, `` `${list}` ``
				if (/^(Identifier|(New|(Optional)?(Member|Call))Expression)$/.test(inner.type))
					this.use(value, inner, 'primitive');
			}
		}
		return -1;
	}

	/** @param {Node} node @param {boolean} isRead @returns {number} */
	identifier(node, isRead) {
		const variable = this.variable(node);
		if (!variable)
			return node.name === 'arguments' ? this.argumentsObject() : this.global(node, isRead);
		const [declared] = variable.declarations;
		const root = this.roots.get(variable) ?? (declared && this.ownNames.get(declared.id));
		const index = this.known.imports.get(variable);
		if (root === undefined && index !== undefined) return this.imported(index, [], node, isRead);
		if (root !== undefined) return this.push({ op: 'root', root, isRead, span: spanOf(node) });
		if (variable.isTopLevel) return -1;
		return this.push({ op: 'var', var: this.varOf(variable) });
	}

	/** @param {Node} node @param {boolean} isRead @returns {number} a global that the program makes for itself; -1 for anything else */
	global(node, isRead) {
		const root = this.globalRoot(node);
		return root < 0 ? -1 : this.push({ op: 'root', root, isRead, span: spanOf(node) });
	}

	/** @returns {number} a new object with all that the function around it is given */
	argumentsObject() {
		let { fn } = this;
		while (fn >= 0 && this.bodies[fn]?.type === 'ArrowFunctionExpression')
			fn = /** @type {FlowFn} */ (this.facts.fns[fn]).parent;
		return fn < 0 ? -1 : this.push({ op: 'copy', of: [this.push({ op: 'param', fn, index: -1 })] });
	}

	/** @param {number} index @param {string[]} path @param {Node} node @param {boolean} isRead @returns {number} */
	imported(index, path, node, isRead) {
		return this.push({ op: 'import', import: index, path, isRead, span: spanOf(node) });
	}

	/** @param {Node} node @param {boolean} isRead @returns {number} */
	memberValue(node, isRead) {
		const global = this.global(node, isRead);
		if (global >= 0) return global;
		const name = memberName(node);
		if (name === null) this.value(node.property);
		const of = this.value(node.object, { isRead: false });
		return this.part(of, name ?? ELEMENT, node, isRead);
	}

	/** A property; that of an import belongs to its path. @param {number} of @param {string} name @param {Node} node @param {boolean} isRead @returns {number} */
	part(of, name, node, isRead) {
		const base = this.facts.nodes[of];
		if (base?.op === 'import' && name !== ELEMENT && of === this.facts.nodes.length - 1)
			return this.imported(base.import, [...base.path, name], node, isRead);
		return this.prop(of, name, node, isRead);
	}

	/** @param {Node} node @param {boolean} isUsed @returns {number} */
	assignment(node, isUsed) {
		const isPlain = node.operator === '=';
		const isLogical = /^(\?\?|\|\||&&)=$/.test(node.operator);
		const value = this.value(node.right);
		const left = unwrap(node.left);
		if (!isPlain && !isLogical) {
			this.assign(left, -1, { node, isPlain });
			return isUsed ? this.value(left) : -1;
		}
		this.assign(left, value, { node, isPlain });
		if (!isUsed || /Pattern$/.test(left.type)) return value;
		// What a variable of the module holds now is what the expression gives.
		return this.any([this.value(left, { isRead: isLogical }), value]);
	}

	/** @param {Node} target @param {number} value @param {{ node: Node, isPlain: boolean }} how */
	assign(target, value, { node, isPlain }) {
		const left = /** @type {Node} */ (unwrap(target));
		const global = this.globalRoot(left);
		if (global >= 0) return this.assignGlobal(global, left, value, { node, isPlain });
		if (isMember(left)) return this.member(left, value, { node, isPlain });
		if (left.type !== 'Identifier') return bindPattern(this, left, value);
		const variable = this.variable(left);
		if (!variable) return;
		this.give(variable, value);
		const root = this.roots.get(variable);
		if (root !== undefined) {
			const isKept = isKeptWrite(left, node, this);
			const isOnce = isKept && isMadeOnce(node, this.effects);
			return this.write('assign', { of: root, value, node, isKept, isOnce, isPlain });
		}
		if (variable.isTopLevel) return;
		const of = this.varOf(variable);
		// What a function does with its own variables is over when it returns.
		if (this.facts.vars[of]?.fn === this.fn) return;
		this.write('put', { of, value, node, isKept: isKeptWrite(left, node, this), isPlain });
	}

	/** @param {number} root @param {Node} target @param {number} value @param {{ node: Node, isPlain: boolean }} how */
	assignGlobal(root, target, value, { node, isPlain }) {
		if (value >= 0) this.facts.roots[root]?.values.push(value);
		const isOnce = this.fn >= 0 && isMadeOnce(node, this.effects, { isKeyKnown: true });
		const isKept = isOnce || isKeptWrite(target, node, this);
		this.write('assign', { of: root, value, node, isKept, isOnce, isPlain });
	}

	/** @param {Node} target @param {number} value @param {{ node: Node, isPlain: boolean }} how */
	member(target, value, { node, isPlain }) {
		const name = memberName(target);
		if (name === null) this.value(target.property);
		const of = this.value(target.object, { isRead: false });
		const fn = this.facts.nodes[value];
		if (name !== null && fn?.op === 'fn')
			/** @type {FlowFn} */ (this.facts.fns[fn.fn]).names.push(name);
		const isKept = isKeptWrite(target, node, this);
		this.write('set', {
			of,
			name: name ?? ELEMENT,
			value,
			node,
			isKept,
			isPlain: isPlain && name !== null,
		});
	}

	/** @param {Node} node @returns {number} */
	object(node) {
		/** @type {Record<string, number>} */
		const members = {};
		/** @type {number[]} */
		const spreads = [];
		for (const one of node.properties) {
			if (one.type === 'SpreadElement') {
				const value = this.value(one.argument);
				this.use(value, one, 'any');
				if (value >= 0) spreads.push(value);
				continue;
			}
			if (one.computed && memberName(one) === null) this.value(one.key);
			const name = memberName(one) ?? ELEMENT;
			const inner = isFunction(one) ? one : unwrap(one.value);
			const key = /^[gs]et$/.test(one.kind) ? `${one.kind} ${name}` : name;
			const value = isFunction(inner)
				? this.function(inner, { names: [key], isInline: false })
				: this.value(inner);
			if (value >= 0) members[key] = value;
		}
		return this.push({ op: 'object', members, spreads });
	}

	/** @param {Node} node @returns {number} */
	array(node) {
		/** @type {Record<string, number>} */
		const members = {};
		/** @type {number[]} */
		const spreads = [];
		node.elements.forEach((/** @type {Node | null} */ one, /** @type {number} */ index) => {
			if (!one) return;
			const value = this.value(one);
			if (one.type === 'SpreadElement') {
				if (value >= 0) spreads.push(this.prop(value, ELEMENT, one));
			} else if (value >= 0) members[index] = value;
		});
		return this.push({ op: 'object', members, spreads });
	}

	/**
	 * @param {Node} node
	 * @param {Partial<FlowFn>} fact
	 * @returns {number}
	 */
	function(node, fact) {
		const isInline = fact.isInline ?? this.fn >= 0;
		const isGenerator = node.generator === true;
		const fn = this.fnOf(node, { ...fact, isInline, isGenerator }, (index) => {
			for (const [at, one] of node.params.entries()) {
				const isRest = one.type === 'RestElement';
				bindPattern(this, one, this.push({ op: 'param', fn: index, index: isRest ? -1 : at }));
			}
			if (node.body.type === 'BlockStatement') this.run(node.body);
			else this.result(this.value(node.body, { isUsed: !ADDS.test(methodOf(node.body)) }));
		});
		return this.push({ op: 'fn', fn });
	}
}
