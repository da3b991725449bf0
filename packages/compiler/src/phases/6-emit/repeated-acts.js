/** @typedef {import('./free-names.js').Estree} Estree */
/** @typedef {import('./free-names.js').Scope} Scope */
import { globalCall, globalNew } from '../../knowledge/calls.js';
import {
	DECORATE,
	importedCall,
	INTEROP,
	METADATA,
	OF_PARAMETER,
} from '../../knowledge/compiler-helpers.js';
import { isOfOwnGlobal } from '../../knowledge/globals.js';
import { callbacksOf, isMutatorMethod, isReaderMethod } from '../../knowledge/methods.js';
import { declaredIn, isDeclared } from './free-names.js';

/** What a name of the worker module's top level is: a function of its own, or what it imports. @typedef {{ fn: Estree } | { source: string, names: string[] }} Known */

/** @typedef {{ node: Estree, statement: Estree, what: string }} Act */

/** Functions and namespaces of other threads' doing, which no worker module has a copy of. */
const HOLDERS_OF_HOST = new Set('process window document self frames'.split(' '));
/** Characters before a call among which a mark is looked for. */
const LONGEST_COMMENTS = 1000;
/** Functions of compilers that do nothing but what they are given does. */
const HELPERS = [DECORATE, INTEROP, METADATA, OF_PARAMETER];
/** A file without a check of types has its own module of ours to import from. */
const OWN_MODULES = /^@lapidary\//;

/**
 * A second opinion on what a worker module does while it loads, from its text alone: a statement of its top level must not
 * act on the world or call a unit, unless a comment of the user stands there. The plan takes no part in this; what is shared is
 * the knowledge of the platform.
 *
 * Errs on the side of silence: what a name stands for is known only where the text shows it plainly.
 */
export class RepeatedActs {
	/**
	 * @param {Estree} program acorn's
	 * @param {string} code
	 * @param {{ pure?: ReadonlySet<string>, packages?: ReadonlySet<string> }} [linked] `pure`: calls of imports that compute and do nothing else, as the program's other
	 *   files show; `packages`: specifiers of those whose calls may be repeated
	 */
	constructor(program, code, { pure = new Set(), packages = new Set() } = {}) {
		this.pure = pure;
		this.packages = packages;
		this.program = program;
		this.code = code;
		/** @type {Map<string, Known>} */
		this.known = new Map();
		this.units = unitsOf(program);
		/** @type {Set<Estree>} */
		this.entered = new Set();
		/** @type {Act | null} */
		this.found = null;
		this.statement = program;
		/** @type {Set<string> | undefined} */
		this.declared = undefined;
		/** @type {boolean | undefined} */
		this.hasMarks = undefined;
		for (const statement of program.body) this.learn(statement.declaration ?? statement);
	}

	/** @returns {Act | null} the first that a worker would do when it loads the module */
	find() {
		let end = 0;
		for (const statement of this.program.body) {
			const before = this.code.slice(end, statement.start);
			end = statement.end;
			if (
				/\/\*\s*cpu_bound:\s*(keep|reeval)\s*\*\/|\/\/\s*cpu_bound:\s*(keep|reeval)\s*$/m.test(
					before,
				)
			)
				continue;
			this.statement = statement;
			if (!/^Import|^TS/.test(statement.type)) this.visit(statement, null);
			if (this.found) return this.found;
		}
		return null;
	}

	/** @param {Estree} node */
	learn(node) {
		if (node.type === 'ImportDeclaration') {
			for (const { local, imported } of node.specifiers) {
				const names = imported ? [imported.name ?? imported.value] : [];
				this.known.set(local.name, { source: node.source.value, names });
			}
		} else if (node.type === 'FunctionDeclaration' && node.id) {
			this.known.set(node.id.name, { fn: node });
		} else if (node.type === 'VariableDeclaration') {
			for (const { id, init } of node.declarations) if (init) this.learnDeclared(id, init);
		}
	}

	/** @param {Estree} id @param {Estree} init */
	learnDeclared(id, init) {
		const source = requiredSource(init);
		if (id.type === 'Identifier') {
			if (source !== null) this.known.set(id.name, { source, names: [] });
			else if (isFunction(init)) this.known.set(id.name, { fn: init });
		} else if (source !== null && id.type === 'ObjectPattern') {
			for (const { key, value, computed } of id.properties)
				if (key?.name && !computed && value.type === 'Identifier')
					this.known.set(value.name, { source, names: [key.name] });
		}
	}

	/**
	 * A worklist and no recursion: a chain of thousands of calls is as deep as it is long.
	 *
	 * @param {Estree} root @param {Scope | null} around scopes of functions, static blocks and `catch` around it
	 */
	visit(root, around) {
		const work = [{ node: root, outer: around }];
		for (let next = work.pop(); next && !this.found; next = work.pop()) {
			const { node, outer } = next;
			if (isFunction(node) || node.type.startsWith('TSModule')) continue;
			const isScope = /^(StaticBlock|CatchClause)$/.test(node.type);
			const scope = isScope ? { names: declaredIn(node), outer } : outer;
			if (/^Class(Declaration|Expression)$/.test(node.type)) this.visitClass(node, scope);
			else {
				this.visitItself(node, scope);
				for (const child of childrenOf(node).reverse()) work.push({ node: child, outer: scope });
			}
		}
	}

