/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Changes } from '../gem-access/changes.js' */
import { walk } from '../../ast/babel.js';
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	isWrapper,
	propertyName,
	unwrap,
} from '../../ast/shapes.js';
import { takesCopies } from '../../knowledge/calls.js';
import { isGemMethod } from '../../knowledge/gems.js';
import { isOfPrimitive } from '../gem-access/chains.js';
import { isImmediate, ownerOf } from './functions.js';
import { asksCallback, callsBack, compares, givesElement, makesListOfElements } from './methods.js';
import { Primitives } from './primitives.js';
import { elementKind, isRest, isTarget, targetsIn } from './targets.js';

/**
 * What an expression may be: a copy of a part of a GEM; a new array of copies; one of pairs with copies.
 *
 * @typedef {'copy' | 'list' | 'pairs'} Kind
 */

/**
 * Follows copies of parts of GEMs through the code that may have them. Wherever one would get to code that does not know of them, the
 * part takes its place: `wraps`. One for a module; it only reads the tree.
 */
export class Flow {
	/** @param {EffectAnalysis} analysis @param {Changes} changes @param {(fn: Node) => boolean} isElsewhere it does not run in this module */
	constructor(analysis, changes, isElsewhere) {
		this.isElsewhere = isElsewhere;
		this.analysis = analysis;
		this.changes = changes;
		this.primitives = new Primitives(analysis);
		/** variables that may hold copies @type {Map<Variable, Kind>} */
		this.held = new Map();
		/** expressions whose originals take their place @type {Map<Node, Kind>} */
		this.wraps = new Map();
		/** the same, where another expression is an object @type {Map<Node, Node>} */
		this.wrapsIf = new Map();
		/** functions of whose results only the truth matters, or their order @type {Set<Node>} */
		this.asked = new Set();
		/** @type {Map<Node, Variable>} by identifier that declares it */
		this.declared = new Map();
		for (const { variables } of analysis.resolution.scopes.values())
			for (const variable of variables.values())
				for (const { id } of variable.declarations) this.declared.set(id, variable);
	}

	/** @param {Node} node @returns {Node} with what stands around it and is nothing */
	outermost(node) {
		let outer = node;
		for (let at = this.parentOf(outer); isWrapper(at); at = this.parentOf(outer)) outer = at;
		return outer;
	}

	/** @param {Node} node @returns {Node} */
	parentOf(node) {
		return /** @type {Node} */ (this.analysis.parents.get(node));
	}

	/** @param {Node} node @param {Kind} kind */
	wrap(node, kind) {
		if (this.wraps.get(node) !== 'list') this.wraps.set(node, kind);
	}

	/**
	 * @param {Node} node an expression whose value may be a copy
	 * @param {Kind} kind
	 * @param {Node} extent the code in which nothing changes any GEM
	 * @returns {void}
	 */
	use(node, kind, extent) {
		const outer = this.outermost(node);
		const parent = this.parentOf(outer);
		if (!isWithin(parent, extent) && !this.isReadAtOnce(parent)) return this.wrap(outer, kind);
		switch (parent.type) {
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				if (parent.object === outer) this.useMember(parent, outer, kind, extent);
				return;
			case 'UnaryExpression':
			case 'UpdateExpression':
			case 'ExpressionStatement':
			case 'IfStatement':
			case 'WhileStatement':
			case 'DoWhileStatement':
			case 'ForStatement':
				return;
			case 'TemplateLiteral':
				if (this.parentOf(parent).type === 'TaggedTemplateExpression') this.wrap(outer, kind);
				return;
			case 'BinaryExpression':
				return this.useOperand(parent, outer, kind);
			case 'ConditionalExpression':
				if (parent.test !== outer) this.use(parent, kind, extent);
				return;
			case 'SequenceExpression':
				if (parent.expressions.at(-1) === outer) this.use(parent, kind, extent);
				return;
			case 'LogicalExpression':
				return this.use(parent, kind, extent);
			case 'VariableDeclarator':
				if (!this.give(parent.id, kind, extent)) this.wrap(outer, kind);
				return;
			case 'AssignmentExpression':
				return this.useAssigned(parent, outer, kind, extent);
			case 'ForInStatement':
				return;
			case 'ForOfStatement':
				if (!this.giveElements(parent, kind, extent)) this.wrap(outer, kind);
				return;
			case 'SpreadElement':
				return this.useSpread(parent, outer, kind, extent);
			case 'CallExpression':
			case 'OptionalCallExpression':
				if (!this.useArgument(parent, outer, kind, extent)) this.wrap(outer, kind);
				return;
			case 'ReturnStatement':
			case 'ArrowFunctionExpression': {
				const fn = ownerOf(outer, this.analysis.parents);
				if (!fn || !this.asked.has(fn)) this.wrap(outer, kind);
				return;
			}
			default:
				this.wrap(outer, kind);
		}
	}

