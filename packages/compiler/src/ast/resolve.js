/** @import { Node } from '../types.js' */
/** @import { Reference, Role } from './scope.js' */
import { VISITOR_KEYS } from '@babel/types';
import { childrenOf } from './babel.js';
import {
	isFunction,
	isMember,
	isTypeOnly,
	memberName,
	patternNames,
	propertyName,
} from './shapes.js';
import { isConversion } from '../knowledge/conversions.js';
import { hoistBlockFunctions } from './block-functions.js';
import { declareStatement, declareVariables } from './declarations.js';
import { EXTENSIONS } from './resolve-extensions.js';
import { Parents } from './parents.js';
import { Scope } from './scope.js';
import { indexTree } from './tree.js';

/**
 * Every name of a module, resolved.
 *
 * @typedef {object} Resolution
 * @property {Scope} program
 * @property {Reference[]} references in source order; `variable` is null for a global
 * @property {Map<string, Reference[]>} globals those that no declaration answers, by name
 * @property {Parents} parents
 * @property {Map<Node, Scope>} scopes the scope that a function, class or block opens; for a function
 *   the one that holds its parameters
 * @property {Set<string | null>} accessorNames of getters and setters of all literals and classes; null: a name that the text does not show
 * @property {Set<string>} conversionNames of methods that the language calls by itself, as far as the module defines them
 */

/** @import { BlockFunction } from './block-functions.js' */
/** @import { Visitor } from './resolve-extensions.js' */
/** @typedef {{ element: string, fragment: string }} Pragmas names of variables */

/**
 * Resolve every identifier of a module to the variable that it names.
 *
 * In place of Babel's own scope tracker, which knows no variable for `enum`, `namespace` and
 * parameter properties, declares what is only `declare`d, does not see the function scope of a
 * sloppy block function (Annex B.3.3), and counts neither `x = 1` nor `x++` as a use.
 *
 * @param {Node} file a Babel File
 * @param {{ strict: boolean, pragmas?: Pragmas }} options `strict`: no Annex B; `pragmas`: what JSX calls
 * @returns {Resolution}
 */
export function resolveNames(file, { strict, pragmas = { element: 'React', fragment: 'React' } }) {
	const program = new Scope('program', file.program, null);
	const resolver = new Resolver(program, pragmas);
	resolver.open(file.program, program);
	resolver.visitAll(file.program.body, file.program, program);
	resolver.run();
	if (!strict) hoistBlockFunctions(resolver.blockFunctions, resolver.parents);
	sortBySource(resolver.references);
	for (const reference of resolver.references) {
		// No variable of a function means the exports that `this` of the top level is.
		const from = reference.node.isModuleThis ? program : reference.scope;
		const variable = from.lookup(reference.name);
		reference.variable = variable;
		variable?.addReference(reference);
	}
	const references = resolver.references.filter((one) => !one.implicit || one.variable);
	/** @type {Map<string, Reference[]>} */
	const globals = new Map();
	for (const reference of references) {
		if (reference.variable) continue;
		const others = globals.get(reference.name);
		if (others) others.push(reference);
		else globals.set(reference.name, [reference]);
	}
	indexTree(file.program);
	const { parents, scopes, accessorNames, conversionNames } = resolver;
	return { program, references, globals, parents, scopes, accessorNames, conversionNames };
}

/** Names of patterns are referred to before the expressions around them have been visited: in most files, none. @param {Reference[]} references */
function sortBySource(references) {
	let last = -1;
	const isSorted = references.every(({ node }) => {
		const isNext = node.start >= last;
		last = node.start;
		return isNext;
	});
	if (!isSorted) references.sort((a, b) => a.node.start - b.node.start);
}

/** How a type of node is resolved, looked up once for each type. @type {Map<string, Visitor | null>} */
const VISITORS = new Map();

/** @param {string} type @returns {Visitor | null} null for a node that only holds others */
function visitorOf(type) {
	let visitor = VISITORS.get(type);
	if (visitor === undefined) {
		const own = /** @type {Record<string, (node: Node, scope: Scope) => void>} */ (
			/** @type {unknown} */ (Resolver.prototype)
		)[`on${type}`];
		if (own) visitor = (resolver, node, scope) => own.call(resolver, node, scope);
		else visitor = Object.hasOwn(EXTENSIONS, type) ? (EXTENSIONS[type] ?? null) : null;
		VISITORS.set(type, visitor);
	}
	return visitor;
}

