/** @import { Node } from '../../types.js' */
/** @import { Callee, Discovered, Use } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Context } from './call-context.js' */
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	isWrapper,
	propertyName,
} from '../../ast/shapes.js';
import { GIVES_NOTHING, THROWS_NOTHING } from '../../diagnostics/named-calls.js';
import { importOf } from '../../ir/values.js';
import {
	contextOf,
	DROPPED,
	functionAround,
	isInsideTry,
	resultOfCallbackOf,
} from './call-context.js';
import {
	describeCaller,
	endsWithFunction,
	isExportGetter,
	isExportPath,
	syncConsumer,
} from './callers.js';
import { useOfGenerator } from './generator-sites.js';
import { readBefore } from './lost-update.js';
import { isText, waysAtOnce, whyNotBuilt } from './ways-at-once.js';

/**
 * Judges the uses of callees in one module.
 *
 * @template {Callee} T
 */
export class Judge {
	/**
	 * @param {Discovered} discovered
	 * @param {(node: Node) => boolean} isHostLive whether the host may run the code at a node
	 * @param {(callee: T) => boolean} [isInOut] whether a call of it matters whose result is dropped
	 */
	constructor(discovered, isHostLive, isInOut = () => false) {
		this.isInOut = isInOut;
		this.discovered = discovered;
		this.parents = discovered.resolution.parents;
		this.isHostLive = isHostLive;
		/** @type {Use<T>[]} */
		this.uses = [];
		/** @type {Map<Node, Variable> | null} */
		this.declared = null;
	}

	/** @param {T} callee @param {Node} node @param {string} detail leaves as it is */
	leave(callee, node, detail) {
		this.uses.push({ callee, node, action: 'leave', detail, rule: 'promise', wait: 'await' });
	}

	/** @param {T} callee @param {Node} node @param {Use<T>['rule']} rule @param {{ detail: string, subject?: string, wait?: 'await' | 'await-all', call?: Node | undefined }} facts */
	refuse(callee, node, rule, { detail, subject, wait = 'await', call }) {
		this.uses.push({ callee, node, action: 'report', detail, rule, wait, subject, call });
	}

	/**
	 * `tools` and `square` for `const tools = { square(x) { … } }`, and for a static method of a class.
	 *
	 * @param {Node} node
	 * @returns {{ variable: Variable, name: string } | null}
	 */
	holderOf(node) {
		const { parents } = this;
		const parent = /** @type {Node} */ (parents.get(node));
		const isMethod = node.type === 'ObjectMethod' || node.type === 'ClassMethod';
		const member = isMethod
			? node
			: /Property$/.test(parent.type) && parent.value === node
				? parent
				: null;
		const name = member && propertyName(member);
		let holder = member && /** @type {Node} */ (parents.get(member));
		// what has a prototype is asked for the prototype's properties
		if (!member || !name || name === '__proto__' || !holder) return null;
		if (holder.type === 'ClassBody') {
			if (!member.static) return null;
			holder = /** @type {Node} */ (parents.get(holder));
		}
		const owner = holder.id ? holder : this.outermost(holder).parent;
		const variable = owner.id ? this.constantOf(owner) : null;
		return variable ? { variable, name } : null;
	}

	/** Uses of a callee that is a property of a constant. @param {T} callee @param {Variable} variable @param {string} name */
	held(callee, variable, name) {
		for (const { node, role } of variable.references) {
			if (role !== 'read' || !this.isHostLive(node)) continue;
			const { child, parent } = this.outermost(node);
			const isMemberOf = isMember(parent) && parent.object === child;
			// `new C()` and `extends C` have no look at a static method of C.
			if (parent.type === 'NewExpression' && parent.callee === child) continue;
			if (isMemberOf && propertyName(parent) === name) this.use(callee, parent);
			else if (
				!callee.isAsync &&
				!(isMemberOf && propertyName(parent) !== null) &&
				!this.isHarmless(parent, child)
			) {
				this.escape(callee, node);
			}
		}
	}

	/** @param {T} callee @param {Variable} variable the callee's own, or one that holds `withOptions(callee)` */
	variable(callee, variable) {
		for (const { node, role } of variable.references) {
			// The copy of a `try_` unit that stays on the host calls itself, not its stub.
			const own = callee.node;
			const isOwn = own !== null && node.start >= own.start && node.end <= own.end;
			if (role === 'read' && !isOwn && this.isHostLive(node)) this.use(callee, node);
		}
	}

	/** @param {T} callee a plain generator @param {Node} node an expression whose value it is */
	iterated(callee, node) {
		const { kind, detail, at, place } = useOfGenerator(node, this.discovered);
		if (kind === 'async') return this.leave(callee, at, detail);
		const rule = kind === 'sync' ? 'generator' : 'escape';
		const facts = { action: /** @type {const} */ ('report'), wait: /** @type {const} */ ('await') };
		this.uses.push({ callee, node: at, detail, rule, subject: detail, overtaken: place, ...facts });
	}