	/**
	 * Behind the extent, other code may change what was copied: there a copy may be read before anything else runs.
	 *
	 * @param {Node} parent
	 * @returns {boolean}
	 */
	isReadAtOnce(parent) {
		if (!isMember(parent)) return AT_ONCE.test(parent.type);
		const outer = this.outermost(parent);
		const call = this.parentOf(outer);
		const isCalled = isCall(call) && call.callee === outer;
		return !isCalled && (!parent.computed || isPrimitiveLiteral(parent.property));
	}

	/** @param {Node} parent @param {Node} outer @param {Kind} kind */
	useOperand(parent, outer, kind) {
		const { operator, left, right } = parent;
		if (operator === 'in' && left === outer) return;
		if (operator === 'in' || operator === 'instanceof') return this.wrap(outer, kind);
		if (!/^[!=]==?$/.test(operator)) return;
		if (!this.primitives.has(left === outer ? right : left)) this.wrap(outer, kind);
	}

	/** @param {Node} parent @param {Node} outer @param {Kind} kind @param {Node} extent */
	useAssigned(parent, outer, kind, extent) {
		if (!/^(=|&&=|\|\|=|\?\?=)$/.test(parent.operator)) return;
		if (this.give(parent.left, kind, extent)) this.use(parent, kind, extent);
		else this.wrap(outer, kind);
	}

	/** @param {Node} parent @param {Node} outer @param {Kind} kind @param {Node} extent @returns {void} */
	useSpread(parent, outer, kind, extent) {
		const holder = this.parentOf(parent);
		if (holder.type === 'ArrayExpression')
			return this.use(holder, kind === 'pairs' ? 'pairs' : 'list', extent);
		const isComputed =
			isCall(holder) &&
			this.changes.isGlobal(holder.callee) &&
			takesCopies(dottedName(holder.callee) ?? '');
		if (!isComputed) this.wrap(outer, kind);
	}

	/** @param {Node} member @param {Node} object @param {Kind} kind @param {Node} extent */
	useMember(member, object, kind, extent) {
		const outer = this.outermost(member);
		const call = this.parentOf(outer);
		if (isTarget(outer, this.analysis.parents)) {
			// A list is an array of the program's own.
			if (kind === 'copy') this.wrap(object, kind);
			return;
		}
		const name = propertyName(member);
		if (isCall(call) && call.callee === outer) {
			if (!this.useMethod(call, { name, object, kind, extent })) this.wrap(object, kind);
			return;
		}
		if (isGemMethod(name) || name?.startsWith('#')) return this.wrap(object, kind);
		this.use(member, member.computed ? elementKind(kind) : 'copy', extent);
	}