	/** @param {Estree} node @param {Scope | null} scope */
	visitItself(node, scope) {
		if (/^(Call|New|TaggedTemplate)Expression$/.test(node.type)) this.visitCall(node, scope);
		else if (node.type === 'AssignmentExpression') this.checkTarget(node.left, node, scope);
		else if (node.type === 'UpdateExpression' || node.operator === 'delete')
			this.checkTarget(node.argument, node, scope);
	}

	/** What evaluating a class runs. @param {Estree} node @param {Scope | null} scope */
	visitClass(node, scope) {
		if (node.superClass) this.visit(node.superClass, scope);
		for (const member of node.body.body) {
			if (member.computed) this.visit(member.key, scope);
			if (member.type === 'StaticBlock') this.visit(member, scope);
			else if (member.static && member.value) this.visit(member.value, scope);
		}
	}

	/** @param {Estree} fn that runs now @param {Scope | null} scope */
	enter(fn, scope) {
		if (this.entered.has(fn) || fn.generator) return;
		this.entered.add(fn);
		const inner = { names: declaredIn(fn), outer: scope };
		for (const param of fn.params) this.visit(param, inner);
		this.visit(fn.body, inner);
	}

	/** @param {Estree} node a call, a `new`, or a tagged template @param {Scope | null} scope */
	visitCall(node, scope) {
		const callee = unwrap(node.callee ?? node.tag);
		if (isFunction(callee)) return this.enter(callee, scope);
		const path = pathOf(callee);
		const method =
			callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : '';
		if (!this.isMarkedPure(node) && !this.pure.has(path?.join('.') ?? '')) {
			const what = path && !isDeclared(String(path[0]), scope) ? this.actOf(path, node) : null;
			if (what !== null) this.found ??= { node, statement: this.statement, what };
		}
		if (path && DECORATE.test(this.nameOf(path))) this.visitDecorators(node, scope);
		const takesCallbacks =
			/^(then|catch|finally|from|fromAsync)$/.test(method) ||
			callbacksOf(method).length > 0 ||
			(node.type === 'NewExpression' && path?.join('.') === 'Promise');
		if (takesCallbacks)
			for (const argument of node.arguments ?? []) this.visitGiven(argument, node, scope);
	}

	/** `__decorate([log, Get('/users')], Users.prototype, 'list')`. @param {Estree} node @param {Scope | null} scope */
	visitDecorators(node, scope) {
		const [list] = node.arguments ?? [];
		for (const one of list?.elements ?? []) if (one) this.visitGiven(one, node, scope);
	}

	/** @param {Estree} argument that a call runs, if it is a function @param {Estree} node the call @param {Scope | null} scope */
	visitGiven(argument, node, scope) {
		if (isFunction(argument)) return this.enter(argument, scope);
		const given = pathOf(argument);
		const what = given && !isDeclared(String(given[0]), scope) ? this.actOf(given, {}) : null;
		if (what !== null) this.found ??= { node, statement: this.statement, what };
	}

	/** @param {string[]} path of what is called @returns {string} its name; of an import under another name, that of its module */
	nameOf([root = '', ...rest]) {
		const known = this.known.get(root);
		const names = known && 'source' in known ? known.names : [root];
		return [...names, ...rest].at(-1) ?? '';
	}

	/** @param {string[]} path of what is called @param {Partial<Estree>} node the call @returns {string | null} what it does */
	actOf(path, node) {
		const [root = '', ...rest] = path;
		const name = path.join('.');
		if (this.units.has(root) && rest.length === 0) return name;
		if (/^(call|apply|bind)$/.test(String(rest.at(-1))) || isHelper(this.nameOf(path))) return null;
		const known = this.known.get(root);
		const isNew = node.type === 'NewExpression';
		const argumentCount = node.arguments?.length ?? 1;
		if (known && 'fn' in known) {
			if (rest.length === 0) this.enter(known.fn, null);
			return null;
		}
		if (known) {
			if (OWN_MODULES.test(known.source) || this.packages.has(known.source)) return null;
			const names = [...known.names, ...rest].filter((one) => one !== 'default');
			const method = rest.at(-1) ?? '';
			// `rows.every(isFull)` of an import: a method of the data that it is, not a function of the other module.
			if (isReaderMethod(method) || isMutatorMethod(method)) return null;
			return node.type && importedCall(known.source, names, { isNew, argumentCount }) === null
				? name
				: null;
		}
		if (!this.isGlobal(root)) return null;
		if (isMutatorMethod(String(rest.at(-1))) && isOfOwnGlobal(name)) return null;
		const global = name.replace(/^global(This)?\./, '');
		const { kind } = isNew ? globalNew(global, argumentCount) : globalCall(global, argumentCount);
		return kind === 'external' ? name : null;
	}

