/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Analysed, Unit } from '../../ir/module.js' */
/** @import { Reference, Variable } from '../../ast/scope.js' */
import { isBuiltin } from 'node:module';
import { walk } from '../../ast/babel.js';
import {
	chainRoot,
	isCall,
	isClass,
	isFunction,
	isMember,
	isPrimitiveLiteral,
	membersOf,
	propertyName,
} from '../../ast/shapes.js';
import { returnedBy } from '../../ir/callees.js';
import {
	isSubclassOf,
	ownFunctionOf,
	superclassesOf,
	whyNoClass,
	whyNoInstance,
	whyNoInstanceHere,
} from '../../ir/instances.js';
import { makesClass, methodsMade } from '../../ir/made-classes.js';
import { classOf, importOf } from '../../ir/values.js';
import { PlainClasses } from './plain-classes.js';

/**
 * Classes of the module that no worker code names, but that units may meet: subclasses of what `this`
 * is, or is an instance of, and classes whose instances may be among the arguments: one that a type
 * annotation of a parameter names, a method of which is called on something, or is a unit (`a.distanceTo(b)`), of which the arguments of a call in the file
 * are made, or that costs nothing to have (see plain-classes.js).
 *
 * A unit can do without them, so they join the slice only where they bring no problem of their own.
 *
 * @param {Analysed} analysed
 * @param {Node[]} workerCode
 * @param {readonly string[]} host specifiers of imports that workers must not load for a class
 * @returns {Reference[]} as if the units named the classes; `why` says what for
 */
export function findArgumentClasses(analysed, workerCode, host) {
	const { resolution, units } = analysed;
	const isOther = (/** @type {Variable} */ variable) => {
		const { node } = /** @type {{ node: Node }} */ (variable.declarations[0]);
		return variable.isTopLevel && !isInside(node, workerCode);
	};
	const sources = sourcesLoaded(analysed, workerCode);
	const given = classesGiven(analysed);
	const made = [...given.keys()].filter((one) => {
		const from = importOf(one, resolution.parents);
		if (!from) return whyNoInstanceHere(one, resolution.parents) === null && isOther(one);
		if (host.includes(from.source)) return false;
		return sources.has(from.source) || (given.get(one) === 'itself' && !isBuiltin(from.source));
	});
	const others = [...resolution.program.variables.values()].filter(
		(variable) => (classOf(variable) || makesClass(variable)) && isOther(variable),
	);
	if (others.length === 0 && made.length === 0) return [];
	const candidates = others.filter((variable) => whyNoInstance(variable) === null);
	const receivers = receiversOf(analysed);
	const subclasses = others.flatMap((variable) => {
		const crosses = candidates.includes(variable) && isSubclassOf(variable, receivers.instance);
		const isOfThis = whyNoClass(variable) === null && isSubclassOf(variable, receivers.class);
		return crosses || isOfThis ? [reference(variable, 'a subclass, for `this` as well')] : [];
	});
	const called = membersUsed(workerCode);
	const annotated = new Set(units.flatMap(typesOfParameters));
	const hasUnit = (/** @type {Variable} */ variable) => {
		const definition = classOf(variable);
		return definition !== null && units.some(({ node }) => isInside(node, [definition]));
	};
	const met = candidates.flatMap((variable) => {
		const member = methodsOf(variable).find((name) => called.has(name));
		const why = annotated.has(variable.name)
			? 'the class of an argument, by its type annotation'
			: member
				? `\`${member}\` may be called on an instance among the arguments`
				: hasUnit(variable) && 'its method may get another instance, or lead to one by `this`';
		return why ? [reference(variable, why)] : [];
	});
	const isMet = (/** @type {Reference} */ one) =>
		met.some(({ variable }) => variable === one.variable);
	const found = [...subclasses.filter((one) => !isMet(one)), ...met];
	const known = new Set(found.map(({ variable }) => variable));
	for (const one of made) known.add(one);
	const plain = new PlainClasses(analysed);
	return [
		...found,
		...made
			.filter((one) => !found.some(({ variable }) => variable === one))
			.map((one) => reference(one, 'instances of it cross')),
		...candidates
			.filter((one) => !known.has(one) && plain.has(one))
			.map((one) => reference(one, 'instances of it may be in what crosses')),
	];
}

/**
 * The classes whose instances the file's own calls of units hand over, as far as the text of the arguments shows: `total([new Point(1, 2)])`,
 * `total(points)` of `const points = rows.map((row) => new Point(row))`.
 *
 * @param {Analysed} analysed
 * @returns {Map<Variable, 'itself' | 'part'>} with those that instances of them are made of; `part`: what crosses may have been made with an
 *   instance alone, as with `total(new Reader(text).rows)`
 */
function classesGiven({ callSites, effects, resolution }) {
	const { callees } = effects;
	const calls = new Set(callSites.map(({ node }) => node));
	/** `rows.map((row) => new Point(row))`; a function that is handed over itself stays on the host. @param {Node} fn */
	const makesElements = (fn) => {
		const call = resolution.parents.get(fn);
		return call && isCall(call) && call.callee !== fn && !calls.has(call);
	};
	/** @type {Map<Variable, 'itself' | 'part'>} */
	const found = new Map();
	/** @type {Node[]} */
	const roots = callSites.flatMap(({ node }) => node.arguments ?? []);
	const seen = new Set(roots);
	/** @param {(Node | null | undefined)[]} values */
	const follow = (values) => {
		for (const value of values) {
			if (!value || seen.has(value)) continue;
			seen.add(value);
			roots.push(value);
		}
	};
	// grows while it is walked
	for (const root of roots) {
		walk(root, (node) => {
			if (isFunction(node) && !makesElements(node)) return false;
			if (isCall(node)) follow(callees.ofCall(node).flatMap(({ fn }) => givenBy(fn)));
			if (node.type === 'NewExpression') {
				const named = chainRoot(node.callee);
				const variable = named.type === 'Identifier' ? effects.aliases.variableOf(named) : null;
				const isItself = isPartOf(root, node, resolution.parents);
				if (variable && found.get(variable) !== 'itself')
					found.set(variable, isItself ? 'itself' : 'part');
				follow(callees.ofCall(node).flatMap(({ fn }) => madeIn(fn)));
			}
			const value = callees.valueOf(node);
			if (value && !isFunction(value) && !isClass(value)) follow([value]);
			return true;
		});
	}
	return found;
}