	/**
	 * @param {Node} call
	 * @param {{ name: string | null, object: Node, kind: Kind, extent: Node }} method
	 * @returns {boolean} false where it may do anything
	 */
	useMethod(call, { name, object, kind, extent }) {
		if (name === null || call.optional) return false;
		if (isOfPrimitive(name) || /^(join|keys|toString)$/.test(name)) return true;
		if (compares(name)) return this.compares(call, object);
		const isMutator = name === 'sort' || name === 'reverse';
		if (isMutator && kind === 'copy') return false;
		if (callsBack(name) && !(/sort/i.test(name) && call.arguments.length === 0)) {
			if (!this.useCallback(call, { name, kind, extent })) return false;
		}
		if (makesListOfElements(name) || isMutator)
			this.use(call, kind === 'pairs' && name !== 'flat' ? 'pairs' : 'list', extent);
		else if (givesElement(name)) this.use(call, elementKind(kind), extent);
		else if (name === 'entries' || name === 'values')
			return this.useIterator(call, name === 'entries' ? 'pairs' : kind, extent);
		else return callsBack(name);
		return true;
	}

	/** @param {Node} call @param {Node} list @returns {boolean} */
	compares({ arguments: [value] }, list) {
		if (this.primitives.has(value)) return true;
		const inner = unwrap(value);
		if (inner?.type !== 'Identifier' || value !== inner) return false;
		const variable = this.analysis.aliases.variableOf(inner);
		if (!variable || variable.isTopLevel || this.held.has(variable)) return false;
		this.wrapsIf.set(list, inner);
		return true;
	}

	/** An iterator cannot be had with originals later. @param {Node} call @param {Kind} kind @param {Node} extent @returns {boolean} */
	useIterator(call, kind, extent) {
		const parent = this.parentOf(call);
		if (parent.type === 'ForOfStatement') return this.giveElements(parent, kind, extent);
		if (parent.type !== 'SpreadElement' || this.parentOf(parent).type !== 'ArrayExpression')
			return false;
		this.use(this.parentOf(parent), kind === 'pairs' ? 'pairs' : 'list', extent);
		return true;
	}

	/**
	 * @param {Node} call of a method of an array
	 * @param {{ name: string, kind: Kind, extent: Node }} method
	 * @returns {boolean}
	 */
	useCallback(call, { name, kind, extent }) {
		const [given] = call.arguments;
		if (!given || call.arguments.some(isSpread)) return false;
		const isFold = name.startsWith('reduce');
		const element = elementKind(kind);
		/** @type {(Kind | null)[]} by parameter */
		let kinds = [element, null, kind];
		if (isFold) kinds = [call.arguments.length < 2 ? element : null, element, null, kind];
		if (/sort/i.test(name)) kinds = [element, element];
		const inner = /** @type {Node} */ (unwrap(given));
		const isWritten = isFunction(inner);
		const all = isWritten ? [inner] : this.analysis.callees.functions(inner);
		if (all.length === 0) return false;
		if (isWritten && asksCallback(name)) this.asked.add(inner);
		return all.every((fn) =>
			kinds.every((one, at) => one === null || this.giveParameter(fn, at, one, extent)),
		);
	}

	/**
	 * @param {Node} call
	 * @param {Node} outer
	 * @param {Kind} kind
	 * @param {Node} extent
	 * @returns {boolean}
	 */
	useArgument(call, outer, kind, extent) {
		const callee = /** @type {Node} */ (unwrap(call.callee));
		const index = call.arguments.indexOf(outer);
		if (index < 0) return false;
		if (this.changes.isGlobal(callee)) return this.useGlobal(call, { index, kind, extent });
		const own = this.analysis.callees.ofCall(call);
		return (
			own.length > 0 &&
			own.every(
				({ fn, args }) =>
					args === call.arguments &&
					!args.slice(0, index).some(isSpread) &&
					isFunction(fn) &&
					this.giveParameter(fn, index, kind, extent),
			)
		);
	}

	/** @param {Node} call @param {{ index: number, kind: Kind, extent: Node }} argument @returns {boolean} */
	useGlobal(call, { index, kind, extent }) {
		const name = dottedName(/** @type {Node} */ (unwrap(call.callee))) ?? '';
		if (takesCopies(name)) return true;
		if (index !== 0) return false;
		if (name === 'JSON.stringify') return this.primitives.has(call.arguments[1]);
		if (name === 'Object.entries') this.use(call, 'pairs', extent);
		else if (name === 'Object.values' || (name === 'Array.from' && call.arguments.length === 1))
			this.use(call, kind === 'pairs' ? 'pairs' : 'list', extent);
		else return false;
		return true;
	}

