/** @import { Node } from '../types.js' */
/** @import { OwnCall } from './callees.js' */
/** @import { Maker } from './import-makers.js' */
/** @import { Effect, VariableEffect } from './module.js' */
/** @import { Resolution } from '../ast/resolve.js' */
/** @import { Variable } from '../ast/scope.js' */
import { walk } from '../ast/babel.js';
import { partsEvaluated, partsOfConstruction } from '../ast/class-parts.js';
import {
	CLASSES,
	FUNCTIONS,
	chainRoot,
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { hasNodeOf } from '../ast/tree.js';
import { defersCallback } from '../knowledge/calls.js';
import { Aliases } from './aliases.js';
import { decoratorCalls } from './decorator-helpers.js';
import { effectsOfCall } from './call-effects.js';
import { conversionsOf, CONVERTING } from './conversions.js';
import { effectsOfRead, effectsOfTakingApart } from './differing-values.js';
import { effectsOfAccessors } from './accessor-effects.js';
import { pathInExports } from './export-bindings.js';
import { childrenOfPattern } from './pattern-targets.js';
import { changeOfGlobal, isImportMeta, isOfGlobal } from './global-effects.js';
import { Callees } from './callees.js';
import { Classes } from './classes.js';
import { Gems } from './gems.js';
import { addPart, heldAs, OF_THIS, partNamed, partsNamed } from './named-parts.js';
import { HiddenStates } from './hidden-states.js';
import { InstanceTypes } from './instance-types.js';
import { functionsGivenTo, inline } from './inlined-effects.js';
import { createMadeInstances } from './made-instances.js';
import { indexOfParameter } from './parameters.js';
import { OwnChanges } from './own-changes.js';
import { Reads } from './reads.js';
import { createReturnedValues } from './returned-values.js';
import { usesOfThis } from './receiver.js';
import { isReplacedBefore } from './replaced-before.js';
import { SharedObjects } from './shared-objects.js';
import { Summaries } from './summaries.js';

/**
 * What a function does to the world outside it when it is called.
 *
 * @typedef {object} Summary
 * @property {Effect[]} effects on variables that it does not own, and on the world
 * @property {Map<number, Node>} mutatedParams parameter index → a place that changes it
 * @property {Map<Variable, Node>} mutated the same by the variables that the parameters declare
 * @property {Map<number, Set<string | null>>} parts of what it changes of its arguments, the properties that hold it; null: the
 *   object itself, or a part that has no name. Those of `this` are at index -1
 * @property {boolean} mutatesThis
 */

/** @import { ImportedPackage } from '../knowledge/package-facts.js' */

/** What calls of imports give, or set up, by their names, and packages by their specifiers, as far as a link has found that. @typedef {{ makers: ReadonlyMap<string, Maker>, setUps: ReadonlyMap<string, readonly string[]>, packages: ReadonlyMap<string, ImportedPackage> }} Imported */

/** @type {Imported} */
const UNKNOWN = { makers: new Map(), setUps: new Map(), packages: new Map() };

/** What most nodes do by themselves. All modules share it: an effect that is added would be told of others, too. */
const NONE = /** @type {Effect[]} */ (/** @type {unknown} */ (Object.freeze([])));

/** What most nodes run. @type {Node[]} */
const NO_NODES = /** @type {any} */ (Object.freeze([]));

/** Nodes that may do or run something by themselves; names are known by their variables. */
const ACTING = new Set([
	'AssignmentExpression',
	'CallExpression',
	'Decorator',
	'ForInStatement',
	'ForOfStatement',
	'MemberExpression',
	'NewExpression',
	'OptionalCallExpression',
	'OptionalMemberExpression',
	'TaggedTemplateExpression',
	'UnaryExpression',
	'UpdateExpression',
	'VariableDeclarator',
]);

/**
 * Finds what pieces of code do beyond computing a value, through calls of the module's own functions.
 * One for a module; it only reads the tree.
 */
export class EffectAnalysis {
	/**
	 * @param {Resolution} resolution
	 * @param {Set<Node>} units functions that never run on the spot, wherever they are written
	 * @param {Imported} [imported]
	 */
	constructor(resolution, units, { makers, setUps, packages } = UNKNOWN) {
		this.packages = packages;
		this.makers = makers;
		this.setUps = setUps;
		this.resolution = resolution;
		this.units = units;
		this.parents = resolution.parents;
		this.aliases = new Aliases(resolution);
		this.callees = new Callees(this);
		this.instances = new InstanceTypes(this);
		this.gems = new Gems(this);
		this.aliases.ofReturned = createReturnedValues(this);
		this.aliases.ofMade = createMadeInstances(this);
		this.summaries = new Summaries(
			(fn) => this.computeSummary(fn),
			(fn) => this.reads.calledBy(fn),
		);
		this.reads = new Reads(this, new Set());
		this.readsOfHost = new Reads(this, units);
		this.shared = new SharedObjects(this);
		this.hidden = new HiddenStates(this);
		this.ownChanges = new OwnChanges(this);
		this.classes = new Classes(this);
		/** @type {Map<Node, Node[]>} */
		this.run = new Map();
		/** @type {Map<Node, readonly OwnCall[]>} */
		this.conversions = new Map();
		/** @type {Map<Node, boolean>} */
		this.atOnce = new Map();
		/** What nodes do by themselves, as far as it depends on nothing unsettled. @type {Map<Node, Effect[]>} */
		this.settled = new Map();
		/** @type {Map<Node, Node[]>} */
		this.acting = new Map();
		/** @type {Map<Node, Node[]>} */
		this.actingAnywhere = new Map();
		/** @type {Effect[] | undefined} */
		this.ofProgram = undefined;
		/** Of `ir/closed-over.js`, which a link and the checks ask for. @type {string[] | undefined} */
		this.closedOver = undefined;
	}

	/**
	 * The effects of running a piece of code now: nested functions count where they are called. Those of the host and of
	 * a worker are told apart by `ir/views.js`.
	 *
	 * @param {Node} root
	 * @returns {Effect[]}
	 */
	immediate(root) {
		return this.ofNodes(this.actingIn(root));
	}

	/**
	 * The effects that stand anywhere in a piece of code, in nested functions too.
	 *
	 * @param {Node} root
	 * @returns {Effect[]}
	 */
	anywhere(root) {
		// Of the whole module, several rules ask.
		if (root === this.resolution.program.node && !this.summaries.isBusy())
			return (this.ofProgram ??= this.findAnywhere(root));
		return this.findAnywhere(root);
	}

	/** @param {Node} root @returns {Effect[]} */
	findAnywhere(root) {
		return this.ofNodes(this.actingAnywhereIn(root));
	}

	/** @param {Node[]} nodes @returns {Effect[]} */
	ofNodes(nodes) {
		/** @type {Effect[]} */
		const effects = [];
		for (const node of nodes) {
			const own = this.ofNode(node);
			// Most have none.
			for (let at = 0; at < own.length; at++) effects.push(/** @type {Effect} */ (own[at]));
		}
		return effects;
	}

	/**
	 * The top-level variables whose value is needed when a piece of code runs now, in the functions
	 * that it calls too. In a worker these are units as well.
	 *
	 * @param {Node} root
	 * @returns {Set<Variable>}
	 */
	readsNow(root) {
		return this.reads.now(root);
	}

	/** The same on the host, which does not run the bodies of units. @param {Node} root @returns {Set<Variable>} */
	readsOnHost(root) {
		return this.readsOfHost.now(root);
	}

	/** @param {Node} node @returns {Node[]} functions and classes of the module that evaluating it may run */
	mayRun(node) {
		if (isMember(node)) return this.callees.accessorsRun(node);
		const isTagged = node.type === 'TaggedTemplateExpression';
		if (!isCall(node) && node.type !== 'NewExpression' && !isTagged) return this.converting(node);
		const known = this.run.get(node);
		if (known) return known;
		const found = this.runBy(node);
		if (this.callees.following === 0) this.run.set(node, found);
		return found;
	}

	/** @param {Node} node a call, a `new` or a tagged template @returns {Node[]} */
	runBy(node) {
		const own = this.callees.ofCall(node);
		const handed = (node.arguments ?? []).flatMap((/** @type {Node} */ one) => {
			if (isFunction(unwrap(one))) return [];
			return own.length > 0 ? this.callees.functionsHeld(one) : this.callees.functions(one);
		});
		const given = own.flatMap((one) => functionsGivenTo(one, this));
		const decorators = decoratorCalls(node)?.calls.flatMap((one) => this.callees.ofCall(one)) ?? [];
		return [...own, ...decorators]
			.map(({ fn }) => fn)
			.concat(handed)
			.concat(given)
			.concat(this.converting(node));
	}

	/** @param {Node} node @returns {Node[]} methods that the node itself may run, though no text calls them */
	converting(node) {
		const found = conversionsOf(node, this);
		return found.length > 0 ? found.map(({ fn }) => fn) : NO_NODES;
	}

	/** @param {Node} fn a function, or a class for what `new` runs @returns {Summary} */
	summarise(fn) {
		return this.summaries.of(fn);
	}

	/** @param {Node} fn @returns {Summary} */
	computeSummary(fn) {
		const isOwn = this.ownVariablesOf(fn);
		/** @type {Effect[]} */
		const effects = [];
		/** @type {Map<number, Node>} */
		const mutatedParams = new Map();
		/** @type {Map<Variable, Node>} */
		const mutated = new Map();
		/** @type {Summary['parts']} */
		const parts = new Map();
		const found = this.partsOf(fn).map((part) => this.immediate(part));
		for (const effect of found.flat()) {
			if (!('variable' in effect)) effects.push(effect);
			else if (effect.variable.kind === 'this')
				continue; // `mutatesThis`, below
			else if (!isOwn(effect.variable)) effects.push(effect);
			else if (effect.kind === 'mutate') {
				const index = indexOfParameter(fn, effect.variable);
				if (index < 0 || isReplacedBefore(effect.variable, effect.node, this)) continue;
				mutatedParams.set(index, effect.node);
				addPart(parts, index, effect);
				mutated.set(effect.variable, effect.node);
			}
		}
		const ofThis = this.effectsOnThis(fn, found.at(-1));
		for (const effect of ofThis) addPart(parts, OF_THIS, effect);
		return { effects, mutatedParams, mutated, parts, mutatesThis: ofThis.length > 0 };
	}

	/** @param {Node} fn a function, or a class for what `new` runs @returns {(variable: Variable) => boolean} whether a call makes the variable */
	ownVariablesOf(fn) {
		// The own name of a class expression is none of its constructor's.
		const { start, end } = isClass(fn) ? fn.body : fn;
		const scope = this.resolution.scopes.get(fn);
		return (variable) =>
			scope
				? variable.scope.isWithin(scope)
				: start <= variable.scope.node.start && variable.scope.node.end <= end;
	}

	/** @param {Node} fn a function, or a class for what `new` runs @returns {Node[]} what calling it evaluates */
	partsOf(fn) {
		return isClass(fn) ? partsOfConstruction(fn) : [...fn.params, fn.body];
	}

	/**
	 * Where a function changes the object that it is called on, or a part of it.
	 *
	 * @param {Node} fn a function, or a class for what `new` runs
	 * @returns {Node[]}
	 */
	changesOfThis(fn) {
		return this.effectsOnThis(fn).map(({ node }) => node);
	}

	/** @param {Node} fn a function, or a class for what `new` runs @param {Effect[]} [ofBody] the effects of running its body @returns {VariableEffect[]} */
	effectsOnThis(fn, ofBody) {
		const uses = isClass(fn) ? [] : usesOfThis(fn);
		const receivers = new Set(uses.flatMap((one) => [...this.aliases.of(one)]));
		if (receivers.size === 0) return [];
		const isAll = !hasNodeOf(fn.body, FUNCTIONS) && !hasNodeOf(fn.body, CLASSES);
		const effects = isAll && ofBody ? ofBody : this.anywhere(fn.body);
		return effects.flatMap((effect) =>
			effect.kind === 'mutate' && receivers.has(effect.variable) ? [effect] : [],
		);
	}

	/**
	 * The nodes of `walkImmediate` that have effects, read variables or call. What a function calls and what it does is
	 * asked for one after the other, and of functions that call each other several times.
	 *
	 * @param {Node} root
	 * @returns {Node[]}
	 */
	actingIn(root) {
		return this.collect(root, this.acting, (visit) => this.walkImmediate(root, visit));
	}

	/** The same with nested functions. @param {Node} root @returns {Node[]} */
	actingAnywhereIn(root) {
		return this.collect(root, this.actingAnywhere, (visit) => walk(root, visit));
	}

	/** @param {Node} root @param {Map<Node, Node[]>} known @param {(visit: (node: Node) => void) => void} search @returns {Node[]} */
	collect(root, known, search) {
		const before = known.get(root);
		if (before) return before;
		/** @type {Node[]} */
		const found = [];
		search((node) => {
			if (this.isActing(node)) found.push(node);
		});
		known.set(root, found);
		return found;
	}

	/** @param {Node} node @returns {boolean} it may have effects, read a variable or call */
	isActing(node) {
		return (
			ACTING.has(node.type) ||
			Boolean(this.aliases.variableOf(node)) ||
			(this.resolution.conversionNames.size > 0 && CONVERTING.has(node.type)) ||
			(node.type === 'SpreadElement' && this.resolution.accessorNames.size > 0)
		);
	}

	/** @param {Node} root @param {(node: Node) => void} visit */
	walkImmediate(root, visit) {
		walk(root, (node) => {
			if (isFunction(node) && !this.runsAtOnce(node)) {
				if (node.computed) this.walkImmediate(node.key, visit);
				return false;
			}
			if (isClass(node)) {
				for (const part of partsEvaluated(node)) this.walkImmediate(part, visit);
				return false;
			}
			visit(node);
			return true;
		});
	}

	/** @param {Node} fn @returns {boolean} called on the spot, or given to a call that may do so */
	runsAtOnce(fn) {
		if (this.units.has(fn)) return false;
		let answer = this.atOnce.get(fn);
		if (answer === undefined) {
			this.atOnce.set(fn, true); // what a function that hands itself on sees
			answer = this.mayRunAtOnce(fn);
			this.atOnce.set(fn, answer);
		}
		return answer;
	}

	/** @param {Node} fn @returns {boolean} */
	mayRunAtOnce(fn) {
		let child = fn;
		let call = this.parents.get(fn);
		while (call && isWrapper(call)) {
			child = call;
			call = this.parents.get(call);
		}
		if (!call || !(isCall(call) || call.type === 'NewExpression')) return false;
		if (call.callee === child) return !fn.generator;
		const callee = unwrap(call.callee);
		if (defersCallback(dottedName(callee), isMember(callee) ? propertyName(callee) : null))
			return false;
		return this.callees.mayCallAtOnce(fn, call);
	}

	/** @param {Node} fn @returns {boolean} it runs at once, and nobody keeps it to call it again */
	isOverAtOnce(fn) {
		if (!this.runsAtOnce(fn)) return false;
		let call = /** @type {Node} */ (this.parents.get(fn));
		while (isWrapper(call)) call = /** @type {Node} */ (this.parents.get(call));
		return !isCall(call) || unwrap(call.callee) === fn || !this.callees.isKept(fn, call);
	}

	/** @param {Node} node @returns {Effect[]} of this node itself, without its children */
	ofNode(node) {
		const converting = conversionsOf(node, this);
		if (converting.length === 0) return this.ofSyntax(node);
		const effects = converting.flatMap((one) => inline(one, node, this));
		return both(this.ofSyntax(node), effects);
	}

	/** @param {Node} node @returns {Effect[]} of what the text of the node says */
	ofSyntax(node) {
		switch (node.type) {
			case 'AssignmentExpression':
				return both(this.ofTargets(node.left, node), effectsOfAccessors(node, this));
			case 'UpdateExpression':
				return this.ofTargets(node.argument, node);
			case 'ForInStatement':
			case 'ForOfStatement':
				return both(this.ofLoop(node), effectsOfAccessors(node, this));
			case 'UnaryExpression':
				return node.operator === 'delete' ? this.ofTargets(node.argument, node) : [];
			case 'CallExpression':
			case 'OptionalCallExpression':
			case 'NewExpression':
			case 'TaggedTemplateExpression':
			case 'Decorator':
				return this.ofCall(node);
			case 'MemberExpression':
			case 'OptionalMemberExpression':
				return both(effectsOfRead(node, this), effectsOfAccessors(node, this));
			case 'Identifier':
				return effectsOfRead(node, this);
			case 'VariableDeclarator':
				return both(effectsOfTakingApart(node, this), effectsOfAccessors(node, this));
			case 'SpreadElement':
				return effectsOfAccessors(node, this);
			default:
				return NONE;
		}
	}

	/** @param {Node} node @returns {Effect[]} of what gets the values of a loop */
	ofLoop(node) {
		const { left } = node;
		return left.type === 'VariableDeclaration' ? NONE : this.ofTargets(left, node);
	}

	/**
	 * A call is met by its function's summary, by the fragment around it and by each rule that walks the module: its effects
	 * are computed once, unless a summary that they need is not complete yet.
	 *
	 * @param {Node} node
	 * @returns {Effect[]}
	 */
	ofCall(node) {
		const known = this.settled.get(node);
		if (known) return known;
		const { unsettledAnswers } = this.summaries;
		const found = both(effectsOfCall(node, this), effectsOfAccessors(node, this));
		if (unsettledAnswers === this.summaries.unsettledAnswers) this.settled.set(node, found);
		return found;
	}

	/** @param {Node} target @param {Node} node @returns {Effect[]} */
	ofTargets(target, node) {
		const inner = unwrap(target);
		if (inner.type === 'Identifier') {
			const variable = this.aliases.variableOf(inner);
			if (variable?.kind === 'function-name') return []; // ignored, or a TypeError in strict code
			// Each thread does so for itself, and no code can tell.
			if (variable?.initialisation || variable?.isPerCall) return [];
			if (variable) return [{ kind: 'write', variable, node: inner, via: [] }];
			return [changeOfGlobal(inner, inner, node)];
		}
		if (isMember(inner)) return this.ofMemberTarget(inner, node);
		const parts = childrenOfPattern(inner);
		return parts.flatMap((part) => this.ofTargets(part, node));
	}

	/** @param {Node} member @param {Node} node @returns {Effect[]} */
	ofMemberTarget(member, node) {
		const root = chainRoot(member);
		if (root.name === 'arguments') return []; // an object of the call's own
		if (isImportMeta(root) || (root.type === 'Identifier' && !this.aliases.variableOf(root))) {
			return [changeOfGlobal(member, root, node), ...this.changesOfExports(member.object, node)];
		}
		if (propertyName(member) === 'onabort' && this.isGivenToUnit(member.object)) return [];
		return this.mutations(member.object, node);
	}

	/**
	 * `signal.onabort = stop` sets a listener of the signal that the worker has in its place. Objects of other kinds are
	 * compared when the unit runs.
	 *
	 * @param {Node} expression
	 * @returns {boolean} whether its object comes from an argument of a unit, in any case
	 */
	isGivenToUnit(expression) {
		const variables = [...this.aliases.of(expression)];
		const params = variables.filter(({ kind }) => kind === 'param');
		return (
			params.length > 0 &&
			params.every(({ scope }) => this.units.has(scope.node)) &&
			variables.every(({ isTopLevel, kind }) => !isTopLevel && kind !== 'this')
		);
	}

	/** @param {Node} holder @param {string | null} part the property whose object changes; null: any, or the holder itself @param {Node} node @returns {Effect[]} */
	mutationsOfPart(holder, part, node) {
		if (part === null) return this.mutations(holder, node);
		const roots = heldAs(part, holder, this.aliases);
		if (roots.size === 0 && !isOfGlobal(holder, this.aliases)) return NONE;
		return this.mutations(partNamed(holder, part), node, roots);
	}

	/** @param {Node | null | undefined} expression whose object changes @param {Node} node @param {Set<Variable>} [roots] that it may be, or lie in @returns {Effect[]} */
	mutations(expression, node, roots = this.aliases.of(expression)) {
		if (expression && isOfGlobal(expression, this.aliases)) {
			const change = changeOfGlobal(expression, chainRoot(expression), node);
			return [change, ...this.changesOfExports(expression, node)];
		}
		return this.mutationsOf(roots, expression, node);
	}

	/** What has another name than that of the exports changes with them. @param {Node} expression @param {Node} node @returns {Effect[]} */
	changesOfExports(expression, node) {
		if (!pathInExports(expression, (one) => this.aliases.variableOf(one))) return NONE;
		return this.mutationsOf(this.aliases.of(expression), expression, node);
	}

	/** @param {Set<Variable>} roots @param {Node | null | undefined} expression @param {Node} node @returns {Effect[]} */
	mutationsOf(roots, expression, node) {
		if (roots.size === 0) return NONE;
		// What is changed of a GEM, all threads see.
		if (this.gems.isGem(expression)) return NONE;
		const changed = [...roots].filter(
			(one) => !one.isPerCall && !this.gems.has(one) && !isInitialising(one, node),
		);
		if (changed.length === 0) return NONE;
		const parts = partsNamed(expression, this.aliases);
		return changed.map((variable) => {
			const part = parts.get(variable);
			return { kind: 'mutate', variable, node, via: [], part };
		});
	}
}

/** @param {Effect[]} one @param {Effect[]} other @returns {Effect[]} without a new list for the many nodes that have none */
const both = (one, other) =>
	other.length === 0 ? one : one.length === 0 ? other : [...one, ...other];

/** `table = []; fill(table);` @param {Variable} variable @param {Node} node @returns {boolean} the node belongs to what gives it its value */
const isInitialising = ({ initialisation }, node) =>
	initialisation?.regions.some((one) => one.start <= node.start && node.end <= one.end) === true;