	/** @param {T & { directive: { node: Node } }} callee the `Symbol.iterator` of its object, which nobody calls by name */
	iterator(callee) {
		const subject = 'what iterates by `Symbol.iterator`';
		this.refuse(callee, callee.directive.node, 'generator', { detail: subject, subject });
	}

	/** @param {T} callee @param {Node} node an expression whose value is the callee @returns {void} */
	use(callee, node) {
		if (callee.isGenerator && !callee.isAsync) return this.iterated(callee, node);
		const { child, parent } = this.outermost(node);
		if (isCall(parent) && parent.callee === child) return this.call(callee, parent);
		if (isMember(parent) && parent.object === child) return this.member(callee, parent);
		if (isCall(parent) || parent.type === 'NewExpression') {
			if (parent.callee !== child) return this.argument(callee, parent, child);
		}
		if (isText(parent)) return this.text(callee, parent);
		const how = waysAtOnce(parent, child);
		// An async function gives a promise to whoever uses it so, and no instance.
		const isOwn = callee.isAsync && !/^(TaggedTemplate|Decorator)/.test(parent.type);
		if (how && !isOwn) return this.atOnce(callee, parent, how);
		const isFollowed = !callee.isAsync || this.isInOut(callee);
		if (!isFollowed || this.isHarmless(parent, child)) return;
		const alias =
			parent.type === 'VariableDeclarator' && parent.init === child && this.constantOf(parent);
		if (alias) return this.variable(callee, alias);
		if (callee.isAsync) return;
		const holder = parent.type === 'ObjectProperty' ? this.holderOf(child) : null;
		if (holder) return this.held(callee, holder.variable, holder.name);
		this.escape(callee, node);
	}

	/** @param {Node} node @returns {{ child: Node, parent: Node }} past parentheses, assertions, and the `(0, f)` of compiled code */
	outermost(node) {
		let child = node;
		let parent = /** @type {Node} */ (this.parents.get(node));
		while (isWrapper(parent) || isIndirection(parent, child)) {
			child = parent;
			parent = /** @type {Node} */ (this.parents.get(parent));
		}
		return { child, parent };
	}

	/** Naming a function in an export, a test or a comparison does not call it. @param {Node} parent @param {Node} child @returns {boolean} */
	isHarmless(parent, child) {
		if (
			/^(ExportDefault|TSExportAssignment|UnaryExpression|BinaryExpression|IfStatement|ExpressionStatement)/.test(
				parent.type,
			)
		)
			return true;
		if (parent.type === 'AssignmentExpression' && parent.right === child)
			return isExportPath(parent.left);
		if (isExportGetter(parent, this.parents)) return true;
		if (parent.type !== 'ObjectProperty') return false;
		const holder = this.parents.get(/** @type {Node} */ (this.parents.get(parent)));
		return (
			holder?.type === 'ExportDefaultDeclaration' ||
			holder?.type === 'TSExportAssignment' ||
			(holder?.type === 'AssignmentExpression' && isExportPath(holder.left))
		);
	}

	/** @param {T} callee @param {Node} node @param {{ detail: string, why: string }} how */
	atOnce(callee, node, { detail, why }) {
		this.refuse(callee, node, 'construct', { detail, subject: `${detail}, ${why}` });
	}

	/** @param {T} callee @param {Node} node that makes text of it */
	text(callee, node) {
		this.refuse(callee, node, 'text', { detail: 'used as text' });
	}

	/** @param {T} callee @param {Node} node */
	escape(callee, node) {
		this.refuse(callee, node, 'escape', { detail: 'escapes' });
	}

	/** @param {T} callee @param {Node} member `f.name`, `f.call` */
	member(callee, member) {
		const { child, parent } = this.outermost(member);
		const name = propertyName(member);
		if (isCall(parent) && parent.callee === child && (name === 'call' || name === 'apply'))
			this.call(callee, parent);
		else if (isCall(parent) && parent.callee === child && name === 'toString')
			this.text(callee, parent);
		else if (name === null ? isCall(parent) && parent.callee === child : BORROWED.test(name))
			if (!callee.isAsync) this.escape(callee, member);
	}

