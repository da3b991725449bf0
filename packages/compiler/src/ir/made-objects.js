// The places where objects are made that an expression's value may be.
/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { ExportValue } from './export-values.js' */
/** @import { Step } from './origins.js' */
/** @import { Spot } from './value-graph.js' */
import { Variable } from '../ast/scope.js';
import {
	CALLS,
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../ast/shapes.js';
import { nodesOf } from '../ast/tree.js';
import { showsPrimitive } from './objects.js';
import { methodCall, Origins } from './origins.js';
import { stepsOfPassing, stepsOfReceiving } from './passed-values.js';
import { holderOfThis, ownerOfThis } from './receiver.js';
import { Reached, ValueGraph } from './value-graph.js';
import { classOf, constantValueOf, importOf, requiredSource } from './values.js';

/** Methods that put their arguments into what they are called on. */
const PUTTING = /^(push|unshift|set|add|splice|fill)$/;

/** How deep in a variable's object others are looked for. */
const LEVELS = [0, 1, 2, 3];

/** A value that something gets, and how deep in that it lies then. @typedef {{ value: Node, level: 0 | 1 }} Put */

/**
 * Where `Origins` goes back to variables, this goes on to what makes the object, through functions that put it somewhere while they make it:
 *
 * ```js
 * const known = new Set();
 * const make = (name) => { const token = { name }; known.add(token); return token; };
 * const A = make('a');
 * ```
 *
 * The object of `A` and those in `known` are made at one place: each may be the other. Members are told apart by their names alone.
 */
export class MadeObjects extends Origins {
	/** @param {EffectAnalysis} effects */
	constructor(effects) {
		super(effects);
		/** What variables get, or properties by their names. @type {Map<Variable | string, Put[]> | undefined} */
		this.puts = undefined;
		/** Calls by the functions of the module that they run. @type {Map<Node, { args: Node[] }[]> | undefined} */
		this.callers = undefined;
		this.graph = new ValueGraph((place, depth) => this.next(place, depth));
		this.made = new Reached(this.graph, (place, depth) => this.madeAt(place, depth));
		this.madeWithClasses = this.reachedIn(this.graph);
		this.imported = new Reached(this.graph, (place, depth) =>
			place instanceof Variable && place.isTopLevel && isOfImport(place, effects)
				? [/** @type {Spot} */ (this.graph.spotOf([place, depth]))]
				: [],
		);
	}

	/** @param {Step[]} steps values @returns {[variable: Variable, level: number][]} imports of the top level, and where in them the values may lie */
	importsFor(steps) {
		return [...this.imported.from(steps)].map(({ place, depth }) => [
			/** @type {Variable} */ (place),
			depth,
		]);
	}

	/**
	 * Of names for objects, those that the values have by what they are made from as well.
	 *
	 * @template {Variable | ExportValue} T
	 * @param {Step[]} steps values
	 * @param {Iterable<T>} holders what has names
	 * @returns {[holder: T, level: string][]}
	 */
	namesFor(steps, holders) {
		const made = this.made.from(steps);
		if (made.size === 0) return [];
		/** @type {[T, string][]} */
		const found = [];
		for (const holder of holders) {
			const isVariable = holder instanceof Variable;
			if (isVariable && !isListed(holder, this.effects)) continue;
			for (const level of LEVELS) {
				const own = this.heldBy(isVariable ? holder : holder.value, level);
				if (haveCommon(own, made)) found.push([holder, String(level)]);
			}
		}
		return found;
	}

	/** @param {Variable | Node} holder @param {number} level @returns {ReadonlySet<Node>} what the value there may be, with classes for what `new` makes of them */
	heldBy(holder, level) {
		return this.madeWithClasses.from([[holder, level]]);
	}

	/** @param {ValueGraph} graph of some of the ways by which values come @returns {Reached<Node>} the objects, with classes for what `new` makes of them */
	reachedIn(graph) {
		return new Reached(graph, (place, depth) => [
			...this.madeAt(place, depth),
			...this.classesAt(place, depth),
		]);
	}

	/** @param {Node | Variable} place @param {number} depth @returns {Step[]} where a value comes from, one step back */
	next(place, depth) {
		return place instanceof Variable ? this.ofSources(place, depth) : this.after(place, depth);
	}

	/** @param {Node | Variable} place @param {number} depth @returns {Node[]} literals, `new` expressions, calls of unknown functions, and classes for `this` */
	madeAt(place, depth) {
		return depth > 0 || place instanceof Variable ? [] : this.madeBy(place);
	}

	/** @param {Node | Variable} place @param {number} depth @returns {Node[]} the classes of a `new` */
	classesAt(place, depth) {
		if (depth > 0 || place instanceof Variable || place.type !== 'NewExpression') return [];
		return this.effects.callees.ofCall(place).map(({ fn }) => fn);
	}

	/** @param {Node} node @returns {Node[]} */
	madeBy(node) {
		if (showsPrimitive(node)) return [];
		switch (node.type) {
			case 'ObjectExpression':
			case 'ArrayExpression':
			case 'NewExpression':
				return [node];
			case 'CallExpression':
				return this.effects.callees.ofCall(node).length > 0 || this.after(node, 0).length > 0
					? []
					: [node];
			case 'ThisExpression': {
				const owner = ownerOfThis(node, this.effects.parents);
				const holder = owner && holderOfThis(owner, this.effects.parents);
				return holder?.kind === 'instance' ? [holder.node] : [];
			}
			default:
				return [];
		}
	}

	/** @override @type {Origins['after']} */
	after(node, depth) {
		const steps = super.after(node, depth);
		if (isMember(node)) {
			const name = propertyName(node);
			return name === null ? steps : [...steps, ...this.stepsOf(name, depth)];
		}
		if (isCall(node)) return [...steps, ...stepsOfPassing(node, depth)];
		if (node.type === 'NewExpression' && depth > 0) {
			const fields = this.effects.callees.ofCall(node).flatMap(({ fn }) => this.fieldsMade(fn));
			return [...steps, ...fields.flatMap((name) => this.stepsOf(name, depth - 1))];
		}
		return steps;
	}

	/** @param {Node} definition @param {Set<Node>} [seen] @returns {string[]} what its instances have, and those of the classes that it extends */
	fieldsMade(definition, seen = new Set()) {
		const parent = isClass(definition) ? unwrap(definition.superClass) : null;
		const inherited = parent ? this.effects.callees.definition(parent) : null;
		const isNew = inherited !== null && !seen.has(inherited);
		const above = isNew ? this.fieldsMade(inherited, seen.add(inherited)) : [];
		return [...fieldsOf(definition), ...above];
	}

	/** @override @type {Origins['ofSources']} */
	ofSources(variable, depth) {
		return [
			...super.ofSources(variable, depth),
			...this.stepsOf(variable, depth),
			...stepsOfReceiving(variable, depth, this.effects.parents),
			...(variable.kind === 'param' ? this.ofCallers(variable, depth) : []),
			...(depth > 0 ? staticsOf(variable, depth) : []),
		];
	}

	/** @param {Variable | string} key @param {number} depth @returns {Step[]} */
	stepsOf(key, depth) {
		this.puts ??= this.findPuts();
		return (this.puts.get(key) ?? []).map(({ value, level }) => [value, depth - level]);
	}

	/** @param {Variable} parameter @param {number} depth @returns {Step[]} what functions of the module give it */
	ofCallers({ declarations: [declaration] }, depth) {
		const fn = declaration?.node;
		const index = fn?.params?.indexOf(declaration?.id) ?? -1;
		if (index < 0) return [];
		this.callers ??= this.findCallers();
		return (this.callers.get(/** @type {Node} */ (fn)) ?? []).map(({ args }) => [
			args[index],
			depth,
		]);
	}

	/** @returns {Map<Node, { args: Node[] }[]>} */
	findCallers() {
		/** @type {Map<Node, { args: Node[] }[]>} */
		const found = new Map();
		for (const node of nodesOf(this.effects.resolution.program.node, CALLS))
			for (const own of this.effects.callees.ofCall(node)) {
				const fn = isClass(own.fn)
					? membersOf(own.fn).find(({ kind }) => kind === 'constructor')
					: own.fn;
				if (!fn) continue;
				const list = found.get(fn);
				if (list) list.push(own);
				else found.set(fn, [own]);
			}
		return found;
	}

	/** @returns {Map<Variable | string, Put[]>} */
	findPuts() {
		/** @type {Map<Variable | string, Put[]>} */
		const found = new Map();
		const add = (/** @type {Variable | string | null} */ key, /** @type {Put} */ put) => {
			if (key === null) return;
			const list = found.get(key);
			if (list) list.push(put);
			else found.set(key, [put]);
		};
		for (const node of nodesOf(this.effects.resolution.program.node, PUTTING_NODES)) {
			if (node.type === 'AssignmentExpression') {
				const target = unwrap(node.left);
				if (!isMember(target)) continue;
				add(propertyName(target), { value: node.right, level: 0 });
				add(this.keyOf(target.object), { value: node.right, level: 1 });
			} else if (node.type === 'CallExpression') {
				const call = methodCall(node);
				const key = call && PUTTING.test(call.name) ? this.keyOf(call.object) : null;
				for (const one of key === null ? [] : node.arguments)
					add(
						key,
						one.type === 'SpreadElement'
							? { value: one.argument, level: 0 }
							: { value: one, level: 1 },
					);
			} else if (node.value && !isFunction(node.value))
				add(propertyName(node), { value: node.value, level: 0 });
		}
		return found;
	}

	/** @param {Node} holder @returns {Variable | string | null} */
	keyOf(holder) {
		const node = /** @type {Node} */ (unwrap(holder));
		if (node.type === 'Identifier') return this.effects.aliases.variableOf(node) ?? null;
		return isMember(node) ? propertyName(node) : null;
	}
}

/** @param {ReadonlySet<Node>} one @param {ReadonlySet<Node>} other @returns {boolean} */
function haveCommon(one, other) {
	const [small, large] = one.size < other.size ? [one, other] : [other, one];
	if (small === large) return small.size > 0;
	for (const each of small) if (large.has(each)) return true;
	return false;
}

/** @param {Variable} variable @param {EffectAnalysis} effects @returns {boolean} an import, or `const KINDS = require('./lib').KINDS` */
function isOfImport(variable, { parents }) {
	if (importOf(variable, parents)) return true;
	let value = constantValueOf(variable);
	if (!value || !isMember(value)) return false;
	while (value && isMember(value)) value = unwrap(value.object);
	return requiredSource(value) !== null;
}

/** @type {WeakMap<EffectAnalysis, MadeObjects>} */
const known = new WeakMap();

/** @param {EffectAnalysis} effects @returns {MadeObjects} of a module: it reads the tree alone */
export function madeObjectsOf(effects) {
	let made = known.get(effects);
	if (!made) known.set(effects, (made = new MadeObjects(effects)));
	return made;
}

const PUTTING_NODES = /** @type {const} */ ([
	...['AssignmentExpression', 'CallExpression', 'ObjectProperty'],
	...['ClassProperty', 'ClassPrivateProperty', 'ClassAccessorProperty'],
]);

/** @param {Node} definition a class, or a function that serves as one @returns {Set<string>} names of what its instances have from the start */
function fieldsOf(definition) {
	/** @type {Set<string>} */
	const names = new Set();
	const add = (/** @type {Node} */ one) => {
		const name = propertyName(one);
		if (name !== null) names.add(name);
	};
	const members = isClass(definition) ? membersOf(definition) : [];
	for (const one of members) if (!one.static && !isFunction(one) && one.value) add(one);
	const bodies = isClass(definition)
		? members.filter(({ kind }) => kind === 'constructor')
		: [definition];
	for (const { left } of bodies.flatMap((one) => nodesOf(one.body, ['AssignmentExpression']))) {
		const target = unwrap(left);
		if (isMember(target) && target.object.type === 'ThisExpression') add(target);
	}
	return names;
}

/** @param {Variable} variable @param {number} depth @returns {Step[]} to what a class has itself */
function staticsOf(variable, depth) {
	const definition = classOf(variable);
	if (!definition) return [];
	return membersOf(definition).flatMap((one) =>
		one.static && !isFunction(one) && one.value ? [[one.value, depth - 1]] : [],
	);
}

/** Objects of another file have names there, and what a weak collection has cannot be listed. @param {Variable} variable @param {EffectAnalysis} effects @returns {boolean} */
function isListed(variable, { parents }) {
	const value = constantValueOf(variable);
	const made = value?.type === 'NewExpression' ? (dottedName(value.callee) ?? '') : '';
	return !importOf(variable, parents) && !/^(Weak|Proxy$)/.test(made);
}