/** One walk over a module: declares, and collects what is to be resolved. */
export class Resolver {
	/**
	 * @param {Scope} program
	 * @param {Pragmas} pragmas
	 */
	constructor(program, pragmas) {
		/** @type {Reference[]} */
		this.references = [];
		/** @type {Parents} */
		this.parents = new Parents();
		/** @type {Map<Node, Scope>} */
		this.scopes = new Map([[program.node, program]]);
		/** @type {Set<string | null>} */
		this.accessorNames = new Set();
		/** @type {Set<string>} */
		this.conversionNames = new Set();
		this.pragmas = pragmas;
		/** @type {BlockFunction[]} */
		this.blockFunctions = [];
		/** What is still to be visited: a node, its parent and its scope, one after the other. @type {any[]} */
		this.stack = [];
		/** What the visitor that runs has asked for, in source order. @type {any[]} */
		this.asked = [];
	}

	/** Visit what has been asked for, and all that this asks for: with a stack of its own, as deep as the tree may be. */
	run() {
		const { stack, asked } = this;
		this.schedule();
		while (stack.length > 0) {
			const node = stack.pop();
			const parent = stack.pop();
			const scope = stack.pop();
			this.enter(node, parent, scope);
			if (asked.length > 0) this.schedule();
		}
	}

	/** Put on the stack what has been asked for, the first on top. */
	schedule() {
		const { stack, asked } = this;
		for (let at = asked.length - 1; at >= 0; at--) stack.push(asked[at]);
		asked.length = 0;
	}

	/** Declare what a list of statements declares, before any of it is visited. @param {Node} node @param {Scope} scope */
	open(node, scope) {
		this.scopes.set(node, scope);
		this.declareAll(node.body, scope);
	}

	/** @param {Node[]} statements @param {Scope} scope */
	declareAll(statements, scope) {
		for (const statement of statements) {
			declareStatement(statement, scope);
			if (scope.kind !== 'block') continue;
			let node = statement;
			while (node.type === 'LabeledStatement') node = node.body;
			if (node.type === 'FunctionDeclaration') this.blockFunctions.push({ node, scope });
		}
	}

	/** @param {Iterable<Node | null>} nodes @param {Node} parent @param {Scope} scope */
	visitAll(nodes, parent, scope) {
		for (const node of nodes) if (node) this.visit(node, parent, scope);
	}

	/** @param {Node} node @param {Scope} scope */
	visitChildren(node, scope) {
		for (const key of VISITOR_KEYS[node.type] ?? []) {
			const value = node[key];
			if (Array.isArray(value)) this.visitAll(value, node, scope);
			else this.visit(value, node, scope);
		}
	}

	/** Have a node visited when the visitor that asks for it is done. @param {Node | null | undefined} node @param {Node} parent @param {Scope} scope */
	visit(node, parent, scope) {
		if (node) this.asked.push(node, parent, scope);
	}

	/** @param {Node} node @param {Node} parent @param {Scope} scope */
	enter(node, parent, scope) {
		this.parents.set(node, parent);
		if (isTypeOnly(node)) return;
		if (isFunction(node)) return this.visitFunction(node, scope);
		const special = visitorOf(node.type);
		if (special) special(this, node, scope);
		else this.visitChildren(node, scope);
	}

	/** @param {Node} node @param {Scope} scope @param {Role} role @param {string} [name] */
	refer(node, scope, role, name = node.name) {
		this.references.push({ node, name, role, scope, variable: null });
	}

	/** A name that syntax needs without writing it. @param {Node} node @param {Scope} scope @param {string} name */
	referImplicitly(node, scope, name) {
		this.references.push({ node, name, role: 'read', scope, variable: null, implicit: true });
	}

	/** @param {Node} node @param {Scope} scope */
	visitFunction(node, scope) {
		let outer = scope;
		if (node.computed) this.visit(node.key, node, scope);
		else if (node.key) this.parents.set(node.key, node);
		if (node.kind === 'get' || node.kind === 'set') this.accessorNames.add(propertyName(node));
		if (node.key) this.noteName(node);
		this.visitAll(node.decorators ?? [], node, scope);
		if (node.type === 'FunctionExpression' && node.id) {
			outer = new Scope('function', node, scope);
			outer.declare(node.id.name, 'function-name', { id: node.id, node });
		}
		if (node.id) this.parents.set(node.id, node);
		const params = new Scope('function', node, outer);
		this.scopes.set(node, params);
		for (const param of node.params) {
			for (const id of patternNames(param)) {
				if (id.name !== 'this') params.declare(id.name, 'param', { id, node });
			}
		}
		for (const param of node.params) {
			this.parents.set(param, node);
			this.visitPattern(param, node, params, null);
		}
		const body = new Scope('body', node.body, params);
		this.parents.set(node.body, node);
		if (node.body.type !== 'BlockStatement') {
			this.visit(node.body, node, body);
			return;
		}
		for (const directive of node.body.directives ?? []) this.parents.set(directive, node.body);
		this.open(node.body, body);
		this.visitAll(node.body.body, node.body, body);
	}