	/** @param {T} callee @param {Node} call @param {Node} argument the callee among the arguments @returns {void} */
	argument(callee, call, argument) {
		const path = dottedName(call.callee);
		const method = isMember(call.callee) ? propertyName(call.callee) : path;
		if (call.arguments[0] === argument && this.isWithOptions(call))
			return this.configured(callee, call);
		if (path === 'String') return this.text(callee, call);
		const how = call.arguments[0] === argument ? whyNotBuilt(call, path) : null;
		if (how && !callee.isAsync) return this.atOnce(callee, call, how);
		const result = method === 'forEach' ? null : resultOfCallbackOf(call);
		const isMap = method === 'map' || (path === 'Array.from' && call.arguments[1] === argument);
		if (callee.isAsync && isMap && this.isInOut(callee))
			return this.leave(callee, call, 'a promise in the source too');
		if (callee.isAsync || result === 'awaited') return;
		if (result === 'dropped') return this.handed(callee, argument, method ?? 'a constructor');
		if (isMap) return this.mapped(callee, call);
		const consumer = syncConsumer(call);
		if (consumer) this.consumed(callee, argument, consumer);
		else this.escape(callee, argument);
	}

	/** @param {T & { directive: { node: Node } }} callee that other files can get at */
	exported(callee) {
		const { node } = callee.directive;
		this.uses.push({
			...{ callee, node, action: 'leave', detail: 'exported', rule: 'exported', wait: 'await' },
		});
	}

	/** It may be called before those have run who are to see what it does: `emitter.on('row', f)`. @param {T} callee @param {Node} node @param {string} subject what gets it */
	handed(callee, node, subject) {
		if (callee.isOptional === false) return;
		const detail = `callback of ${subject}`;
		this.uses.push({
			...{ callee, node, action: 'leave', detail, rule: 'handed', wait: 'await', subject },
		});
	}

	/** @param {T} callee @param {Node} node @param {string} method that uses what its callback returns */
	consumed(callee, node, method) {
		this.refuse(callee, node, 'consumer', { detail: `callback of ${method}`, subject: method });
	}

	/** @param {Node} call @returns {boolean} `withOptions(f, …)` of the runtime */
	isWithOptions(call) {
		if (call.callee.type !== 'Identifier') return false;
		const variable = this.discovered.resolution.program.lookup(call.callee.name);
		const from = variable && importOf(variable, this.parents);
		return from?.source === '@lapidary/runtime' && from.name === 'withOptions';
	}

	/** `withOptions(f, …)` is `f` with options. @param {T} callee @param {Node} call @returns {void} */
	configured(callee, call) {
		const { child, parent } = this.outermost(call);
		const alias =
			parent.type === 'VariableDeclarator' && parent.init === child && this.constantOf(parent);
		if (alias) this.variable(callee, alias);
		else this.use(callee, call);
	}

	/** @param {Node} declarator @returns {Variable | null} the variable that it declares, when nothing else is ever assigned to it */
	constantOf({ id }) {
		const variable = id.type === 'Identifier' ? this.declaredBy(id) : undefined;
		return variable && !variable.isReassigned ? variable : null;
	}

	/** @param {Node} id of a declaration @returns {Variable | undefined} */
	declaredBy(id) {
		if (!this.declared) {
			this.declared = new Map();
			for (const { variables } of this.discovered.resolution.scopes.values()) {
				for (const variable of variables.values())
					for (const one of variable.declarations) this.declared.set(one.id, variable);
			}
		}
		return this.declared.get(id);
	}

	/** `xs.map(f)`: an array of promises. @param {T} callee @param {Node} map @param {Node} [call] in the function that it is given */
	mapped(callee, map, call) {
		const context = contextOf(map, this.parents, 'array', this.discovered);
		this.judge(callee, map, context, { wait: 'await-all', call });
	}