	/** `process.exitCode = 3`. @param {Estree} target @param {Estree} node @param {Scope | null} scope */
	checkTarget(target, node, scope) {
		const [first, second] = pathOf(unwrap(target)) ?? [];
		const root = /^global(This)?$/.test(first ?? '') ? second : first;
		if (root === undefined || !HOLDERS_OF_HOST.has(root)) return;
		if (isDeclared(root, scope) || !this.isGlobal(root)) return;
		this.found ??= { node, statement: this.statement, what: root };
	}

	/** @param {string} name @returns {boolean} nothing of the top level declares it, and the module wrapper does not either */
	isGlobal(name) {
		this.declared ??= declaredIn(this.program);
		return (
			!this.declared.has(name) &&
			!/^(exports|module|require|arguments|this|__filename|__dirname)$/.test(name)
		);
	}

	/** @param {Estree} node @returns {boolean} */
	isMarkedPure({ start }) {
		this.hasMarks ??= /__PURE__/.test(this.code);
		if (!this.hasMarks) return false;
		return commentsBefore(this.code, start).some((one) => /^\s*[#@]__PURE__\s*$/.test(one));
	}
}

/** @param {Estree} node @returns {Estree[]} in source order, without types */
function childrenOf(node) {
	/** @type {Estree[]} */
	const found = [];
	for (const key in node) {
		const child = node[key];
		if (child === null || typeof child !== 'object' || key === 'typeAnnotation') continue;
		if (!Array.isArray(child)) {
			if (child.type) found.push(child);
		} else for (const one of child) if (one?.type) found.push(one);
	}
	return found;
}

/** @param {Estree} program @returns {Set<string>} the names of units that are declared at the top level */
function unitsOf(program) {
	/** @type {Set<string>} */
	const names = new Set();
	for (const statement of program.body) {
		for (const factory of factoriesIn(statement)) {
			const body = factory.value?.body;
			const last = body?.type === 'BlockStatement' ? body.body.at(-1)?.argument : body;
			const made = unwrap(last?.type === 'CallExpression' ? last.callee.object : last);
			if (made?.type === 'Identifier') names.add(made.name);
		}
	}
	return names;
}

/** @param {Estree} statement @returns {Estree[]} the properties of the table of units: `"id": (captures) => unit` */
function factoriesIn(statement) {
	const [declarator] = (statement.declaration ?? statement).declarations ?? [];
	const { expression } = statement;
	const assigned = expression?.type === 'AssignmentExpression' ? expression : null;
	// `Object.defineProperty(module.exports, "$lp_units", { value: { … } })`, or `Symbol.for("$lp_units")`
	const [, defined, descriptor] = expression?.arguments ?? [];
	const key = defined?.value ?? defined?.arguments?.[0]?.value;
	const name = declarator?.id.name ?? pathOf(assigned?.left)?.at(-1) ?? key;
	const value = declarator?.init ?? assigned?.right ?? descriptor?.properties?.[0]?.value;
	if (!/^\$lp\d*_units$/.test(name ?? '') || value?.type !== 'ObjectExpression') return [];
	return value.properties;
}

/** @param {Estree} init @returns {string | null} */
function requiredSource(init) {
	const call = init.type === 'AwaitExpression' ? init.argument : init;
	const isRequire = call.type === 'CallExpression' && call.callee.name === 'require';
	const source =
		call.type === 'ImportExpression' ? call.source : isRequire ? call.arguments[0] : null;
	return typeof source?.value === 'string' ? source.value : null;
}

/** @param {Estree | null | undefined} node @returns {string[] | null} `['console', 'log']`; null when the text does not name it */
function pathOf(node) {
	if (node?.type === 'Identifier') return [node.name];
	if (node?.type === 'ThisExpression') return ['this'];
	const isNamed = node?.type === 'MemberExpression' && !node.computed && node.property.name;
	const object = isNamed ? pathOf(unwrap(node.object)) : null;
	return object && [...object, node?.property.name];
}

/** @param {Estree | null | undefined} node */
const isFunction = (node) => /Function/.test(node?.type ?? '') && node?.body;

/** @param {string} name @returns {boolean} */
const isHelper = (name) => HELPERS.some((one) => one.test(name));

/** @param {string} code @param {number} end @returns {string[]} the comments right before a place, and before parentheses around it */
function commentsBefore(code, end) {
	/** @type {string[]} */
	const comments = [];
	for (let before = code.slice(Math.max(0, end - LONGEST_COMMENTS), end); ;) {
		before = before.replace(/[\s(]+$/, '');
		const [comment, block, line] = /\/\*((?:(?!\*\/)[^])*)\*\/$|\/\/(.*)$/.exec(before) ?? [];
		if (comment === undefined) return comments;
		comments.push(block ?? line ?? '');
		before = before.slice(0, -comment.length);
	}
}

/** @param {Estree} node @returns {Estree} without what only stands around it, as `(0, lib_1.parse)` */
function unwrap(node) {
	let inner = node;
	for (;;) {
		if (/^(Chain|Parenthesized|TS(As|NonNull|Satisfies))Expression$/.test(inner?.type ?? ''))
			inner = inner.expression;
		else if (inner?.type === 'SequenceExpression') inner = inner.expressions.at(-1);
		else return inner;
	}
}