	/** @param {Node} fn @param {number} at @param {Kind} kind @param {Node} extent @returns {boolean} */
	giveParameter(fn, at, kind, extent) {
		if (fn.async || fn.generator || usesArguments(fn) || this.isElsewhere(fn)) return false;
		const param = fn.params[at];
		const isIn = extent.start <= fn.start && fn.end <= extent.end;
		if (param === undefined) return !fn.params.some(isRest);
		if (param.type === 'RestElement' || fn.params.slice(0, at).some(isRest)) return false;
		return this.give(param, kind, isIn && isImmediate(fn, this.analysis) ? extent : fn);
	}

	/** @param {Node} loop `for (const x of …)` @param {Kind} kind @param {Node} extent @returns {boolean} */
	giveElements({ left }, kind, extent) {
		const target = left.type === 'VariableDeclaration' ? left.declarations[0].id : left;
		return this.give(target, elementKind(kind), extent);
	}

	/**
	 * @param {Node} target of an assignment, or a pattern
	 * @param {Kind} kind of what it gets
	 * @param {Node} extent
	 * @returns {boolean} whether all variables in it may have copies; else none has one
	 */
	give(target, kind, extent) {
		const targets = targetsIn(target, kind);
		if (targets === null) return false;
		/** @type {{ variable: Variable, kind: Kind }[]} */
		const found = [];
		for (const { node, kind } of targets) {
			const variable = this.declared.get(node) ?? this.analysis.aliases.variableOf(node);
			if (!variable || !this.mayHold(variable, extent)) return false;
			found.push({ variable, kind });
		}
		for (const { variable, kind } of found) this.hold(variable, kind, extent);
		return true;
	}

	/** @param {Variable} variable @param {Node} extent @returns {boolean} nothing gets at it but the code that is followed */
	mayHold({ kind, isTopLevel, declarations, references }, extent) {
		if (!/^(const|let|var|param)$/.test(kind) || isTopLevel) return false;
		const isIn = (/** @type {Node} */ { start, end }) => extent.start <= start && end <= extent.end;
		if (!declarations.every(({ id }) => isIn(id))) return false;
		const { parents } = this.analysis;
		const owner = ownerOf(/** @type {Node} */ (declarations[0]?.id), parents);
		return references.every(({ node }) => {
			if (!isIn(node)) return false;
			for (let fn = ownerOf(node, parents); fn && fn !== owner; fn = ownerOf(fn, parents))
				if (!isImmediate(fn, this.analysis)) return false;
			return true;
		});
	}

	/** @param {Variable} variable @param {Kind} kind @param {Node} extent */
	hold(variable, kind, extent) {
		const known = this.held.get(variable);
		if (known === kind || known === 'list') return;
		const joined = known ? 'list' : kind;
		this.held.set(variable, joined);
		for (const { node, role } of variable.references)
			if (role === 'read' && this.analysis.parents.has(node)) this.use(node, joined, extent);
	}
}

/** Nodes that do no more with a value than to read it, or that ask for its original. */
const AT_ONCE =
	/^((Unary|Update|Binary|Conditional|Sequence|Logical|Assignment|ArrowFunction)Expression|(Expression|If|While|DoWhile|For|Return)Statement|TemplateLiteral|VariableDeclarator)$/;

/** @param {Node} inner @param {Node} outer @returns {boolean} */
const isWithin = (inner, outer) => outer.start <= inner.start && inner.end <= outer.end;

/** @param {Node} node @returns {boolean} */
const isSpread = ({ type }) => type === 'SpreadElement';

/** @param {Node} fn @returns {boolean} its parameters are known by another name */
function usesArguments(fn) {
	let found = false;
	walk(fn, (node) => {
		found ||= node.type === 'Identifier' && /^(arguments|eval)$/.test(node.name);
		return !found;
	});
	return found;
}
