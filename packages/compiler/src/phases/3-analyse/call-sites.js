/** @import { Node } from '../../types.js' */
/** @import { CallSite, Discovered, Sites, Unit } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
} from '../../ast/shapes.js';
import { importOf } from '../../ir/values.js';
import * as report from '../../diagnostics/codes.js';
import { contextOf, functionAround, ignoresResult, isInsideTry, THENABLE } from './call-context.js';
import {
	describeCaller,
	headOf,
	isExportPath,
	isFunctionLike,
	nameOf,
	syncConsumer,
} from './callers.js';
import { readBefore } from './lost-update.js';

/**
 * Judge every use of a unit on the host, in this file.
 *
 * A unit declared `async` returns a promise in the plain program too, so its calls stay as they are.
 * For the others the rules of design, "Call sites", hold: the result of a plain use is awaited where
 * that is possible, and refused where it is not.
 *
 * @param {Discovered} discovered
 * @param {Sites} sites
 * @returns {CallSite[]} in source order
 */
export function findCallSites(discovered, sites) {
	const judge = new Judge(discovered, sites);
	for (const unit of discovered.units) {
		judge.unit(unit);
	}
	return judge.sites.sort((a, b) => a.node.start - b.node.start);
}

class Judge {
	/** @param {Discovered} discovered @param {Sites} sites */
	constructor(discovered, sites) {
		this.discovered = discovered;
		this.parents = discovered.resolution.parents;
		this.isHostLive = sites.isHostLive;
		/** @type {CallSite[]} */
		this.sites = [];
	}

	/** @param {Omit<CallSite, 'diagnose'>} site @param {CallSite['diagnose']} [diagnose] */
	add(site, diagnose = null) {
		this.sites.push({ ...site, diagnose });
	}

	/** @param {Unit} unit */
	unit(unit) {
		if (unit.variable) return this.variable(unit, unit.variable);
		const holder = this.holderOf(unit.node);
		if (holder) return this.held(unit, holder.variable, holder.name);
		const isMethod = unit.kind === 'method' || /-method$/.test(unit.kind);
		if (!isMethod && unit.node.type !== 'FunctionDeclaration') this.use(unit, unit.node);
		else if (isMethod && !unit.isAsync) this.escape(unit, unit.directive.node);
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
		const isMember = node.type === 'ObjectMethod' || node.type === 'ClassMethod';
		const member = isMember
			? node
			: /Property$/.test(parent.type) && parent.value === node
				? parent
				: null;
		const name = member && propertyName(member);
		let holder = member && /** @type {Node} */ (parents.get(member));
		if (!member || !name || !holder) return null;
		if (holder.type === 'ClassBody') {
			if (!member.static) return null;
			holder = /** @type {Node} */ (parents.get(holder));
		}
		const owner = holder.id ? holder : this.outermost(holder).parent;
		const variable = owner.id ? this.constantOf(owner) : null;
		return variable ? { variable, name } : null;
	}

	/** Uses of a unit that is a property of a constant. @param {Unit} unit @param {Variable} variable @param {string} name */
	held(unit, variable, name) {
		for (const { node, role } of variable.references) {
			if (role !== 'read' || !this.isHostLive(node)) continue;
			const { child, parent } = this.outermost(node);
			const isMemberOf = isMember(parent) && parent.object === child;
			if (isMemberOf && propertyName(parent) === name) this.use(unit, parent);
			else if (
				!unit.isAsync &&
				!(isMemberOf && propertyName(parent) !== null) &&
				!this.isHarmless(parent, child)
			) {
				this.escape(unit, node);
			}
		}
	}

	/** @param {Unit} unit @param {Variable} variable the unit's own, or one that holds `withOptions(unit)` */
	variable(unit, variable) {
		for (const { node, role } of variable.references) {
			// The copy of a `try_` unit that stays on the host calls itself, not its stub.
			const isOwn = node.start >= unit.node.start && node.end <= unit.node.end;
			if (role === 'read' && !isOwn && this.isHostLive(node)) this.use(unit, node);
		}
	}

	/** @param {Unit} unit @param {Node} node an expression whose value is the unit @returns {void} */
	use(unit, node) {
		const { child, parent } = this.outermost(node);
		if (isCall(parent) && parent.callee === child) return this.call(unit, parent);
		if (isMember(parent) && parent.object === child) return this.member(unit, parent);
		if (isCall(parent) || parent.type === 'NewExpression') {
			if (parent.callee !== child) return this.argument(unit, parent, child);
		}
		if (unit.isAsync || this.isHarmless(parent, child)) return;
		const alias =
			parent.type === 'VariableDeclarator' && parent.init === child && this.constantOf(parent);
		if (alias) return this.variable(unit, alias);
		const how = {
			NewExpression: 'with `new`',
			TaggedTemplateExpression: 'as a template tag',
			Decorator: 'as a decorator',
		}[parent.type];
		if (how) {
			this.add({ unit, node: parent, action: 'report', detail: how }, (reporter) =>
				report.constructedOrTagged(reporter, parent, { unit: unit.name, how }),
			);
		} else this.escape(unit, node);
	}