	/** @param {T} callee @param {Node} call */
	call(callee, call) {
		const context = contextOf(call, this.parents, 'promise', this.discovered);
		if (callee.callback !== null && endsWithFunction(call, (name) => this.#variableOf(name))) {
			if (callee.callback === 'node' || this.#isLeft(call, context))
				return this.#inCallbackForm(callee, call, context);
		}
		if (context.kind === 'dropped' && !this.#isWaitedFor(callee, context))
			return this.dropped(callee, call, context.detail);
		if (callee.isAsync) return this.leave(callee, call, 'a promise in the source too');
		const mapper = context.kind === 'value' ? this.mapAround(call) : null;
		if (mapper) return this.mapped(callee, mapper, call);
		this.judge(callee, call, context, { wait: 'await' });
	}

	/** @param {Node} name @returns {Variable | null | undefined} */
	#variableOf = (name) =>
		this.discovered.resolution.references.find(({ node }) => node === name)?.variable;

	/** @param {T} callee @param {Node} call with a callback @param {Context} context */
	#inCallbackForm(callee, call, context) {
		const isTried = isInsideTry(call, this.parents);
		const mayAwait = !callee.isAsync && functionAround(call, this.parents).mayAwait;
		if (callee.callback === 'plain' && context.kind === 'dropped' && isTried && mayAwait)
			return this.awaitForCatch(callee, call);
		const isUsed = callee.callback === 'node' && !this.#isLeft(call, context);
		const subject = isUsed ? GIVES_NOTHING : THROWS_NOTHING;
		if (!isUsed && (!isTried || callee.isAsync)) return this.leave(callee, call, 'callback form');
		this.uses.push({
			...{ callee, node: call, action: 'leave', detail: 'callback form', subject },
			...{ rule: 'callback', wait: 'await' },
		});
	}

	/** Nothing uses what the call gives: `return each(rows, show)` ends a function. @param {Node} call @param {Context} context @returns {boolean} */
	#isLeft(call, { kind, detail }) {
		const { child, parent } = this.outermost(call);
		const isReturned = parent.type === 'ReturnStatement' || parent.body === child;
		return kind === 'dropped' || detail === 'void' || isReturned;
	}

	/** `scale(rows);`: the statements behind it see what it has changed. @param {T} callee @param {Context} context @returns {boolean} */
	#isWaitedFor = (callee, { detail }) =>
		!callee.isAsync && detail === DROPPED && this.isInOut(callee);

	/** @param {T} callee @param {Node} node whose result nobody uses @param {string} detail */
	dropped(callee, node, detail) {
		// A callback may take the result; which kind of call it is shows at run time.
		if (callee.callback && (node.arguments?.length ?? 0) > 0)
			return this.leave(callee, node, detail);
		const mayAwait = !callee.isAsync && functionAround(node, this.parents).mayAwait;
		if (mayAwait && isInsideTry(node, this.parents)) {
			this.awaitForCatch(callee, node);
		} else {
			this.uses.push({ callee, node, action: 'leave', detail, rule: 'dropped', wait: 'await' });
		}
	}

	/** @param {T} callee @param {Node} node */
	awaitForCatch(callee, node) {
		const detail = 'awaited by the compiler, for the catch around it';
		this.uses.push({ callee, node, action: 'await', detail, rule: 'value', wait: 'await' });
	}

	/** @param {Node} call @returns {Node | null} `xs.map(…)` of `xs.map((x) => f(x))` */
	mapAround(call) {
		const { child, parent } = this.outermost(call);
		const fn = parent.type === 'ReturnStatement' ? this.onlyStatementOf(parent) : parent;
		if (!fn || !isFunction(fn) || fn.async || (fn === parent && fn.body !== child)) return null;
		const { child: argument, parent: outer } = this.outermost(fn);
		const isMap = isCall(outer) && isMember(outer.callee) && propertyName(outer.callee) === 'map';
		return isMap && outer.arguments[0] === argument ? outer : null;
	}

	/** @param {Node} statement @returns {Node | null} the function whose whole body it is */
	onlyStatementOf(statement) {
		const block = /** @type {Node} */ (this.parents.get(statement));
		const fn = /** @type {Node} */ (this.parents.get(block));
		return isFunction(fn) && block.body?.length === 1 ? fn : null;
	}

	/**
	 * @param {T} callee
	 * @param {Node} node
	 * @param {ReturnType<typeof contextOf>} context
	 * @param {{ wait: 'await' | 'await-all', call?: Node | undefined }} how `call`: of the callee, where it is another node
	 */
	judge(callee, node, context, { wait, call }) {
		if (context.kind === 'promise') return this.leave(callee, node, context.detail);
		if (context.kind === 'dropped' && !this.#isWaitedFor(callee, context))
			return this.dropped(callee, node, context.detail);
		const around = functionAround(node, this.parents);
		const isTopLevel = around.fn === null && !around.isClassBody;
		if (around.mayAwait || (isTopLevel && this.discovered.moduleKind === 'module')) {
			const overtaken = readBefore(node, this.parents, this.discovered);
			const detail = 'awaited by the compiler';
			this.uses.push({ callee, node, action: wait, detail, rule: 'value', wait, overtaken });
			return;
		}
		if (around.fn === null && this.discovered.moduleKind === 'commonjs') {
			const detail = 'used at the top level of a CommonJS module';
			return this.refuse(callee, node, 'commonjs', { detail, wait, call });
		}
		const holder = around.fn && this.parents.get(around.fn);
		const consumer =
			holder && isCall(holder) && holder.callee !== around.fn ? syncConsumer(holder) : null;
		if (consumer) return this.consumed(callee, node, consumer);
		const subject = describeCaller(around.fn, this.parents);
		this.refuse(callee, node, 'sync', {
			detail: `used at once in ${subject}`,
			subject,
			wait,
			call,
		});
	}
}

/** What gives another function that calls it. */
const BORROWED = /^(bind|call|apply)$/;

/** `(0, f)`: the function without its receiver. @param {Node} parent @param {Node} child @returns {boolean} */
const isIndirection = (parent, child) =>
	parent.type === 'SequenceExpression' &&
	parent.expressions.at(-1) === child &&
	parent.expressions.slice(0, -1).every(isPrimitiveLiteral);