	/**
	 * A pattern's names are declarations (`role` null) or targets of an assignment; its default
	 * values and computed keys are ordinary code.
	 *
	 * @param {Node} node @param {Node} parent @param {Scope} scope @param {Role | null} role
	 */
	visitPattern(node, parent, scope, role) {
		this.parents.set(node, parent);
		this.visitAll(node.decorators ?? [], node, scope);
		switch (node.type) {
			case 'Identifier':
				if (role) this.refer(node, scope, role);
				return;
			case 'AssignmentPattern':
				this.visitPattern(node.left, node, scope, role);
				this.visit(node.right, node, scope);
				return;
			case 'RestElement':
				this.visitPattern(node.argument, node, scope, role);
				return;
			case 'ArrayPattern':
				for (const element of node.elements)
					if (element) this.visitPattern(element, node, scope, role);
				return;
			case 'ObjectPattern':
				for (const property of node.properties) {
					if (property.type === 'RestElement') this.visitPattern(property, node, scope, role);
					else {
						this.parents.set(property, node);
						if (property.computed) this.visit(property.key, property, scope);
						else this.parents.set(property.key, property);
						this.visitPattern(property.value, property, scope, role);
					}
				}
				return;
			case 'TSParameterProperty':
				this.visitPattern(node.parameter, node, scope, role);
				return;
			case 'TSAsExpression':
			case 'TSNonNullExpression':
			case 'TSSatisfiesExpression':
			case 'TSTypeAssertion':
			case 'ParenthesizedExpression':
				this.visitPattern(node.expression, node, scope, role);
				return;
			default:
				this.visit(node, parent, scope); // a member: `a.b = …` reads `a`
		}
	}

	/** @param {Node} node @param {Scope} scope */
	onIdentifier(node, scope) {
		this.refer(node, scope, 'read');
	}

	/** @param {Node} node @param {Scope} scope */
	onVariableDeclaration(node, scope) {
		for (const declarator of node.declarations) {
			this.parents.set(declarator, node);
			this.visitPattern(declarator.id, declarator, scope, null);
			this.visit(declarator.init, declarator, scope);
		}
	}

	/** @param {Node} node @param {Scope} scope */
	onAssignmentExpression(node, scope) {
		if (isMember(node.left)) this.noteName(node.left);
		this.visitPattern(node.left, node, scope, node.operator === '=' ? 'write' : 'update');
		this.visit(node.right, node, scope);
	}

	/** @param {Node} node @param {Scope} scope */
	onUpdateExpression(node, scope) {
		this.visitPattern(node.argument, node, scope, 'update');
	}

	/** @param {Node} node @param {Scope} scope */
	onMemberExpression(node, scope) {
		this.visit(node.object, node, scope);
		if (node.computed) this.visit(node.property, node, scope);
		else this.parents.set(node.property, node);
	}

	/** @param {Node} node @param {Scope} scope */
	onOptionalMemberExpression(node, scope) {
		this.onMemberExpression(node, scope);
	}

	/** @param {Node} member that defines a property */
	noteName(member) {
		const name = memberName(member);
		if (isConversion(name)) this.conversionNames.add(name);
	}

	/** @param {Node} node @param {Scope} scope */
	onObjectProperty(node, scope) {
		this.noteName(node);
		if (node.computed) this.visit(node.key, node, scope);
		else this.parents.set(node.key, node);
		this.visit(node.value, node, scope);
	}

	/** Blocks, and the statements that open a scope around a head. @param {Node} node @param {Scope} scope */
	onBlockStatement(node, scope) {
		const block = new Scope('block', node, scope);
		this.open(node, block);
		this.visitAll(node.body, node, block);
	}