	/** @param {Node} node @returns {{ child: Node, parent: Node }} past parentheses and assertions */
	outermost(node) {
		let child = node;
		let parent = /** @type {Node} */ (this.parents.get(node));
		while (isWrapper(parent)) {
			child = parent;
			parent = /** @type {Node} */ (this.parents.get(parent));
		}
		return { child, parent };
	}

	/** Naming a function in an export, a test or a comparison does not call it. @param {Node} parent @param {Node} child @returns {boolean} */
	isHarmless(parent, child) {
		if (
			/^(ExportDefault|UnaryExpression|BinaryExpression|IfStatement|ExpressionStatement)/.test(
				parent.type,
			)
		)
			return true;
		if (parent.type === 'AssignmentExpression' && parent.right === child)
			return isExportPath(parent.left);
		if (parent.type !== 'ObjectProperty') return false;
		const holder = this.parents.get(/** @type {Node} */ (this.parents.get(parent)));
		return (
			holder?.type === 'ExportDefaultDeclaration' ||
			(holder?.type === 'AssignmentExpression' && isExportPath(holder.left))
		);
	}

	/** @param {Unit} unit @param {Node} node */
	escape(unit, node) {
		this.add({ unit, node, action: 'report', detail: 'escapes' }, (reporter) =>
			report.escapingUnit(reporter, node, { unit: unit.name }),
		);
	}

	/** @param {Unit} unit @param {Node} member `f.name`, `f.call` */
	member(unit, member) {
		const { child, parent } = this.outermost(member);
		const name = propertyName(member);
		if (isCall(parent) && parent.callee === child && (name === 'call' || name === 'apply'))
			this.call(unit, parent);
		else if (name === 'bind' && !unit.isAsync) this.escape(unit, member);
	}

	/** @param {Unit} unit @param {Node} call @param {Node} argument the unit among the arguments @returns {void} */
	argument(unit, call, argument) {
		const path = dottedName(call.callee);
		const method = isMember(call.callee) ? propertyName(call.callee) : path;
		if (call.arguments[0] === argument && this.isWithOptions(call))
			return this.configured(unit, call);
		if (unit.isAsync || ignoresResult(method) || THENABLE.has(method ?? '')) return;
		const isMap = method === 'map' || (path === 'Array.from' && call.arguments[1] === argument);
		if (isMap) return this.mapped(unit, call);
		const consumer = syncConsumer(call);
		if (consumer) this.consumed(unit, argument, consumer);
		else this.escape(unit, argument);
	}

	/** @param {Unit} unit @param {Node} node @param {string} method that uses what its callback returns */
	consumed(unit, node, method) {
		this.add({ unit, node, action: 'report', detail: `callback of ${method}` }, (reporter) =>
			report.syncCallback(reporter, node, { unit: unit.name, method }),
		);
	}

	/** @param {Node} call @returns {boolean} `withOptions(f, …)` of the runtime */
	isWithOptions(call) {
		if (call.callee.type !== 'Identifier') return false;
		const variable = this.discovered.resolution.program.lookup(call.callee.name);
		const from = variable && importOf(variable, this.parents);
		return from?.source === '@lapidary/runtime' && from.name === 'withOptions';
	}

	/** `withOptions(f, …)` is `f` with options. @param {Unit} unit @param {Node} call @returns {void} */
	configured(unit, call) {
		const { child, parent } = this.outermost(call);
		const alias =
			parent.type === 'VariableDeclarator' && parent.init === child && this.constantOf(parent);
		if (alias) this.variable(unit, alias);
		else this.use(unit, call);
	}

	/** @param {Node} declarator @returns {Variable | null} the variable that it declares, when nothing else is ever assigned to it */
	constantOf({ id }) {
		if (id.type !== 'Identifier') return null;
		for (const { variables } of this.discovered.resolution.scopes.values()) {
			const variable = variables.get(id.name);
			if (variable?.declarations.some((one) => one.id === id))
				return variable.isReassigned ? null : variable;
		}
		return null;
	}

