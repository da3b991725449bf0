/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import {
	chainRoot,
	isCall,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { isMutatorMethod } from '../knowledge/methods.js';
import {
	givesGem,
	isGemMethod,
	isGemSource,
	looksLikeGemCall,
	runsFunctions,
	saysGem,
} from '../knowledge/gems.js';
import { returnedBy } from './callees.js';
import { holdsOnlyGems } from './gem-holders.js';
import { functionsAmong, isGemProperty } from './gem-members.js';
import { sourcesOf } from './sources.js';
import { constantValueOf, importOf } from './values.js';

/** The types of nodes that may be methods. */
const MEMBERS = ['ClassMethod', 'ClassProperty', 'ObjectMethod', 'ObjectProperty'];

/** Methods of collections that give one of what these hold. */
const PICKING = /^(get|at|find|findLast|pop|shift)$/;

/**
 * Answers which variables hold a GEM, or a part of one, whatever they hold it for: what is written to it is written to memory
 * that all threads share, and what crosses to a worker is a reference. One for a module; it only reads the tree.
 */
export class Gems {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
		/** @type {Map<Variable, boolean>} */
		this.known = new Map();
		/** @type {Map<Node, boolean>} */
		this.makers = new Map();
		/** @type {Map<Variable, boolean>} collections */
		this.holders = new Map();
		/** @type {Map<Node, Map<string, boolean>>} by class and name of the property */
		this.properties = new Map();
		/** @type {Map<Node, Map<string | null, import('./gem-members.js').Uses>>} by class and name of the property */
		this.propertyUses = new Map();
		/** @type {Set<string | null> | undefined} */
		this.ownMethods = undefined;
	}

	/** @param {Variable} variable @returns {boolean} it always holds a GEM, as far as the text shows */
	has(variable) {
		const known = this.known.get(variable);
		if (known !== undefined) return known;
		this.known.set(variable, false); // what `let a = b; b = a` sees
		const answer =
			this.isDeclaredAsGem(variable) || this.isMadeFromGems(variable) || this.isUsedAsGem(variable);
		this.known.set(variable, answer);
		return answer;
	}

	/** @param {Variable} variable @returns {boolean} a comment says so */
	isDeclaredAsGem({ kind, declarations: [declaration] }) {
		const isName = /^(const|let|var|import|param)$/.test(kind);
		const isParam = kind === 'param';
		/** @type {Node | undefined} */
		let at = isParam ? declaration?.id : declaration?.node;
		for (; isName && at; at = this.analysis.parents.get(at)) {
			if (isParam && at === declaration?.node) return false;
			const comments = /** @type {Node[]} */ (at.leadingComments ?? []);
			if (comments.some((comment) => saysGem(comment.value))) return true;
			if (/Declaration$|Statement$/.test(at.type) && !this.isExported(at)) return false;
		}
		return false;
	}

	/** @param {Node} declaration @returns {boolean} */
	isExported(declaration) {
		return this.analysis.parents.get(declaration)?.type === 'ExportNamedDeclaration';
	}

	/** @param {Variable} variable @returns {boolean} */
	isMadeFromGems(variable) {
		const { parents } = this.analysis;
		const isValue = /^(const|let|var)$/.test(variable.kind) || this.isOfCallback(variable);
		if (!isValue || variable.references.some(({ role }) => role === 'update')) return false;
		// `let cache = null;` until it has been made.
		const given = sourcesOf(variable, parents).filter(
			({ value }) => !isNothing(/** @type {Node} */ (unwrap(value))),
		);
		return (
			given.length > 0 &&
			given.every(
				({ value, steps: [name], isRest }) =>
					!isRest &&
					(this.isGem(value) || (name !== undefined && isGemProperty(value, name, this))),
			)
		);
	}

	/** @param {Variable} variable @returns {boolean} a parameter of a function that is written where it is handed on */
	isOfCallback({ kind, declarations }) {
		const fn = declarations[0]?.node;
		return kind === 'param' && fn !== undefined && this.callAround(fn) !== null;
	}

	/** @param {Node} fn @returns {Node | null} the call that it is an argument of */
	callAround(fn) {
		const { parents } = this.analysis;
		let child = fn;
		let at = parents.get(child);
		while (at && isWrapper(at)) {
			child = at;
			at = parents.get(at);
		}
		return at && isCall(at) && at.callee !== child ? at : null;
	}

	/**
	 * @param {Node | null | undefined} expression
	 * @returns {boolean} its value is a GEM, or lies in one
	 */
	isGem(expression) {
		const node = unwrap(expression);
		switch (node?.type) {
			case 'Identifier': {
				const variable = this.analysis.aliases.variableOf(node);
				return variable ? this.has(variable) : false;
			}
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				return this.isGem(node.object) || isGemProperty(node.object, propertyName(node), this);
			case 'AwaitExpression':
				return this.isGem(node.argument);
			case 'ConditionalExpression':
				return this.isGem(node.consequent) && this.isGem(node.alternate);
			case 'LogicalExpression':
				return this.isGem(node.left) && this.isGem(node.right);
			case 'AssignmentExpression':
				return this.isGem(node.right);
			case 'CallExpression':
			case 'OptionalCallExpression':
				return this.isGemCall(node);
			default:
				return false;
		}
	}

	/** @param {Node} node a call @returns {boolean} */
	isGemCall(node) {
		if (this.makesGem(node)) return true;
		const callee = unwrap(node.callee);
		const object = isMember(callee) ? unwrap(callee.object) : null;
		if (object && givesGem(propertyName(callee)) && this.isGem(object)) return true;
		const holder = object?.type === 'Identifier' ? this.analysis.aliases.variableOf(object) : null;
		if (holder && PICKING.test(propertyName(callee) ?? '') && this.holdsOnlyGems(holder))
			return true;
		const own = this.analysis.callees.ofCall(node);
		return own.length > 0 && own.every(({ fn }) => isFunction(fn) && this.givesGems(fn));
	}

	/** @param {Variable} variable @returns {boolean} it is a collection of the module: of GEMs, and nothing else */
	holdsOnlyGems(variable) {
		const known = this.holders.get(variable);
		if (known !== undefined) return known;
		this.holders.set(variable, false); // what `list.push(list[0])` sees
		const answer = holdsOnlyGems(variable, this);
		this.holders.set(variable, answer);
		return answer;
	}

	/** @param {Node} fn @returns {boolean} it returns GEMs and nothing else */
	givesGems(fn) {
		const known = this.makers.get(fn);
		if (known !== undefined) return known;
		this.makers.set(fn, false); // what a recursive call sees
		const results = returnedBy(fn);
		const answer = results.length > 0 && results.every((one) => this.isGem(one));
		this.makers.set(fn, answer);
		return answer;
	}

	/** @param {Node} node a call @returns {boolean} `ReadOnly.create(…)`, `gem.ReadOnly.create(…)`, `Counter.create(…)` after `Counter = Gem.define(…)` */
	makesGem(node) {
		const callee = unwrap(node.callee);
		if (!isMember(callee) || propertyName(callee) !== 'create') return false;
		if (this.libraryCallee(callee) !== null) return true;
		const object = unwrap(callee.object);
		const type = object.type === 'Identifier' ? this.analysis.aliases.variableOf(object) : null;
		return Boolean(type && this.isType(constantValueOf(type)));
	}

	/**
	 * Types are frozen, and each thread that defines one has the same.
	 *
	 * @param {Node | null} expression
	 * @returns {boolean} `Gem.define(…)`
	 */
	isType(expression) {
		const node = unwrap(expression);
		return node !== null && isCall(node) && this.libraryCallee(node.callee) === 'define';
	}

	/**
	 * @param {Node} callee
	 * @returns {string | null} the last name of what is called, where that is of the module of GEMs: `snapshot`, `create`
	 */
	libraryCallee(callee) {
		const root = chainRoot(callee);
		const variable = root.type === 'Identifier' ? this.analysis.aliases.variableOf(root) : null;
		const from = variable && importOf(variable, this.analysis.parents);
		if (!from || !isGemSource(from.source)) return null;
		const inner = /** @type {Node} */ (unwrap(callee));
		return isMember(inner) ? propertyName(inner) : from.name;
	}

	/**
	 * What holds something that comes from elsewhere is known by how it is used: `keys.subset()`, `result.getRange((from, to) => …)`, or
	 * written to inside of such a call.
	 *
	 * @param {Variable} variable
	 * @returns {boolean}
	 */
	isUsedAsGem(variable) {
		if (!this.isFromElsewhere(variable)) return false;
		return variable.references.some(
			({ node }) => this.isReceiver(node) || this.isChangedInside(node),
		);
	}

	/** @param {Variable} variable @returns {boolean} */
	isFromElsewhere(variable) {
		if (variable.kind === 'param') return true;
		const from = importOf(variable, this.analysis.parents);
		if (from)
			return (
				/^\.\.?\//.test(from.source) &&
				variable.declarations[0]?.node.type !== 'ImportNamespaceSpecifier'
			);
		const value = constantValueOf(variable);
		const made = value?.type === 'AwaitExpression' ? unwrap(value.argument) : value;
		return made !== null && isCall(made) && this.analysis.callees.ofCall(made).length === 0;
	}

	/** @param {Node} reference @returns {boolean} a method of GEMs is called on it, and none of the module's own classes */
	isReceiver(reference) {
		const { parents } = this.analysis;
		const member = parents.get(reference);
		const call = isMember(member) && member?.object === reference ? parents.get(member) : null;
		if (!call || !isCall(call) || unwrap(call.callee) !== member) return false;
		return this.looksLikeCall(call);
	}

	/** @param {Node} call of a method @returns {boolean} it looks like one of a GEM's, and none of the module's own classes */
	looksLikeCall(call) {
		const name = propertyName(/** @type {Node} */ (unwrap(call.callee)));
		const { aliases } = this.analysis;
		return (
			looksLikeGemCall(
				name,
				functionsAmong(call, (one) => aliases.variableOf(one)),
			) && !this.isOwnMethod(name)
		);
	}

	/**
	 * What runs functions and leaves them as they are: `gem.atomic(read)`, `orElse(take, wait)`.
	 *
	 * @param {Node} call
	 * @returns {Node[]} functions of the module that it is given by their names
	 */
	callbacksOf(call) {
		const callee = /** @type {Node} */ (unwrap(call.callee));
		const isRunner =
			runsFunctions(this.libraryCallee(callee)) ||
			(isMember(callee) && runsFunctions(propertyName(callee)) && this.isGem(callee.object));
		if (!isRunner) return [];
		return call.arguments.filter((/** @type {Node} */ one) => {
			const value = /** @type {Node} */ (unwrap(one));
			return !isFunction(value) && this.analysis.callees.functions(value).length > 0;
		});
	}

	/** @param {string | null} name @returns {boolean} the module's own code has methods of that name */
	isOwnMethod(name) {
		const { program } = this.analysis.resolution;
		this.ownMethods ??= new Set(
			nodesOf(program.node, MEMBERS).flatMap((node) =>
				isFunction(node.value ?? node) ? [propertyName(node)] : [],
			),
		);
		return this.ownMethods.has(name);
	}

	/** @param {Node} reference @returns {boolean} it is changed in a function that a GEM runs */
	isChangedInside(reference) {
		const { parents, aliases } = this.analysis;
		if (!isTarget(reference, parents)) return false;
		for (let at = parents.get(reference); at; at = parents.get(at)) {
			const call = isFunction(at) ? this.callAround(at) : null;
			if (!call) continue;
			const callee = /** @type {Node} */ (unwrap(call.callee));
			if (/^atomic(Async)?$/.test(this.libraryCallee(callee) ?? '')) return true;
			if (!isMember(callee) || !isGemMethod(propertyName(callee))) continue;
			const root = chainRoot(callee.object);
			// `job.totals.atomic(() => { job.count++; })`: what is a GEM is the property.
			const isProperty = isMember(unwrap(callee.object));
			if (isProperty && aliases.variableOf(root) === aliases.variableOf(reference)) continue;
			const holder = root.type === 'Identifier' ? aliases.variableOf(root) : null;
			if (!holder && root.type !== 'ThisExpression') continue;
			if (!this.isOwnMethod(propertyName(callee))) return true;
		}
		return false;
	}
}

/** @param {Node} node @returns {boolean} */
const isNothing = (node) =>
	node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined');

/** @param {Node} reference @param {Parents} parents @returns {boolean} its object is changed there: `rows[0].x = 1`, `rows.push(1)` */
function isTarget(reference, parents) {
	let child = reference;
	let at = parents.get(child);
	while (at && (isWrapper(at) || (isMember(at) && at.object === child))) {
		child = at;
		at = parents.get(at);
	}
	if (!at) return false;
	if (child === reference) return false;
	if (at.type === 'AssignmentExpression') return at.left === child;
	if (at.type === 'UpdateExpression') return true;
	if (at.type === 'UnaryExpression') return at.operator === 'delete';
	return isCall(at) && at.callee === child && isMutatorMethod(propertyName(unwrap(child)) ?? '');
}