	/** A function in place of a branch is as good as one in a block. @param {Node} node @param {Scope} scope */
	onIfStatement(node, scope) {
		this.visit(node.test, node, scope);
		for (const branch of [node.consequent, node.alternate]) {
			if (branch?.type === 'FunctionDeclaration') {
				const block = new Scope('block', node, scope);
				this.declareAll([branch], block);
				this.visit(branch, node, block);
			} else this.visit(branch, node, scope);
		}
	}

	/** @param {Node} node @param {Scope} scope */
	onStaticBlock(node, scope) {
		const block = new Scope('static', node, scope);
		this.open(node, block);
		this.visitAll(node.body, node, block);
	}

	/** @param {Node} node @param {Scope} scope */
	onSwitchStatement(node, scope) {
		this.visit(node.discriminant, node, scope);
		const block = new Scope('block', node, scope);
		this.scopes.set(node, block);
		for (const part of node.cases) this.declareAll(part.consequent, block);
		for (const part of node.cases) this.visit(part, node, block);
	}

	/** @param {Node} node @param {Scope} scope */
	onCatchClause(node, scope) {
		const clause = new Scope('block', node, scope);
		this.scopes.set(node, clause);
		if (node.param) {
			for (const id of patternNames(node.param)) clause.declare(id.name, 'catch', { id, node });
			this.visitPattern(node.param, node, clause, null);
		}
		this.visit(node.body, node, clause);
	}

	/** @param {Node} node @param {Scope} scope */
	onForStatement(node, scope) {
		this.visitLoop(node, scope, node.init);
	}

	/** @param {Node} node @param {Scope} scope */
	onForInStatement(node, scope) {
		this.visitLoop(node, scope, node.left);
	}

	/** @param {Node} node @param {Scope} scope */
	onForOfStatement(node, scope) {
		this.visitLoop(node, scope, node.left);
	}

	/** @param {Node} node @param {Scope} scope @param {Node | null} head */
	visitLoop(node, scope, head) {
		const loop = new Scope('block', node, scope);
		this.scopes.set(node, loop);
		if (head?.type === 'VariableDeclaration') {
			if (head.kind !== 'var') declareVariables(head, loop);
			this.visit(head, node, loop);
		} else if (head && node.type !== 'ForStatement') this.visitPattern(head, node, loop, 'write');
		else this.visit(head, node, loop);
		for (const child of childrenOf(node)) if (child !== head) this.visit(child, node, loop);
	}

	/** @param {Node} node @param {Scope} scope */
	onClassDeclaration(node, scope) {
		this.visitClass(node, scope);
	}

	/** @param {Node} node @param {Scope} scope */
	onClassExpression(node, scope) {
		let inner = scope;
		if (node.id) {
			inner = new Scope('block', node, scope);
			inner.declare(node.id.name, 'function-name', { id: node.id, node });
		}
		this.visitClass(node, inner);
	}

	/** @param {Node} node @param {Scope} scope */
	visitClass(node, scope) {
		if (node.id) this.parents.set(node.id, node);
		this.visitAll(node.decorators ?? [], node, scope);
		this.visit(node.superClass, node, scope);
		this.visit(node.body, node, scope);
	}

	/** @param {Node} node @param {Scope} scope */
	onClassProperty(node, scope) {
		this.noteName(node);
		this.visitAll(node.decorators ?? [], node, scope);
		if (node.computed) this.visit(node.key, node, scope);
		else this.parents.set(node.key, node);
		if (!node.declare) this.visit(node.value, node, scope);
	}

	/** @param {Node} node @param {Scope} scope */
	onClassAccessorProperty(node, scope) {
		this.onClassProperty(node, scope);
	}

	/** @param {Node} node @param {Scope} scope */
	onExportNamedDeclaration(node, scope) {
		this.visit(node.declaration, node, scope);
		if (node.source || node.exportKind === 'type') return;
		for (const specifier of node.specifiers) {
			this.parents.set(specifier, node);
			if (specifier.local?.type === 'Identifier' && specifier.exportKind !== 'type') {
				this.refer(specifier.local, scope, 'export');
			}
		}
	}

	/** Imports declare; nothing in them is a use. @param {Node} node */
	onImportDeclaration(node) {
		for (const specifier of node.specifiers) this.parents.set(specifier, node);
	}

	onPrivateName() {}
	onExportAllDeclaration() {}
	onMetaProperty() {}
	onBreakStatement() {}
	onContinueStatement() {}

	/** @param {Node} node @param {Scope} scope */
	onLabeledStatement(node, scope) {
		this.visit(node.body, node, scope);
	}
}