	/** `xs.map(f)`: an array of promises. @param {Unit} unit @param {Node} call */
	mapped(unit, call) {
		const context = contextOf(call, this.parents, 'array', this.discovered);
		this.judge(unit, call, context, 'await-all');
	}

	/** @param {Unit} unit @param {Node} call */
	call(unit, call) {
		const hasCallback = unit.callback !== null && isFunctionLike(call.arguments.at(-1));
		const context = contextOf(call, this.parents, 'promise', this.discovered);
		if (hasCallback)
			return this.add({ unit, node: call, action: 'leave', detail: 'callback form' });
		if (context.kind === 'dropped') return this.dropped(unit, call);
		if (unit.isAsync)
			return this.add({ unit, node: call, action: 'leave', detail: 'a promise in the source too' });
		const mapper = context.kind === 'value' ? this.mapAround(call) : null;
		if (mapper) return this.mapped(unit, mapper);
		this.judge(unit, call, context, 'await');
	}

	/** @param {Unit} unit @param {Node} node whose result nobody uses */
	dropped(unit, node) {
		const site = { unit, node, action: /** @type {const} */ ('leave'), detail: 'result dropped' };
		// A callback may take the result; which kind of call it is shows at run time.
		if (unit.callback && (node.arguments?.length ?? 0) > 0) return this.add(site);
		const mayAwait = !unit.isAsync && functionAround(node, this.parents).mayAwait;
		if (mayAwait && isInsideTry(node, this.parents)) {
			return this.add({
				...site,
				action: 'await',
				detail: 'awaited by the compiler, for the catch around it',
			});
		}
		this.add(site, (reporter) => report.droppedResult(reporter, node, { unit: unit.name }));
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
	 * @param {Unit} unit
	 * @param {Node} node
	 * @param {ReturnType<typeof contextOf>} context
	 * @param {'await' | 'await-all'} action
	 */
	judge(unit, node, context, action) {
		if (context.kind === 'promise')
			return this.add({ unit, node, action: 'leave', detail: context.detail });
		if (context.kind === 'dropped') return this.dropped(unit, node);
		const around = functionAround(node, this.parents);
		if (
			around.mayAwait ||
			(around.fn === null && !around.isClassBody && this.discovered.moduleKind === 'module')
		) {
			const target = readBefore(node, this.parents, this.discovered);
			return this.add(
				{ unit, node, action, detail: 'awaited by the compiler' },
				target &&
					((reporter) =>
						report.awaitAfterRead(reporter, target, {
							unit: unit.name,
							name: dottedName(target) ?? 'the target',
						})),
			);
		}
		if (around.fn === null && this.discovered.moduleKind === 'commonjs') {
			return this.add(
				{ unit, node, action: 'report', detail: 'used at the top level of a CommonJS module' },
				(reporter) => report.syncUseInCommonjs(reporter, node, { unit: unit.name }),
			);
		}
		const holder = around.fn && this.parents.get(around.fn);
		const consumer =
			holder && isCall(holder) && holder.callee !== around.fn ? syncConsumer(holder) : null;
		if (consumer) return this.consumed(unit, node, consumer);
		const chain = around.fn && !around.fn.async ? this.callersOf(around.fn) : [];
		const caller = describeCaller(around.fn, this.parents);
		this.add({ unit, node, action: 'report', detail: `used at once in ${caller}` }, (reporter) =>
			report.syncUseInSyncFunction(reporter, node, { unit: unit.name, caller }, chain),
		);
	}

	/** The chain of functions that would have to become async. @param {Node} fn @returns {{ message: string, place: Node }[]} */
	callersOf(fn) {
		/** @type {{ message: string, place: Node }[]} */
		const chain = [];
		/** @type {Set<Node>} */
		const seen = new Set();
		/** @param {Node} callee */
		const follow = (callee) => {
			if (seen.has(callee)) return;
			seen.add(callee);
			const name = nameOf(callee, this.parents);
			chain.push({
				message: `${name ? `\`${name}\`` : 'this function'} would have to become async`,
				place: headOf(callee),
			});
			const reference = this.discovered.resolution.references.find(
				(one) => one.node.start >= callee.start,
			);
			const variable = name ? (this.scopeAround(callee) ?? reference?.scope)?.lookup(name) : null;
			for (const { node, role } of variable?.references ?? []) {
				const outer =
					role === 'read' && this.isHostLive(node) ? functionAround(node, this.parents).fn : null;
				if (outer && !outer.async) follow(outer);
			}
		};
		follow(fn);
		return chain;
	}

	/** @param {Node} fn */
	scopeAround(fn) {
		return this.discovered.resolution.scopes.get(fn)?.parent;
	}
}
