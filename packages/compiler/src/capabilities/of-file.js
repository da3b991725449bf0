/** @import { Node } from '../types.js' */
/** @import { Reference, Variable } from '../ast/scope.js' */
/** @import { Resolution } from '../ast/resolve.js' */
/** @import { Kind } from '../knowledge/capabilities.js' */
/** @import { Usage } from './kinds.js' */
import { isBuiltin } from 'node:module';
import { parseSource } from '../ast/babel.js';
import { resolveNames } from '../ast/resolve.js';
import {
	chainRoot,
	dottedName,
	isCall,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { classifyGlobal } from '../knowledge/globals.js';
import { globalCall } from '../knowledge/calls.js';
import { importOf } from '../ir/values.js';
import { findCounter, findStepping } from './counters.js';
import { kindOfBuiltin, kindOfGlobal } from './kinds.js';
import { PlatformTests } from './tests-of-platform.js';

/**
 * A place where code can do something. `line` counts from 1; `text` is what stands there.
 *
 * @typedef {{ kind: Kind, line: number, text: string }} Capability
 */

/**
 * What one file can do, and what it imports.
 *
 * @typedef {object} FileFacts
 * @property {Capability[]} capabilities the first of each kind
 * @property {{ specifier: string, how: 'import' | 'require', isOptional: boolean }[]} imports but for modules of Node; `isOptional`: in a `try`
 * @property {number | null} counter the line of a variable of the module that counts calls
 * @property {number | null} stepping the line where an object counts them, or takes from a list of its own
 */

/** What the global object is called in Node. */
const GLOBAL_OBJECT = /^(globalThis|global)$/;

/** Names that CommonJS gives every module. */
const OF_MODULE =
	/^(require|module|exports|__filename|__dirname|arguments|undefined|NaN|Infinity)$/;

/** Functions that take a class or a prototype to inherit from, or to ask it. */
const INHERITS =
	/inherit|extend|subclass|prototype|create|wrap|super|proto|bind|uncurry|is[A-Z]|assert|mixin|call$|apply$/i;

/**
 * What a source can do beyond computing: by the names that it leaves to the platform, and the modules of Node that it imports.
 *
 * @param {string} source
 * @param {string} filename decides the language by its extension
 * @returns {FileFacts}
 */
export function capabilitiesOfFile(source, filename) {
	if (/\.json$/.test(filename))
		return { capabilities: [], imports: [], counter: null, stepping: null };
	const scan = readFile(source, filename);
	if (!scan) {
		const text = 'it cannot be parsed';
		return {
			capabilities: [{ kind: 'unread', line: 1, text }],
			imports: [],
			counter: null,
			stepping: null,
		};
	}
	return scan.run();
}

/** @param {string} source @param {string} filename @returns {Scan | null} */
function readFile(source, filename) {
	const language = /\.[mc]?ts$/.test(filename) ? 'ts' : /\.tsx$/.test(filename) ? 'tsx' : 'js';
	const byName = /\.m[jt]s$/.test(filename)
		? 'module'
		: /\.c[jt]s$/.test(filename)
			? 'commonjs'
			: 'unknown';
	try {
		const file = parseSource(source, { language, moduleKind: byName });
		const isModule = file.program.sourceType === 'module';
		return new Scan(resolveNames(file, { strict: isModule }), file.program, isModule);
	} catch {
		// Whatever the text is: nothing is known of it, which is what its reader says.
		return null;
	}
}

/** Looks through one file. */
class Scan {
	/** @param {Resolution} resolution @param {Node} program @param {boolean} isModule */
	constructor(resolution, program, isModule) {
		this.resolution = resolution;
		this.parents = resolution.parents;
		this.program = program;
		this.tests = new PlatformTests(resolution, isModule);
		/** @type {Map<Kind, Capability>} */
		this.found = new Map();
		/** @type {FileFacts['imports']} */
		this.imports = [];
		/** Variables that hold the global object, or a built-in object. @type {Set<Variable>} */
		this.aliases = new Set();
	}

	/** @returns {FileFacts} */
	run() {
		for (const [name, references] of this.resolution.globals) {
			if (name === 'require') references.forEach((one) => this.ofRequire(one));
			else if (!OF_MODULE.test(name)) references.forEach((one) => this.ofGlobal(one));
		}
		this.ofImports();
		this.ofGlobalThis();
		for (const alias of this.aliases) this.ofAlias(alias);
		const capabilities = [...this.found.values()];
		return {
			capabilities,
			imports: this.imports,
			counter: findCounter(this.resolution),
			stepping: findStepping(this.resolution),
		};
	}

	/** @param {Kind | null} kind @param {Node} node @param {string} text */
	add(kind, node, text) {
		if (kind === null) return;
		const known = this.found.get(kind);
		const { line } = node.loc.start;
		if (known && known.line <= line) return;
		if (this.tests.isDead(node)) return;
		this.found.set(kind, { kind, line, text });
	}

	/** @param {Reference} reference of a name that nothing declares */
	ofGlobal({ node, name, role }) {
		if (role === 'write' || role === 'update') {
			if (name !== 'exports') this.add('globals', node, name);
			return;
		}
		const { names, top } = this.pathFrom(node);
		this.ofPath([name, ...names], top, node);
	}

	/** @param {string[]} path of a global @param {Node} top the outermost member @param {Node} node @returns {void} */
	ofPath(path, top, node) {
		const isAlias = GLOBAL_OBJECT.test(String(path[0]));
		const names = isAlias ? path.slice(1) : path;
		if (names.length === 0) return this.ofBare(top, node, 'the global object');
		const parent = /** @type {Node} */ (this.parents.get(top));
		const text = names.join('.');
		const [root = ''] = names;
		if (OF_MODULE.test(root) && !isAlias) return;
		const isOfNode = classifyGlobal(root) === 'worker';
		if (isWritten(top, parent)) {
			if (isOfNode || isAlias) this.add('globals', node, text);
			return;
		}
		if (parent.type === 'UnaryExpression' && parent.operator === 'typeof') return;
		if (!isOfNode) return;
		if (parent.type === 'BinaryExpression') return this.ofCompared(text, node);
		this.ofUse(text, { top, parent, node });
	}

	/** `fn.constructor === Function`, `process.platform === 'win32'`. @param {string} path @param {Node} node */
	ofCompared(path, node) {
		if (path.includes('.')) this.add(kindOfGlobal(path, 'value', 1), node, path);
	}

	/** @param {string} path @param {{ top: Node, parent: Node, node: Node }} at */
	ofUse(path, { top, parent, node }) {
		const isCalled = parent.callee === top;
		const usage = isCalled ? (parent.type === 'NewExpression' ? 'new' : 'call') : 'value';
		const given = parent.arguments ?? [];
		if (path === 'Function' && isCalled && isGlobalGetter(given))
			return this.ofBare(this.called(parent), node, 'the global object');
		const pattern = parent.type === 'VariableDeclarator' && parent.init === top ? parent.id : null;
		if (pattern?.type === 'ObjectPattern') return this.ofPattern(path, pattern, node);
		if (
			/^(Math|Reflect|Object|JSON|Array|String|Number|Symbol|Promise|Intl)$/.test(path) &&
			usage === 'value'
		) {
			// `Math.max.apply(Math, list)`
			const isReceiver =
				isCall(parent) && /^(apply|call)$/.test(propertyName(unwrap(parent.callee)) ?? '');
			const isKept = /^(VariableDeclarator|AssignmentExpression|CallExpression)$/.test(parent.type);
			if (path === 'Math' && isKept && !isReceiver) this.add('random', node, path);
		} else this.add(kindOfGlobal(path, usage, given.length), node, path);
		if (usage === 'call') this.ofChanged(path, parent);
		else if (usage === 'value' && /(^|\.)prototype$/.test(path)) this.ofPrototype(path, top, node);
	}

	/** `const { env, cwd } = process`. @param {string} path @param {Node} pattern @param {Node} node */
	ofPattern(path, pattern, node) {
		for (const one of pattern.properties) {
			const name = one.type === 'RestElement' ? null : propertyName(one);
			const full = name === null ? path : `${path}.${name}`;
			this.add(kindOfGlobal(full, 'value', 1), node, full);
		}
	}

	/** `Object.assign(String.prototype, …)`: what a function of the platform changes of what it is given. @param {string} path @param {Node} call */
	ofChanged(path, call) {
		const { changes } = globalCall(path, call.arguments.length);
		for (const index of changes) {
			const root = call.arguments[index] ? chainRoot(call.arguments[index]) : null;
			if (root?.type !== 'Identifier') continue;
			const isGlobal = this.resolution.globals.get(root.name)?.some((one) => one.node === root);
			if (isGlobal && !OF_MODULE.test(root.name))
				this.add('globals', call, dottedName(call.arguments[index]) ?? root.name);
		}
	}

	/** `const proto = Array.prototype`, `patch(Array.prototype)`. @param {string} path @param {Node} top @param {Node} node */
	ofPrototype(path, top, node) {
		const parent = /** @type {Node} */ (this.parents.get(top));
		if (isCall(parent) || parent.type === 'NewExpression') {
			const callee = /** @type {Node} */ (unwrap(parent.callee));
			const name = dottedName(callee) ?? (isMember(callee) ? propertyName(callee) : null) ?? '';
			const isKnown = this.resolution.globals.has(name.split('.')[0] ?? '');
			if (!isKnown && !INHERITS.test(name)) this.add('globals', node, path);
		} else this.keep(top);
	}

	/** The global object, or what holds built-ins, is put into a variable or handed on. @param {Node} top @param {Node} node @param {string} text @returns {void} */
	ofBare(top, node, text) {
		const parent = /** @type {Node} */ (this.parents.get(top));
		if (isMember(parent) && parent.object === top) {
			const { names, top: whole } = this.pathFrom(top);
			// `globalThis[name]` may be any of them
			if (names.length === 0) return this.add('globals', node, text);
			return this.ofPath(['globalThis', ...names], whole, node);
		}
		if (parent.type === 'UnaryExpression' || parent.type === 'BinaryExpression') return;
		if (!this.keep(top)) this.add('globals', node, text);
	}

	/** @param {Node} top @returns {boolean} whether a variable alone has it */
	keep(top) {
		let child = top;
		let parent = /** @type {Node} */ (this.parents.get(child));
		while (
			/^(Logical|Conditional|Sequence)Expression$/.test(parent.type) &&
			parent.test !== child
		) {
			child = parent;
			parent = /** @type {Node} */ (this.parents.get(child));
		}
		const id =
			parent.type === 'VariableDeclarator'
				? parent.id
				: parent.type === 'AssignmentExpression'
					? parent.left
					: null;
		if (
			parent.type === 'ExpressionStatement' ||
			parent.test === child ||
			parent.type === 'UnaryExpression'
		)
			return true;
		const given =
			isCall(parent) && parent.arguments.includes(child) ? parameterOf(parent, child) : null;
		const named = id?.type === 'Identifier' ? id : given;
		const variable = named ? this.variableNamed(named) : null;
		if (!variable) return false;
		this.aliases.add(variable);
		return true;
	}

	/** @param {Node} id @returns {Variable | null} */
	variableNamed(id) {
		for (const scope of [this.resolution.program, ...this.resolution.scopes.values()]) {
			const variable = scope.variables.get(id.name);
			if (variable?.declarations.some((one) => one.id === id)) return variable;
			if (variable?.references.some((one) => one.node === id)) return variable;
		}
		return null;
	}

	/** @param {Variable} variable that holds the global object, or a prototype of the platform */
	ofAlias(variable) {
		for (const { node } of variable.references) {
			const { names, top } = this.pathFrom(node);
			const parent = /** @type {Node} */ (this.parents.get(top));
			if (names.length === 0) continue;
			if (isWritten(top, parent)) this.add('globals', node, names.join('.'));
			else this.ofPath(['globalThis', ...names], top, node);
		}
	}

	/** `(function () { return this; })()` of sloppy code. */
	ofGlobalThis() {
		if (this.tests.isModule) return;
		for (const node of nodesOf(this.program, ['ThisExpression'])) {
			const statement = this.parents.get(node);
			if (statement?.type !== 'ReturnStatement') continue;
			const body = this.parents.get(statement);
			const fn = body && this.parents.get(body);
			const call = fn && this.parents.get(fn);
			if (fn?.type !== 'FunctionExpression' || body?.body.length !== 1) continue;
			if (call && isCall(call) && call.callee === fn) this.ofBare(call, node, 'the global object');
		}
	}

	/** @param {Node} call `Function('return this')` @returns {Node} `Function('return this')()` */
	called(call) {
		const parent = this.parents.get(call);
		return parent && isCall(parent) && parent.callee === call ? parent : call;
	}

	/** @param {Node} node @returns {{ names: string[], top: Node }} the members that follow it */
	pathFrom(node) {
		/** @type {string[]} */
		const names = [];
		let top = node;
		for (;;) {
			const parent = this.parents.get(top);
			const name =
				parent && isMember(parent) && parent.object === top ? propertyName(parent) : null;
			if (name === null) return { names, top };
			names.push(name);
			top = /** @type {Node} */ (parent);
		}
	}

	/** @param {Reference} reference of `require` */
	ofRequire({ node }) {
		const parent = /** @type {Node} */ (this.parents.get(node));
		if (parent.type === 'UnaryExpression' || this.tests.isDead(node)) return;
		if (isMember(parent) && parent.object === node) {
			if (propertyName(parent) !== 'resolve')
				this.add('unread', node, `require.${propertyName(parent)}`);
			return;
		}
		const isCalled = isCall(parent) && parent.callee === node;
		const specifier = isCalled ? literalOf(parent.arguments[0]) : null;
		if (specifier === null) {
			if (parent.type !== 'LogicalExpression' && parent.test !== node)
				this.add('unread', node, 'require');
			return;
		}
		this.addImport(specifier, 'require', parent);
		if (isBuiltin(specifier)) this.ofBuiltinValue(specifier, parent);
	}

	/** @param {string} specifier @param {'import' | 'require'} how @param {Node} node */
	addImport(specifier, how, node) {
		if (isBuiltin(specifier)) return;
		if (/\.(node|wasm)$/.test(specifier)) return this.add('unread', node, specifier);
		let isOptional = false;
		for (
			let at = /** @type {Node | undefined} */ (node);
			at && !isFunction(at);
			at = this.parents.get(at)
		)
			isOptional ||= at.type === 'TryStatement';
		this.imports.push({ specifier, how, isOptional });
	}

	/** Modules that statements import, or `import()`, and what is used of those of Node. */
	ofImports() {
		for (const node of this.program.body) {
			const source = /^(Import|Export)/.test(node.type) ? node.source?.value : undefined;
			if (source === undefined || node.importKind === 'type' || node.exportKind === 'type')
				continue;
			this.addImport(source, 'import', node);
			if (isBuiltin(source) && node.type !== 'ImportDeclaration') this.ofReexport(source, node);
		}
		for (const node of nodesOf(this.program, ['ImportExpression', 'Import'])) {
			const call = node.type === 'Import' ? /** @type {Node} */ (this.parents.get(node)) : node;
			const specifier = literalOf(call.source ?? call.arguments?.[0]);
			if (specifier === null) this.add('unread', node, 'import()');
			else if (isBuiltin(specifier))
				this.add(kindOfBuiltin(specifier, [], 'value', 1), node, specifier);
			else this.addImport(specifier, 'import', call);
		}
		const scopes = new Set([this.resolution.program, ...this.resolution.scopes.values()]);
		for (const { variables } of scopes)
			for (const variable of variables.values()) this.ofVariable(variable);
	}

	/** @param {string} source of Node @param {Node} statement that exports of it */
	ofReexport(source, statement) {
		const names = (statement.specifiers ?? []).map(
			(/** @type {Node} */ one) => one.local?.name ?? null,
		);
		for (const name of names.length > 0 ? names : [null])
			this.add(kindOfBuiltin(source, name === null ? [] : [name], 'value', 1), statement, source);
	}

	/** @param {Variable} variable */
	ofVariable(variable) {
		const from = importOf(variable, this.parents);
		if (!from || !isBuiltin(from.source)) return;
		const own = from.name === '*' || from.name === 'default' ? [] : [from.name];
		for (const { node, role } of variable.references) {
			if (role === 'export')
				this.add(kindOfBuiltin(from.source, own, 'value', 1), node, from.source);
			else if (role === 'read') this.ofBuiltinUse(from.source, own, node);
		}
	}

	/** `require('fs').readFileSync(…)`, but for what a variable holds. @param {string} source @param {Node} call */
	ofBuiltinValue(source, call) {
		let child = call;
		let parent = /** @type {Node} */ (this.parents.get(call));
		// `__importDefault(require('fs'))`
		while (
			isCall(parent) &&
			parent.arguments[0] === child &&
			/import|interop/i.test(dottedName(parent.callee) ?? '')
		) {
			child = parent;
			parent = /** @type {Node} */ (this.parents.get(child));
		}
		const isHeld = parent.type === 'VariableDeclarator' || parent.type === 'ExpressionStatement';
		if (isHeld && parent.id?.type !== 'ObjectPattern') return;
		if (!isHeld) this.ofBuiltinUse(source, [], child);
	}

	/** @param {string} source @param {string[]} own @param {Node} node */
	ofBuiltinUse(source, own, node) {
		const { names, top } = this.pathFrom(node);
		const parent = /** @type {Node} */ (this.parents.get(top));
		if (parent.type === 'UnaryExpression' || parent.test === top) return;
		if (isWritten(top, parent) && names.length > 0)
			return this.add('globals', node, `${source}.${names.join('.')}`);
		const isCalled = parent.callee === top;
		const usage = isCalled ? (parent.type === 'NewExpression' ? 'new' : 'call') : 'value';
		const path = [...own, ...names];
		const kind = kindOfBuiltin(
			source,
			path,
			/** @type {Usage} */ (usage),
			parent.arguments?.length ?? 1,
		);
		this.add(kind, node, [source, ...path].join('.'));
	}
}

/** @param {Node} top @param {Node} parent @returns {boolean} it is assigned, counted up or deleted */
const isWritten = (top, parent) =>
	(parent.type === 'AssignmentExpression' && parent.left === top) ||
	parent.type === 'UpdateExpression' ||
	(parent.type === 'UnaryExpression' && parent.operator === 'delete');

/** @param {Node[]} given @returns {boolean} `Function('return this')` */
const isGlobalGetter = (given) =>
	given.length === 1 && /^\s*return this;?\s*$/.test(literalOf(given[0]) ?? '');

/** @param {Node} call of a function that is written there @param {Node} argument @returns {Node | null} the name of its parameter */
function parameterOf(call, argument) {
	const callee = /** @type {Node} */ (unwrap(call.callee));
	const isPassed = isMember(callee) && propertyName(callee) === 'call';
	const fn = /** @type {Node} */ (isPassed ? unwrap(callee.object) : callee);
	if (!isFunction(fn)) return null;
	const index = call.arguments.indexOf(argument) - (isPassed ? 1 : 0);
	const param = fn.params[index];
	return param?.type === 'Identifier' ? param : null;
}

/** @param {Node | undefined} node @returns {string | null} */
function literalOf(node) {
	if (node?.type === 'StringLiteral') return node.value;
	const isText = node?.type === 'TemplateLiteral' && node.expressions.length === 0;
	return isText ? node.quasis[0].value.cooked : null;
}
