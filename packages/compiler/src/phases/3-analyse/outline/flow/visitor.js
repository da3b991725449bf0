/** @import { Node } from '../../../../types.js' */
/** @import { FlowFn } from '../../../../ir/flow.js' */
/** @import { Variable } from '../../../../ast/scope.js' */
import { childrenOf } from '../../../../ast/babel.js';
import {
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	isTypeOnly,
	memberName,
	propertyName,
	unwrap,
} from '../../../../ast/shapes.js';
import { FlowBuilder, spanOf } from './builder.js';
import { visitClass } from './classes.js';
import { isKeptWrite } from './kept.js';

/** What a name that is computed stands for, and what iteration takes. */
export const ELEMENT = '[]';

/** Code in them runs sometimes. */
const BRANCHES = /^(If|For|ForIn|ForOf|While|DoWhile|Switch|Try)Statement$/;

/** Nothing of an operand is in their value. */
const OPERATORS = /^(Unary|Binary|TemplateLiteral)(Expression)?$/;

/** The functions of the platform that change their first argument and give it back. */
const CHANGES_FIRST =
	/^(Object\.(assign|defineProperty|defineProperties|setPrototypeOf)|Reflect\.(set|defineProperty|deleteProperty))$/;

/** What these methods give is of no interest to `on: (listener) => listeners.push(listener)`. */
const ADDS = /^(push|unshift|add|set)$/;