/** @param {Node} root @param {Node} node within it @param {Parents} parents @returns {boolean} whether a value of the root holds that of the node: `[new Point(1, 2)]` */
function isPartOf(root, node, parents) {
	for (let at = node; at !== root;) {
		const parent = parents.get(at);
		if (!parent || !HOLDS.test(parent.type)) return false;
		// `rows.map((row) => new Point(row))`
		const call = isFunction(parent) ? parents.get(parent) : null;
		at = call && isCall(call) ? call : parent;
	}
	return true;
}

/** Expressions whose value is, or holds, that of a part of theirs. */
const HOLDS =
	/^(Array|Object|Conditional|Logical|Parenthesized|Await|ArrowFunction|TSAs|TSSatisfies|TSNonNull)Expression$|^(ObjectProperty|SpreadElement|ReturnStatement|BlockStatement)$/;

/** The modules that worker code imports: a class of one of them brings no other along. @param {Analysed} analysed @param {Node[]} workerCode @returns {Set<string>} */
function sourcesLoaded({ resolution }, workerCode) {
	/** @type {Set<string>} */
	const found = new Set();
	for (const variable of resolution.program.variables.values()) {
		const from = importOf(variable, resolution.parents);
		if (from && variable.references.some(({ node }) => isInside(node, workerCode)))
			found.add(from.source);
	}
	return found;
}

/** @param {Node} fn @returns {Node[]} */
const givenBy = (fn) => (isClass(fn) ? [] : returnedBy(fn));

/** @param {Node} definition a class or constructor @returns {Node[]} what its instances are made of */
const madeIn = (definition) =>
	isClass(definition)
		? membersOf(definition).flatMap((/** @type {Node} */ one) => {
				if (one.kind === 'constructor') return [one.body];
				return one.static || isFunction(one) ? [] : (one.value ?? []);
			})
		: [definition.body];

/** @param {Analysed} analysed @returns {Record<'instance' | 'class', Set<Variable>>} what `this` is in units, or is an instance of */
function receiversOf({ units, uses }) {
	const found = {
		instance: /** @type {Set<Variable>} */ (new Set()),
		class: /** @type {Set<Variable>} */ (new Set()),
	};
	for (const unit of units) {
		const receiver = uses.get(unit)?.receiver;
		if (receiver && receiver.kind !== 'data') found[receiver.kind].add(receiver.variable);
	}
	return found;
}

/** @param {Variable} variable @param {string} why @returns {Reference} */
const reference = (variable, why) => ({
	node: /** @type {Node} */ (variable.declarations[0]?.id),
	name: variable.name,
	variable,
	role: 'read',
	scope: variable.scope,
	implicit: true,
	why,
});

/** @param {Node} node @param {Node[]} regions @returns {boolean} */
const isInside = (node, regions) =>
	regions.some((one) => one.start <= node.start && node.end <= one.end);

/** Names that objects of the platform have as well, and that say nothing of a class. */
const COMMON = new Set(Object.getOwnPropertyNames(Object.prototype));

/** @param {Node[]} regions @returns {Set<string>} properties that code reads of anything but literals and `this` */
function membersUsed(regions) {
	/** @type {Set<string>} */
	const names = new Set();
	for (const region of regions) {
		walk(region, (node) => {
			if (!isMember(node) || node.object.type === 'ThisExpression') return;
			const name = isPrimitiveLiteral(node.object) ? null : propertyName(node);
			if (name !== null && !COMMON.has(name)) names.add(name);
		});
	}
	return names;
}

/** @param {Variable} variable @returns {string[]} the instance methods and accessors of its class and those that it extends, and a function of each instance's own */
function methodsOf(variable) {
	return [variable, ...superclassesOf(variable)].flatMap(ownMethodsOf);
}

/** @param {Variable} variable @returns {string[]} */
function ownMethodsOf(variable) {
	const definition = classOf(variable);
	if (!definition) return methodsMade(variable);
	const own = ownFunctionOf(variable);
	const methods = membersOf(definition).flatMap((/** @type {Node} */ one) => {
		const name = one.static || one.kind === 'constructor' ? null : propertyName(one);
		return name !== null && /Method$/.test(one.type) ? [name] : [];
	});
	return own === null ? methods : [...methods, own];
}

/** `Point` of `(points: Point[])`. @param {Unit} unit @returns {string[]} */
function typesOfParameters({ node }) {
	/** @type {string[]} */
	const names = [];
	for (const param of node.params) {
		const annotation = param.typeAnnotation ?? param.left?.typeAnnotation;
		if (!annotation) continue;
		walk(annotation, (inner) => {
			if (inner.type === 'TSTypeReference' && inner.typeName.type === 'Identifier')
				names.push(inner.typeName.name);
		});
	}
	return names;
}