/** Visits the statements and expressions of a module. */
export class FlowVisitor extends FlowBuilder {
	/** @type {Map<Node, Variable> | undefined} */
	declarations = undefined;

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
				this.bind(target, this.prop(list, ELEMENT, node.right));
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
		if (node.id) this.bind(node.id, value);
	}

	/** @param {number} value of a function */
	result(value) {
		const fn = this.facts.fns[this.fn];
		if (value >= 0 && fn) fn.results.push(value);
	}

	/** @param {Node} node */
	declarator({ id, init }) {
		if (init) this.bind(id, this.value(init));
	}

	/**
	 * A pattern gets a value.
	 *
	 * @param {Node | null | undefined} pattern
	 * @param {number} value
	 * @returns {void}
	 */
	bind(pattern, value) {
		const target = unwrap(pattern);
		switch (target?.type) {
			case 'Identifier': {
				const variable = this.variable(target);
				if (variable) this.give(variable, value);
				return;
			}
			case 'MemberExpression':
				return this.member(target, value, { node: target, isPlain: true });
			case 'AssignmentPattern':
				return this.bind(target.left, this.any([value, this.value(target.right)]));
			case 'RestElement':
				return this.bind(
					target.argument,
					value < 0 ? -1 : this.push({ op: 'copy', of: [value], isIterated: false }),
				);
			case 'TSParameterProperty': {
				this.bind(target.parameter, value);
				const { name } = target.parameter.left ?? target.parameter;
				return this.write('set', {
					of: this.push({ op: 'this' }),
					name,
					value,
					node: target,
					isKept: false,
					isPlain: true,
				});
			}
			case 'ArrayPattern':
				this.use(value, target, 'iteration');
				return target.elements.forEach(
					(/** @type {Node | null} */ one, /** @type {number} */ index) => {
						const isRest = one?.type === 'RestElement';
						if (one) this.bind(one, isRest ? value : this.prop(value, String(index), one, true));
					},
				);
			case 'ObjectPattern':
				for (const one of target.properties) {
					if (one.computed) this.value(one.key);
					if (one.type === 'RestElement') this.bind(one, value);
					else this.bind(one.value, this.prop(value, propertyName(one) ?? ELEMENT, one, true));
				}
		}
	}

	/** @param {Node} id of a reference or a declaration @returns {Variable | null | undefined} null for a global */
	variable(id) {
		const known = this.view.variableOf.get(id);
		if (known !== undefined) return known;
		this.declarations ??= this.findDeclarations();
		return this.declarations.get(id);
	}

	/** @returns {Map<Node, Variable>} by the identifiers that declare them, which are no references */
	findDeclarations() {
		const { program, scopes } = this.view.discovered.resolution;
		/** @type {Map<Node, Variable>} */
		const found = new Map();
		for (const { variables } of [program, ...scopes.values()])
			for (const one of variables.values())
				for (const { id } of one.declarations) found.set(id, one);
		return found;
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
		if (isCall(node) || node.type === 'NewExpression') return this.callValue(node, isUsed);
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
		if (!variable) return -1;
		const index = this.known.imports.get(variable);
		if (index !== undefined) return this.imported(index, [], node, isRead);
		const root = this.roots.get(variable);
		if (root !== undefined) return this.push({ op: 'root', root, isRead, span: spanOf(node) });
		if (variable.isTopLevel) return -1;
		return this.push({ op: 'var', var: this.varOf(variable) });
	}

	/** @param {number} index @param {string[]} path @param {Node} node @param {boolean} isRead @returns {number} */
	imported(index, path, node, isRead) {
		return this.push({ op: 'import', import: index, path, isRead, span: spanOf(node) });
	}

	/** @param {Node} node @param {boolean} isRead @returns {number} */
	memberValue(node, isRead) {
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
		if (isMember(left)) return this.member(left, value, { node, isPlain });
		if (left.type !== 'Identifier') return this.bind(left, value);
		const variable = this.variable(left);
		if (!variable) return;
		this.give(variable, value);
		const root = this.roots.get(variable);
		if (root !== undefined) {
			const isKept = isKeptWrite(left, node, this);
			return this.write('assign', { of: root, value, node, isKept, isPlain });
		}
		if (variable.isTopLevel) return;
		const of = this.varOf(variable);
		// What a function does with its own variables is over when it returns.
		if (this.facts.vars[of]?.fn === this.fn) return;
		this.write('put', { of, value, node, isKept: isKeptWrite(left, node, this), isPlain });
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
		const call = this.callbacks.get(node);
		const isInline = fact.isInline ?? (call !== undefined || this.fn >= 0);
		const isGenerator = node.generator === true;
		const fn = this.fnOf(node, { ...fact, isInline, isGenerator }, (index) => {
			for (const [at, one] of node.params.entries()) {
				const isRest = one.type === 'RestElement';
				this.bind(one, this.push({ op: 'param', fn: index, index: isRest ? -1 : at }));
			}
			if (node.body.type === 'BlockStatement') this.run(node.body);
			else this.result(this.value(node.body, { isUsed: !ADDS.test(methodOf(node.body)) }));
		});
		return this.push({ op: 'fn', fn });
	}

	/** @param {Node} node a call or a construction @param {boolean} isUsed @returns {number} */
	callValue(node, isUsed) {
		const callee = /** @type {Node} */ (unwrap(node.callee));
		const isNew = node.type === 'NewExpression';
		/** @type {{ of?: number, name?: string, callee?: number }} */
		let what;
		if (callee.type === 'Super') what = { of: this.push({ op: 'this' }), name: 'constructor' };
		else if (isMember(callee) && !isNew) what = this.method(callee);
		else what = { callee: this.value(callee, { isRead: false }) };
		/** @type {[Node, number][]} */
		const inline = [];
		const args = node.arguments.map((/** @type {Node} */ one) => {
			const inner = unwrap(one);
			if (!isFunction(inner)) return this.value(one);
			this.callbacks.set(inner, -1);
			const value = this.sometimes(() => this.function(inner, {}));
			inline.push([inner, value]);
			return value;
		});
		const isKept = isMember(callee) && isKeptWrite(unwrap(callee.object), node, this);
		if (CHANGES_FIRST.test(dottedName(callee) ?? '') && args[0] >= 0) {
			const [of, ...given] = args;
			this.write('set', {
				of,
				name: ELEMENT,
				value: this.any(given),
				node,
				isKept: false,
				isPlain: false,
			});
			return of;
		}
		const isSpread = node.arguments.some((/** @type {Node} */ one) => one.type === 'SpreadElement');
		const index = this.call({ ...what, args, isSpread, isNew, isUsed, isKept, node });
		for (const [, value] of inline) {
			const fn = this.facts.nodes[value];
			if (fn?.op === 'fn') /** @type {FlowFn} */ (this.facts.fns[fn.fn]).call = index;
		}
		return index;
	}

	/** @param {Node} callee @returns {{ of: number, name: string, callee: number }} */
	method(callee) {
		const name = memberName(callee);
		if (name === null) this.value(callee.property);
		const of =
			callee.object.type === 'Super'
				? this.push({ op: 'this' })
				: this.value(callee.object, { isRead: false });
		const base = this.facts.nodes[of];
		const isImport = base?.op === 'import' && name !== null;
		const value = isImport ? this.imported(base.import, [...base.path, name], callee, false) : -1;
		return { of, name: name ?? ELEMENT, callee: value };
	}
}

/** @param {Node} node @returns {string} the method that an expression calls */
function methodOf(node) {
	const callee = isCall(unwrap(node)) ? unwrap(unwrap(node).callee) : null;
	return callee && isMember(callee) ? (propertyName(callee) ?? '') : '';
}
